"""Section 5(a), (g) and (i): when cards are shuffled, and the five steps of a shuffle by hand."""

from collections.abc import Sequence

import pytest

from tests.told import DEALER, FLOOR, SHOE, Told, player
from wartable.table import Step, steps
from wartable.table import commands as c
from wartable.table.events import CardsCut, CardsShuffled, ShoeLoaded, ShuffleBegun
from wartable.table.refusals import Refusal
from wartable.table.words import Actor

MA = "massachusetts"
BATCH: dict[str, object] = {"shuffler": {"kind": "batch"}}


def before_play(house: dict[str, object] | None = None) -> Told:
    """A table whose new cards are on it, to be shuffled for the first time."""
    told = Told.closed(MA, house)
    told.does(FLOOR, c.OpenTable("Dana"))
    return told.goes_on("opening")


def preshuffled() -> Told:
    """A table whose new decks came shuffled, under a seal."""
    told = Told.closed(MA)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.does(DEALER, c.ReceiveDecks(6, 1, "Card Works", "4711"))
    return told


def after_a_shoe(house: dict[str, object] | None = None) -> Told:
    """A table whose shoe was dealt down to the cut card."""
    told = Told.at(MA, house).bets(1, "10.00").deals("Ks")
    told.meets_cover_card()
    return told.deals("2s").ends()


def prompt(told: Told) -> Step:
    return steps(told.table)[0]


def shuffles(told: Told, done: Sequence[str]) -> Told:
    """The dealer does these steps, one after the other."""
    for step in done:
        told.does(DEALER, c.ConfirmStep(step))
    return told


def test_ma_5_a_1_cards_are_shuffled_before_the_first_round() -> None:
    told = before_play()
    assert told.happened(ShuffleBegun) == [ShuffleBegun("opening")]
    assert told.refuses(DEALER, c.PlaceWager(1, "initial", 1000)).why is Refusal.NOT_NOW
    assert told.refuses(DEALER, c.LoadShoe()).why is Refusal.NOT_NOW


def test_ma_5_a_1_cards_are_shuffled_after_every_shoe() -> None:
    told = after_a_shoe()
    assert told.happened(ShuffleBegun) == [ShuffleBegun("opening"), ShuffleBegun("cover_card")]
    assert told.table.phase == "shuffling"


def test_ma_5_a_2_preshuffled_cards_need_no_first_shuffle_but_are_cut() -> None:
    told = preshuffled()
    assert told.table.phase == "cutting"
    assert told.refuses(DEALER, c.ConfirmStep("riffle")).why is Refusal.NOT_THE_NEXT_STEP
    assert told.refuses(DEALER, c.LoadShoe()).why is Refusal.NOT_NOW
    told.goes_on("cutting", "loading")
    assert not told.happened(CardsShuffled)
    assert len(told.happened(CardsCut)) == 1
    assert told.happened(ShoeLoaded) == [ShoeLoaded(0, 312)]


def test_ma_5_a_2_preshuffled_cards_are_shuffled_after_their_first_shoe() -> None:
    told = preshuffled().goes_on().bets(1, "10.00").deals("Ks")
    told.meets_cover_card()
    told.deals("2s").ends()
    assert (told.table.phase, prompt(told).step) == ("shuffling", "plug")


@pytest.mark.parametrize(("house", "step"), [(None, "riffle"), (BATCH, "machine_shuffle")])
def test_ma_5_a_3_cards_are_shuffled_by_hand_or_by_the_device(house: dict[str, object] | None, step: str) -> None:
    told = before_play(house)
    assert prompt(told).step == step
    other = {"riffle": "machine_shuffle", "machine_shuffle": "riffle"}[step]
    assert told.refuses(DEALER, c.ConfirmStep(other)).why is Refusal.NOT_THE_NEXT_STEP
    told.goes_on("shuffling")
    assert step in told.happened(CardsShuffled)[0].steps


def test_ma_5_a_4_a_shuffle_by_hand_ends_in_one_stack() -> None:
    told = shuffles(before_play(), ["riffle", "riffle", "strip", "turn", "riffle"])
    assert prompt(told).step == "stack"
    assert "MA-5-a.4" in prompt(told).clauses
    assert told.refuses(DEALER, c.CutCards(104)).why is Refusal.NOT_NOW
    shuffles(told, ["stack"])
    assert told.happened(CardsShuffled)[0].steps[-1] == "stack"
    assert told.table.phase == "cutting"


def test_ma_5_a_4_a_device_stacks_the_cards_itself() -> None:
    told = before_play(BATCH)
    assert "MA-5-a.4" in prompt(told).clauses
    told.does(SHOE, c.ConfirmStep("machine_shuffle"))
    told.does(SHOE, c.ConfirmStep("machine_shuffle"))
    assert told.table.phase == "cutting"


def test_ma_5_g_the_cut_card_brings_a_reshuffle_when_the_round_is_over() -> None:
    told = Told.at(MA).bets(1, "10.00").deals("Ks")
    told.meets_cover_card()
    assert told.happened(ShuffleBegun) == [ShuffleBegun("opening")]
    told.deals("2s").ends()
    assert told.happened(ShuffleBegun)[-1] == ShuffleBegun("cover_card")


def test_ma_5_g_without_the_cut_card_the_next_round_comes_from_the_same_shoe() -> None:
    told = Told.at(MA).bets(1, "10.00").deals("Ks 2s").ends().bets(1, "10.00").deals("Kh 2h").ends()
    assert len(told.happened(ShoeLoaded)) == 1
    assert told.table.phase == "betting"


FIVE = ["plug", "riffle", "turn", "riffle", "strip"]


def test_ma_5_i_a_shuffle_by_hand_has_plug_riffle_turn_strip_and_cut() -> None:
    told = shuffles(after_a_shoe(), [*FIVE, "stack"])
    assert told.happened(CardsShuffled)[-1].steps == (*FIVE, "stack")
    told.does(DEALER, c.CutCards(104))
    assert told.happened(CardsCut)[-1] == CardsCut(1, 104, entered=True, patron="seat 1")


@pytest.mark.parametrize(
    ("left_out", "clause"), [("plug", "MA-5-i-1"), ("turn", "MA-5-i-3"), ("strip", "MA-5-i-4"), ("riffle", "MA-5-i-2")]
)
def test_ma_5_i_no_step_is_left_out_of_a_shuffle_by_hand(left_out: str, clause: str) -> None:
    told = shuffles(after_a_shoe(), [step for step in FIVE if step not in {left_out, _needs(left_out)}])
    refused = told.refuses(DEALER, c.ConfirmStep("stack"))
    assert refused.why is Refusal.STEPS_ARE_MISSING
    assert {"MA-5-i", clause} <= set(refused.clauses)
    assert told.refuses(DEALER, c.CutCards(104)).why is Refusal.NOT_NOW


def _needs(step: str) -> str:
    """A strip cannot be made without riffles, so both are left out together."""
    return {"riffle": "strip"}.get(step, "")


def test_ma_5_i_each_missing_step_is_prompted_until_the_shuffle_is_whole() -> None:
    told = shuffles(after_a_shoe(), ["riffle", "riffle"])
    prompted = []
    while told.table.phase == "shuffling":
        prompted.append(prompt(told).step)
        told.does(DEALER, c.ConfirmStep(prompted[-1]))
    assert sorted(prompted) == ["plug", "stack", "strip", "turn"]
    assert prompted[-1] == "stack"


def test_ma_5_i_the_house_is_prompted_in_its_own_order() -> None:
    sequence = ["riffle", "turn", "plug", "riffle", "strip", "strip"]
    told = after_a_shoe({"shuffle": {"sequence": sequence}}).goes_on("shuffling")
    assert told.happened(CardsShuffled)[-1].steps == (*sequence, "stack")


@pytest.mark.parametrize("by", [FLOOR, SHOE, player("seat 1")])
@pytest.mark.parametrize("step", ["plug", "riffle", "turn", "strip", "stack"])
def test_ma_5_i_the_dealer_and_nobody_else_shuffles(by: Actor, step: str) -> None:
    told = shuffles(after_a_shoe(), ["riffle", "riffle"])
    assert told.refuses(by, c.ConfirmStep(step)).why is Refusal.NOT_YOURS


def test_ma_5_i_1_the_plug_comes_first_where_the_house_does_not_say_otherwise() -> None:
    told = after_a_shoe()
    assert (prompt(told).step, prompt(told).clauses) == ("plug", ("MA-5-i-1",))


def test_ma_5_i_1_before_a_shoe_was_dealt_from_there_is_nothing_to_plug() -> None:
    told = before_play()
    assert prompt(told).step == "riffle"
    refused = told.refuses(DEALER, c.ConfirmStep("plug"))
    assert (refused.why, refused.clauses) == (Refusal.NOT_THE_NEXT_STEP, ("MA-5-i-1",))
    shuffles(told, ["riffle", "riffle", "strip", "turn", "stack"])
    assert told.table.phase == "cutting"
    prompted = before_play().goes_on("shuffling").happened(CardsShuffled)[0].steps
    assert prompted == ("riffle", "riffle", "strip", "turn", "riffle", "stack")


@pytest.mark.parametrize(("step", "clause"), [("riffle", "MA-5-i-2"), ("turn", "MA-5-i-3"), ("strip", "MA-5-i-4")])
def test_ma_5_i_2_to_4_each_step_is_prompted_by_its_name_and_clause(step: str, clause: str) -> None:
    told = before_play()
    while prompt(told).step != step:
        told.does(DEALER, c.ConfirmStep(prompt(told).step))
    assert prompt(told).clauses == (clause,)
    assert prompt(told).by == ("dealer",)
    words = {"riffle": "two piles", "turn": "half round and riffle", "strip": "Strip"}
    assert words[step] in prompt(told).says


@pytest.mark.parametrize("before", [[], ["riffle"], ["plug", "riffle", "turn"], ["plug", "turn", "turn"]])
def test_ma_5_i_4_a_strip_waits_for_two_riffles(before: list[str]) -> None:
    told = shuffles(after_a_shoe(), before)
    refused = told.refuses(DEALER, c.ConfirmStep("strip"))
    assert (refused.why, refused.clauses) == (Refusal.STRIP_COMES_LATER, ("MA-5-i-4",))
    shuffles(told, ["riffle", "riffle", "strip"])


def test_ma_5_i_5_the_cut_is_the_last_step_before_the_shoe() -> None:
    told = shuffles(after_a_shoe(), FIVE)
    assert told.refuses(DEALER, c.CutCards(104)).why is Refusal.NOT_NOW
    shuffles(told, ["stack"])
    for step in FIVE:
        assert told.refuses(DEALER, c.ConfirmStep(step)).why is Refusal.NOT_THE_NEXT_STEP
    assert told.refuses(DEALER, c.LoadShoe()).why is Refusal.NOT_NOW
    told.does(DEALER, c.CutCards(104))
    assert told.refuses(DEALER, c.ConfirmStep("riffle")).why is Refusal.NOT_THE_NEXT_STEP
    told.goes_on("cutting")
    assert "MA-5-i-5" in prompt(told).clauses
    told.does(DEALER, c.LoadShoe())
