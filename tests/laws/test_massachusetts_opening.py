"""Section 4: new cards are checked, shown, washed and stacked before they are shuffled."""

import pytest

from tests.told import CLOCK, DEALER, FLOOR, SHOE, Told, done, player
from wartable.table import Step, steps
from wartable.table import commands as c
from wartable.table.events import CardsShuffled, ShuffleBegun, StepConfirmed
from wartable.table.refusals import Refusal

MA = "massachusetts"
BATCH: dict[str, object] = {"shuffler": {"kind": "batch"}}

OPENING = ["receive", "inspect", "verify", "spread", "look", "turn_down", "wash", "stack"]


def opened(house: dict[str, object] | None = None) -> Told:
    """A table that was just opened, its cards still to be received; Ann is there."""
    told = Told.closed(MA, house)
    told.does(FLOOR, c.OpenTable("Dana"))
    return told.sits(4, "Ann")


def prompt(told: Told) -> Step:
    return steps(told.table)[0]


def until(told: Told, step: str) -> Told:
    """The house does its steps until this one is prompted."""
    while prompt(told).step != step:
        does_the_prompted_step(told)
    return told


def does_the_prompted_step(told: Told) -> None:
    by = FLOOR if "floor" in prompt(told).by else DEALER
    told.does(by, done(told, prompt(told).step))


def confirmed(told: Told) -> list[str]:
    return [event.step for event in told.happened(StepConfirmed)]


@pytest.mark.parametrize("decks", [6, 7, 8])
def test_ma_4_a_received_decks_are_checked_and_shown_before_they_are_shuffled(decks: int) -> None:
    told = opened({"decks": decks})
    assert prompt(told).step == "receive"
    assert "MA-4-a" in prompt(told).clauses
    told.goes_on("opening")
    assert confirmed(told) == OPENING
    assert told.table.phase == "shuffling"


def test_ma_4_a_preshuffled_decks_are_received_and_go_straight_to_the_cut() -> None:
    told = opened()
    told.does(DEALER, c.ReceiveDecks(6, 1, "Card Works", "4711"))
    assert confirmed(told) == ["receive"]
    assert told.table.phase == "cutting"


@pytest.mark.parametrize("due", OPENING)
def test_ma_4_no_opening_step_is_done_out_of_its_order(due: str) -> None:
    told = until(opened(), due)
    for other in set(OPENING) - {due}:
        by = FLOOR if other == "verify" else DEALER
        refused = told.refuses(by, done(told, other))
        assert refused.why is Refusal.NOT_THE_NEXT_STEP
        assert refused.clauses == prompt(told).clauses


def test_ma_4_b_the_dealer_inspects_and_the_floorperson_verifies() -> None:
    told = until(opened(), "inspect")
    assert told.refuses(FLOOR, c.ConfirmStep("inspect")).why is Refusal.NOT_YOURS
    told.does(DEALER, c.ConfirmStep("inspect"))
    for other in (DEALER, SHOE, player("Ann")):
        refused = told.refuses(other, c.ConfirmStep("verify"))
        assert refused.why is Refusal.NOT_YOURS
        assert refused.clauses == ("MA-4-b",)
    told.does(FLOOR, c.ConfirmStep("verify"))
    assert told.happened(StepConfirmed)[-1] == StepConfirmed("verify", "floor", 0)


def test_ma_4_b_the_cards_are_spread_by_suit_and_sequence_for_the_first_player_to_see() -> None:
    told = until(opened(), "spread")
    assert "face up by suit and in sequence" in prompt(told).says
    assert "MA-4-b" in prompt(told).clauses
    told.does(DEALER, c.ConfirmStep("spread"))
    assert (prompt(told).step, prompt(told).by) == ("look", ("player", "dealer"))
    assert told.refuses(player("Bob"), c.ConfirmStep("look")).why is Refusal.NOT_YOURS
    told.does(player("Ann"), c.ConfirmStep("look"))
    assert told.happened(StepConfirmed)[-1] == StepConfirmed("look", "player", 0)


@pytest.mark.parametrize("step", ["turn_down", "wash", "stack"])
def test_ma_4_c_1_after_the_look_the_cards_are_turned_down_washed_and_stacked(step: str) -> None:
    told = until(opened(), "look")
    assert told.refuses(DEALER, c.ConfirmStep(step)).why is Refusal.NOT_THE_NEXT_STEP
    until(told, step)
    assert confirmed(told)[4:] == ["look", "turn_down", "wash", "stack"][: len(confirmed(told)) - 4]
    assert "MA-4-c.1" in prompt(told).clauses
    for other in (FLOOR, SHOE, player("Ann")):
        assert told.refuses(other, c.ConfirmStep(step)).why is Refusal.NOT_YOURS


def test_ma_4_c_2_stacked_cards_are_shuffled_next() -> None:
    told = until(opened(), "stack")
    assert told.does(DEALER, c.ConfirmStep("stack"))[-1] == ShuffleBegun("opening")
    assert told.table.phase == "shuffling"
    assert told.refuses(DEALER, c.CutCards(104)).why is Refusal.NOT_NOW
    assert told.refuses(DEALER, c.LoadShoe()).why is Refusal.NOT_NOW


def test_ma_4_d_1_each_batch_is_spread_apart_from_the_other() -> None:
    told = opened(BATCH)
    until(told, "spread")
    assert prompt(told).says.startswith("Red batch: spread the cards face up")
    assert "MA-4-d.1" in prompt(told).clauses
    told.goes_on("opening")
    spread = [event.batch for event in told.happened(StepConfirmed) if event.step == "spread"]
    assert spread == [0, 1]


def test_ma_4_d_2_each_batch_is_stacked_by_itself_and_not_washed() -> None:
    told = opened(BATCH).goes_on("opening")
    by_batch = {
        batch: [event.step for event in told.happened(StepConfirmed) if event.batch == batch] for batch in (0, 1)
    }
    assert by_batch[0] == by_batch[1]
    assert by_batch[0][-2:] == ["look", "stack"]
    assert not {"turn_down", "wash"} & set(by_batch[0])


def test_ma_4_d_2_a_house_may_turn_down_and_wash_its_batches_all_the_same() -> None:
    told = opened({**BATCH, "opening": {"extra_turn_down": True, "extra_wash": True}}).goes_on("opening")
    assert confirmed(told)[-4:] == ["look", "turn_down", "wash", "stack"]
    assert confirmed(told).count("wash") == confirmed(told).count("turn_down") == 2


def test_ma_4_a_changed_decks_are_opened_like_the_first_ones() -> None:
    told = Told.at(MA).sits(1)
    told.does(CLOCK, c.CallDeckChange())
    refused = told.refuses(player("seat 1"), c.PlaceWager(1, "initial", 1000))
    assert (refused.why, refused.clauses) == (Refusal.DECKS_MUST_BE_CHANGED, ("MA-4-a",))
    assert told.refuses(DEALER, c.ChangeDecks()).why is Refusal.NOT_YOURS
    told.does(FLOOR, c.ChangeDecks())
    told.goes_on("opening", "shuffling")
    assert confirmed(told).count("verify") == 2
    assert len(told.happened(CardsShuffled)) == 2


def test_ma_4_a_the_decks_are_counted_and_a_defective_one_is_replaced() -> None:
    told = opened({"decks": 7})
    assert told.refuses(DEALER, c.ReceiveDecks(6, 1)).why is Refusal.DECKS_ARE_MISCOUNTED
    told.does(DEALER, c.ReceiveDecks(7, 1))
    told.does(DEALER, c.ReportDefect("a card is torn"))
    assert (prompt(told).step, prompt(told).clauses) == ("replace_deck", ("MA-4-a",))
    told.does(FLOOR, c.ConfirmStep("replace_deck"))
    assert prompt(told).step == "inspect"


def test_ma_5_a_2_a_seal_in_other_letters_is_the_same_seal() -> None:
    told = Told.closed(MA)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.does(DEALER, c.ReceiveDecks(6, 1, "Card Works", "No. 47A"))
    told.does(FLOOR, c.CloseTable())
    told.goes_on("closing")
    told.does(FLOOR, c.OpenTable("Dana"))
    refused = told.refuses(DEALER, c.ReceiveDecks(6, 1, "card works", "no.47a"))
    assert (refused.why, "MA-5-a.2" in refused.clauses) == (Refusal.SEAL_IS_BROKEN, True)
    told.does(DEALER, c.ReceiveDecks(6, 1, "Card Works", "No. 47B"))
