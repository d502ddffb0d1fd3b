"""Connections below the application: how many, how large, how long, and which process answers."""
