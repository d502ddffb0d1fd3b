"""A win that the floor lets stand after the dealer's no: the check is made once more, so that the log has a yes."""

import pytest
from msgspec.structs import replace

from tests.laws.test_side_validation import CONTROL, HAND, LIGHT, NO_HAND, NO_LIGHT, VALID, disputed, waiting
from tests.side_bets.houses import progressive
from tests.told import DEALER, FLOOR
from wartable.table import Command, Refusal, steps
from wartable.table import commands as c
from wartable.table.events import FloorRuled, WinChecked
from wartable.table.state import put_stake


@pytest.mark.parametrize(
    ("verdicts", "yes"), [([NO_HAND], HAND), ([HAND, NO_LIGHT], LIGHT)], ids=["MD-9-J-4-a", "MD-9-J-4-b"]
)
def test_md_9_j_4_a_win_that_the_floor_lets_stand_is_verified_before_it_is_paid(
    verdicts: list[Command], yes: c.CheckWin
) -> None:
    told = disputed(*((DEALER, verdict) for verdict in verdicts))
    told.does(FLOOR, c.Rule("win_stands", "the lamp is broken; the system has the wager"))
    (step,) = steps(told.table)
    assert (step.step, step.says.startswith("The floor let the win stand.")) == (yes.check, True)
    assert told.refuses(FLOOR, VALID).why is Refusal.NOT_THE_NEXT_STEP
    told.does(DEALER, replace(yes, holds=False))
    told.does(FLOOR, c.Rule("win_stands", "the floor has looked at it too"))
    told.does(DEALER, yes)
    assert told.finishes().lines(1)["progressive"].paid == 2500
    held = [checked.check for checked in told.happened(WinChecked) if checked.holds]
    assert held == ["verify_hand", "check_light"]


def test_md_9_j_4_b_a_light_that_the_system_did_not_light_holds_on_the_word_of_dealer_and_floor() -> None:
    told = waiting()
    box = put_stake(told.table.boxes[0], "", "progressive", 0)
    told.table = told.table.with_box(box)
    told.does(DEALER, HAND)
    told.does(FLOOR, c.Rule("check_again", "look again"))
    told.does(DEALER, HAND)
    told.does(FLOOR, c.Rule("win_stands", "the system lost the wager"))
    told.does(DEALER, LIGHT)
    assert [step.step for step in steps(told.table)] == ["validate_win"]


def test_md_9_j_4_where_the_floor_may_stay_away_the_repeated_check_pays_the_win() -> None:
    house = progressive(validate="meter_only", internal_control=CONTROL)
    told = disputed((DEALER, HAND), (DEALER, NO_LIGHT), house=house)
    told.does(FLOOR, c.Rule("win_stands", "the lamp is broken"))
    assert "progressive" not in told.lines(1)
    told.does(DEALER, LIGHT)
    assert told.lines(1)["progressive"].paid == 2500


@pytest.mark.parametrize("verdicts", [[NO_HAND], [HAND, NO_LIGHT]], ids=["MD-9-J-4-a", "MD-9-J-4-b"])
def test_in_a_log_of_earlier_releases_the_check_of_a_win_that_stands_is_made(verdicts: list[Command]) -> None:
    told = disputed(*((DEALER, verdict) for verdict in verdicts))
    told.hears(FloorRuled("win_stands", "the lamp is broken"))
    assert [step.step for step in steps(told.table)] == [("check_light", "validate_win")[len(verdicts) - 1]]
    assert told.finishes().lines(1)["progressive"].paid == 2500
