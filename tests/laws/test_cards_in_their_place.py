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
