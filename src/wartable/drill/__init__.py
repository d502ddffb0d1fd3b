"""A dealer's practice: questions that a real table answers, and a shuffle by hand with its distance from random."""

from wartable.drill.paper import KINDS, Kind, set_paper
from wartable.drill.question import Question, read_answer
from wartable.drill.shuffle import ACTS, Practice

__all__ = ["ACTS", "KINDS", "Kind", "Practice", "Question", "read_answer", "set_paper"]
