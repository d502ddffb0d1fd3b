"""What small changes of the core showed that nobody had asked: each was a mutant that survived the laws."""

import pytest

from tests.told import RULEBOOKS, Told, player
from wartable.table import commands as c
from wartable.table.refusals import Refusal


def test_a_bank_is_withdrawn_by_nobody_but_its_banker() -> None:
    told = Told.at("california").sits(1).banks(7, "500.00")
    assert told.refuses(player("seat 1"), c.DeclineBank()).why is Refusal.BANK_IS_NOT_YOURS
    assert told.table.banker.posted == 500_00
    told.does(player("seat 7"), c.DeclineBank())
    assert not told.table.banker.posted


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_shoes_are_counted_one_by_one(rulebook: str) -> None:
    assert Told.at(rulebook).table.shoes == 1
