"""A dealer's shuffle simulated, and how random it is: Bayer and Diaconis's numbers, and every order of a few cards."""

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wartable.shoe.order import Below, cut
from wartable.shoe.riffle import distance, plug, riffle, rising_sequences, strip, turn

SEEDS = st.integers(0, 2**32)
CARDS = st.integers(0, 120)

PUBLISHED = {5: "0.924", 6: "0.614", 7: "0.334", 8: "0.167", 9: "0.085", 10: "0.043"}
"""The distance of 52 cards after this many riffles, as Bayer and Diaconis printed it."""


def below(seed: object) -> Below:
    return random.Random(f"{seed}").randrange


class Scripted:
    """Draws that are written down, so that every one can be tried."""

    def __init__(self) -> None:
        self.path: list[list[int]] = []
        self.at = 0

    def below(self, n: int) -> int:
        if self.at == len(self.path):
            self.path.append([0, n])
        self.at += 1
        return self.path[self.at - 1][0]

    def weight(self) -> Fraction:
        product = Fraction(1)
        for _, n in self.path:
            product /= n
        return product

    def advance(self) -> bool:
        """The next way of drawing; false when all were tried."""
        self.at = 0
        while self.path:
            self.path[-1][0] += 1
            if self.path[-1][0] < self.path[-1][1]:
                return True
            self.path.pop()
        return False


def all_riffles(cards: int) -> Counter[tuple[int, ...]]:
    """The exact probability of every order after one riffle."""
    script, chances = Scripted(), Counter[tuple[int, ...]]()
    while True:
        order = tuple(riffle(range(cards), script.below))
        chances[order] += script.weight()  # type: ignore[assignment]
        if not script.advance():
            return chances


@pytest.mark.parametrize("cards", range(1, 6))
def test_one_riffle_gives_every_order_its_exact_chance(cards: int) -> None:
    chances = all_riffles(cards)
    for order in permutations(range(cards)):
        rising = rising_sequences(order)
        expected = {1: Fraction(cards + 1, 2**cards), 2: Fraction(1, 2**cards)}.get(rising, Fraction(0))
        assert chances[order] == expected
    uniform = Fraction(1, factorial(cards))
    off = sum(abs(chances[order] - uniform) for order in permutations(range(cards))) / 2
    assert off == distance(cards, 1)


@pytest.mark.parametrize(("riffles", "printed"), PUBLISHED.items())
def test_seven_riffles_are_about_enough_for_one_deck(riffles: int, printed: str) -> None:
    assert f"{float(distance(52, riffles)):.3f}" == printed


def test_six_decks_need_more_riffles_than_one() -> None:
    assert distance(312, 7) > Fraction(99, 100)
    assert distance(312, 12) < Fraction(2, 10)


@given(st.integers(0, 40), st.integers(0, 8))
def test_every_riffle_brings_the_cards_nearer_to_random(cards: int, riffles: int) -> None:
    assert 0 <= distance(cards, riffles + 1) <= distance(cards, riffles) <= 1


def test_cards_that_were_not_shuffled_are_as_far_as_can_be() -> None:
    assert distance(4, 0) == Fraction(23, 24)
    assert distance(1, 0) == distance(0, 3) == 0
    with pytest.raises(ValueError, match="cannot be negative"):
        distance(-1, 3)


def test_rising_sequences_are_counted() -> None:
    assert rising_sequences(()) == 0
    assert rising_sequences((0, 1, 2, 3)) == 1
    assert rising_sequences((2, 0, 3, 1)) == 2
    assert rising_sequences((3, 2, 1, 0)) == 4
    with pytest.raises(ValueError, match="once"):
        rising_sequences((0, 0, 1))


@given(CARDS, SEEDS, st.integers(1, 4))
def test_a_riffle_at_most_doubles_the_rising_sequences(cards: int, seed: int, riffles: int) -> None:
    order, draw = list(range(cards)), below(seed)
    for _ in range(riffles):
        order = riffle(order, draw)
    assert rising_sequences(order) <= 2**riffles


@given(CARDS, CARDS, SEEDS)
def test_no_shuffle_loses_or_makes_a_card(cards: int, unplayed: int, seed: int) -> None:
    order, draw = list(range(cards)), below(seed)
    for shuffled in (riffle(order, draw), turn(order, draw), strip(order, draw), cut(order, cards // 3)):
        assert sorted(shuffled) == order
    rest = list(range(cards, cards + unplayed))
    assert sorted(plug(order, rest, draw)) == order + rest


def test_a_strip_lays_packet_on_packet() -> None:
    sizes = iter((1, 0, 2))
    assert strip("abcdef", lambda _: next(sizes)) == list("defcab")


def test_a_plug_puts_a_packet_into_the_middle() -> None:
    draws = iter((1, 2))
    assert plug("abcd", "XY", lambda _: next(draws)) == list("abXYcd")


def test_a_turn_riffles_two_equal_halves() -> None:
    assert turn(range(6), lambda _: 0) == [0, 1, 2, 3, 4, 5]
    assert turn(range(6), lambda n: n - 1) == [3, 4, 5, 0, 1, 2]
