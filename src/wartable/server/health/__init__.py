"""What is counted and logged while the server runs."""
