"""Maryland, Chapter 3 and the shoe of Chapter 8: how many cards there are, where they are, and who touches them."""

from typing import Any

import pytest

from tests.seen import seen
from tests.told import CLOCK, DEALER, FLOOR, SHOE, Told, player
from wartable.cards import Card
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table.events import CardsShuffled, DecksChanged, DecksReceived, ShoeLoaded, ShuffleBegun, StepConfirmed
from wartable.table.words import ROLES, Actor

BATCH: dict[str, Any] = {"shuffler": {"kind": "batch"}}
CONTINUOUS: dict[str, Any] = {"shuffler": {"kind": "continuous"}}


def shoes(told: Told) -> list[tuple[int, int]]:
    """The batch and the number of cards of every shoe."""
    return [(shoe.batch, shoe.cards) for shoe in told.happened(ShoeLoaded)]


def another_shoe(told: Told) -> Told:
    told.does(FLOOR, c.OrderReshuffle())
    return told.goes_on()


def test_md_2_a_1_the_table_has_nine_positions_and_no_tenth() -> None:
    told = Told.at("maryland").sits(1).sits(9)
    assert told.refuses(DEALER, c.Sit(10, "Zoe")).why is Refusal.NO_SUCH_SEAT


# Decks


@pytest.mark.parametrize("decks", [6, 8])
def test_md_3_a_the_decks_hold_one_of_a_card_each_and_no_more(decks: int) -> None:
    told = Told.at("maryland", {"decks": decks})
    for seat in range(1, decks + 1):
        told.bets(seat, "10.00")
    told.deals("7s " * decks)
    refused = told.refuses(SHOE, c.TurnCard(Card("7s")))
    assert refused.why is Refusal.CARD_IS_USED_UP
    assert "MD-3-A" in refused.clauses
    told.deals("7d")


@pytest.mark.parametrize(("house", "cards"), [({}, 312), ({"decks": 7}, 364), ({"decks": 8}, 416)])
def test_reading_md_1_a_shoe_holds_six_decks_unless_the_house_takes_more(house: dict[str, Any], cards: int) -> None:
    assert shoes(Told.at("maryland", house)) == [(0, cards)]


@pytest.mark.parametrize(
    ("house", "cards"), [({}, 312), ({"decks": 8}, 416), ({"decks": 3, "literal_decks": True}, 156)]
)
def test_reading_md_1_each_of_two_batches_is_a_shoe_or_half_a_one_where_read_literally(
    house: dict[str, Any], cards: int
) -> None:
    assert shoes(another_shoe(Told.at("maryland", BATCH | house))) == [(0, cards), (1, cards)]


# Two batches


def test_md_3_b_1_the_decks_lie_in_two_equal_batches() -> None:
    told = another_shoe(Told.at("maryland", BATCH))
    assert shoes(told) == [(0, 312), (1, 312)]


def test_md_3_b_3_the_shuffler_has_one_batch_while_the_other_is_dealt() -> None:
    told = Told.at("maryland", BATCH).bets(1, "10.00").deals("7s 9d").ends()
    told.does(FLOOR, c.OrderReshuffle())
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.batch) == ("clear_rack", 0)
    assert {"MD-3-B-4", "MD-3-B-5"} <= set(prompt.clauses)
    told.goes_on("shuffling", "cutting", "loading").goes_on()
    assert [shuffle.batch for shuffle in told.happened(CardsShuffled)] == [0, 1, 0]
    assert told.table.cards.loaded


def test_md_11_e_1_no_prompt_puts_cards_into_a_shuffler_that_is_covered() -> None:
    told = Told.at("maryland", BATCH).bets(1, "10.00").deals("7s 9d").ends()
    told.does(DEALER, c.ReportDeviceFailure())
    told.does(DEALER, c.CoverDevice("covered"))
    told.does(FLOOR, c.OrderReshuffle())
    (prompt,) = (step for step in steps(told.table) if step.step == "clear_rack")
    assert "shuffler" not in prompt.says
    assert prompt.says.startswith("Red batch: take the cards out of the shoe and the discard rack")


def test_md_3_b_4_each_batch_serves_every_other_shoe() -> None:
    told = Told.at("maryland", BATCH)
    for _ in range(4):
        another_shoe(told)
    assert [batch for batch, _ in shoes(told)] == [0, 1, 0, 1, 0]


def test_md_3_b_5_the_rack_is_bare_before_the_other_batch_comes() -> None:
    told = Told.at("maryland", BATCH).bets(1, "10.00").deals("7s 9d").ends()
    assert seen(told.table, "dealer").shoe.rack == 3
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on("shuffling", "cutting", "loading")
    assert (told.table.cards.batch, seen(told.table, "dealer").shoe.rack) == (1, 0)


def test_md_3_b_2_a_continuous_shuffler_knows_no_two_batches() -> None:
    told = another_shoe(another_shoe(Told.at("maryland", CONTINUOUS)))
    assert {step.batch for step in told.happened(StepConfirmed)} == {0}
    assert shoes(told) == [(0, 312)] * 3
    by_hand = another_shoe(Told.at("maryland"))
    assert shoes(by_hand) == [(0, 312)] * 2  # and neither does a house that files no shuffler


# The change of decks


def test_md_3_c_when_the_day_is_over_the_round_is_finished_and_the_decks_are_changed() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("7s")
    told.does(CLOCK, c.CallDeckChange())
    told.deals("9d").ends()
    refused = told.refuses(DEALER, c.PlaceWager(1, "initial", 1000))
    assert (refused.why, refused.clauses) == (Refusal.DECKS_MUST_BE_CHANGED, ("MD-3-C",))
    prompt = steps(told.table)[0]
    assert (prompt.step, prompt.by, prompt.clauses) == ("change_decks", ("floor",), ("MD-3-C",))
    assert told.refuses(DEALER, c.ChangeDecks()).why is Refusal.NOT_YOURS


def test_md_3_c_new_decks_are_opened_like_the_first_ones_before_anybody_bets() -> None:
    told = Told.at("maryland").sits(1)
    told.does(CLOCK, c.CallDeckChange())
    told.does(FLOOR, c.ChangeDecks())
    assert told.happened(DecksChanged) == [DecksChanged()]
    told.does(DEALER, c.ConfirmStep("remove_cards"))
    told.does(FLOOR, c.ConfirmStep("count_cards"))
    assert steps(told.table)[0].step == "receive"
    told.goes_on("opening", "shuffling").does(DEALER, c.CutCards(100))
    told.goes_on().bets(1, "10.00").deals("7s 9d")


def test_md_3_c_decks_that_are_due_at_an_idle_table_are_changed_before_any_player_is_shown_them() -> None:
    told = Told.at("maryland").sits(1)
    told.does(DEALER, c.Leave(1))
    told.does(CLOCK, c.CallDeckChange())
    prompt = steps(told.table)[0]
    assert (told.table.phase, prompt.step, prompt.by, prompt.clauses) == (
        "idle",
        "change_decks",
        ("floor",),
        ("MD-3-C",),
    )
    told.does(FLOOR, c.ChangeDecks())
    told.goes_on("opening")
    assert [event.step for event in told.happened(StepConfirmed)].count("look") == 2  # one for each delivery
    assert [event.batch for event in told.happened(DecksReceived)] == [0, 0]


@pytest.mark.parametrize("house", [{}, BATCH], ids=["hand", "batch"])
def test_md_3_c_decks_that_are_due_are_changed_after_a_player_came_to_the_idle_table(house: dict[str, Any]) -> None:
    """The old cards are neither shown nor shuffled once more; the player sees the new ones."""
    told = Told.at("maryland", house).sits(1)
    told.does(DEALER, c.Leave(1))
    told.goes_on("idle").does(CLOCK, c.CallDeckChange())
    told.sits(2, "Ann")
    shuffles = len(told.happened(ShuffleBegun))
    prompt = next(step for step in steps(told.table) if not step.beside)
    assert (told.table.phase, prompt.step, prompt.clauses) == ("waking", "change_decks", ("MD-3-C",))
    assert told.refuses(DEALER, c.ChangeDecks()).why is Refusal.NOT_YOURS
    told.does(FLOOR, c.ChangeDecks())
    assert (told.table.phase, len(told.happened(ShuffleBegun))) == ("opening", shuffles)


@pytest.mark.parametrize("house", [{}, BATCH], ids=["hand", "batch"])
def test_md_3_c_decks_that_are_due_after_a_round_are_not_shuffled_once_more(house: dict[str, Any]) -> None:
    told = Told.at("maryland", house).bets(1, "10.00").deals("7s")
    told.does(CLOCK, c.CallDeckChange())
    told.meets_cover_card()
    told.deals("9d").ends()
    shuffles = len(told.happened(ShuffleBegun))
    assert (told.table.phase, steps(told.table)[0].step) == ("betting", "change_decks")
    assert told.refuses(DEALER, c.PlaceWager(1, "initial", 1000)).why is Refusal.DECKS_MUST_BE_CHANGED
    told.does(FLOOR, c.ChangeDecks())
    told.goes_on("opening")
    assert [event.reason for event in told.happened(ShuffleBegun)[shuffles:]] == ["opening"]


# Who touches cards


def test_md_8_a_cards_come_out_of_the_shoe_and_nowhere_else() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("7s")
    for role in ROLES:
        if role != "shoe":
            assert told.refuses(Actor(role, "seat 1"), c.TurnCard(Card("9d"))).why is Refusal.NOT_YOURS
    before = told.table.cards.in_shoe
    told.deals("9d")
    assert told.table.cards.in_shoe == before - 1


def test_md_8_i_players_neither_turn_nor_burn_nor_pick_up_a_card() -> None:
    told = Told.at("maryland").bets(1, "10.00")
    told.does(DEALER, c.TakeOver("Dov"))
    someone = player("seat 1")
    assert told.refuses(someone, c.BurnCard()).why is Refusal.NOT_YOURS
    told.does(DEALER, c.BurnCard())
    told.does(DEALER, c.CallNoMoreBets())
    assert told.refuses(someone, c.TurnCard(Card("7s"))).why is Refusal.NOT_YOURS
    told.deals("7s 9d").settles()
    assert told.refuses(someone, c.PickUpCards()).why is Refusal.NOT_YOURS


def test_md_8_i_players_have_no_hand_in_the_shuffle_and_do_not_load_the_shoe() -> None:
    told = Told.at("maryland").sits(1)
    told.does(FLOOR, c.OrderReshuffle())
    someone = player("seat 1")
    assert told.refuses(someone, c.ConfirmStep("shuffle")).why is Refusal.NOT_YOURS
    told.goes_on("shuffling").does(someone, c.CutCards(100))
    assert told.refuses(someone, c.ReinsertCoverCard(78)).why is Refusal.NOT_YOURS
    told.does(DEALER, c.ReinsertCoverCard(78))
    assert told.refuses(someone, c.LoadShoe()).why is Refusal.NOT_YOURS
