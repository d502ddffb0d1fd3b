"""Rounds told in plain English, held against transcripts that a dealer can read."""
