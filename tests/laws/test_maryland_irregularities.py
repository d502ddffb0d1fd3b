"""Maryland, Chapter 11 §§A to C: cards face up in the shoe, cards drawn in error, and hands that got no card."""

from typing import Any

import pytest

from tests.told import DEALER, FLOOR, SHOE, Told, cards_of, player
from wartable.cards import Card
from wartable.rulebook import EDITION
from wartable.table import Refusal
from wartable.table import commands as c
from wartable.table.events import (
    CardDealt,
    CardDrawnInError,
    CardExposed,
    ExposedCardRacked,
    FaceUpCardsRacked,
    FloorCalled,
    FloorRuled,
    HandMissed,
    ShuffleBegun,
)


def first_card_dealt(house: dict[str, Any] | None = None, edition: int = EDITION) -> Told:
    """Two players with tie wagers, one of whom has a card."""
    told = Told.at("maryland", house, edition).bets(1, "10.00", tie="5.00").bets(2, "10.00", tie="5.00")
    return told.deals("9s")


def finds_face_up(told: Told, cards: str) -> Told:
    told.does(DEALER, c.ReportFaceUpCards(cards_of(cards)))
    return told


def everything_is_back(told: Told) -> bool:
    """Whether no money has moved on balance."""
    return told.accounts() == {}


# §A: face up in the shoe


def test_md_11_a_a_card_face_up_in_the_shoe_goes_to_the_rack_and_the_next_one_is_dealt() -> None:
    told = first_card_dealt()
    in_shoe = told.table.cards.in_shoe
    assert told.does(SHOE, c.ReportFaceUpCards(cards_of("Kc"))) == (FaceUpCardsRacked(cards_of("Kc")),)
    assert (told.table.cards.in_shoe, told.table.cards.rack) == (in_shoe - 1, ("??", "Kc"))
    told.deals("2h 7d").ends()
    assert [card.card for card in told.happened(CardDealt)] == ["9s", "2h", "7d"]
    assert (told.net(1), told.net(2)) == ("5.00", "-15.00")


def test_md_11_a_it_is_the_house_that_finds_the_card() -> None:
    assert first_card_dealt().refuses(player("seat 1"), c.ReportFaceUpCards(cards_of("Kc"))).why is Refusal.NOT_YOURS


def test_md_11_a_on_the_war_deal_as_well() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("7s 7d").war(1).war_deals("Ks")
    finds_face_up(told, "Ac").deals("2d").ends()
    assert told.net(1) == "10.00"


def test_reading_md_39_a_racked_card_is_out_until_the_next_shuffle() -> None:
    told = finds_face_up(first_card_dealt(), "Kc").deals("2h 7d").ends()
    told.bets(1, "10.00").deals("9c 9d")
    assert "Kc" in told.table.cards.rack
    told.surrenders(1).ends().does(FLOOR, c.OrderReshuffle())
    assert told.table.cards.rack == ()


@pytest.mark.parametrize("found", [["Kc 3d"], ["Kc", "3d"]], ids=["at_once", "one_by_one"])
def test_md_11_a_each_card_found_face_up_goes_to_the_rack_and_the_round_goes_on(found: list[str]) -> None:
    told = first_card_dealt()
    for cards in found:
        finds_face_up(told, cards)
    assert told.happened(FloorCalled) == []
    assert told.table.cards.rack == ("??", "Kc", "3d")
    told.deals("2h 7d").ends()
    assert (told.net(1), told.net(2)) == ("5.00", "-15.00")


def test_reading_md_39_in_a_log_of_the_first_edition_the_floor_ruled_on_two_of_them() -> None:
    told = finds_face_up(first_card_dealt(edition=1), "Kc 3d")
    (call,) = told.happened(FloorCalled)
    assert (call.reason, set(call.choices), call.clauses) == ("face_up_cards", {"void", "continue"}, ("MD-11-A",))
    told.does(FLOOR, c.Rule("void", "two cards"))
    assert told.happened(FloorRuled) == [FloorRuled("void", "two cards")]
    assert everything_is_back(told)
    told.ends()
    assert told.happened(ShuffleBegun)[-1] == ShuffleBegun("irregularity")


# §B: drawn in error


def test_md_11_b_a_card_drawn_in_error_and_unseen_is_the_next_card() -> None:
    told = first_card_dealt()
    in_shoe = told.table.cards.in_shoe
    assert told.does(DEALER, c.ReportDrawnCard()) == (CardDrawnInError(),)
    assert told.table.cards.in_shoe == in_shoe - 1
    told.deals("2h")
    assert told.happened(CardDealt)[-1] == CardDealt(2, Card("2h"), "original")
    assert told.table.cards.in_shoe == in_shoe - 1
    told.deals("7d")
    assert told.table.cards.in_shoe == in_shoe - 2


def test_md_11_b_before_the_war_burns_such_a_card_is_the_first_to_be_burned() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("7s 7d").war(1).goes_on("picking_up", "war_wagers")
    in_shoe = told.table.cards.in_shoe
    told.does(DEALER, c.ReportDrawnCard())
    told.does(DEALER, c.BurnCard())
    assert told.table.cards.in_shoe == in_shoe - 1


def test_md_11_b_a_card_that_was_exposed_is_for_the_floor() -> None:
    told = first_card_dealt()
    told.does(DEALER, c.ReportDrawnCard(Card("Kc")))
    assert told.happened(CardExposed) == [CardExposed(Card("Kc"), None)]
    (call,) = told.happened(FloorCalled)
    assert (call.reason, call.choices, call.clauses) == ("exposed_card", ("burn", "void"), ("MD-11-B",))
    told.does(FLOOR, c.Rule("burn", "every player saw it"))
    assert told.happened(ExposedCardRacked) == [ExposedCardRacked(Card("Kc"))]
    told.deals("2h 7d")
    assert told.table.boxes[1].card == "2h"


# §C: no card


def test_md_11_c_wagers_that_got_no_card_are_void_and_returned() -> None:
    told = Told.at("maryland")
    for seat in (1, 2, 3):
        told.bets(seat, "10.00", tie="5.00")
    told.deals("9s")
    assert told.refuses(FLOOR, c.ReportMissedHand(2)).why is Refusal.NOT_YOURS
    told.does(DEALER, c.ReportMissedHand(2))
    told.does(FLOOR, c.Rule("void_hand", "it has no card"))
    assert told.happened(HandMissed) == [HandMissed(2)]
    lines = told.lines(2)
    assert {wager: (line.result, line.returned) for wager, line in lines.items()} == {
        "initial": ("void", 1000),
        "tie": ("void", 500),
    }
    assert {line.clauses for line in lines.values()} == {("MD-11-C",)}
    told.deals("6h 7d").ends()
    assert [card.seat for card in told.happened(CardDealt)] == [1, 3, 0]
    assert (told.net(1), told.net(2), told.net(3)) == ("5.00", "0.00", "-15.00")


def test_md_11_c_a_seat_without_a_wager_was_not_missed() -> None:
    assert first_card_dealt().refuses(DEALER, c.ReportMissedHand(3)).why is Refusal.HAND_IS_NOT_IN_PLAY


def test_md_11_c_nobody_is_let_out_of_a_hand_that_got_its_card() -> None:
    refused = first_card_dealt().refuses(FLOOR, c.ReleasePlayers((1,), "the dealer slipped"))
    assert (refused.why, refused.clauses) == (Refusal.NOBODY_IS_RELEASED_HERE, ("MD-11-C",))


def test_md_11_c_a_missed_hand_keeps_its_player_out_of_the_war() -> None:
    told = Told.at("maryland").bets(1, "10.00").bets(2, "10.00").deals("7s")
    told.does(DEALER, c.ReportMissedHand(2))
    told.does(FLOOR, c.Rule("void_hand", "it has no card"))
    told.deals("7d").war(1).war_deals("Ks 2d").ends()
    assert (told.net(1), told.net(2)) == ("10.00", "0.00")
