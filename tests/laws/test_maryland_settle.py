"""Maryland, Chapter 9 §§A to F and Chapter 10 §A: the original deal is settled, and tied players choose."""

from typing import Any

import pytest

from tests.told import DEALER, SHOE, Told, player
from wartable.cards import Card
from wartable.rulebook import choose, errors, load_rulebook
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table.events import CardsPickedUp, HandSettled, RoundEnded, TieSurrendered, WagerSettled, WarDeclared


def three_hands(cards: str, house: dict[str, Any] | None = None) -> Told:
    """Seats 2, 5 and 9 with 10.00 each, and these cards."""
    told = Told.at("maryland", house).bets(2, "10.00").bets(5, "10.00").bets(9, "10.00")
    return told.deals(cards)


def one_hand(card: str) -> Told:
    """A player with 10.00 and a tie wager of 5.00 against the dealer's seven."""
    return Told.at("maryland").bets(1, "10.00", tie="5.00").deals(f"{card} 7d").settles()


def moved(line: WagerSettled) -> tuple[str, int, int, int]:
    """How a wager ended, and what was collected, returned and paid."""
    return line.result, line.collected, line.returned, line.paid


# Comparing


def test_md_9_a_the_dealer_settles_from_the_far_right_counterclockwise() -> None:
    told = three_hands("8s 8c 8h 7d")
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.seat) == ("settle", 9)
    assert "MD-9-A" in prompt.clauses
    told.settles()
    assert [hand.seat for hand in told.happened(HandSettled)] == [9, 5, 2]


def test_md_9_b_each_player_is_compared_with_the_dealer_alone() -> None:
    told = three_hands("2s Ac 7h 7d")
    assert {"MD-9-B", "MD-9-C", "MD-9-D"} <= set(steps(told.table)[0].clauses)
    told.settles()
    outcomes = {hand.seat: hand.outcome for hand in told.happened(HandSettled)}
    assert outcomes == {2: "lower", 5: "higher", 9: "equal"}


def test_md_9_b_1_a_lower_card_loses_the_initial_and_the_tie_wager_at_once() -> None:
    told = Told.at("maryland").bets(1, "10.00", tie="5.00").bets(2, "10.00").deals("6s 8s 7d")
    told.does(DEALER, c.SettleHand())
    assert told.lines(1) == {}
    told.does(DEALER, c.SettleHand())
    lines = told.lines(1)
    assert moved(lines["initial"]) == ("lose", 1000, 0, 0)
    assert moved(lines["tie"]) == ("lose", 500, 0, 0)
    assert lines["initial"].clauses == lines["tie"].clauses == ("MD-9-B-1",)


def test_md_9_b_2_1_a_higher_card_wins_the_initial_wager() -> None:
    line = one_hand("8s").lines(1)["initial"]
    assert moved(line) == ("win", 0, 1000, 1000)
    assert line.clauses == ("MD-9-B-2.1", "MD-10-A-1")


def test_md_9_b_2_2_a_higher_card_loses_the_tie_wager() -> None:
    line = one_hand("8s").lines(1)["tie"]
    assert moved(line) == ("lose", 500, 0, 0)
    assert line.clauses == ("MD-9-B-2.2",)


def test_md_9_b_3_1_a_tied_player_says_what_becomes_of_the_initial_wager() -> None:
    told = one_hand("7s")
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by, prompt.seat) == ("choose", ("player",), 1)
    assert {"MD-9-B-3.1", "MD-9-E", "MD-9-E-1", "MD-9-E-2"} <= set(prompt.clauses)
    assert told.accounts()["layout/1//initial"] == 1000


def test_md_9_b_3_2_a_tie_wins_the_tie_wager() -> None:
    line = one_hand("7s").lines(1)["tie"]
    assert moved(line) == ("win", 0, 500, 5000)
    assert line.clauses == ("MD-9-B-3.2", "MD-10-A-2")


def test_md_9_c_what_loses_goes_into_the_inventory() -> None:
    told = one_hand("6s")
    assert told.accounts() == {"patron/seat 1": -1500, "bank": 1500}


def test_md_9_d_what_wins_is_paid_by_the_inventory() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("8s 7d").settles()
    assert told.accounts() == {"patron/seat 1": 1000, "bank": -1000}
    tie = one_hand("7s")
    assert tie.accounts() == {"patron/seat 1": 4000, "layout/1//initial": 1000, "bank": -5000}


# Surrender or war


@pytest.mark.parametrize("choice", [c.Surrender(1), c.GoToWar(1)])
def test_md_9_e_a_tied_player_chooses_and_nobody_chooses_instead(choice: c.Surrender | c.GoToWar) -> None:
    told = one_hand("7s")
    assert told.refuses(DEALER, c.PickUpCards()).why is Refusal.NOT_NOW
    assert told.refuses(SHOE, c.TurnCard(Card("9s"))).why is Refusal.NOT_NOW
    assert told.refuses(player("Zoe"), choice).why is Refusal.NOT_YOUR_SEAT
    told.does(player("seat 1"), choice)
    assert told.asked() is None


def test_md_9_e_1_surrender_costs_half_and_ends_the_round_for_the_player() -> None:
    told = Told.at("maryland").bets(1, "10.00").bets(2, "10.00").deals("7s 7c 7d")
    told.surrenders(1).war(2).war_deals("Ks 2d").ends()
    assert (told.net(1), told.net(2)) == ("-5.00", "10.00")
    assert [hand.seat for hand in told.happened(HandSettled) if hand.deal == "war"] == [2]


def test_md_9_e_1_a_surrender_gives_up_half_to_the_cent_or_the_wager_is_not_taken() -> None:
    told = Told.at("maryland").sits(1)
    assert told.refuses(DEALER, c.PlaceWager(1, "initial", 1001)).why is Refusal.HALF_DOES_NOT_EXIST
    told.bets(1, "10.02").deals("7s 7d").surrenders(1)
    assert moved(told.lines(1)["initial"]) == ("surrender", 501, 501, 0)


def test_md_9_e_1_a_the_surrendered_half_goes_into_the_inventory() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("7s 7d").surrenders(1)
    assert told.accounts() == {"patron/seat 1": -500, "bank": 500}
    assert "MD-9-E-1-a" in told.lines(1)["initial"].clauses


def test_md_9_e_1_b_the_other_half_is_handed_back() -> None:
    line = Told.at("maryland").bets(1, "10.00").deals("7s 7d").surrenders(1).lines(1)["initial"]
    assert moved(line) == ("surrender", 500, 500, 0)
    assert "MD-9-E-1-b" in line.clauses


def test_reading_md_22_tied_players_are_asked_clockwise_though_settled_counterclockwise() -> None:
    told = three_hands("7s 7c 7h 7d").settles()
    assert [hand.seat for hand in told.happened(HandSettled)] == [9, 5, 2]
    assert told.refuses(player("seat 9"), c.Surrender(9)).why is Refusal.NOT_YOUR_TURN
    for seat in (2, 5, 9):
        assert told.asked() == (seat, "")
        told.does(player(f"seat {seat}"), c.Surrender(seat))
    assert [surrender.seat for surrender in told.happened(TieSurrendered)] == [2, 5, 9]


def test_md_9_e_1_c_no_house_asks_counterclockwise() -> None:
    (finding,) = errors(choose(load_rulebook("maryland"), {"surrender": {"direction": "counterclockwise"}})[1])
    assert (finding.clauses, finding.reading) == (("MD-9-E-1-c",), "MD.22")
    told = three_hands("7s 7c 7h 7d").settles()
    assert told.refuses(player("seat 9"), c.Surrender(9)).why is Refusal.NOT_YOUR_TURN
    for seat in (2, 5, 9):
        assert told.asked() == (seat, "")
        told.does(player(f"seat {seat}"), c.Surrender(seat))


def test_md_9_e_2_the_tied_player_goes_to_war_with_as_much_again() -> None:
    told = one_hand("7s").war(1)
    assert told.happened(WarDeclared) == [WarDeclared(1, "", "seat 1", 1000)]
    assert told.accounts()["layout/1//initial"] == told.accounts()["layout/1//war"] == 1000


# Picking up


def test_md_9_f_everybodys_cards_are_collected_but_those_at_war() -> None:
    told = three_hands("7s 9c 7h 7d").settles()
    assert told.happened(CardsPickedUp) == []
    told.war(2).surrenders(9)
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by) == ("pick_up", ("dealer",))
    assert {"MD-9-F", "MD-9-F-1"} <= set(prompt.clauses)
    told.does(DEALER, c.PickUpCards())
    assert told.happened(CardsPickedUp) == [CardsPickedUp(((9, (Card("7h"),)), (5, (Card("9c"),))))]


def test_md_9_f_1_the_rack_keeps_the_hands_in_an_order_from_which_each_is_rebuilt() -> None:
    told = three_hands("2s Ac Kh 7d").ends()
    assert told.table.cards.rack == ("??", "Kh", "Ac", "2s", "7d")
    (picked,) = told.happened(CardsPickedUp)
    assert dict(picked.hands) == {2: ("2s",), 5: ("Ac",), 9: ("Kh",), 0: ("7d",)}
    assert told.happened(RoundEnded)


# Chapter 10: an initial wager of 10.00, with a tie wager of 5.00 on either deal where it is written

NETS = {
    "win": ("8s 7d", None, "10.00"),
    "win+tie": ("8s 7d", None, "5.00"),
    "lose": ("6s 7d", None, "-10.00"),
    "lose+tie": ("6s 7d", None, "-15.00"),
    "surrender": ("7s 7d", None, "-5.00"),
    "surrender+tie": ("7s 7d", None, "45.00"),
    "war_win": ("7s 7d", "Ks Qd", "10.00"),
    "war_win+war_tie": ("7s 7d", "Ks Qd", "5.00"),
    "war_win+tie": ("7s 7d", "Ks Qd", "60.00"),
    "war_win+tie+war_tie": ("7s 7d", "Ks Qd", "55.00"),
    "war_lose": ("7s 7d", "Js Qd", "-20.00"),
    "war_lose+war_tie": ("7s 7d", "Js Qd", "-25.00"),
    "war_lose+tie": ("7s 7d", "Js Qd", "30.00"),
    "war_lose+tie+war_tie": ("7s 7d", "Js Qd", "25.00"),
    "war_tied": ("7s 7d", "Qs Qd", "20.00"),
    "war_tied+war_tie": ("7s 7d", "Qs Qd", "70.00"),
    "war_tied+tie": ("7s 7d", "Qs Qd", "70.00"),
    "war_tied+tie+war_tie": ("7s 7d", "Qs Qd", "120.00"),
}


@pytest.mark.parametrize("ended", NETS)
def test_md_10_a_every_way_a_round_can_end_pays_what_the_chapter_says(ended: str) -> None:
    deal, war, net = NETS[ended]
    way, *ties = ended.split("+")
    told = Told.at("maryland").bets(1, "10.00", tie="5.00" if "tie" in ties else None).deals(deal)
    if way == "surrender":
        told.surrenders(1)
    if war:
        told.war(1, tie="5.00" if "war_tie" in ties else None).war_deals(war)
    assert told.ends().net(1) == net
    assert told.accounts().keys() == {"bank", "patron/seat 1"}
