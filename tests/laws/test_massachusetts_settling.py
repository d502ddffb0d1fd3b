"""Section 8(a) to (d) with the odds of section 9: the original deal is settled, and the cards are picked up."""

from typing import Any

import pytest

from tests.told import DEALER, FLOOR, Told, player
from wartable.rulebook.wagers import Wager
from wartable.settle import settle_document
from wartable.table import Step, steps
from wartable.table import commands as c
from wartable.table.events import CardsPickedUp, HandSettled, RoundEnded, TieSurrendered, WagerSettled
from wartable.table.refusals import Refusal

MA = "massachusetts"

Line = tuple[str, int, int, int]


def line(told: Told, seat: int, wager: Wager) -> Line:
    """How a wager ended: the word, and what was collected, returned and paid."""
    settled = told.lines(seat)[wager]
    return settled.result, settled.collected, settled.returned, settled.paid


def prompt(told: Told) -> Step:
    return steps(told.table)[0]


def three_hands() -> Told:
    """Seat 1 has the lower card, seat 4 the higher one, seat 6 ties; each made both wagers."""
    told = Told.at(MA)
    for seat in (1, 4, 6):
        told.bets(seat, "10.00", tie="5.00")
    return told.deals("5s Ks 9h 9d")


def test_ma_8_a_hands_are_settled_counterclockwise_from_the_dealers_right() -> None:
    told = three_hands()
    for seat in (6, 4, 1):
        assert (prompt(told).step, prompt(told).seat) == ("settle", seat)
        assert "MA-8-a" in prompt(told).clauses
        told.does(DEALER, c.SettleHand())
    assert [event.seat for event in told.happened(HandSettled)] == [6, 4, 1]
    assert [event.seat for event in told.happened(WagerSettled)] == [6, 4, 4, 1, 1]


def test_ma_8_a_nothing_is_settled_before_every_card_is_dealt() -> None:
    told = Told.at(MA).bets(1, "10.00").deals("Ks")
    assert told.refuses(DEALER, c.SettleHand()).why is Refusal.NOT_NOW
    told.deals("2d")
    for other in (FLOOR, player("seat 1")):
        assert told.refuses(other, c.SettleHand()).why is Refusal.NOT_YOURS
    told.does(DEALER, c.SettleHand())


def test_ma_8_a_1_a_lower_card_loses_the_initial_and_the_tie_wager() -> None:
    told = three_hands().settles()
    assert line(told, 1, "initial") == ("lose", 1000, 0, 0)
    assert line(told, 1, "tie") == ("lose", 500, 0, 0)
    assert told.lines(1)["initial"].clauses == told.lines(1)["tie"].clauses == ("MA-8-a-1",)


def test_ma_8_a_2_1_a_higher_card_wins_the_initial_wager() -> None:
    told = three_hands().settles()
    assert line(told, 4, "initial") == ("win", 0, 1000, 1000)
    assert told.lines(4)["initial"].clauses == ("MA-8-a-2.1", "MA-9-a-1.1")


def test_ma_8_a_2_2_a_higher_card_loses_the_tie_wager() -> None:
    told = three_hands().settles()
    assert line(told, 4, "tie") == ("lose", 500, 0, 0)
    assert told.lines(4)["tie"].clauses == ("MA-8-a-2.2",)


def test_ma_8_a_3_1_an_equal_card_leaves_the_initial_wager_to_the_players_choice() -> None:
    told = three_hands().settles()
    assert "initial" not in told.lines(6)
    assert (told.table.phase, prompt(told).step, prompt(told).seat) == ("deciding", "choose", 6)
    assert "MA-8-a-3.1" in prompt(told).clauses
    assert told.accounts()["layout/6//initial"] == 1000


def test_ma_8_a_3_2_an_equal_card_wins_the_tie_wager() -> None:
    told = three_hands().settles()
    assert line(told, 6, "tie") == ("win", 0, 500, 5000)
    assert told.lines(6)["tie"].clauses == ("MA-8-a-3.2", "MA-9-a-2")


def test_ma_8_b_1_losing_wagers_go_to_the_table_inventory() -> None:
    told = Told.at(MA).bets(1, "10.00", tie="5.00").deals("5s 9d")
    assert "MA-8-b.1" in prompt(told).clauses
    assert told.settles().accounts() == {"bank": 1500, "patron/seat 1": -1500}


def test_ma_8_b_2_winning_wagers_are_paid_from_the_table_inventory() -> None:
    told = Told.at(MA).bets(1, "10.00").bets(2, "20.00", tie="5.00").deals("Ks 9s 9d")
    assert "MA-8-b.2" in prompt(told).clauses
    told.settles()
    assert told.accounts()["bank"] == -1000 - 5000
    assert told.accounts()["patron/seat 1"] == 1000


def test_ma_8_c_a_tied_player_and_nobody_else_is_offered_surrender_or_war() -> None:
    told = three_hands().settles()
    assert "surrender half of the initial wager, or go to war" in prompt(told).says
    assert "MA-8-c" in prompt(told).clauses
    for command in (c.Surrender(4), c.GoToWar(1)):
        refused = told.refuses(DEALER, command)
        assert refused.why is Refusal.NOT_YOUR_TURN
        assert "MA-8-c" in refused.clauses
    assert told.refuses(player("seat 1"), c.GoToWar(6)).why is Refusal.NOT_YOUR_SEAT
    assert told.refuses(DEALER, c.PickUpCards()).why is Refusal.NOT_NOW
    assert told.refuses(FLOOR, c.Surrender(6)).why is Refusal.NOT_YOURS


@pytest.mark.parametrize("choice", [c.Surrender(6), c.GoToWar(6)])
def test_ma_8_c_the_player_picks_between_both(choice: c.Command) -> None:
    told = three_hands().settles()
    told.does(player("seat 6"), choice)
    assert told.table.phase == "picking_up"


def test_ma_8_c_1_1_a_surrender_costs_half_and_ends_the_round_for_the_player() -> None:
    told = Told.at(MA).bets(1, "10.00").bets(2, "25.00").deals("9s 9h 9d").surrenders(2)
    assert told.lines(2)["initial"].result == "surrender"
    assert told.lines(2)["initial"].clauses[0] == "MA-8-c-1.1"
    told.war(1).goes_on("picking_up")
    assert told.refuses(DEALER, c.PlaceWager(2, "war_tie", 500)).why is Refusal.HAND_IS_NOT_IN_PLAY
    told.war_deals("Ks 2d").ends()
    assert told.net(2) == "-12.50"


def test_ma_8_c_1_1_a_wager_without_a_half_is_not_taken() -> None:
    told = Told.at(MA).sits(1)
    refused = told.refuses(DEALER, c.PlaceWager(1, "initial", 1001))
    assert (refused.why, refused.clauses) == (Refusal.HALF_DOES_NOT_EXIST, ("MA-8-c-1.1",))


def test_ma_8_c_1_2_the_surrendered_half_goes_to_the_table_inventory() -> None:
    told = Told.at(MA).bets(1, "25.00").deals("9s 9d").surrenders(1)
    assert told.lines(1)["initial"].collected == told.accounts()["bank"] == 1250
    assert "MA-8-c-1.2" in told.lines(1)["initial"].clauses


def test_ma_8_c_1_3_the_other_half_goes_back_to_the_player() -> None:
    told = Told.at(MA).bets(1, "25.00", tie="5.00").deals("9s 9d").surrenders(1)
    assert line(told, 1, "initial") == ("surrender", 1250, 1250, 0)
    assert "MA-8-c-1.3" in told.lines(1)["initial"].clauses
    assert told.accounts() == {"bank": 1250 - 5000, "patron/seat 1": 5000 - 1250}


def test_ma_8_c_1_4_surrenders_are_taken_counterclockwise() -> None:
    told = Told.at(MA)
    for seat in (1, 3, 4, 6):
        told.bets(seat, "10.00")
    told.deals("9s 9h Ks 9c 9d").settles()
    for seat in (6, 3, 1):
        assert told.asked() == (seat, "")
        for other in {1, 3, 6} - {seat}:
            refused = told.refuses(DEALER, c.Surrender(other))
            assert refused.why is Refusal.NOT_YOUR_TURN
            assert "MA-8-c-1.4" in refused.clauses
        told.surrenders(seat)
    assert [event.seat for event in told.happened(TieSurrendered)] == [6, 3, 1]


def test_ma_8_d_1_all_cards_but_those_of_a_war_are_picked_up_after_settling() -> None:
    told = three_hands()
    assert told.refuses(DEALER, c.PickUpCards()).why is Refusal.NOT_NOW
    told.war(6)
    assert (prompt(told).step, prompt(told).clauses) == ("pick_up", ("MA-8-d.1", "MA-8-d.2"))
    told.does(DEALER, c.PickUpCards())
    assert told.happened(CardsPickedUp)[0].hands == ((4, ("Ks",)), (1, ("5s",)))
    assert [box.seat for box in told.table.boxes if box.hand and not box.picked_up] == [6]
    assert not told.table.round.dealer_picked_up


def test_ma_8_d_1_a_player_who_surrendered_is_picked_up_with_the_others() -> None:
    told = three_hands().surrenders(6)
    told.does(DEALER, c.PickUpCards())
    assert told.happened(CardsPickedUp)[0].hands == ((6, ("9h",)), (4, ("Ks",)), (1, ("5s",)), (0, ("9d",)))
    assert told.happened(RoundEnded) == [RoundEnded(1)]


def test_ma_8_d_2_the_rack_keeps_the_order_from_which_each_hand_is_rebuilt() -> None:
    told = three_hands().surrenders(6).ends()
    assert told.table.cards.rack == ("??", "9h", "Ks", "5s", "9d")
    assert told.refuses(FLOOR, c.PickUpCards()).why is Refusal.NOT_NOW


# What a round is worth, wager by wager, with 10.00 on the hand and 5.00 on each tie


@pytest.mark.parametrize(
    ("cards", "on_tie", "net"),
    [
        ({"deal": ["5s", "9d"]}, None, "-15.00"),
        ({"deal": ["Ks", "9d"]}, None, "5.00"),
        ({"deal": ["9s", "9d"]}, "surrender", "45.00"),
        ({"deal": ["9s", "9d"], "war": ["5s", "6d"]}, "war", "25.00"),
        ({"deal": ["9s", "9d"], "war": ["7s", "6d"]}, "war", "55.00"),
        ({"deal": ["9s", "9d"], "war": ["6s", "6d"]}, "war", "120.00"),
    ],
)
def test_ma_9_a_a_written_round_comes_to_what_the_odds_say(
    cards: dict[str, list[str]], on_tie: str | None, net: str
) -> None:
    seat = {"seat": 1, "initial": "10.00", "tie": "5.00"}
    if on_tie:
        seat["on_tie"] = on_tie
    if on_tie == "war":
        seat["war_tie"] = "5.00"
    result: Any = settle_document({"rulebook": MA, "seats": [seat], "cards": cards})
    assert [entry["net"] for entry in result["seats"]] == [net]


def test_ma_9_a_1_1_an_initial_wager_pays_even_money() -> None:
    told = Told.at(MA).bets(1, "15.00").deals("Ks 9d").settles()
    assert told.lines(1)["initial"].paid == 1500
    assert "MA-9-a-1.1" in told.lines(1)["initial"].clauses


@pytest.mark.parametrize(("stake", "pay"), [("5.00", 5000), ("7.50", 7500), ("0.25", 250)])
def test_ma_9_a_2_a_tie_wager_pays_ten_to_one_on_either_deal(stake: str, pay: int) -> None:
    told = Told.at(MA).bets(1, "10.00", tie=stake).deals("9s 9d").war(1, tie=stake).war_deals("4s 4d").ends()
    for wager in ("tie", "war_tie"):
        assert told.lines(1)[wager].paid == pay
        assert "MA-9-a-2" in told.lines(1)[wager].clauses
