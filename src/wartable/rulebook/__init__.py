"""The law as data: five rulebooks, the houses that choose within them, and the trace of every clause."""

from wartable.rulebook.book import Rulebook
from wartable.rulebook.check import Report, check_house
from wartable.rulebook.checks.finding import Finding
from wartable.rulebook.force import rules_in_force
from wartable.rulebook.house import BadHouse, load_house
from wartable.rulebook.load import load_rulebook, rulebook_names
from wartable.rulebook.rules import Rules

__all__ = [
    "BadHouse",
    "Finding",
    "Report",
    "Rulebook",
    "Rules",
    "check_house",
    "load_house",
    "load_rulebook",
    "rulebook_names",
    "rules_in_force",
]
