"""A dealer's practice: exercises that a real table judges, and a shuffle by hand with its distance from random."""

from wartable.drill.exercise import Exercise, Report
from wartable.drill.judging import Mistake, Reply, UnfitReply, judge
from wartable.drill.paper import KINDS, set_exercises, set_paper
from wartable.drill.question import LETTERS, Kind, Question, read_answer
from wartable.drill.shuffle import ACTS, Practice
