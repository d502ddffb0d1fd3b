"""The hot spot of a real wheel where the house filed a draw: the program draws it, and the dealer cannot name it."""

import pytest

from tests.seen import seen
from tests.side_bets.houses import House, wheel
from tests.told import DEALER, FLOOR, SHOE, Told, player
from wartable.table import Actor, Refusal, say, steps, words_of
from wartable.table import commands as c
from wartable.table import events as e

DANA = Actor("shoe", person="Dana")
"""The dealer on record, who enters what a real wheel shows."""


def house(selection: str = "random_draw", unbet_position: str = "no_pay") -> House:
    filed = wheel(unbet_position=unbet_position)
    filed["bonus_spin"]["hot_spot"]["selection"] = selection
    return filed


def turned(selection: str = "random_draw", unbet_position: str = "no_pay") -> Told:
    """Seats 1 and 2 bet on the wheel, the dealer's card is a red ace, and the wheel is due."""
    told = Told.at("maryland", house(selection, unbet_position)).bets_on("bonus_spin", 1, 2)
    return told.closes().deals("9c Js Ah").settles()


def test_md_10_d_2_a_dealer_who_names_the_hot_spot_before_it_is_drawn_is_refused() -> None:
    told = turned()
    refused = told.refuses(DANA, c.SpinWheel(1, "500", "100"))
    assert (refused.why, refused.clauses) == (Refusal.HOT_SEAT_IS_DRAWN, ("MD-10-D-2",))


def test_md_10_d_2_a_dealer_who_names_another_hot_spot_than_the_drawn_one_is_refused() -> None:
    told = turned()
    assert told.does(SHOE, c.DrawHotSeat(2)) == (e.HotSeatDrawn(2),)
    for stops in (c.SpinWheel(1, "500", "100"), c.SpinWheel(2, "500", "100", ((3, "200", "25"),))):
        assert told.refuses(DANA, stops).why is Refusal.HOT_SEAT_IS_DRAWN
        assert told.refuses(SHOE, stops).why is Refusal.HOT_SEAT_IS_DRAWN
    told.does(DANA, c.SpinWheel(2, "500", "100"))
    assert told.finishes().lines(2)["bonus_spin"].paid == 500_00


def test_md_10_d_2_no_person_draws_the_hot_spot_and_it_is_drawn_once() -> None:
    told = turned()
    for person in (DEALER, FLOOR, player("seat 1")):
        assert told.refuses(person, c.DrawHotSeat(1)).why is Refusal.NOT_YOURS
    assert told.refuses(SHOE, c.DrawHotSeat(99)).why is Refusal.NO_SUCH_SEAT
    told.does(SHOE, c.DrawHotSeat(1))
    assert told.refuses(SHOE, c.DrawHotSeat(2)).why is Refusal.NOT_NOW
    told.does(DANA, c.SpinWheel(1, "500", "100"))
    assert told.refuses(SHOE, c.DrawHotSeat(2)).why is Refusal.NOT_NOW


def test_md_10_d_2_every_draw_is_recorded_and_a_position_without_a_wager_is_drawn_again() -> None:
    told = turned(unbet_position="respin")
    assert told.does(SHOE, c.DrawHotSeat(5)) == (e.HotSeatDrawn(5, again=True),)
    assert told.refuses(DANA, c.SpinWheel(5, "500", "100")).why is Refusal.HOT_SEAT_IS_DRAWN
    assert told.does(SHOE, c.DrawHotSeat(1)) == (e.HotSeatDrawn(1),)


def test_md_10_d_2_a_drawn_position_whose_player_was_let_out_is_drawn_again() -> None:
    told = turned(unbet_position="respin")
    told.does(SHOE, c.DrawHotSeat(1))
    told.hears(e.WagerReturned(1, "", "seat 1", "bonus_spin", 5_00, ()))
    assert told.does(DANA, c.SpinWheel(1, "500", "100")) == (e.WheelRespun(1, "500", "100"),)
    assert told.refuses(DANA, c.SpinWheel(2, "500", "100")).why is Refusal.HOT_SEAT_IS_DRAWN
    told.does(SHOE, c.DrawHotSeat(2))
    told.does(DANA, c.SpinWheel(2, "500", "100"))


def test_md_10_d_2_an_unbet_position_that_is_not_drawn_again_pays_no_player() -> None:
    told = turned()
    told.does(SHOE, c.DrawHotSeat(5))
    told.does(DANA, c.SpinWheel(5, "500", "100"))
    assert {told.finishes().lines(seat)["bonus_spin"].paid for seat in (1, 2)} == {0}


def test_md_10_d_2_where_the_wheel_has_a_ring_of_positions_the_dealer_enters_its_stop() -> None:
    told = turned("position_ring")
    assert told.refuses(SHOE, c.DrawHotSeat(1)).why is Refusal.NOT_NOW
    assert told.does(DANA, c.SpinWheel(2, "500", "100")) == (e.WheelSpun(2, "500", "100"),)


def test_md_10_d_2_there_is_nothing_to_draw_before_the_wheel_is_due() -> None:
    told = Told.at("maryland", house()).bets_on("bonus_spin", 1).closes().deals("9c 2h").settles()
    assert told.refuses(SHOE, c.DrawHotSeat(1)).why is Refusal.NOT_NOW
    plain = Told.at("maryland", house()).bets(1, "10.00")
    assert plain.refuses(SHOE, c.DrawHotSeat(1)).why is Refusal.NOT_NOW


def test_md_10_d_2_the_console_names_the_seat_that_was_drawn() -> None:
    told = turned()
    assert [(step.step, step.seat) for step in steps(told.table)] == [("spin", None)]
    told.does(SHOE, c.DrawHotSeat(2))
    assert [(step.step, step.seat) for step in steps(told.table)] == [("spin", 2)]
    console = seen(told.table, "dealer").console
    assert console is not None
    assert (console.steps[0].needs, console.steps[0].place) == ("spin", "Seat 2")


@pytest.mark.parametrize(
    ("again", "says"),
    [
        (False, "Seat 5 is drawn for the hot spot."),
        (True, "Seat 5 is drawn for the hot spot, where no wager lies, and another is drawn."),
    ],
)
def test_a_draw_is_told_in_words(again: bool, says: str) -> None:
    assert say(e.HotSeatDrawn(5, again), words_of(Told.at("maryland", house()).table.rules)) == says
