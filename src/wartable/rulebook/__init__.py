"""The law as data: the rulebooks, the houses that choose within them, and the trace of every clause."""

from wartable.rulebook.book import Rulebook
from wartable.rulebook.check import Report, check_house
from wartable.rulebook.checks.finding import Finding
from wartable.rulebook.force import rules_in_force
from wartable.rulebook.house import BadHouse, load_house
from wartable.rulebook.load import (
    empty_rulebook,
    is_rulebook_name,
    load_rulebook,
    rulebook_names,
    rulebooks_that_load,
)
from wartable.rulebook.problems import BadRulebook
from wartable.rulebook.rules import Rules

__all__ = [
    "BadHouse",
    "BadRulebook",
    "Finding",
    "Report",
    "Rulebook",
    "Rules",
    "check_house",
    "empty_rulebook",
    "is_rulebook_name",
    "load_house",
    "load_rulebook",
    "rulebook_names",
    "rulebooks_that_load",
    "rules_in_force",
]
