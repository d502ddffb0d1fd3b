"""Rounds told in plain English, compared with transcripts that a dealer can read."""
