"""The law as data: five rulebooks, the houses that choose within them, and the trace of every clause."""

from wartable.rulebook.book import Rulebook
from wartable.rulebook.force import rules_in_force
from wartable.rulebook.load import load_rulebook, rulebook_names
from wartable.rulebook.rules import Rules

__all__ = ["Rulebook", "Rules", "load_rulebook", "rulebook_names", "rules_in_force"]
