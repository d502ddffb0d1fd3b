"""One task for each table: it decides commands, keeps them durably, answers and publishes."""
