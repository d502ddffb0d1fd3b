"""What the house does next by itself: one answer for anyone who deals, and always one the table takes."""

import pytest

from tests.told import RULEBOOKS, Told
from wartable.table import Actor, Refused, act, next_of_the_house
from wartable.table import commands as c


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_house_brings_a_table_from_its_opening_to_its_first_bets(rulebook: str) -> None:
    opened = act(Told.closed(rulebook).table, c.OpenTable("Dana"), Actor("floor"))
    assert not isinstance(opened, Refused)
    sat = act(opened[0], c.Sit(1, "Ann"), Actor("dealer"))
    assert not isinstance(sat, Refused)
    table = sat[0]
    while table.phase not in ("betting", "banking"):
        declined = Actor("player", "Ann"), c.DeclineCut()
        due = declined if table.offer and table.offer.what == "cut" else next_of_the_house(table)
        assert due is not None, table.phase
        by, command = due
        done = act(table, command, by)
        assert not isinstance(done, Refused), (table.phase, command, done)
        table = done[0]


def test_the_dealer_does_what_the_dealer_or_the_floor_may() -> None:
    told = Told.at("wisconsin").sits(1).bets(1, "10.00")
    assert next_of_the_house(told.table) == (Actor("dealer"), c.CallNoMoreBets())


def test_where_a_card_has_to_come_the_house_does_nothing() -> None:
    told = Told.at("wisconsin").sits(1).bets(1, "10.00")
    told.does(Actor("dealer"), c.CallNoMoreBets())
    assert told.table.phase == "dealing"
    assert next_of_the_house(told.table) is None
