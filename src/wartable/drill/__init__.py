"""A dealer's practice: questions that a real table answers, and a shuffle by hand with its distance from random."""

from wartable.drill.paper import KINDS, Kind, set_paper
from wartable.drill.question import LETTERS, Question, read_answer
from wartable.drill.shuffle import ACTS, Practice
