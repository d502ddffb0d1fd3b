"""A table made ready for a written-down round: opened, shuffled, cut, loaded and burned, as any table is."""

from functools import lru_cache

import msgspec

from wartable.rulebook import Rules, load_rulebook, rules_in_force
from wartable.rulebook.checks import consistent
from wartable.rulebook.house import choose
from wartable.settle.errors import BadScenario
from wartable.table import Actor, Table, act, new_table, next_of_the_house
from wartable.table.commands import Command, OpenTable
from wartable.table.refusals import Refused

REMEMBERED_HOUSES = 512


def ready_table(rulebook: str, house: dict[str, object]) -> Table:
    """A table under the scenario's house, waiting for bets; many scenarios share a house, so it is remembered."""
    try:
        written = msgspec.json.encode(house, order="deterministic")
    except (TypeError, ValueError, OverflowError, RecursionError):
        raise BadScenario("house: expected tables of house keys and their values") from None
    return _ready(rulebook, written)


@lru_cache(maxsize=REMEMBERED_HOUSES)
def _ready(rulebook: str, written: bytes) -> Table:
    return make_ready(_rules(rulebook, msgspec.json.decode(written)))


def _rules(rulebook: str, house: object) -> Rules:
    book = load_rulebook(rulebook)
    choices, findings = choose(book, house)
    for finding in findings:
        if finding.severity == "error":
            raise BadScenario(f"house.{finding}")
    rules = rules_in_force(book, choices)
    for finding in consistent(book, choices, rules):
        if finding.severity == "error":
            raise BadScenario(f"house.{finding}")
    return rules


def make_ready(rules: Rules) -> Table:
    """Open a table and do its steps until it waits for people."""
    table = must(new_table(rules), OpenTable("dealer"), Actor("floor"))
    while (turn := next_of_the_house(table)) is not None:
        by, command = turn
        table = must(table, command, by)
    return table


def must(table: Table, command: Command, by: Actor) -> Table:
    """Do what the table itself proposed; a refusal here would be our mistake."""
    done = act(table, command, by)
    if isinstance(done, Refused):
        raise RuntimeError(f"{command!r} was refused: {done}")
    return done[0]
