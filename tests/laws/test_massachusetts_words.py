"""Sections 1 and 3: what the words mean at the table, and which card is higher."""

from itertools import pairwise

import pytest

from tests.seen import seen
from tests.told import DEALER, SHOE, Told, player
from wartable.cards import Card
from wartable.live.wire.views import AUDIENCES
from wartable.rulebook import load_rulebook
from wartable.table import commands as c
from wartable.table.events import CardBurned, CardDealt, HandSettled, RoundEnded, WarDeclared, WarTieOffered
from wartable.table.refusals import Refusal

MA = "massachusetts"


WORDS = {
    "MA-1-burn": "burn card",
    "MA-1-initial": "initial wager",
    "MA-1-original": "original deal",
    "MA-1-round": "round of play",
    "MA-1-suit": "clubs, diamonds, hearts or spades",
    "MA-1-tiehand": "tie hand",
    "MA-1-tiewager": "tie wager",
    "MA-1-war": "war",
    "MA-1-wardeal": "war deal",
    "MA-1-warwager": "war wager",
    "MA-2-a.4": "cut card",
    "MA-3.1": "ace high down to two",
    "MA-3.2": "suits never matter for rank",
}


@pytest.mark.parametrize("clause", WORDS)
def test_ma_1_the_rulebook_speaks_the_regulators_words(clause: str) -> None:
    assert [term.word for term in load_rulebook(MA).terms.values() if clause in term.clauses] == [WORDS[clause]]


def test_ma_1_burn_a_burned_card_lies_in_the_rack_and_nobody_knows_its_rank() -> None:
    told = Told.at(MA)
    assert told.happened(CardBurned) == [CardBurned()]
    assert told.table.cards.rack == ("??",)
    for audience in AUDIENCES:
        felt = seen(told.table, audience)
        assert (felt.shoe.rack, felt.dealer_cards) == (1, ())


def test_ma_1_initial_nobody_is_in_the_round_without_an_initial_wager() -> None:
    told = Told.at(MA).sits(1).sits(2)
    assert told.refuses(DEALER, c.CallNoMoreBets()).why is Refusal.NOBODY_BETS
    assert told.refuses(DEALER, c.PlaceWager(1, "tie", 500)).why is Refusal.INITIAL_WAGER_COMES_FIRST
    told.bets(2, "10.00").deals("Ks 5d")
    assert [event.seat for event in told.happened(CardDealt)] == [2, 0]
    assert told.refuses(DEALER, c.PlaceWager(1, "initial", 1000)).why is Refusal.NOT_NOW


def test_ma_1_original_the_first_card_of_each_decides_the_initial_wager() -> None:
    told = Told.at(MA).bets(1, "10.00").bets(3, "20.00").deals("Ks 4d 9h").settles()
    dealt = [(event.seat, event.card, event.deal) for event in told.happened(CardDealt)]
    assert dealt == [(1, "Ks", "original"), (3, "4d", "original"), (0, "9h", "original")]
    assert (told.net(1), told.net(3)) == ("10.00", "-20.00")


def test_ma_1_round_a_round_runs_from_the_initial_wager_until_every_wager_is_paid_or_collected() -> None:
    told = Told.at(MA).bets(1, "10.00").bets(2, "10.00").bets(3, "10.00").deals("7s 7h Ks 7d")
    told.surrenders(2).war(1).war_deals("Qs 5d")
    assert not told.happened(RoundEnded)
    assert told.refuses(DEALER, c.PlaceWager(1, "initial", 1000)).why is Refusal.NOT_NOW
    told.ends()
    assert told.happened(RoundEnded) == [RoundEnded(1)]
    assert [told.net(seat) for seat in (1, 2, 3)] == ["10.00", "-5.00", "10.00"]
    assert told.table.phase == "betting"
    assert not any(account.startswith("layout/") for account in told.accounts())


def test_ma_1_suit_a_card_has_one_of_four_suits() -> None:
    told = Told.at(MA)
    for seat in range(1, 5):
        told.bets(seat, "10.00")
    told.deals("7c 7d 7h 7s")
    for card in ("7x", "7S", "11s", "Joker"):
        assert told.refuses(SHOE, c.TurnCard(Card(card))).why is Refusal.NO_SUCH_CARD


def test_ma_1_tiehand_equal_rank_is_a_tie_whatever_the_suit() -> None:
    told = Told.at(MA).bets(1, "10.00").bets(2, "10.00").bets(3, "10.00").deals("7s 7h 8h 7h").settles()
    outcomes = {event.seat: event.outcome for event in told.happened(HandSettled)}
    assert outcomes == {1: "equal", 2: "equal", 3: "higher"}


def test_ma_1_tiewager_a_tie_wager_is_optional_beside_an_initial_or_a_war_wager() -> None:
    told = Told.at(MA).bets(1, "10.00", tie="5.00").bets(2, "10.00").deals("7s 7h 7d")
    told.settles().does(DEALER, c.GoToWar(2))
    told.does(DEALER, c.GoToWar(1))
    told.does(DEALER, c.PlaceWager(2, "war_tie", 500))
    told.war_deals("9s 9h 9d").ends()
    assert told.lines(1)["tie"].paid == 5000
    assert "war_tie" not in told.lines(1)
    assert "tie" not in told.lines(2)
    assert told.lines(2)["war_tie"].paid == 5000


def test_ma_1_war_only_who_tied_on_the_original_deal_may_go_to_war() -> None:
    told = Told.at(MA).bets(1, "10.00").bets(2, "10.00").deals("7s Ks 7d").settles()
    assert told.refuses(player("seat 2"), c.GoToWar(2)).why is Refusal.NOT_YOUR_TURN
    assert told.does(player("seat 1"), c.GoToWar(1)) == (
        WarDeclared(1, "", "seat 1", 1000),
        WarTieOffered(1, ""),
    )


def test_ma_1_wardeal_a_war_deal_follows_the_war_wager_and_nothing_else() -> None:
    told = Told.at(MA).bets(1, "10.00").bets(2, "10.00").deals("7s 7h 7d")
    told.surrenders(2).surrenders(1).ends()
    assert {event.deal for event in told.happened(CardDealt)} == {"original"}
    told.bets(1, "10.00").deals("8s 8d").war(1).war_deals("Qs 5d")
    assert [(event.seat, event.card) for event in told.happened(CardDealt) if event.deal == "war"] == [
        (1, "Qs"),
        (0, "5d"),
    ]


def test_ma_1_warwager_a_war_wager_is_as_large_as_the_initial_wager_and_cannot_be_otherwise() -> None:
    told = Told.at(MA).bets(1, "35.00").deals("7s 7d").war(1)
    assert told.happened(WarDeclared)[0].stake == 3500
    assert told.refuses(DEALER, c.PlaceWager(1, "war", 1000)).why is Refusal.WAGER_IS_NOT_OFFERED
    assert told.refuses(DEALER, c.TakeBackWager(1, "war")).why is Refusal.WAGER_IS_NOT_THERE


RISING = "23456789TJQKA"


@pytest.mark.parametrize(("lower", "higher"), [*pairwise(RISING), ("2", "A"), ("T", "A")])
def test_ma_3_1_ranks_climb_from_two_to_ace(lower: str, higher: str) -> None:
    told = Told.at(MA).bets(1, "10.00").bets(2, "10.00").deals(f"{lower}c {higher}s {lower}d").settles()
    assert {event.seat: event.outcome for event in told.happened(HandSettled)} == {1: "equal", 2: "higher"}
    told = Told.at(MA).bets(1, "10.00").deals(f"{lower}s {higher}c").settles()
    assert told.net(1) == "-10.00"


@pytest.mark.parametrize("suit", "cdhs")
def test_ma_3_2_a_suit_never_changes_who_wins(suit: str) -> None:
    told = Told.at(MA)
    for seat in range(1, 5):
        told.bets(seat, "10.00")
    told.deals(f"9c 9d 9h 9s 9{suit}").settles()
    assert {event.outcome for event in told.happened(HandSettled)} == {"equal"}
