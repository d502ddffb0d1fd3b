"""A hand without a card that the floor ruled lost, because its player had walked away: its wagers are void."""

from collections.abc import Callable

import pytest

from tests.laws.finding import cards_at, rules, three
from tests.told import DEALER, FLOOR, Told
from wartable.table import Refusal
from wartable.table import commands as c
from wartable.table import events as e


def walks_away(told: Told, seat: int) -> Told:
    told.does(FLOOR, c.ReportAbsence(seat))
    rules(told, "lost")
    return told


def is_missed(told: Told, seat: int) -> None:
    told.does(DEALER, c.ReportMissedHand(seat, "original"))
    assert told.table.call is not None
    assert told.table.call.choices == ("void_hand", "continue")
    rules(told, "void_hand")


def nets(told: Told) -> list[str]:
    return [told.net(seat) for seat in (1, 2, 3)]


MOMENTS: dict[str, tuple[str, Callable[[Told], object]]] = {
    "in_the_deal": ("2d", lambda _: None),
    "after_the_deal": ("", lambda told: told.deals("2d 2h")),
    "after_a_hand": ("", lambda told: told.deals("2d 2h").does(DEALER, c.SettleHand())),
    "after_every_hand": ("", lambda told: told.deals("2d 2h").settles()),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_md_11_c_a_hand_without_a_card_is_void_although_it_was_ruled_lost_before(moment: str) -> None:
    told = walks_away(three("maryland").deals("9s 8s"), 2)
    assert told.net(2) == "-10.00"
    rest, later = MOMENTS[moment]
    later(told)
    is_missed(told, 2)
    assert cards_at(told, 1, 2, 3) == ["9s", None, "8s"]
    assert {line.result for line in told.lines(2).values()} == {"void"}
    told.deals(rest).finishes()
    assert nets(told) == ["10.00", "0.00", "10.00"]


def test_md_11_c_a_hand_ruled_lost_and_picked_up_leaves_the_rack_when_it_had_no_card() -> None:
    told = walks_away(three("maryland").deals("9s 8s"), 2)
    told.deals("9d 9h").war(1).war(3).goes_on("picking_up")
    picked = told.happened(e.CardsPickedUp)[-1].hands
    assert (2, ("8s",)) in picked
    is_missed(told, 2)
    assert (cards_at(told, 1, 2, 3), told.table.round.dealer_card) == (["9s", None, "8s"], "9d")
    told.war(1).war_deals("Ks 3c").finishes()
    assert nets(told) == ["10.00", "0.00", "-10.00"]


def test_md_11_c_what_another_player_left_behind_keeps_its_own_card() -> None:
    told = walks_away(three("maryland").deals("9s 8s 7s"), 3).deals("2d")
    is_missed(told, 2)
    assert (cards_at(told, 1, 2, 3), told.table.round.dealer_card) == (["9s", None, "8s"], "7s")
    told.finishes()
    assert nets(told) == ["10.00", "0.00", "-10.00"]


def test_md_11_c_every_seat_that_bets_on_a_missed_community_card_gets_its_wagers_back() -> None:
    told = Told.at("maryland", {"electronic": {"community_cards": 3}})
    for seat, hand in ((1, 1), (2, 1), (3, 3)):
        told.bets_on_hand(seat, hand)
    walks_away(told.deals("9s"), 2).deals("8s 7s")
    is_missed(told, 1)
    assert [hand.card for hand in told.table.round.community] == [None, "9s", "8s"]
    told.finishes()
    assert nets(told) == ["0.00", "0.00", "10.00"]


def test_md_7_b_4_what_was_left_behind_with_a_card_stays_lost() -> None:
    told = walks_away(three("maryland").deals("9s 8s 7s 2d"), 2)
    told.does(DEALER, c.ReportMissedHand(2, "original"))
    rules(told, "continue")
    told.finishes()
    assert nets(told) == ["10.00", "-10.00", "10.00"]


def test_md_9_h_2_a_hand_that_was_left_behind_in_the_war_gets_no_war_card() -> None:
    told = three("maryland").deals("9s 9h 2c 9d").war(1).war(2).war_deals("3c")
    walks_away(told, 2)
    assert told.refuses(DEALER, c.ReportMissedHand(2, "war")).why is Refusal.HAND_IS_NOT_IN_PLAY


def test_md_11_c_a_hand_that_was_void_before_is_missed_only_once() -> None:
    told = walks_away(three("maryland").deals("9s 8s"), 2)
    is_missed(told, 2)
    assert told.refuses(DEALER, c.ReportMissedHand(2, "original")).why is Refusal.HAND_IS_NOT_IN_PLAY
