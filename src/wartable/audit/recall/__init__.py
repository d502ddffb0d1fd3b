"""Rounds recalled from a log, each as it was."""
