"""Witnesses from outside the store: signed heads, the keys that sign them, and receipts of clients."""
