"""Seeds that a user may give, so that the same chances come again."""

MAX_SEED = 2**64
"""Seeds are smaller than this."""
