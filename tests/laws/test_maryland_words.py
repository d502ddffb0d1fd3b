"""Maryland, Chapters 1 and 6: the words of the game and the rank of the cards, proved by play."""

from itertools import pairwise

import pytest

from tests.told import DEALER, Told
from wartable.cards import Card
from wartable.rulebook import load_rulebook
from wartable.table import Refusal
from wartable.table import commands as c
from wartable.table.events import CardDealt, HandSettled, WagerSettled, WarDeclared

RANKS_UPWARD = "23456789TJQKA"
WORDS = {
    "MD-1-A-1": "initial wager",
    "MD-1-A-2": "original deal",
    "MD-1-A-3": "tie hand",
    "MD-1-A-4": "war",
    "MD-1-A-5": "war deal",
    "MD-1-A-6": "war wager",
}


def tied(initial: str = "10.00") -> Told:
    """One player, tied on the original deal and about to choose."""
    return Told.at("maryland").bets(1, initial).deals("7s 7d").settles()


def dealt(told: Told) -> list[tuple[int, str]]:
    return [(card.seat, card.deal) for card in told.happened(CardDealt)]


@pytest.mark.parametrize("clause", WORDS)
def test_md_1_a_the_rulebook_speaks_the_words_of_the_text(clause: str) -> None:
    terms = load_rulebook("maryland").terms.values()
    assert [term.word for term in terms if clause in term.clauses] == [WORDS[clause]]


def test_md_1_a_1_only_an_initial_wager_before_the_cards_puts_a_player_in_the_round() -> None:
    told = Told.at("maryland").sits(2).bets(1, "10.00").deals("7s")
    assert told.refuses(DEALER, c.PlaceWager(2, "initial", 1000)).why is Refusal.NOT_NOW
    told.deals("9d")
    assert dealt(told) == [(1, "original"), (0, "original")]


def test_md_1_a_2_the_original_deal_is_a_first_card_each_and_settles_the_initial_wager() -> None:
    told = Told.at("maryland").bets(1, "10.00").bets(2, "10.00").deals("Ts 8c 9d").settles()
    assert dealt(told) == [(1, "original"), (2, "original"), (0, "original")]
    assert (told.lines(1)["initial"].result, told.lines(2)["initial"].result) == ("win", "lose")


def test_md_1_a_3_equal_rank_is_a_tie_hand_on_the_original_deal_and_on_the_war_deal() -> None:
    told = tied().war(1).war_deals("Qh Qc").settles()
    assert told.happened(HandSettled) == [HandSettled(1, "original", "equal"), HandSettled(1, "war", "equal")]


def test_md_1_a_4_war_is_the_choice_of_a_player_who_tied_on_the_original_deal() -> None:
    told = Told.at("maryland").bets(1, "10.00").bets(2, "10.00").deals("7s 9c 7d").settles()
    assert told.refuses(DEALER, c.GoToWar(2)).why is Refusal.NOT_YOUR_TURN
    told.war(1)
    assert told.happened(WarDeclared) == [WarDeclared(1, "", "seat 1", 1000)]


def test_md_1_a_4_without_a_tie_nobody_goes_to_war() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("7s 9d").settles()
    assert told.refuses(DEALER, c.GoToWar(1)).why is Refusal.NOT_NOW


def test_md_1_a_5_the_war_deal_is_what_is_dealt_after_the_war_wager() -> None:
    told = tied()
    assert [deal for _, deal in dealt(told)] == ["original", "original"]
    told.war(1).war_deals("Qh Jc")
    assert dealt(told)[2:] == [(1, "war"), (0, "war")]


@pytest.mark.parametrize("initial", ["10.00", "35.00", "500.00"])
def test_md_1_a_6_the_war_wager_matches_the_initial_wager(initial: str) -> None:
    told = tied(initial).war(1)
    stake = told.happened(WarDeclared)[0].stake
    assert told.accounts() == {"patron/seat 1": -2 * stake, "layout/1//initial": stake, "layout/1//war": stake}


def test_md_1_a_6_no_other_amount_goes_to_war() -> None:
    told = tied().war(1)
    refused = told.refuses(DEALER, c.PlaceWager(1, "war", 500))
    assert refused.why is Refusal.WAGER_IS_NOT_OFFERED


# Chapter 6


@pytest.mark.parametrize(("low", "high"), tuple(pairwise(RANKS_UPWARD)))
def test_md_6_a_each_rank_beats_the_one_below_it(low: str, high: str) -> None:
    won = Told.at("maryland").bets(1, "10.00").deals(f"{high}s {low}s").settles()
    lost = Told.at("maryland").bets(1, "10.00").deals(f"{low}s {high}s").settles()
    assert (won.net(1), lost.net(1)) == ("10.00", "-10.00")


def test_md_6_a_the_two_is_lowest_and_the_ace_highest() -> None:
    told = Told.at("maryland")
    for seat in range(1, 10):
        told.bets(seat, "10.00")
    told.deals("3s 4s 6s 8s Ts Js Qs Ks As 2d").settles()
    assert {line.result for line in told.happened(WagerSettled)} == {"win"}
    assert Told.at("maryland").bets(1, "10.00").deals("Ks Ad").settles().net(1) == "-10.00"


@pytest.mark.parametrize("dealers", ["7c", "7d", "7h", "7s"])
def test_md_6_b_no_suit_outranks_another(dealers: str) -> None:
    told = Told.at("maryland")
    for seat in range(1, 5):
        told.bets(seat, "10.00")
    told.deals(f"7c 7d 7h 7s {dealers}").settles()
    assert {hand.outcome for hand in told.happened(HandSettled)} == {"equal"}
    assert told.table.round.dealer_card == Card(dealers)
