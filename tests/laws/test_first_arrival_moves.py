"""The first player to arrive keeps the look and the cut at another seat."""

import pytest

from tests.laws.arrivals import shown
from tests.told import DEALER, FLOOR, Told
from wartable.table import commands as c
from wartable.table import events as e


def first_of_two(state: str, *phases: str) -> Told:
    """Ann came first, to seat 1, and Bob second, to seat 2."""
    told = Told.closed(state)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.sits(1, "Ann").sits(2, "Bob")
    return told.goes_on(*phases) if phases else told


def moves(told: Told, old: int, new: int) -> Told:
    """The player of a seat takes another one."""
    name = told.table.boxes[old - 1].patron
    told.does(DEALER, c.Leave(old))
    return told.sits(new, name)


FIRST_PLAYERS = pytest.mark.parametrize(
    "state", ["wisconsin", "maryland", "massachusetts"], ids=["wi_e_2_i", "md_5_e_1", "ma_5_c_1"]
)


def offers_made(told: Told) -> list[tuple[str, int, str]]:
    return [(event.what, event.seat, event.patron) for event in told.happened(e.Offered)]


@FIRST_PLAYERS
def test_the_first_arrival_keeps_the_look_and_the_cut_at_another_seat(state: str) -> None:
    told = moves(first_of_two(state), 1, 3)
    told.goes_on("opening", "shuffling")
    assert offers_made(told) == [("look", 3, "Ann"), ("cut", 3, "Ann")]


@FIRST_PLAYERS
def test_a_look_that_waits_follows_the_first_arrival_to_another_seat(state: str) -> None:
    told = moves(shown(state), 4, 3)
    assert offers_made(told) == [("look", 4, "Ann"), ("look", 2, "Bob"), ("look", 3, "Ann")]
    moves(told, 2, 5)
    assert offers_made(told)[-1] == ("look", 3, "Ann"), "the second arrival is second at any seat"


@FIRST_PLAYERS
def test_a_cut_that_waits_follows_the_first_arrival_to_another_seat(state: str) -> None:
    told = moves(first_of_two(state, "opening", "shuffling"), 1, 3)
    assert offers_made(told)[-2:] == [("cut", 2, "Bob"), ("cut", 3, "Ann")]
    told.does(DEALER, c.DeclineCut())
    told.does(DEALER, c.DeclineCut())
    assert told.table.cut.offer == 0


def test_wi_e_2_i_a_first_arrival_who_declined_is_not_asked_again_at_another_seat() -> None:
    told = first_of_two("wisconsin", "opening", "shuffling")
    told.does(DEALER, c.DeclineCut())
    moves(told, 1, 3)
    assert offers_made(told)[-1] == ("cut", 2, "Bob")


def test_wi_e_2_iv_after_a_reshuffle_no_cut_goes_back_to_the_first_arrival() -> None:
    told = Told.at("wisconsin").sits(1, "Ann").sits(2, "Bob")
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on("shuffling")
    moves(told, 1, 3)
    assert offers_made(told)[-1] == ("cut", 2, "Bob")


def test_wi_e_7_3_the_first_to_come_to_an_idle_table_that_was_left_is_its_first_arrival() -> None:
    told = Told.at("wisconsin").sits(1, "Ann")
    told.does(DEALER, c.Leave(1))
    told.goes_on("idle").sits(2, "Bob").sits(1, "Ann")
    assert told.table.arrivals == ("Bob", "Ann")
