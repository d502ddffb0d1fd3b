"""A set of questions: a number of each kind, reproducible by a seed."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice, zip_longest
from typing import Literal

from wartable.drill.irregularities import irregularities
from wartable.drill.pays import pays
from wartable.drill.procedures import procedures
from wartable.drill.question import Question
from wartable.rulebook import Rules

Kind = Literal["procedures", "pays", "irregularities"]
KINDS: Mapping[Kind, Callable[[Rules, random.Random], Iterator[Question]]] = {
    "procedures": procedures,
    "pays": pays,
    "irregularities": irregularities,
}
SHOES = 12
LOOKED_THROUGH = 600
"""The most shoes dealt for a kind, and the most questions to choose from."""


def set_paper(rules: Rules, rng: random.Random, questions: int, kinds: Iterable[Kind]) -> list[Question]:
    """Return questions of these kinds, divided evenly, in random order; no question comes twice."""
    asked = list(kinds)
    shares = [questions // len(asked) + (place < questions % len(asked)) for place in range(len(asked))]
    paper = [question for kind, share in zip(asked, shares, strict=True) for question in _some(rules, rng, kind, share)]
    rng.shuffle(paper)
    return paper


def _some(rules: Rules, rng: random.Random, kind: Kind, questions: int) -> list[Question]:
    """Each subject that came up is asked about once before any is asked about again."""
    shoes = chain.from_iterable(KINDS[kind](rules, rng) for _ in range(SHOES))
    by_topic: dict[str, list[Question]] = {}
    for question in dict.fromkeys(islice(shoes, LOOKED_THROUGH)):
        by_topic.setdefault(question.about, []).append(question)
    for questions_about in by_topic.values():
        rng.shuffle(questions_about)
    topics = rng.sample(list(by_topic), len(by_topic))
    in_turn = chain.from_iterable(zip_longest(*(by_topic[topic] for topic in topics)))
    return list(islice((question for question in in_turn if question), questions))
