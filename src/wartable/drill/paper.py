"""A set of exercises: a number of each kind, reproducible by a seed."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice, zip_longest

from wartable.drill.exercise import Exercise
from wartable.drill.irregularities import irregularities
from wartable.drill.pays import pays
from wartable.drill.procedures import procedures
from wartable.drill.question import Kind, Question
from wartable.rulebook import Rules

KINDS: Mapping[Kind, Callable[[Rules, random.Random], Iterator[Exercise]]] = {
    "procedures": procedures,
    "pays": pays,
    "irregularities": irregularities,
}
SHOES = 12
LOOKED_THROUGH = 600
"""The most shoes dealt for a kind, and the most exercises to choose from."""


def set_paper(rules: Rules, rng: random.Random, questions: int, kinds: Iterable[Kind]) -> list[Question]:
    """Return the questions of `set_exercises`, without their tables."""
    return [exercise.question for exercise in set_exercises(rules, rng, questions, kinds)]


def set_exercises(rules: Rules, rng: random.Random, exercises: int, kinds: Iterable[Kind]) -> list[Exercise]:
    """Return exercises of these kinds, divided evenly, in random order; no question comes twice."""
    asked = list(kinds)
    shares = [exercises // len(asked) + (place < exercises % len(asked)) for place in range(len(asked))]
    chosen = [
        exercise for kind, share in zip(asked, shares, strict=True) for exercise in _some(rules, rng, kind, share)
    ]
    rng.shuffle(chosen)
    return chosen


def _some(rules: Rules, rng: random.Random, kind: Kind, exercises: int) -> list[Exercise]:
    """Each subject that came up is asked about once before any is asked about again."""
    shoes = chain.from_iterable(KINDS[kind](rules, rng) for _ in range(SHOES))
    different: dict[Question, Exercise] = {}
    for exercise in islice(shoes, LOOKED_THROUGH):
        different.setdefault(exercise.question, exercise)
    by_topic: dict[str, list[Exercise]] = {}
    for question, exercise in different.items():
        by_topic.setdefault(question.about, []).append(exercise)
    for exercises_about in by_topic.values():
        rng.shuffle(exercises_about)
    topics = rng.sample(list(by_topic), len(by_topic))
    in_turn = chain.from_iterable(zip_longest(*(by_topic[topic] for topic in topics)))
    return list(islice((exercise for exercise in in_turn if exercise), exercises))
