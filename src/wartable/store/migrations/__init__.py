"""The shape of the databases, step by numbered step, in two dialects. Steps are added, never changed."""
