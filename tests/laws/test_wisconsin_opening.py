"""Wisconsin (d): new cards are checked, shown and turned down before the first shuffle, batch by batch if need be."""

from typing import Any

from tests.told import DEALER, FLOOR, Told, done, player
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e

BATCHES = {"shuffler": {"kind": "batch"}}
BY_HAND = ["receive", "inspect", "verify", "spread", "look", "turn_down", "wash", "stack"]
EACH_BATCH = ["receive", "inspect", "verify", "spread", "look", "turn_down", "stack"]


def opened(house: dict[str, Any] | None = None) -> Told:
    told = Told.closed("wisconsin", house)
    told.does(FLOOR, c.OpenTable("Dana"))
    return told


def before(step: str) -> Told:
    """A table that opens by hand and has come to this step."""
    told = opened().sits(4, "Ann")
    while told.table.todo[0][0] != step:
        due = told.table.todo[0][0]
        told.does(FLOOR if due == "verify" else DEALER, done(told, due))
    return told


def confirmed(told: Told) -> list[tuple[str, int]]:
    return [(step.step, step.batch) for step in told.happened(e.StepConfirmed)]


def test_wi_d_1_1_the_dealer_inspects_the_decks_that_came_to_the_table() -> None:
    told = before("inspect")
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by, prompt.clauses) == ("inspect", ("dealer",), ("WI-d-1.1",))
    skipped = told.refuses(FLOOR, c.ConfirmStep("verify"))
    assert (skipped.why, skipped.clauses) == (Refusal.NOT_THE_NEXT_STEP, ("WI-d-1.1",))
    assert told.refuses(FLOOR, c.ConfirmStep("inspect")).why == Refusal.NOT_YOURS


def test_wi_d_1_2_the_floor_verifies_the_dealers_inspection() -> None:
    told = before("verify")
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by, prompt.clauses) == ("verify", ("floor",), ("WI-d-1.2",))
    dealers_word = told.refuses(DEALER, c.ConfirmStep("verify"))
    assert (dealers_word.why, dealers_word.clauses) == (Refusal.NOT_YOURS, ("WI-d-1.2",))
    assert told.does(FLOOR, c.ConfirmStep("verify")) == (e.StepConfirmed("verify", "floor", 0),)


def test_wi_d_2_verified_cards_are_spread_face_up_for_the_first_player() -> None:
    assert before("verify").refuses(DEALER, c.ConfirmStep("spread")).why == Refusal.NOT_THE_NEXT_STEP
    told = before("spread")
    (prompt,) = steps(told.table)
    assert "face up by suit and in sequence" in prompt.says
    assert "WI-d-2" in prompt.clauses
    told.does(DEALER, c.ConfirmStep("spread"))
    assert told.events[-1] == e.Offered("look", 4, "Ann")
    assert told.refuses(player("Bob"), c.ConfirmStep("look")).why == Refusal.NOT_YOURS
    assert told.does(player("Ann"), c.ConfirmStep("look")) == (
        e.LookAnswered(4, "Ann", looked=True, by="player"),
        e.StepConfirmed("look", "player", 0),
    )


def test_wi_d_3_1_after_the_look_the_cards_are_turned_down_washed_and_stacked() -> None:
    too_soon = before("look").refuses(DEALER, c.ConfirmStep("turn_down"))
    assert too_soon.why == Refusal.NOT_THE_NEXT_STEP
    told = before("turn_down")
    prompts = []
    while told.table.phase == "opening":
        prompts.append(steps(told.table)[0])
        told.does(DEALER, c.ConfirmStep(prompts[-1].step))
    assert [prompt.step for prompt in prompts] == ["turn_down", "wash", "stack"]
    assert all("WI-d-3.1" in prompt.clauses for prompt in prompts)


def test_wi_d_3_2_stacked_cards_are_shuffled_before_anything_else() -> None:
    told = opened().goes_on("opening")
    assert confirmed(told) == [(step, 0) for step in BY_HAND]
    assert told.events[-1] == e.ShuffleBegun("opening")
    (prompt,) = steps(told.table)
    assert prompt.step == "shuffle"
    assert "WI-d-3.2" in prompt.clauses
    assert told.refuses(DEALER, c.CutCards(100)).why == Refusal.NOT_NOW
    assert told.refuses(DEALER, c.LoadShoe()).why == Refusal.NOT_NOW


def test_wi_d_4_1_each_batch_is_spread_apart_from_the_other() -> None:
    told = opened(BATCHES).sits(4, "Ann")
    told.does(DEALER, c.ReceiveDecks(6, 1))
    told.does(DEALER, c.ConfirmStep("inspect"))
    told.does(FLOOR, c.ConfirmStep("verify"))
    (prompt,) = steps(told.table)
    assert prompt.says.startswith("Red batch: spread the cards face up")
    assert "WI-d-4.1" in prompt.clauses
    told.goes_on("opening")
    assert [batch for step, batch in confirmed(told) if step == "spread"] == [0, 1]


def test_wi_d_4_1_the_prompts_name_the_batch_by_the_colour_of_its_backs() -> None:
    house = {"shuffler": {"kind": "batch"}, "cards": {"first_colour": "green", "second_colour": "black"}}
    told = opened(house).sits(4, "Ann")
    says = []
    while told.table.phase == "opening":
        (prompt,) = steps(told.table)
        says += [prompt.says] if prompt.step == "spread" else []
        told.does(FLOOR if prompt.step == "verify" else DEALER, done(told, prompt.step))
    assert [said.split(":")[0] for said in says] == ["Green batch", "Black batch"]


def test_wi_d_4_2_each_batch_is_turned_down_and_stacked_by_itself_without_a_wash() -> None:
    told = opened(BATCHES).sits(4, "Ann")
    asked = set()
    while told.table.phase == "opening":
        (prompt,) = steps(told.table)
        if "WI-d-4.2" in prompt.clauses:
            asked.add(prompt.step)
        told.does(FLOOR if prompt.step == "verify" else DEALER, done(told, prompt.step))
    assert asked == {"look", "turn_down", "stack"}
    assert confirmed(told) == [(step, batch) for batch in (0, 1) for step in EACH_BATCH]
    assert told.refuses(DEALER, c.ConfirmStep("wash")).why == Refusal.NOT_THE_NEXT_STEP
    assert steps(told.table)[0].step == "machine_shuffle"


def test_wi_d_4_2_a_house_may_wash_its_batches_all_the_same() -> None:
    told = opened({**BATCHES, "opening": {"extra_wash": True}}).goes_on("opening")
    assert [batch for step, batch in confirmed(told) if step == "wash"] == [0, 1]
