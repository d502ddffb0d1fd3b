"""A shuffle by hand in a drill: every act is done to real cards, and its figures are exact."""

import random

import pytest

from wartable.drill import ACTS, Practice
from wartable.drill.shuffle import NOTHING
from wartable.shoe.riffle import distance, riffle, turn


def test_every_act_keeps_every_card() -> None:
    practice = Practice(1, random.Random(1).randrange)
    for act in (*ACTS, *ACTS):
        practice.do(act)
    assert practice.progress().acts == (*ACTS, *ACTS)


@pytest.mark.parametrize("riffles", range(6))
def test_riffles_at_most_double_the_rising_sequences(riffles: int) -> None:
    practice = Practice(6, random.Random(riffles).randrange)
    for _ in range(riffles):
        practice.do("riffle")
    assert practice.progress().rising <= 2**riffles
    assert practice.progress().distance == distance(312, riffles)


def test_cards_in_order_do_not_look_random_and_well_shuffled_ones_do() -> None:
    practice = Practice(6, random.Random(2).randrange)
    assert not practice.progress().looks_random
    for _ in range(14):
        practice.do("riffle")
    assert practice.progress().looks_random


@pytest.mark.parametrize("act", [act for act in ACTS if act != "riffle"])
def test_nothing_but_a_riffle_counts_as_one(act: str) -> None:
    progress = Practice(1, random.Random(3).randrange).do(act)
    assert (progress.riffles, progress.distance) == (0, distance(52, 0))


def test_a_turn_leaves_fewer_orders_than_a_riffle() -> None:
    # Two equal stacks of 4 cards fall together in 6 ways; a cut that falls as coins do leaves 12 orders in all.
    turned = {tuple(turn(range(4), random.Random(seed).randrange)) for seed in range(300)}
    riffled = {tuple(riffle(range(4), random.Random(seed).randrange)) for seed in range(300)}
    assert (len(turned), len(riffled)) == (6, 12)


def test_riffles_that_no_longer_show_are_no_longer_computed() -> None:
    practice = Practice(1, random.Random(4).randrange)
    all_of_them = [practice.do("riffle") for _ in range(300)]
    shown = [progress.distance for progress in all_of_them]
    assert shown == sorted(shown, reverse=True)
    first = next(place for place, found in enumerate(shown) if found < NOTHING)
    assert set(shown[first:]) == {distance(52, first + 1)}
