-- A group of commands is written to the tables themselves. The view `keep`, another way to write, is gone with its triggers.
DROP VIEW keep;
