"""Section 5(h): a table without play lays out its cards, and makes them ready when a player comes."""

import pytest

from tests.seen import seen
from tests.told import CLOCK, DEALER, FLOOR, SHOE, Told, player
from wartable.table import Step, steps
from wartable.table import commands as c
from wartable.table.events import CardsCut, CardsShuffled, ShoeLoaded, StepConfirmed
from wartable.table.refusals import Refusal
from wartable.table.words import Actor

MA = "massachusetts"
BATCH: dict[str, object] = {"shuffler": {"kind": "batch", "stores_securely": True}}
NOT_STORED: dict[str, object] = {"shuffler": {"kind": "batch"}}


def idle(house: dict[str, object] | None = None) -> Told:
    """A table where players have left after a round."""
    told = Told.at(MA, house).bets(4, "10.00").deals("Ks 2d").ends()
    told.does(player("seat 4"), c.Leave(4))
    told.does(FLOOR, c.DeclareIdle())
    told.goes_on("idle")
    told.events.clear()
    return told


def prompt(told: Told) -> Step:
    return steps(told.table)[0]


def confirmed(told: Told) -> list[str]:
    return [event.step for event in told.happened(StepConfirmed)]


@pytest.mark.parametrize("by", [DEALER, FLOOR, CLOCK])
def test_ma_5_h_1_the_shoe_and_the_rack_are_emptied_and_the_cards_spread(by: Actor) -> None:
    told = Told.at(MA).bets(4, "10.00").deals("Ks 2d").ends()
    assert seen(told.table, "dealer").shoe.rack == 3
    if by is DEALER:
        told.does(DEALER, c.Leave(4))
    told.does(by, c.DeclareIdle())
    assert (prompt(told).step, prompt(told).clauses) == ("remove_cards", ("MA-5-h.1",))
    assert told.refuses(DEALER, c.ConfirmStep("spread_idle")).why is Refusal.NOT_THE_NEXT_STEP
    told.does(DEALER, c.ConfirmStep("remove_cards"))
    assert (told.table.cards.in_shoe, seen(told.table, "dealer").shoe.rack) == (0, 0)
    assert (prompt(told).step, prompt(told).clauses) == ("spread_idle", ("MA-5-h.1",))
    told.does(DEALER, c.ConfirmStep("spread_idle"))


def test_ma_5_h_1_a_table_with_a_wager_on_it_is_not_idle() -> None:
    told = Told.at(MA).bets(4, "10.00")
    refused = told.refuses(FLOOR, c.DeclareIdle())
    assert (refused.why, refused.clauses) == (Refusal.NOT_NOW, ("MA-5-h.1",))


@pytest.mark.parametrize(
    ("spread", "waking"),
    [("face_down", ["look", "wash", "stack"]), ("face_up", ["look", "turn_down", "wash", "stack"])],
)
def test_ma_5_h_1_idle_cards_lie_either_side_up(spread: str, waking: list[str]) -> None:
    told = idle({"idle": {"spread": spread}}).sits(2).goes_on("waking")
    assert confirmed(told) == waking


def test_ma_5_h_2_the_first_player_to_come_sees_the_cards_before_they_are_stacked() -> None:
    told = idle()
    assert told.table.phase == "idle"
    told.sits(2, "Ann")
    assert (prompt(told).step, "MA-5-h.2" in prompt(told).clauses) == ("look", True)
    assert told.refuses(DEALER, c.ConfirmStep("stack")).why is Refusal.NOT_THE_NEXT_STEP
    assert told.refuses(player("Bob"), c.ConfirmStep("look")).why is Refusal.NOT_YOURS
    told.does(player("Ann"), c.ConfirmStep("look"))
    assert told.refuses(DEALER, c.LoadShoe()).why is Refusal.NOT_NOW


def test_ma_5_h_1_without_a_shuffler_idle_cards_are_washed_stacked_shuffled_and_cut() -> None:
    told = idle().sits(2).goes_on("waking")
    assert confirmed(told) == ["look", "wash", "stack"]
    assert told.table.phase == "shuffling"
    assert told.refuses(DEALER, c.CutCards(100)).why is Refusal.NOT_NOW
    told.goes_on("shuffling")
    assert {"riffle", "turn", "strip"} <= set(told.happened(CardsShuffled)[0].steps)
    told.does(player("seat 2"), c.CutCards(100))
    assert told.happened(CardsCut) == [CardsCut(2, 100, patron="seat 2")]


def test_ma_5_h_2_1_with_a_shuffler_the_idle_batch_goes_in_and_the_other_comes_out() -> None:
    told = idle(BATCH).sits(2)
    while prompt(told).step != "swap_batches":
        told.does(DEALER, c.ConfirmStep(prompt(told).step))
    assert confirmed(told) == ["look", "stack"]
    assert (prompt(told).by, "MA-5-h-2.1" in prompt(told).clauses) == (("dealer",), True)
    for other in (FLOOR, SHOE, player("seat 2")):
        assert told.refuses(other, c.ConfirmStep("swap_batches")).why is Refusal.NOT_YOURS
    told.does(DEALER, c.ConfirmStep("swap_batches"))
    assert told.table.cards.batch == 1


def test_ma_5_h_2_2_the_batch_from_the_shuffler_is_cut_and_dealt_without_another_shuffle() -> None:
    told = idle(BATCH).sits(2).goes_on("waking")
    assert told.table.phase == "cutting"
    told.does(player("seat 2"), c.CutCards(100))
    told.goes_on("cutting", "loading", "betting")
    assert told.happened(CardsShuffled) == [CardsShuffled(0, ("machine_shuffle",))]
    assert told.happened(ShoeLoaded) == [ShoeLoaded(1, 312)]


def test_ma_5_h_2_2_a_player_may_ask_that_the_batch_be_shuffled_again() -> None:
    told = idle(BATCH)
    assert told.refuses(player("seat 2"), c.AskForShuffle()).why is Refusal.NOT_NOW
    told.sits(2)
    assert told.refuses(player("Bob"), c.AskForShuffle()).why is Refusal.NOT_YOURS
    assert told.refuses(DEALER, c.AskForShuffle()).why is Refusal.NOT_YOURS
    told.does(player("seat 2"), c.AskForShuffle())
    told.goes_on("waking")
    assert (told.table.phase, prompt(told).step) == ("shuffling", "machine_shuffle")
    assert told.refuses(player("seat 2"), c.CutCards(100)).why is Refusal.NOT_NOW
    told.goes_on("shuffling")
    assert told.happened(CardsShuffled)[-1] == CardsShuffled(1, ("machine_shuffle",))


def test_ma_5_h_2_2_without_a_shuffler_there_is_no_batch_to_ask_about() -> None:
    told = idle().sits(2)
    refused = told.refuses(player("seat 2"), c.AskForShuffle())
    assert refused.why is Refusal.NOT_NOW
    assert "MA-5-h-2.2" in refused.clauses


def test_ma_5_h_2_i_without_a_secure_store_the_batch_is_spread_and_shuffled_again() -> None:
    told = idle(NOT_STORED).sits(2).goes_on("waking")
    after = confirmed(told)[confirmed(told).index("swap_batches") :]
    assert [step for step in after if step != "machine_shuffle"] == [
        "swap_batches",
        "spread",
        "look",
        "turn_down",
        "stack",
    ]
    assert (told.table.phase, prompt(told).step) == ("shuffling", "machine_shuffle")


def test_ma_5_h_2_ii_a_batch_that_was_not_released_is_spread_and_shuffled_again() -> None:
    told = idle(BATCH).sits(2)
    while told.table.todo[0][0] != "release_batch":
        told.does(DEALER, c.ConfirmStep(told.table.todo[0][0]))
    asked = next(step for step in steps(told.table) if step.step == "release_batch")
    assert "MA-5-h-2-ii" in asked.clauses
    told.does(DEALER, c.RefuseBatch())
    told.goes_on("waking", "shuffling")
    assert CardsShuffled(1, ("machine_shuffle",)) in told.happened(CardsShuffled)
