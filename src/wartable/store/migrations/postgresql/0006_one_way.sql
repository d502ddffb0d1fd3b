-- A group of commands is written to the tables themselves. The function `keep_group`, another way to write, is gone.
DROP FUNCTION keep_group;
