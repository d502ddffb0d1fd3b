"""What walks have come by."""

from collections.abc import Iterable
from typing import Any, get_args

from tests.table.walker import Walker
from wartable.rulebook.rules import Result, Ruling
from wartable.rulebook.wagers import Wager
from wartable.table import Event
from wartable.table import events as e
from wartable.table.events import EVENTS
from wartable.table.words import CallReason, Phase, ShuffleReason

Kind = tuple[type[Event], str, Any]

SETTLED: tuple[Kind, ...] = ((e.WagerSettled, "result", Result), (e.WagerSettled, "wager", Wager))
CALLED: tuple[Kind, ...] = (
    (e.ShuffleBegun, "reason", ShuffleReason),
    (e.FloorCalled, "reason", CallReason),
    (e.FloorRuled, "ruling", Ruling),
)

PLACES: frozenset[object] = frozenset(get_args(Phase))
"""Every phase. Refusals are left out: each is provoked by name in test_refusals.py."""
WAYS: frozenset[object] = frozenset(
    {(kind, word) for kind, _, words in SETTLED for word in get_args(words)}
    - {(e.WagerSettled, "match_play")}  # a coupon is settled with the wager it lies beside
)
"""Every wager and every result of one."""
EVERYTHING: frozenset[object] = (
    PLACES | WAYS | {*EVENTS} | {(kind, word) for kind, _, words in CALLED for word in get_args(words)}
)
"""And every event, every reason of a shuffle and of a call, every ruling: many walks come by all of them."""


def seen_by(walkers: Iterable[Walker]) -> set[object]:
    """The phases and events of these walks, and the reasons and results in them."""
    seen: set[object] = set()
    for walker in walkers:
        seen |= {*walker.phases, *map(type, walker.watch.events)}
        for event in walker.watch.events:
            seen |= {(kind, getattr(event, field)) for kind, field, _ in SETTLED + CALLED if type(event) is kind}
    return seen
