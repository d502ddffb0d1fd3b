"""Wisconsin (e)(7): a table without play lays its cards out, and makes them ready again when a player comes."""

from typing import Any

import pytest

from tests.seen import seen
from tests.told import CLOCK, DEALER, FLOOR, SHOE, Told, player
from wartable.table import Refusal, Step, steps
from wartable.table import commands as c
from wartable.table import events as e

BATCHES: dict[str, Any] = {"shuffler": {"kind": "batch", "stores_securely": True}}
NOT_STORED: dict[str, Any] = {"shuffler": {"kind": "batch"}}
FACE_UP: dict[str, Any] = {"idle": {"spread": "face_up"}}


def idle(house: dict[str, Any] | None = None) -> Told:
    """A table that has been played at, is empty now, and lies spread."""
    told = Told.at("wisconsin", house).bets(1, "10.00").deals("Kc 2d").ends()
    told.does(player("seat 1"), c.Leave(1))
    told.does(CLOCK, c.DeclareIdle())
    return told.goes_on("idle")


def awake(house: dict[str, Any] | None = None) -> Told:
    """The same table when Ann has come to it."""
    return idle(house).sits(4, "Ann")


def wakes(told: Told) -> list[Step]:
    """Every prompt until the idle cards are ready, each of them done."""
    prompts = []
    while told.table.phase == "waking":
        prompt = next(step for step in steps(told.table) if not step.beside)
        prompts.append(prompt)
        told.does(DEALER, c.ConfirmStep(prompt.step))
    return prompts


@pytest.mark.parametrize("house", [{}, FACE_UP, BATCHES])
def test_wi_e_7_1_the_cards_of_an_idle_table_leave_shoe_and_rack_and_are_spread(house: dict[str, Any]) -> None:
    told = Told.at("wisconsin", house).bets(1, "10.00").deals("Kc 2d").ends()
    told.does(player("seat 1"), c.Leave(1))
    told.does(FLOOR, c.DeclareIdle())
    prompts = []
    while told.table.todo:
        (prompt,) = steps(told.table)
        prompts.append((prompt.step, prompt.by, prompt.clauses))
        told.does(DEALER, c.ConfirmStep(prompt.step))
    assert prompts == [("remove_cards", ("dealer",), ("WI-e-7.1",)), ("spread_idle", ("dealer",), ("WI-e-7.1",))]
    assert (told.table.cards.in_shoe, seen(told.table, "dealer").shoe.rack) == (0, 0)


def test_wi_e_7_1_a_table_with_a_wager_on_it_is_not_idle() -> None:
    told = Told.at("wisconsin").bets(1, "10.00")
    busy = told.refuses(CLOCK, c.DeclareIdle())
    assert (busy.why, busy.clauses) == (Refusal.NOT_NOW, ("WI-e-7.1",))


@pytest.mark.parametrize("house", [{}, BATCHES])
def test_wi_e_7_2_cards_spread_face_down_are_turned_up_when_a_player_comes(house: dict[str, Any]) -> None:
    told = idle(house)
    assert steps(told.table) == ()
    told.sits(4, "Ann")
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.clauses) == ("turn_up", ("WI-e-7.2",))
    unseen = told.refuses(DEALER, c.ConfirmStep("look"))
    assert (unseen.why, unseen.clauses) == (Refusal.NOT_THE_NEXT_STEP, ("WI-e-7.2",))


@pytest.mark.parametrize("house", [FACE_UP, {**FACE_UP, **BATCHES}])
def test_wi_e_7_2_cards_spread_face_up_are_shown_as_they_lie(house: dict[str, Any]) -> None:
    told = awake(house)
    (prompt,) = steps(told.table)
    assert prompt.step == "look"


@pytest.mark.parametrize("house", [{}, BATCHES])
def test_wi_e_7_3_the_cards_go_face_down_when_the_first_player_has_looked(house: dict[str, Any]) -> None:
    told = awake(house)
    told.does(DEALER, c.ConfirmStep("turn_up"))
    too_soon = told.refuses(DEALER, c.ConfirmStep("turn_down"))
    assert too_soon.why == Refusal.NOT_THE_NEXT_STEP
    assert "WI-e-7.3" in too_soon.clauses
    assert told.refuses(player("Bob"), c.ConfirmStep("look")).why == Refusal.NOT_YOURS
    told.does(player("Ann"), c.ConfirmStep("look"))
    (prompt,) = steps(told.table)
    assert prompt.step == "turn_down"
    assert "WI-e-7.3" in prompt.clauses


def test_wi_e_7_i_without_a_shuffler_the_cards_are_washed_stacked_shuffled_and_cut() -> None:
    told = awake()
    prompts = wakes(told)
    assert [prompt.step for prompt in prompts] == ["turn_up", "look", "turn_down", "wash", "stack"]
    assert all("WI-e-7-i" in prompt.clauses for prompt in prompts[-2:])
    assert told.events[-1] == e.ShuffleBegun("idle")
    told.goes_on("shuffling")
    assert told.happened(e.CardsShuffled)[-1].steps == ("shuffle", "stack")
    assert (steps(told.table)[0].step, steps(told.table)[0].seat) == ("offer_cut", 4)


def test_wi_e_7_ii_1_with_a_shuffler_the_idle_batch_goes_in_and_the_other_comes_out() -> None:
    told = awake(BATCHES)
    prompts = wakes(told)
    assert [prompt.step for prompt in prompts][-3:] == ["stack", "swap_batches", "release_batch"]
    assert all("WI-e-7-ii.1" in prompt.clauses for prompt in prompts[-3:-1])
    assert e.StepConfirmed("swap_batches", "dealer", 0) in told.events
    assert steps(told.table)[-1].says.startswith("Red batch: let the shuffler shuffle")
    assert told.table.cards.batch == 1


def test_wi_e_7_ii_2_the_batch_from_the_shuffler_is_cut_and_dealt_without_another_shuffle() -> None:
    told = awake(BATCHES)
    assert "WI-e-7-ii.2" in wakes(told)[-1].clauses
    assert told.happened(e.CardsShuffled) == [e.CardsShuffled(batch, ("machine_shuffle",)) for batch in (0, 1)]
    told.does(player("Ann"), c.CutCards(100))
    told.goes_on().bets(4, "10.00").deals("Kc 2d").ends()
    assert [loaded.batch for loaded in told.happened(e.ShoeLoaded)] == [0, 1]
    assert told.net(4) == "10.00"


def test_wi_e_7_ii_2_a_player_who_asks_has_that_batch_shuffled_first() -> None:
    told = awake(BATCHES)
    for nobody_there in (player("Bob"), DEALER, FLOOR, SHOE):
        assert told.refuses(nobody_there, c.AskForShuffle()).why == Refusal.NOT_YOURS
    assert told.does(player("Ann"), c.AskForShuffle()) == (e.ShuffleAskedFor("Ann"),)
    asked = [prompt.step for prompt in wakes(told)]
    assert asked[asked.index("swap_batches") :] == ["swap_batches", "spread", "look", "turn_down", "stack"]
    assert (told.table.phase, told.events[-1]) == ("shuffling", e.ShuffleBegun("idle"))
    told.goes_on("shuffling")
    assert told.happened(e.CardsShuffled)[-1] == e.CardsShuffled(1, ("machine_shuffle",))


def test_wi_e_7_ii_a_without_a_secure_store_the_batch_is_spread_and_shuffled_again() -> None:
    told = awake(NOT_STORED)
    shown = [prompt.step for prompt in wakes(told)]
    assert shown[shown.index("swap_batches") :] == ["swap_batches", "spread", "look", "turn_down", "stack"]
    assert steps(told.table)[0].step == "machine_shuffle"


def test_wi_e_7_ii_b_a_batch_that_was_not_released_is_spread_and_shuffled_again() -> None:
    told = awake(BATCHES)
    assert told.refuses(DEALER, c.RefuseBatch()).why is Refusal.NOT_THE_NEXT_STEP
    while told.table.todo[0][0] != "release_batch":
        told.does(DEALER, c.ConfirmStep(told.table.todo[0][0]))
    assert told.does(FLOOR, c.RefuseBatch()) == (e.BatchRefused(1, "floor"),)
    assert [prompt.step for prompt in wakes(told)] == ["spread", "look", "turn_down", "stack"]
    told.goes_on("shuffling")
    assert told.happened(e.CardsShuffled)[-1] == e.CardsShuffled(1, ("machine_shuffle",))


def test_wi_e_7_ii_2_a_player_may_ask_until_the_release_is_confirmed() -> None:
    told = awake(BATCHES)
    while told.table.todo[0][0] != "release_batch":
        told.does(DEALER, c.ConfirmStep(told.table.todo[0][0]))
    told.does(player("Ann"), c.AskForShuffle())
    assert told.table.todo == (("spread", 1), ("look", 1), ("turn_down", 1), ("stack", 1))


def test_wi_e_7_ii_2_a_player_may_still_ask_when_only_the_exchange_is_left() -> None:
    told = awake(BATCHES)
    while told.table.todo[0][0] != "swap_batches":
        told.does(DEALER, c.ConfirmStep(told.table.todo[0][0]))
    assert told.does(player("Ann"), c.AskForShuffle()) == (e.ShuffleAskedFor("Ann"),)
    assert told.refuses(player("Ann"), c.AskForShuffle()).why == Refusal.NOT_NOW
    shown = [prompt.step for prompt in wakes(told)]
    assert shown == ["swap_batches", "spread", "look", "turn_down", "stack"]


def test_wi_e_7_ii_2_there_is_nothing_to_ask_for_where_the_dealer_shuffles_anyway() -> None:
    refused = awake().refuses(player("Ann"), c.AskForShuffle())
    assert refused.why == Refusal.NOT_NOW
    assert "WI-e-7-ii.2" in refused.clauses
