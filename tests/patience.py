"""How long a test waits for what must come."""

PATIENCE = 300
"""Seconds after which a test gives up: far more than a loaded machine needs, and never a measure of speed."""
