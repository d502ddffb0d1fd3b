"""The table: every phase by every command by every role, and random walks through whole shoes."""
