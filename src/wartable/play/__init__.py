"""A table in the terminal: the same table, the same dealer and the same log, in this process and for one person."""
