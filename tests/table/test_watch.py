"""A watch that has never barked has not been tested: planted faults, each of which a short walk must notice."""

import random
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace

from tests.table import watch
from tests.table.walker import Walker
from wartable import ledger
from wartable.live.telling import felt
from wartable.table import Refusal, Refused, Step, Table, TableBroken, steps
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.decide import DECIDERS
from wartable.table.evolve import EVOLVERS
from wartable.table.phases import PHASES

LONGEST = 4_000

Patch = pytest.MonkeyPatch


def change(patch: Patch, where: Any, key: object, how: Callable[[Any], Any]) -> None:
    """Put something else in the place of what a table of the program says."""
    patch.setitem(where, key, how(where[key]))


def pay_a_cent_too_much(patch: Patch) -> None:
    def crooked(moves: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def move(event: e.WagerSettled) -> Iterator[tuple[str, int]]:
            yield from moves(event)
            yield ledger.patron(event.patron), 1
            yield ledger.BANK, -1

        return move

    change(patch, ledger.MOVES, e.WagerSettled, crooked)


def lose_a_burned_card(patch: Patch) -> None:
    change(patch, EVOLVERS, e.CardBurned, lambda real: lambda table, event: hide_the_rack(table, real(table, event)))


def hide_the_rack(before: Table, after: Table) -> Table:
    return replace(after, cards=replace(after.cards, rack=before.cards.rack))


def rack_another_card(patch: Patch) -> None:
    def reverse(real: Callable[[Any, Any], Table]) -> Callable[[Any, Any], Table]:
        def pick_up(table: Table, event: e.CardsPickedUp) -> Table:
            after = real(table, event)
            return replace(after, cards=replace(after.cards, rack=tuple(reversed(after.cards.rack))))

        return pick_up

    change(patch, EVOLVERS, e.CardsPickedUp, reverse)


def answer_by_mood(patch: Patch) -> None:
    mood = count()
    change(
        patch,
        DECIDERS,
        c.Sit,
        lambda real: lambda *args: real(*args) if next(mood) % 2 else Refused(Refusal.NOT_NOW),
    )


def remember_besides(patch: Patch) -> None:
    """A state that depends on more than the events."""
    tick = count()

    def forgetful(real: Callable[[Any, Any], Table]) -> Callable[[Any, Any], Table]:
        return lambda table, event: replace(real(table, event), shoes=next(tick))

    change(patch, EVOLVERS, e.ShoeLoaded, forgetful)


def propose_the_impossible(patch: Patch) -> None:
    impossible = Step("settle", ("dealer",), "Settle.", ("X-1",), c.SettleHand())
    patch.setattr(watch, "steps", lambda table: (*steps(table), *[impossible] * (table.phase == "betting")))


def prompt_no_one(patch: Patch) -> None:
    patch.setattr(watch, "steps", lambda table: () if table.phase == "loading" else steps(table))


def show_every_name(patch: Patch) -> None:
    patch.setattr(felt, "SEES_NAMES", frozenset({"player"}))


def do_nothing(patch: Patch) -> None:
    change(patch, DECIDERS, c.BurnCard, lambda _: lambda *_: ())


def count_rounds_twice(patch: Patch) -> None:
    change(patch, EVOLVERS, e.RoundEnded, lambda real: lambda table, event: real(table, replace(event, round=1)))


def forget_the_way_out(patch: Patch) -> None:
    kept = {kind: roles for kind, roles in PHASES["picking_up"].items() if kind is not c.PickUpCards}
    patch.setitem(PHASES, "picking_up", kept)


def fail(patch: Patch) -> None:
    def broken(*_: object) -> tuple[e.Event, ...]:
        raise LookupError("there is no such thing")

    change(patch, DECIDERS, c.TurnCard, lambda _: broken)


PLANTED: dict[Callable[[Patch], None], type[Exception]] = {
    pay_a_cent_too_much: AssertionError,
    lose_a_burned_card: TableBroken,
    rack_another_card: AssertionError,
    answer_by_mood: AssertionError,
    remember_besides: AssertionError,
    propose_the_impossible: AssertionError,
    prompt_no_one: AssertionError,
    show_every_name: AssertionError,
    do_nothing: AssertionError,
    count_rounds_twice: AssertionError,
    forget_the_way_out: AssertionError,
    fail: LookupError,
}


@pytest.mark.parametrize(("plant", "noticed"), PLANTED.items(), ids=lambda value: getattr(value, "__name__", ""))
def test_a_planted_fault_is_noticed(
    plant: Callable[[Patch], None], noticed: type[Exception], monkeypatch: Patch
) -> None:
    plant(monkeypatch)
    walker = Walker("maryland", random.Random(7))
    with pytest.raises(noticed):
        walker.walk(LONGEST)
