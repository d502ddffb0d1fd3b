"""The table of wagers: complete, in one order, and true to the schema of the rulebooks."""

from typing import get_args

import pytest

from wartable.rulebook import load_rulebook, rulebook_names
from wartable.rulebook.rules import MeterName
from wartable.rulebook.wagers import CHIPS, LAYOUT, METERS, SIDE, STAKED, WAGERS, Wager, decided_in, stakes_on
from wartable.table.procedures.side_bets import LINES

KEYS = {key for name in set(rulebook_names().values()) for key in load_rulebook(name).values}


def test_every_wager_has_a_row_in_the_order_of_settlement() -> None:
    assert tuple(WAGERS) == get_args(Wager)


def test_every_meter_is_fed_by_a_wager() -> None:
    assert set(METERS) == set(get_args(MeterName))
    assert {f"{meter.key}.{value}" for meter in METERS.values() for value in ("reset", "rate")} <= KEYS


@pytest.mark.parametrize("wager", WAGERS)
def test_a_row_points_at_values_that_rulebooks_have(wager: Wager) -> None:
    row = WAGERS[wager]
    assert {row.offered_by, row.limits.least, row.limits.most} - {""} <= KEYS


def test_an_award_takes_no_stake_and_belongs_to_a_wager_that_does() -> None:
    for wager, row in WAGERS.items():
        assert (row.kind == "award") == (wager not in STAKED)
        assert row.part_of is None or row.part_of in CHIPS
        assert not (row.kind == "award" and row.placed_in)


def test_a_side_bet_has_its_own_settlement_and_stakes_of_the_house() -> None:
    assert set(CHIPS) == {*LAYOUT, *SIDE}
    for wager in SIDE:
        assert wager in LINES
        assert wager not in (*decided_in("original"), *decided_in("war"))


def test_every_wager_is_told_apart_by_its_names() -> None:
    assert len({row.short for row in WAGERS.values()}) == len(WAGERS)
    assert len({row.name for row in WAGERS.values()}) == len(WAGERS)
    assert len({row.heading for row in WAGERS.values()}) == len(WAGERS)


def test_a_key_of_the_terminal_stands_for_wagers_that_are_never_open_together() -> None:
    keys = [(row.key, row.placed_in) for row in WAGERS.values() if row.key]
    assert len(set(keys)) == len(keys)


def test_stakes_name_every_wager_that_takes_one() -> None:
    assert stakes_on() == dict.fromkeys(STAKED, 0)
    assert stakes_on(initial=10_00) == dict.fromkeys(STAKED, 0) | {"initial": 10_00}


def test_an_amount_on_something_else_is_a_mistake() -> None:
    with pytest.raises(LookupError, match="envy"):
        stakes_on(envy=1)
