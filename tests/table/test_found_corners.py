"""Late reports in rare states: an empty or sealed shoe, several calls at once, and the first edition of the law."""

import pytest
from msgspec.structs import replace

from tests.told import DEALER, FLOOR, Told, cards_of
from wartable.cards import Card
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.decks import SealWords

WHY = "the floor saw it"


def dealt(rulebook: str, cards: str, edition: int | None = None) -> Told:
    told = Told.at(rulebook) if edition is None else Told.at(rulebook, edition=edition)
    return told.bets(1, "10.00").bets(2, "10.00").deals(cards)


def war_burns_due(rulebook: str, edition: int | None = None) -> Told:
    return dealt(rulebook, "7s 2c 7d", edition).war(1).goes_on("picking_up", "war_wagers")


def emptied(told: Told) -> Told:
    cards = told.table.cards
    racked = tuple(cards.rack) + (Card("??"),) * cards.in_shoe
    told.table = replace(told.table, cards=replace(cards, in_shoe=0, rack=racked))
    return told


# Forgotten burns


def test_a_card_that_no_burn_was_due_before_overtook_none() -> None:
    assert dealt("maryland", "9s").refuses(DEALER, c.ReportForgottenBurn(Card("8s"))).why is Refusal.NO_BURN_IS_DUE


def test_a_card_that_overtook_a_burn_came_from_the_shoe_and_exists() -> None:
    told = war_burns_due("maryland")
    assert told.refuses(DEALER, c.ReportForgottenBurn(Card("1x"))).why is Refusal.NO_SUCH_CARD
    assert emptied(told).refuses(DEALER, c.ReportForgottenBurn(Card("8s"))).why is Refusal.SHOE_IS_EMPTY


def test_a_card_overtakes_a_burn_in_a_deal_or_with_wagers_alone() -> None:
    told = Told.at("maryland")
    told.does(FLOOR, c.TakeOver("Eli"))
    overtook = c.ReportForgottenBurn(Card("8s"), called=True)
    assert told.refuses(DEALER, overtook).why is Refusal.NOBODY_BETS
    told.bets(1, "10.00").does(DEALER, c.ReportTouchedCard(1))
    assert told.refuses(DEALER, overtook).why is Refusal.NOT_NOW


def test_a_sealed_shoe_has_no_card_before_its_order_is_fixed_and_no_burn_that_was_not_made() -> None:
    told = Told.at("maryland").bets(1, "10.00")
    sealed = replace(told.table.seal, shoe=1, commitment="0" * 64)
    told.table = replace(told.table, seal=sealed)
    assert told.refuses(DEALER, c.ReportForgottenBurn()).why is Refusal.SEALED_CARDS_STAY
    told.table = replace(told.table, seal=replace(sealed, words=SealWords("terms")))
    for report in (
        c.ReportFaceUpCards(cards_of("8s")),
        c.ReportDrawnCard(Card("8s")),
        c.ReportMisdelivery(1, Card("8s")),
    ):
        assert told.refuses(DEALER, report).why is Refusal.WORDS_COME_FIRST


def test_a_burn_entered_between_rounds_and_not_made_is_due_again() -> None:
    told = dealt("maryland", "9s 8s 2d").ends()
    told.does(FLOOR, c.TakeOver("Eli"))
    told.does(DEALER, c.BurnCard())
    assert told.does(DEALER, c.ReportForgottenBurn()) == (e.BurnNotMade(1), e.BurnOwed(1))
    assert steps(told.table)[0].step == "burn"


def test_two_calls_about_forgotten_burns_owe_all_of_them_once() -> None:
    told = war_burns_due("maryland").deals("Ks")
    told.does(DEALER, c.ReportForgottenBurn(cards=2))
    told.does(DEALER, c.ReportForgottenBurn(cards=1))
    assert told.does(FLOOR, c.Rule("burn_now", WHY))[1:] == (e.BurnOwed(3, war=True),)
    assert told.does(FLOOR, c.Rule("burn_now", WHY))[1:] == ()
    assert told.table.found.owed == 3


def test_a_burn_that_is_owed_is_not_asked_of_an_empty_shoe() -> None:
    told = dealt("maryland", "9s 8s 2d")
    told.does(DEALER, c.ReportForgottenBurn())
    told.does(FLOOR, c.Rule("burn_now", WHY))
    assert [step.step for step in steps(told.table)] == ["burn", "settle"]
    assert [step.step for step in steps(emptied(told).table)] == ["settle"]


def test_a_new_dealers_burn_is_not_made_before_the_next_deal() -> None:
    told = war_burns_due("maryland").deals("Ks 2d")
    told.table = replace(told.table, cards=replace(told.table.cards, burns_due=1, dealer_burns=1))
    assert told.refuses(DEALER, c.BurnCard()).why is Refusal.NOT_NOW


# Several reports at once


def test_exposed_cards_wait_in_the_order_in_which_they_were_seen() -> None:
    told = dealt("massachusetts", "9s")
    for card in ("8s", "6s", "5s"):
        told.does(DEALER, c.ReportMisdelivery(2, Card(card)))
    assert (told.table.cards.exposed, told.table.found.exposed) == ("8s", cards_of("6s 5s"))
    told.does(FLOOR, c.Rule("forward", WHY))
    assert (told.table.boxes[1].card, told.table.cards.exposed) == ("8s", "6s")
    told.does(FLOOR, c.VoidRound(WHY))
    assert told.table.cards.rack[-2:] == ("6s", "5s")
    assert (told.table.call, told.table.found.waiting) == (None, ())


def test_a_dealers_card_that_lies_at_a_seat_is_taken_off_the_dealers_hand() -> None:
    told = dealt("massachusetts", "9s 8s 2d")
    told.does(DEALER, c.ReportTouchedCard(1))
    told.does(DEALER, c.ReportMisdelivery(2, Card("2d")))
    told.does(FLOOR, c.Rule("continue", WHY))
    assert told.table.round.dealer_card is None
    told.does(FLOOR, c.Rule("burn", WHY))
    assert told.table.phase == "dealing"


def test_a_card_is_misdelivered_from_a_shoe_that_has_one() -> None:
    told = emptied(dealt("massachusetts", "9s"))
    assert told.refuses(DEALER, c.ReportMisdelivery(2, Card("8s"))).why is Refusal.SHOE_IS_EMPTY
    assert told.refuses(DEALER, c.ReportFaceUpCards(cards_of("8s"))).why is Refusal.NO_SUCH_CARD


def test_a_card_face_up_after_a_void_has_the_cards_shuffled() -> None:
    told = dealt("wisconsin", "9s")
    told.does(FLOOR, c.VoidRound(WHY))
    told.does(DEALER, c.ReportFaceUpCards(cards_of("8s 6s")))
    assert told.ends().table.phase == "shuffling"


def test_two_cards_face_up_between_rounds_wait_for_the_call_before_them() -> None:
    told = Told.at("wisconsin").bets(1, "10.00")
    told.does(DEALER, c.ReportTouchedCard(1))
    told.does(DEALER, c.ReportFaceUpCards(cards_of("8s 6s")))
    told.does(FLOOR, c.Rule("continue", WHY))
    back = e.WagerTakenBack(1, "", "seat 1", "initial", 10_00)
    assert told.does(FLOOR, c.Rule("void", WHY))[1:] == (back, e.ShuffleBegun("irregularity"))
    assert not told.table.boxes[0].bettors


def test_a_hand_that_was_let_out_cannot_be_dealt_to() -> None:
    told = Told.at("california").banks(7, "1000.00").bets(1, "10.00").bets(2, "10.00").deals("9s 8s 7d").settles()
    told.does(DEALER, c.ReportMissedHand(1))
    assert told.table.call is not None
    assert "deal_now" not in told.table.call.choices
    told.table = replace(told.table, call=replace(told.table.call, choices=("deal_now",)))
    assert told.refuses(FLOOR, c.Rule("deal_now", WHY)).why is Refusal.CHOICE_IS_NOT_OPEN


def test_a_missed_hand_is_dealt_to_when_it_is_next() -> None:
    told = dealt("washington", "9s")
    told.does(DEALER, c.ReportMissedHand(2))
    assert told.does(FLOOR, c.Rule("deal_now", WHY))[1:] == ()
    assert told.deals("8s").table.boxes[1].card == "8s"


def test_a_bank_is_free_of_the_war_of_a_hand_that_was_missed() -> None:
    told = Told.at("california").banks(7, "1000.00").bets(1, "10.00").bets(2, "10.00").deals("9s 8s 9d").settles()
    before = told.table.banker.left
    told.does(DEALER, c.ReportMissedHand(1))
    assert told.table.call is not None
    assert told.table.call.choices == ("void_hand", "void", "continue")
    told.does(FLOOR, c.Rule("void_hand", WHY))
    assert told.table.banker.left == before + 1000
    assert (told.ends().net(1), told.net(2)) == ("0.00", "-10.00")


# The first edition


@pytest.mark.parametrize(("rulebook", "goes_on"), [("massachusetts", True), ("wisconsin", False)])
def test_in_a_log_of_the_first_edition_a_burn_was_forgotten_while_it_was_due(rulebook: str, *, goes_on: bool) -> None:
    told = war_burns_due(rulebook, edition=1)
    told.does(DEALER, c.ReportForgottenBurn())
    if not goes_on:
        told.does(FLOOR, c.Rule("continue", WHY))
    assert told.happened(e.BurnForgotten) == [e.BurnForgotten(3)]
    assert told.refuses(DEALER, c.ReportForgottenBurn()).why is Refusal.NO_BURN_IS_DUE
    assert told.deals("Ks 2d").ends().net(1) == "10.00"


def test_in_a_log_of_the_first_edition_only_the_hand_that_was_next_was_missed() -> None:
    told = dealt("maryland", "9s", edition=1)
    assert told.refuses(DEALER, c.ReportMissedHand(1)).why is Refusal.NOT_NOW
    told.does(DEALER, c.ReportMissedHand(2))
    assert told.happened(e.HandMissed) == [e.HandMissed(2)]
    told = dealt("washington", "9s", edition=1)
    told.does(DEALER, c.ReportMissedHand(2))
    assert [call.choices for call in told.happened(e.FloorCalled)] == [("void_hand", "void")]
