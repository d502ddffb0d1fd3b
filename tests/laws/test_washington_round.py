"""Washington: the players against the dealer, dealt from the left and settled from the right."""

from itertools import pairwise
from typing import Any

import pytest

from tests.seen import seen
from tests.told import DEALER, FLOOR, SHOE, Told, player
from wartable.cards import Card
from wartable.rulebook import HOUSE_RULE, load_rulebook
from wartable.rulebook.checks.finding import errors
from wartable.rulebook.house import choose
from wartable.rulebook.wagers import Wager
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e

LAY_AND_PAY = {"settle": {"style": "lay_and_pay"}}
FROM_THE_LEFT = {"settle": {"direction": "left_to_right"}}


def refused(house: dict[str, Any]) -> tuple[str, ...]:
    """The clauses under which a house may not choose this."""
    (finding,) = errors(choose(load_rulebook("washington"), house)[1])
    return finding.clauses


def three_seats(cards: str, house: dict[str, Any] | None = None) -> Told:
    """Seats 5, 1 and 3 bet 10 in that order, and these cards are dealt."""
    told = Told.at("washington", house)
    for seat in (5, 1, 3):
        told.bets(seat, "10.00")
    return told.deals(cards)


# Who plays, and with what


def test_wa_1_players_play_against_the_dealer_and_the_house_banks() -> None:
    told = Told.at("washington")
    assert told.refuses(player("seat 1"), c.PostBank(10000)).why == Refusal.NOT_NOW
    told.bets(1, "10.00").bets(2, "20.00").deals("Kc 2c 8d").ends()
    assert told.accounts() == {"patron/seat 1": 1000, "patron/seat 2": -2000, "bank": 1000}


def test_wa_1_no_house_lets_a_player_bank() -> None:
    assert refused({"bank": {"by": "player"}}) == ("WA-1",)


def test_wa_1_the_dealer_is_told_to_compare_with_the_own_card() -> None:
    told = Told.at("washington").bets(1, "10.00").deals("Kc 8d")
    step = steps(told.table)[0]
    assert step.step == "settle"
    assert {"WA-1", "WA-4"} <= set(step.clauses)


def test_wa_2_1_nobody_plays_without_a_primary_wager() -> None:
    told = Told.at("washington").sits(1).sits(2)
    refused = told.refuses(DEALER, c.CallNoMoreBets())
    assert refused.why == Refusal.NOBODY_BETS
    assert "WA-2.1" in refused.clauses
    told.bets(1, "10.00").deals("Kc 8d")
    assert [dealt.seat for dealt in told.happened(e.CardDealt)] == [1, 0]


def test_wa_2_2_the_tie_wager_is_an_option_beside_the_primary_wager() -> None:
    told = Told.at("washington").sits(1).bets(2, "10.00")
    alone = told.refuses(player("seat 1"), c.PlaceWager(1, "tie", 500))
    assert alone.why == Refusal.INITIAL_WAGER_COMES_FIRST
    assert "WA-2.2" in alone.clauses
    told.bets(1, "10.00", tie="5.00").deals("Kc Kh 8d").settles()
    assert (set(told.lines(1)), set(told.lines(2))) == ({"initial", "tie"}, {"initial"})


def test_wa_2_2_no_tie_wager_is_taken_on_the_war_deal() -> None:
    told = Told.at("washington").bets(1, "10.00").deals("8c 8d").war(1).goes_on("picking_up")
    late = told.refuses(player("seat 1"), c.PlaceWager(1, "war_tie", 500))
    assert (late.why, late.clauses) == (Refusal.WAGER_IS_NOT_OFFERED, ("WA-2.2",))


# The deal


def test_wa_3_1_cards_are_dealt_from_left_to_right() -> None:
    told = three_seats("")
    (first,) = steps(told.table)
    assert (first.step, first.seat) == ("deal_player", 1)
    assert "WA-3.1" in first.clauses
    told.deals("2c 3c 4c 8d")
    assert [(dealt.seat, dealt.card) for dealt in told.happened(e.CardDealt)] == [
        (1, "2c"),
        (3, "3c"),
        (5, "4c"),
        (0, "8d"),
    ]


def test_wa_3_2_each_player_and_then_the_dealer_has_one_card_face_up() -> None:
    told = three_seats("2c 3c 4c")
    (last,) = steps(told.table)
    assert (last.step, last.seat) == ("deal_dealer", 0)
    assert "WA-3.2" in last.clauses
    told.deals("8d")
    assert told.refuses(SHOE, c.TurnCard(Card("9d"))).why == Refusal.NOT_NOW
    felt = seen(told.table)
    assert [box.cards for box in felt.seats if box.cards] == [("2c",), ("3c",), ("4c",)]
    assert felt.dealer_cards == ("8d",)


# Settling


def test_wa_4_hands_are_settled_from_right_to_left() -> None:
    told = three_seats("Kc 8c 2c 8d").settles()
    assert [hand.seat for hand in told.happened(e.HandSettled)] == [5, 3, 1]


def test_wa_4_wars_and_choices_follow_the_same_order() -> None:
    told = three_seats("8c 8h 8s 8d").settles()
    asked = []
    while (turn := told.asked()) is not None:
        asked.append(turn[0])
        told.war(turn[0])
    told.war_deals("Kc Qc Jc 9d").ends()
    wars = [hand.seat for hand in told.happened(e.HandSettled) if hand.deal == "war"]
    assert (asked, wars) == ([5, 3, 1], [5, 3, 1])


def test_wa_4_c_iii_2_a_house_may_settle_from_left_to_right() -> None:
    told = three_seats("Kc 8c 2c 8d", FROM_THE_LEFT).settles()
    assert [hand.seat for hand in told.happened(e.HandSettled)] == [1, 3, 5]
    assert {"WA-4", "WA-4-c-iii.2"} <= set(refused({"settle": {"direction": "from the middle"}}))


@pytest.mark.parametrize(
    ("cards", "wager", "moved", "clauses"),
    [
        pytest.param("Kc 8d", "initial", ("win", 0, 1000, 1000), {"WA-4-a.1", "WA-pay-1"}, id="WA-4-a.1"),
        pytest.param("Kc 8d", "tie", ("lose", 500, 0, 0), {"WA-4-a.2"}, id="WA-4-a.2"),
        pytest.param("2c 8d", "initial", ("lose", 1000, 0, 0), {"WA-4-b.1"}, id="WA-4-b.1"),
        pytest.param("2c 8d", "tie", ("lose", 500, 0, 0), {"WA-4-b.2"}, id="WA-4-b.2"),
        pytest.param("8c 8d", "tie", ("win", 0, 500, 5000), {"WA-4-c.1", "WA-pay-6"}, id="WA-4-c.1"),
    ],
)
def test_the_original_deal_moves_what_the_text_says(
    cards: str, wager: Wager, moved: tuple[str, int, int, int], clauses: set[str]
) -> None:
    told = Told.at("washington").bets(1, "10.00", tie="5.00").deals(cards).settles()
    line = told.lines(1)[wager]
    assert (line.result, line.collected, line.returned, line.paid) == moved
    assert clauses <= set(line.clauses)


def test_wa_4_a_1_any_higher_card_wins_and_suits_do_not_count() -> None:
    ranks = "23456789TJQKA"
    for below, above in pairwise(ranks):
        told = Told.at("washington").bets(1, "10.00").bets(2, "10.00").deals(f"{above}c {above}s {below}h").settles()
        assert [hand.outcome for hand in told.happened(e.HandSettled)] == ["higher", "higher"]


def test_wa_4_c_2_a_tied_player_decides_between_surrender_and_war() -> None:
    told = Told.at("washington").bets(1, "10.00").deals("8c 8d").settles()
    (choose_,) = steps(told.table)
    assert (choose_.step, choose_.by, choose_.seat) == ("choose", ("player",), 1)
    assert {"WA-4-c.2", "WA-4-c-i", "WA-4-c-ii.1"} <= set(choose_.clauses)
    assert told.refuses(DEALER, c.PickUpCards()).why == Refusal.NOT_NOW
    told.does(player("seat 1"), c.Surrender(1))


@pytest.mark.parametrize("clause", ["WA-4-c-i", "WA-pay-2"])
def test_wa_4_c_i_a_surrender_costs_half_the_primary_wager(clause: str) -> None:
    told = Told.at("washington").bets(1, "10.00").deals("8c 8d").surrenders(1).ends()
    line = told.lines(1)["initial"]
    assert (line.result, line.collected, line.returned, line.paid) == ("surrender", 500, 500, 0)
    assert clause in line.clauses
    assert told.accounts() == {"patron/seat 1": -500, "bank": 500}


# Pick and pay, or lay and pay


def test_wa_4_c_iii_1_pick_and_pay_takes_up_each_hand_as_it_is_settled() -> None:
    told = three_seats("Kc 8c 2c 8d")
    told.does(DEALER, c.SettleHand())
    assert [picked.hands for picked in told.happened(e.CardsPickedUp)] == [((5, ("2c",)),)]
    told.surrenders(3).ends()
    assert [[seat for seat, _ in picked.hands] for picked in told.happened(e.CardsPickedUp)] == [[5], [1], [3, 0]]


def test_wa_4_c_iii_1_lay_and_pay_leaves_the_cards_until_all_hands_are_settled() -> None:
    told = three_seats("Kc 8c 2c 8d", LAY_AND_PAY).settles()
    assert told.happened(e.CardsPickedUp) == []
    told.surrenders(3)
    (step,) = steps(told.table)
    assert step.step == "pick_up"
    assert "WA-4-c-iii.1" in step.clauses
    told.ends()
    assert [[seat for seat, _ in picked.hands] for picked in told.happened(e.CardsPickedUp)] == [[5, 3, 1, 0]]


def test_wa_4_c_iii_1_the_style_is_the_houses_choice_and_moves_no_money() -> None:
    styles = [three_seats("Kc 8c 2c 8d", house).surrenders(3).ends() for house in (None, LAY_AND_PAY)]
    assert styles[0].accounts() == styles[1].accounts()
    assert refused({"settle": {"style": "toss_and_pay"}}) == ("WA-4-c-iii.1",)


def test_wa_pay_5_a_reading_that_cannot_be_a_card_cites_no_published_figure() -> None:
    told = Told.at("washington").bets(1, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    told.goes_on("counting").does(DEALER, c.ReportMisread("Xx", "no_such_card"))
    told.does(FLOOR, c.Rule("void", "it cannot be read"))
    assert told.happened(e.FloorCalled)[0].clauses == told.happened(e.RoundVoided)[0].clauses == (HOUSE_RULE,)
