"""A shuffle by hand in a drill: every act is done to real cards, and its figures are exact."""

import random

import pytest

from wartable.drill import ACTS, Practice
from wartable.shoe.riffle import distance


def test_every_act_keeps_every_card() -> None:
    practice = Practice(1, random.Random(1).randrange)
    for act in (*ACTS, *ACTS):
        practice.do(act)
    assert practice.stand().acts == (*ACTS, *ACTS)


@pytest.mark.parametrize("riffles", range(6))
def test_riffles_at_most_double_the_rising_sequences(riffles: int) -> None:
    practice = Practice(6, random.Random(riffles).randrange)
    for _ in range(riffles):
        practice.do("riffle")
    assert practice.stand().rising <= 2**riffles
    assert practice.stand().distance == distance(312, riffles)


def test_cards_in_order_do_not_look_random_and_well_shuffled_ones_do() -> None:
    practice = Practice(6, random.Random(2).randrange)
    assert not practice.stand().looks_random
    for _ in range(14):
        practice.do("riffle")
    assert practice.stand().looks_random


def test_a_strip_alone_counts_as_no_riffle() -> None:
    assert Practice(1, random.Random(3).randrange).do("strip").distance == distance(52, 0)
