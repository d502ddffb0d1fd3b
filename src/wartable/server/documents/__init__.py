"""The documents of the HTTP API: what it takes, what it answers, and how it refuses."""
