"""The tests under test: the core is changed a little in one place, and a test has to notice."""
