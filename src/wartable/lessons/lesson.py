"""A table's lesson: one part for each thing that a player can do there, in words and in played examples."""

from collections.abc import Iterator

import msgspec

from wartable.lessons.explaining import explain
from wartable.lessons.playing import NoExample, PlayedExample, play_situation
from wartable.lessons.situations import NEEDS, SITUATIONS, LessonSituation, Topic
from wartable.money import Cents
from wartable.rulebook import WAGERS, Rules


class LessonPart(msgspec.Struct, frozen=True):
    """One thing to learn."""

    topic: Topic
    title: str
    says: tuple[str, ...]
    examples: tuple[PlayedExample, ...]


def make_lesson(rules: Rules, coupons: tuple[Cents, ...] = ()) -> tuple[LessonPart, ...]:
    """Return how to play under these rules, with a match play coupon where players hold some of these faces."""
    topics = dict.fromkeys(one.topic for one in SITUATIONS if _is_offered(rules, one, coupons))
    return tuple(_part(rules, topic, coupons) for topic in topics)


def _is_offered(rules: Rules, situation: LessonSituation, coupons: tuple[Cents, ...]) -> bool:
    rows = [WAGERS[wager] for wager in situation.beside]
    held = all(coupons for row in rows if row.kind == "coupon")
    needs = NEEDS.get(situation.topic)
    return held and all(row.offered(rules) for row in rows) and (needs is None or needs(rules))


def _part(rules: Rules, topic: Topic, coupons: tuple[Cents, ...]) -> LessonPart:
    title, says = explain(rules, topic)
    return LessonPart(topic, title, says, tuple(_examples(rules, topic, coupons)))


def _examples(rules: Rules, topic: Topic, coupons: tuple[Cents, ...]) -> Iterator[PlayedExample]:
    for situation in SITUATIONS:
        if situation.topic == topic and not (situation.neighbours and rules.seats == 1):
            try:
                yield play_situation(rules, situation, coupons)
            except NoExample:
                continue
