"""Confirmations with evidence: the console fills nothing in, and every verdict can be no."""

from typing import Literal

import pytest

from tests.seen import seen
from tests.side_bets.houses import progressive, wheel
from tests.told import DEALER, FLOOR, Told
from wartable.live.wire.console import ConsoleStep
from wartable.live.wire.roles import needs_two_keys
from wartable.rulebook import Ruling
from wartable.table import commands as c

CHECKS: tuple[Literal["verify_hand", "check_light"], ...] = ("verify_hand", "check_light")


def counting() -> Told:
    told = Told.at("maryland", progressive() | wheel()).bets_on("progressive", 1, 3).bets_on("bonus_spin", 3)
    told.does(DEALER, c.CallNoMoreBets())
    return told


def waiting() -> Told:
    told = Told.at("maryland", progressive(internal_control="control 7")).bets_on("progressive", 1)
    return told.closes().deals("7s 7d").surrenders(1)


def console_step(told: Told) -> ConsoleStep:
    console = seen(told.table, "dealer").console
    assert console is not None
    return console.steps[0]


def test_md_8_d_1_b_the_console_asks_for_the_counts_and_never_shows_the_systems() -> None:
    told = counting()
    felt, step = seen(told.table, "dealer"), console_step(told)
    assert (felt.steps[0].command, step.needs, step.key) == (None, "counts", "")
    assert [(one.wager, one.word) for one in step.counts] == [
        ("progressive", "progressive"),
        ("bonus_spin", "Bonus Spin"),
    ]
    assert felt.console is not None
    assert {row.lies for row in felt.console.owed} == {"initial 10.00"}


@pytest.mark.parametrize(("done", "says"), [(0, ("It wins", "It does not win")), (1, ("It is lit", "It is not lit"))])
def test_md_9_j_4_the_console_offers_yes_and_no_and_suggests_neither(done: int, says: tuple[str, str]) -> None:
    told = waiting()
    if done:
        told.does(DEALER, c.CheckWin(1, "verify_hand", holds=True))
    felt, step = seen(told.table, "dealer"), console_step(told)
    assert (felt.steps[0].command, step.needs) == (None, "verdict")
    assert tuple(answer.says for answer in step.answers) == says
    assert [answer.command["holds"] for answer in step.answers] == [True, False]


def test_md_9_j_4_b_the_view_says_whether_the_system_has_lit_the_light() -> None:
    (win,) = seen(waiting().table).wins
    assert (win.lit, [step.step for step in win.steps]) == (True, ["verify_hand", "check_light", "validate_win"])


def test_md_9_j_4_c_the_floor_validates_or_refuses_and_neither_is_suggested() -> None:
    told = waiting()
    for check in CHECKS:
        told.does(DEALER, c.CheckWin(1, check, holds=True))
    (step,) = seen(told.table, "floor").steps
    assert (step.step, step.command) == ("validate_win", None)
    assert [answer["valid"] for answer in step.answers] == [True, False]
    assert "control 7" in step.says


@pytest.mark.parametrize(
    ("ruling", "two"),
    [
        ("no_win", True),
        ("return_wager", True),
        ("void", True),
        ("lost", True),
        ("win_stands", False),
        ("recount", False),
    ],
)
def test_what_takes_a_win_or_a_wager_away_takes_two_people(ruling: Ruling, two: bool) -> None:
    assert needs_two_keys(c.Rule(ruling, "why")) is two


def test_md_9_f_1_the_console_lists_the_order_of_the_pick_up() -> None:
    told = Told.at("maryland").bets(1, "10.00").bets(2, "10.00").deals("Kc 4d 9h").settles()
    assert [(hand.seat, hand.cards) for hand in console_step(told).order] == [(2, ("4d",)), (1, ("Kc",)), (0, ("9h",))]


def test_md_10_c_1_the_floor_sees_the_filed_rate_beside_the_rate_in_force() -> None:
    (meter,) = seen(Told.at("maryland", progressive()).table, "floor").meters
    assert (meter.rate, meter.filed) == ("0.20", "0.20")
    told = waiting()
    told.does(DEALER, c.CheckWin(1, "verify_hand", holds=False))
    assert seen(told.table, "floor").call is not None
    told.does(FLOOR, c.Rule("check_again", "look again"))
