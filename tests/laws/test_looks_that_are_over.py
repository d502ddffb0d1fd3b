"""The first player has looked at new cards, and left: what was waited for is over, and the dealer goes on."""

import pytest

from tests.laws.arrivals import opened
from tests.laws.test_offers import BATCH
from tests.told import DEALER, FLOOR, Told, done, player
from wartable.table import Refusal, Step, steps
from wartable.table import commands as c
from wartable.table import events as e


@pytest.mark.parametrize("answer", [c.ConfirmStep("look"), c.DeclineLook()], ids=["looked", "declined"])
@pytest.mark.parametrize(
    ("rulebook", "clause"), [("maryland", "MD-4-C-3"), ("wisconsin", "WI-d-3.1"), ("massachusetts", "MA-4-c.1")]
)
def test_md_4_c_3_wi_d_3_1_ma_4_c_1_cards_that_were_looked_at_are_stacked_though_the_first_player_has_left(
    rulebook: str, clause: str, answer: c.Command
) -> None:
    told = opened(rulebook).sits(4, "Ann")
    told.does(DEALER, c.ConfirmStep("spread"))
    told.does(player("Ann"), answer)
    told.does(player("Ann"), c.Leave(4))
    made: list[Step] = []
    while told.table.phase == "opening":
        made += steps(told.table)
        told.does(DEALER, c.ConfirmStep(made[-1].step))
    assert [step.step for step in made] == ["turn_down", "wash", "stack"]
    assert clause in made[-1].clauses
    told.goes_on("shuffling")
    assert [step.step for step in steps(told.table)] == ["arrival"]
    assert told.sits(2, "Bob").events[-1] == e.Offered("cut", 2, "Bob")


def test_md_4_e_the_second_batch_waits_for_a_player_of_its_own_after_the_first_player_has_left() -> None:
    told = opened("maryland", BATCH).sits(4, "Ann")
    while told.table.todo[0][1] == 0 and told.table.todo[0][0] != "turn_down":
        told.does(player("Ann") if told.table.offer else DEALER, c.ConfirmStep(told.table.todo[0][0]))
    told.does(player("Ann"), c.Leave(4))
    while [step.step for step in steps(told.table)] != ["arrival"]:
        (step,) = steps(told.table)
        told.does(FLOOR if "floor" in step.by else DEALER, done(told, step.step))
    assert told.table.todo[0] == ("look", 1)


WITHOUT_A_LOOK = ["receive", "inspect", "verify", "spread", "turn_down", "wash", "stack"]


@pytest.mark.parametrize(("rulebook", "which"), [("washington", "steps"), ("california", "batch_steps")])
def test_wa_12_ca_22_where_a_house_has_no_look_new_cards_are_turned_down_only_before_a_player(
    rulebook: str, which: str
) -> None:
    told = opened(rulebook, {"opening": {which: WITHOUT_A_LOOK}})
    told.does(DEALER, c.ConfirmStep("spread"))
    assert [step.step for step in steps(told.table)] == ["arrival"]
    assert told.refuses(DEALER, c.ConfirmStep("turn_down")).why == Refusal.NO_PLAYER_HAS_COME
    told.sits(1, "Ann").does(DEALER, c.ConfirmStep("turn_down"))
    told.does(DEALER, c.Leave(1))
    assert [step.step for step in steps(told.table)] == ["arrival"]


def test_md_5_i_3_idle_cards_that_were_looked_at_are_stacked_though_the_first_player_has_left() -> None:
    """A continuous shuffler, repaired meanwhile, keeps the table from becoming idle again."""
    told = Told.at("maryland", {"shuffler": {"kind": "continuous"}}).sits(1, "Ann")
    told.does(DEALER, c.ReportDeviceFailure())
    told.does(DEALER, c.CoverDevice("covered"))
    told.goes_on("shuffling").does(FLOOR, c.Leave(1))
    told.goes_on("idle").sits(1, "Ann")
    while told.table.todo[0][0] != "turn_down":
        due = steps(told.table)[0]
        staff = FLOOR if due.by == ("floor",) else DEALER
        told.does(player("Ann") if told.table.offer else staff, c.ConfirmStep(due.step))
    told.does(FLOOR, c.RestoreDevice())
    told.does(player("Ann"), c.Leave(1))
    assert [step.step for step in steps(told.table)] == ["turn_down"]
