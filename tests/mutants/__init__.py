"""The tests under test: the core is changed a little in one place, and a test has to notice."""

MUTANT = "WARTABLE_CLAUSE_MUTANT"
"""The variable that tells a process which reference of a rulebook it has to disable."""
RESULT = "clause mutant: "
"""The start of the line in which that process reports what failed."""
