"""No hidden card ever leaves: what anyone sees does not depend on cards that no one has turned."""

import msgspec
import pytest

from tests.soak.leaks import KINDS, Leak, compare, everything, leaks, start
from tests.told import RULEBOOKS
from wartable.cards import Card
from wartable.runner import InOrder
from wartable.table import Table

PAIRS = 24
"""Under each rulebook; the soak `leaks` tries ten thousand."""
SOON = 20


class Peeking(InOrder):
    """A shoe that tells its next card to any caller."""

    @property
    def next(self) -> Card | None:
        return self._order[self._at] if self.cards_left() else None


def one_field_too_much(table: Table, source: InOrder) -> bytes:
    """Everything, and one extra field with the next card."""
    assert isinstance(source, Peeking)
    return everything(table, source) + msgspec.json.encode({"next": source.next})


class Bottom(Peeking):
    """A shoe that shows the colour of its bottom card."""

    @property
    def last_is_red(self) -> bool:
        return self._order[-1][1] in "dh"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_two_orders_of_the_unseen_cards_look_the_same_until_a_turned_card_differs(rulebook: str) -> None:
    compared = sum((compare(rulebook, seed) for seed in range(PAIRS)), start=compare(rulebook, "first"))
    assert compared["pairs"] == PAIRS + 1
    assert compared["turned"] > PAIRS, "most pairs share cards"
    assert compared["acts"] > 5 * PAIRS


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_planted_leak_of_the_next_card_is_found(rulebook: str) -> None:
    with pytest.raises(Leak, match=rulebook):
        [compare(rulebook, seed, one_field_too_much, Peeking) for seed in range(SOON)]


def test_one_planted_bit_of_the_last_card_is_found() -> None:
    def look(table: Table, source: InOrder) -> bytes:
        assert isinstance(source, Bottom)
        return everything(table, source) + bytes([source.last_is_red])

    with pytest.raises(Leak):
        [compare("maryland", seed, look, Bottom) for seed in range(SOON)]


def test_every_kind_of_table_is_looked_at() -> None:
    assert start("maryland", "sealed").sealed
    assert start("maryland", "side bets").rules.progressive
    assert len(KINDS) == 3


def test_the_soak_says_what_it_compared() -> None:
    states = len(RULEBOOKS)
    assert leaks(2, 7).startswith(f"{2 * states} pairs of histories in {states} rulebooks, ")
