"""How things are done at the table: each module decides its commands and says what its events change."""
