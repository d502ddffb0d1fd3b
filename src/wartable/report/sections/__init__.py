"""One module for each part of the report."""
