"""Maryland, Chapter 5 §§A, B, H, J and K: when and how the cards are shuffled, and which cards are not cut."""

from typing import Any

import pytest

from tests.told import DEALER, FLOOR, SHOE, Told
from wartable.cards import Card
from wartable.rulebook import EDITION
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table.events import CardsShuffled, CoverCardMet, CoverCardReinserted, ReshuffleOrdered, ShuffleBegun

BATCH: dict[str, Any] = {"shuffler": {"kind": "batch"}}
CONTINUOUS: dict[str, Any] = {"shuffler": {"kind": "continuous"}}


def before_the_shuffle(house: dict[str, Any] | None = None, edition: int = EDITION) -> Told:
    """A table with one player, whose first cards are stacked and not yet shuffled."""
    told = Told.closed("maryland", house, edition)
    told.does(FLOOR, c.OpenTable("Dana"))
    return told.sits(4).goes_on("opening")


def after_a_round(house: dict[str, Any] | None = None) -> Told:
    return Told.at("maryland", house).bets(1, "10.00").deals("7s 9d").ends()


def reasons(told: Told) -> list[str]:
    return [shuffle.reason for shuffle in told.happened(ShuffleBegun)]


# How


def test_md_5_a_1_the_dealer_shuffles_by_hand_before_the_cards_are_stacked() -> None:
    told = before_the_shuffle()
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by, prompt.clauses) == ("shuffle", ("dealer",), ("MD-5-A.1",))
    refused = told.refuses(DEALER, c.ConfirmStep("stack"))
    assert (refused.why, refused.clauses) == (Refusal.STEPS_ARE_MISSING, ("MD-5-A.1",))


@pytest.mark.parametrize("house", [BATCH, CONTINUOUS])
def test_md_5_a_1_a_shuffler_shuffles_where_there_is_one(house: dict[str, Any]) -> None:
    told = before_the_shuffle(house)
    (prompt,) = steps(told.table)
    assert prompt.step == "machine_shuffle"
    assert "MD-5-A.1" in prompt.clauses
    assert told.refuses(DEALER, c.ConfirmStep("shuffle")).why is Refusal.NOT_THE_NEXT_STEP


@pytest.mark.parametrize("house", [BATCH, CONTINUOUS])
@pytest.mark.parametrize("step", ["shuffle", "stack"])
def test_md_5_a_1_in_a_log_of_the_first_edition_too_a_shuffler_shuffles_where_there_is_one(
    house: dict[str, Any], step: str
) -> None:
    told = before_the_shuffle(house, edition=1)
    refused = told.refuses(DEALER, c.ConfirmStep(step))
    assert refused.why is Refusal.NOT_THE_NEXT_STEP
    assert "MD-5-A.1" in refused.clauses


def test_md_5_b_the_shuffled_cards_make_one_stack() -> None:
    told = before_the_shuffle()
    told.does(DEALER, c.ConfirmStep("shuffle"))
    (prompt,) = steps(told.table)
    assert prompt.step == "stack"
    assert "MD-5-B" in prompt.clauses
    assert not told.happened(CardsShuffled)
    told.does(DEALER, c.ConfirmStep("stack"))
    assert told.happened(CardsShuffled) == [CardsShuffled(0, ("shuffle", "stack"))]


# When


def test_md_5_a_1_nobody_bets_before_the_cards_are_shuffled() -> None:
    told = before_the_shuffle()
    assert reasons(told) == ["opening"]
    assert told.refuses(DEALER, c.PlaceWager(4, "initial", 1000)).why is Refusal.NOT_NOW
    assert told.refuses(DEALER, c.LoadShoe()).why is Refusal.NOT_NOW


def test_reading_md_6_a_shoe_is_played_on_after_a_round() -> None:
    told = after_a_round()
    assert reasons(told) == ["opening"]
    told.bets(1, "10.00").deals("8s 9d")


def test_md_5_a_2_a_house_may_shuffle_after_every_round() -> None:
    told = after_a_round({"shuffle": {"when": "every_round"}})
    assert reasons(told) == ["opening", "every_round"]
    assert told.refuses(DEALER, c.PlaceWager(1, "initial", 1000)).why is Refusal.NOT_NOW


def test_md_5_a_3_the_floor_orders_a_shuffle_and_the_dealer_does_not() -> None:
    told = after_a_round()
    refused = told.refuses(DEALER, c.OrderReshuffle())
    assert refused.why is Refusal.NOT_YOURS
    assert "MD-5-A-3" in refused.clauses
    told.does(FLOOR, c.OrderReshuffle())
    assert reasons(told) == ["opening", "ordered"]


def test_md_5_h_2_a_reshuffle_the_floor_orders_follows_the_round_in_play() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("7s")
    told.does(FLOOR, c.OrderReshuffle())
    assert told.happened(ReshuffleOrdered) == [ReshuffleOrdered("floor")]
    told.deals("9d").settles()
    assert reasons(told) == ["opening"]
    told.ends()
    assert reasons(told) == ["opening", "ordered"]


def test_md_5_h_1_the_cover_card_brings_a_reshuffle_after_its_round() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("7s")
    told.meets_cover_card()
    told.deals("9d").settles()
    assert reasons(told) == ["opening"]
    told.ends()
    assert reasons(told) == ["opening", "cover_card"]
    assert told.refuses(DEALER, c.PlaceWager(1, "initial", 1000)).why is Refusal.NOT_NOW


def test_reading_md_11_it_is_the_cover_card_of_8_g_that_ends_the_shoe() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("")
    told.meets_cover_card()
    assert told.happened(CoverCardMet)
    assert reasons(told.deals("7s 9d").ends()) == ["opening", "cover_card"]


# Cards that are not cut


def test_md_5_b_1_cards_from_a_shuffler_are_dealt_without_a_cut() -> None:
    told = before_the_shuffle(BATCH).goes_on("shuffling")
    refused = told.refuses(DEALER, c.CutCards(100))
    assert refused.why is Refusal.NO_CUT_IS_OFFERED
    told.goes_on().bets(4, "10.00").deals("7s 9d")


def test_md_5_b_2_cards_shuffled_by_hand_are_cut() -> None:
    told = before_the_shuffle().goes_on()
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.seat) == ("offer_cut", 4)
    assert told.refuses(DEALER, c.ReinsertCoverCard(78)).why is Refusal.NOT_THE_NEXT_STEP


@pytest.mark.parametrize(
    ("cut", "least"), [({}, 78), ({"machine_cover_card": "1/3 stack"}, 104), ({"machine_cover_card": "90 cards"}, 90)]
)
def test_reading_md_7_the_dealer_puts_the_cover_card_into_cards_from_a_shuffler(
    cut: dict[str, str], least: int
) -> None:
    told = before_the_shuffle(BATCH | {"cut": cut}).goes_on("shuffling")
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by) == ("insert_cover_card", ("dealer",))
    assert told.refuses(DEALER, c.ReinsertCoverCard(least - 1)).why is Refusal.COVER_CARD_IS_TOO_DEEP
    told.does(DEALER, c.ReinsertCoverCard(least))
    assert told.happened(CoverCardReinserted) == [CoverCardReinserted(least)]


def test_md_5_k_a_device_that_reshuffles_itself_knows_no_cut_and_no_cover_card() -> None:
    told = before_the_shuffle(CONTINUOUS)
    told.does(SHOE, c.ConfirmStep("machine_shuffle"))
    assert told.table.phase == "loading"
    refused = told.refuses(FLOOR, c.OrderRecut("it looked odd"))
    assert refused.why is Refusal.NO_RECUT_HERE
    told.goes_on().bets(4, "10.00").deals("7s")
    assert told.refuses(SHOE, c.MeetCoverCard()).why is Refusal.NO_COVER_CARD


def test_md_5_k_a_device_that_reshuffles_itself_keeps_its_cards_when_the_table_is_idle() -> None:
    told = Told.at("maryland", CONTINUOUS)
    assert told.refuses(FLOOR, c.DeclareIdle()).why is Refusal.NOT_NOW
    assert Told.at("maryland").does(DEALER, c.DeclareIdle())


def test_md_5_j_a_device_that_reshuffles_itself_takes_the_cards_of_a_round_back() -> None:
    told = Told.at("maryland", CONTINUOUS)
    for _ in range(2):
        for seat in range(1, 7):
            told.bets(seat, "10.00")
        told.deals("7s " * 6 + "8d").ends()
    assert told.table.cards.in_shoe == 312
    by_hand = Told.at("maryland").bets(1, "10.00").deals("7s 8d").ends()
    assert by_hand.table.cards.in_shoe == 312 - 3
    assert Card("7s") in by_hand.table.cards.rack
