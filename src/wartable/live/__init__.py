"""Live tables: one authority per table, command in, decide, append durably, answer, publish."""
