"""People see what was turned before anything leaves the layout."""

from random import Random

import pytest
from msgspec.structs import replace

from wartable.live.history.mirror import Mirror
from wartable.live.moves.pauses import pause_before, pauses_before
from wartable.live.settings import TableSettings
from wartable.rulebook import load_rulebook, rules_in_force
from wartable.runner import Runner, Shuffled
from wartable.table import events as e
from wartable.table import new_table

MILLISECOND = 1_000
SEEN = 2_600 * MILLISECOND
SETTINGS = TableSettings(table="one", house="washington")


def after_the_deal(rulebook: str) -> Mirror:
    """A table whose cards are all out, with the dealer's card turned last."""
    rules = rules_in_force(load_rulebook(rulebook))
    runner = Runner(new_table(rules), Shuffled(Random(1).shuffle))
    mirror = Mirror(rules)
    for done in (*runner.open(1, "ann"), *runner.round()):
        for event in done.events:
            mirror.take(mirror.version + 1, event, 0, "", b"")
        if done.table.phase == "settling":
            return mirror
    raise AssertionError("no card was dealt")


@pytest.mark.parametrize(("rulebook", "pause"), [("washington", SEEN), ("maryland", 700 * MILLISECOND)])
def test_a_hand_that_leaves_when_it_is_settled_lies_until_all_have_seen_it(rulebook: str, pause: int) -> None:
    mirror = after_the_deal(rulebook)
    assert pause_before("settle_hand", mirror, SETTINGS) == pause
    mirror.note(replace(mirror.round_so_far[-1], event=e.HandSettled(1, "original", "lower")))
    assert pause_before("settle_hand", mirror, SETTINGS) == 700 * MILLISECOND, "the next hands were seen meanwhile"


def test_the_wheel_stays_until_its_last_ring_has_stood_still_for_a_while() -> None:
    mirror = after_the_deal("maryland")
    assert pause_before("settle_side_bets", mirror, SETTINGS) == SEEN
    mirror.note(replace(mirror.round_so_far[-1], event=e.WheelSpun(1, "primary", "150")))
    assert pause_before("settle_side_bets", mirror, SETTINGS) == 5_200 * MILLISECOND


def test_a_table_without_pace_waits_for_no_one() -> None:
    mirror, at_once = after_the_deal("washington"), replace(SETTINGS, pace=0)
    assert pauses_before("settle_hand", SETTINGS)
    assert not pauses_before("settle_hand", at_once)
    assert pause_before("settle_hand", mirror, at_once) == 0
    assert not pauses_before("call_no_more_bets", SETTINGS)
