"""Running the server: one process or several, the store, the signed heads, and a clean way out."""
