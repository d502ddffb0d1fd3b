"""Every card has its place: one batch in shoe and rack, the other in the shuffler, and none is forgotten."""

from typing import Any

import pytest

from tests.told import CLOCK, DEALER, FLOOR, Told, done
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.stock import new_stock, stock_of

BATCH: dict[str, Any] = {"shuffler": {"kind": "batch"}}
ONE_BATCH_IN_THE_RACK = {
    "wisconsin": "WI-b-4-vi",
    "maryland": "MD-3-B-5",
    "massachusetts": "MA-2-d-6",
    "california": "CA-deck-3e",
}
SHUFFLERS = pytest.mark.parametrize(
    "rulebook",
    ONE_BATCH_IN_THE_RACK,
    ids=[clause.lower().replace("-", "_") for clause in ONE_BATCH_IN_THE_RACK.values()],
)
BOTH = [("remove_cards", 0), ("count_cards", 0), ("clear_shuffler", 1), ("count_cards", 1)]


def played(rulebook: str, house: dict[str, Any] | None = None) -> Told:
    """A table after a round: one batch in shoe and rack, the other in the shuffler."""
    told = Told.at(rulebook, ({} if rulebook == "california" else BATCH) if house is None else house)
    if told.table.phase == "banking":
        told.banks(8, "500.00")
    told.goes_on("betting").bets(1, "10.00").deals("9s 2d").ends()
    return told.sits(2) if not told.table.boxes[1].patron else told


def taken_in(told: Told) -> list[tuple[str, int]]:
    """The steps at the old cards, each as it was prompted and confirmed."""
    seen = []
    while told.table.todo and told.table.todo[0][0] in ("remove_cards", "clear_shuffler", "count_cards"):
        prompt = steps(told.table)[0]
        assert (prompt.step, prompt.batch or 0) == told.table.todo[0]
        seen.append(told.table.todo[0])
        told.does(FLOOR if prompt.by == ("floor",) else DEALER, c.ConfirmStep(prompt.step))
    return seen


# Taking the cards in


@SHUFFLERS
def test_old_decks_leave_shoe_rack_and_shuffler_before_new_ones_come(rulebook: str) -> None:
    told = played(rulebook)
    told.does(CLOCK, c.CallDeckChange())
    told.does(FLOOR, c.ChangeDecks())
    assert [batch.place for batch in stock_of(told.table).batches] == ["shoe", "shuffler"]
    assert told.refuses(DEALER, done(told, "receive")).why is Refusal.NOT_THE_NEXT_STEP
    assert taken_in(told) == BOTH
    assert stock_of(told.table) == new_stock(told.table.rules)
    assert (told.table.phase, steps(told.table)[0].step) == ("opening", "receive")


@SHUFFLERS
def test_the_batch_in_the_shuffler_is_taken_out_by_its_colour_and_clause(rulebook: str) -> None:
    told = played(rulebook)
    told.does(FLOOR, c.ChangeDecks())
    for by, step in ((DEALER, "remove_cards"), (FLOOR, "count_cards")):
        told.does(by, c.ConfirmStep(step))
    prompt = steps(told.table)[0]
    assert ONE_BATCH_IN_THE_RACK[rulebook] in prompt.clauses
    assert prompt.says.startswith(told.table.rules.colour_of(1).capitalize())
    assert "out of the shuffler" in prompt.says


@SHUFFLERS
def test_the_second_batch_in_play_is_the_first_to_leave(rulebook: str) -> None:
    told = played(rulebook)
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on("shuffling")
    if told.table.phase == "cutting" and told.table.cut.offer:
        told.does(DEALER, c.CutCards(100))
    told.goes_on("cutting", "loading").does(FLOOR, c.ChangeDecks())
    assert taken_in(told) == [(step, 1 - batch) for step, batch in BOTH]
    assert (told.table.cards.batch, stock_of(told.table)) == (0, new_stock(told.table.rules))
    told.goes_on("opening", "shuffling")
    assert (told.table.phase, told.table.cards.batch) == ("cutting", 0)


@pytest.mark.parametrize("rulebook", ["wisconsin", "maryland", "massachusetts", "washington"])
def test_wi_d_5_md_3_c_one_batch_is_taken_out_and_counted_too(rulebook: str) -> None:
    told = played(rulebook, {})
    told.does(FLOOR, c.ChangeDecks())
    assert taken_in(told) == BOTH[:2]
    assert steps(told.table)[0].step == "receive"


def test_wi_d_5_a_change_of_decks_at_an_idle_table_skips_no_step_that_is_due() -> None:
    told = Told.at("wisconsin", BATCH).sits(1)
    told.does(DEALER, c.Leave(1))
    assert told.table.todo[0] == ("remove_cards", 0)
    told.does(FLOOR, c.ChangeDecks())
    assert taken_in(told) == BOTH


@SHUFFLERS
def test_a_table_closes_only_when_both_batches_are_counted(rulebook: str) -> None:
    told = played(rulebook)
    told.does(FLOOR, c.CloseTable())
    assert taken_in(told) == BOTH
    assert told.table.phase == "closed"


def test_wi_b_4_vi_a_batch_that_the_shuffler_does_not_hold_is_taken_out_from_the_table() -> None:
    told = played("wisconsin")
    told.does(DEALER, c.ReportJam())
    told.does(DEALER, c.ConfirmStep("empty_device"))
    told.does(FLOOR, c.CloseTable())
    assert taken_in(told) == [("remove_cards", 0), ("count_cards", 0), ("remove_cards", 1), ("count_cards", 1)]


def test_wi_d_5_a_table_that_closes_between_two_deliveries_takes_in_what_is_there() -> None:
    told = played("wisconsin")
    told.does(FLOOR, c.ChangeDecks())
    told.does(DEALER, c.ConfirmStep("remove_cards"))
    told.does(FLOOR, c.ConfirmStep("count_cards"))
    told.does(FLOOR, c.CloseTable())
    assert taken_in(told) == BOTH[2:]
    told = Told.closed("wisconsin", BATCH)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.does(FLOOR, c.CloseTable())
    assert taken_in(told) == BOTH[:2], "before any delivery the dealer looks at the bare table"


def test_a_log_of_an_earlier_release_goes_on_from_the_new_decks() -> None:
    told = played("wisconsin", {})
    told.hears(e.DecksChanged())
    told.hears(e.StepConfirmed("receive", "dealer", 0))
    assert told.table.todo[0] == ("inspect", 0)


# A shuffler that is not in use


def without_a_shuffler(rulebook: str) -> Told:
    """A table with two batches whose shuffler failed and is covered."""
    told = played(rulebook)
    told.does(DEALER, c.ReportDeviceFailure())
    told.does(DEALER, c.CoverDevice("covered"))
    return told


def woken(rulebook: str, until: str) -> Told:
    """An idle table at which a player sits, and this step of its cards is due."""
    told = played(rulebook)
    told.does(FLOOR, c.DeclareIdle())
    told.goes_on("idle")
    while told.table.todo[0][0] != until:
        step = told.table.todo[0][0]
        told.does(FLOOR if step == "verify" else DEALER, c.ConfirmStep(step))
    return told


def confirmed(told: Told, batch: int) -> list[str]:
    return [event.step for event in told.happened(e.StepConfirmed) if event.batch == batch]


NO_SHUFFLER = pytest.mark.parametrize(
    "rulebook", ["wisconsin", "massachusetts", "maryland"], ids=["wi_e_7_i", "ma_5_h_1", "md_5_i_3"]
)


@NO_SHUFFLER
def test_the_idle_batch_that_was_seen_and_washed_is_the_one_that_is_shuffled_and_cut(rulebook: str) -> None:
    told = without_a_shuffler(rulebook)
    told.does(FLOOR, c.DeclareIdle())
    before = len(told.events)
    told.goes_on("idle", "waking", "shuffling")
    told.events = told.events[before:]
    assert confirmed(told, 1) == []
    assert [step for step in confirmed(told, 0) if step in ("look", "wash")] == ["look", "wash"]
    assert [event.batch for event in told.happened(e.CardsShuffled)] == [0]
    told.does(DEALER, c.CutCards(100))
    told.goes_on("cutting", "loading")
    assert [event.batch for event in told.happened(e.ShoeLoaded)] == [0]
    assert stock_of(told.table).turn == 1, "the other batch fills the shoe after that"


@pytest.mark.parametrize("rulebook", ["wisconsin", "massachusetts"], ids=["wi_e_7_i", "ma_5_h_1"])
@pytest.mark.parametrize("waits_for", ["look", "swap_batches"])
def test_an_idle_batch_whose_shuffler_fails_is_washed_before_the_dealer_shuffles_it(
    rulebook: str, waits_for: str
) -> None:
    told = woken(rulebook, waits_for)
    told.does(DEALER, c.ReportDeviceFailure())
    told.does(DEALER, c.CoverDevice("covered"))
    assert told.table.todo[-2:] == (("wash", 0), ("stack", 0))
    told.goes_on("waking", "shuffling")
    assert confirmed(told, 0).count("wash") == 1
    assert (told.table.phase, told.table.cards.batch) == ("cutting", 0)


def test_md_5_i_3_an_idle_batch_that_was_washed_goes_to_the_dealers_shuffle_at_once() -> None:
    told = woken("maryland", "swap_batches")
    assert told.does(DEALER, c.ReportDeviceFailure())[-1] == e.ShuffleBegun("idle")
    told.does(DEALER, c.CoverDevice("sign"))
    told.goes_on("shuffling")
    assert (told.table.phase, told.table.cards.batch) == ("cutting", 0)


def test_wi_e_7_ii_1_a_batch_that_was_taken_out_is_washed_and_dealt_though_the_shuffler_fails_then() -> None:
    told = woken("wisconsin", "swap_batches")
    told.does(DEALER, c.ConfirmStep("swap_batches"))
    due = told.table.todo
    told.does(DEALER, c.ReportDeviceFailure())
    assert (told.table.todo, told.table.cards.batch) == ((*due[:-1], ("wash", 1), due[-1]), 1)


@pytest.mark.parametrize("rulebook", ["wisconsin", "massachusetts"], ids=["wi_d_3_1", "ma_4_c_1"])
def test_new_decks_without_a_shuffler_in_use_are_washed_batch_by_batch(rulebook: str) -> None:
    told = without_a_shuffler(rulebook)
    told.does(FLOOR, c.ChangeDecks())
    assert [batch for step, batch in told.table.todo if step == "wash"] == [0, 1]
    told.goes_on("opening")
    assert confirmed(told, 0).count("wash") == confirmed(told, 1).count("wash") == 1


def test_ca_deck_3d_the_batches_take_turns_where_no_dealer_shuffles() -> None:
    told = without_a_shuffler("california")
    told.does(FLOOR, c.DeclareIdle())
    told.goes_on("idle", "waking")
    assert stock_of(told.table).turn == 1
