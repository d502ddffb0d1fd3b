"""Long runs of what the tests do shortly: `python -m tests.soak NAME [N] [SEED]` prints one line of result."""
