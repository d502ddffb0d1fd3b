"""What each audience is told about a table, and who watches it."""
