"""A dealer's practice: questions that a real table answers, and a shuffle by hand with its distance from random."""

from wartable.drill.paper import KINDS, Kind, set_paper
from wartable.drill.question import Question, is_right
from wartable.drill.shuffle import ACTS, Practice

__all__ = ["ACTS", "KINDS", "Kind", "Practice", "Question", "is_right", "set_paper"]
