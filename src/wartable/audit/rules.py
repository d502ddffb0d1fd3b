"""Which rules were in force at a table. They are in the log, because nobody can replay a table without them.

Whoever opens a table for the first time, or changes its rules while it is closed, writes one event to the stream of the
house. A table of which nothing was written stands under the rulebook it opened with, without choices of the house.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from wartable.audit.errors import AuditRefused
from wartable.audit.log import Log
from wartable.rulebook import BadHouse, Rules, load_rulebook, rulebook_names, rules_in_force
from wartable.rulebook.checks.finding import errors
from wartable.rulebook.house import choose
from wartable.store.codec import decode, learn
from wartable.store.errors import UnknownEvent
from wartable.table import Table
from wartable.table.events import TableOpened
from wartable.table.state import Box

HOUSE = "house"


class HouseEvent(msgspec.Struct, frozen=True, tag_field="event", gc=False):
    """Something the house did, outside any table."""


class RulesPutInForce(HouseEvent, tag="rules_put_in_force", frozen=True):
    """From here on a table is played by these rules."""

    table: str
    rulebook: str
    house: dict[str, Any] = {}
    """The tables of the house's file: its choices within the rulebook."""
    after: int = 0
    """The version of the table's stream that was the last under the rules before."""
    meters: dict[str, str] = {}
    """Meters that other tables feed too: the table's name for each, and what it is called in the room."""


learn(RulesPutInForce)
PUT_IN_FORCE = "rules_put_in_force"
OPENED = "table_opened"


class RulesOverTime:
    """What was put in force at one table, by the version of its stream."""

    def __init__(self, changes: Sequence[RulesPutInForce]) -> None:
        self._changes = sorted(changes, key=lambda change: change.after)
        self._starts = {change.after + 1: change for change in self._changes}

    def at(self, version: int) -> RulesPutInForce:
        """What held when the record of this version was made."""
        before = [change for change in self._changes if change.after < version]
        return before[-1] if before else self._changes[0]

    @property
    def changed(self) -> bool:
        """Whether the table was ever played by other rules."""
        return len(self._changes) > 1

    def starting_at(self, version: int) -> RulesPutInForce | None:
        """What begins with the record of this version, if anything does."""
        return self._starts.get(version)


def rules_over_time(log: Log, table: str) -> RulesOverTime:
    """What the stream of the house says of a table; the rulebook it first opened under where it says nothing."""
    said = [event for event in all_put_in_force(log) if event.table == table]
    if said:
        return RulesOverTime(said)
    opened = next(log.named(f"table/{table}", [OPENED], limit=1), None)
    if opened is None:
        raise AuditRefused(f"table {table}: the log does not say under which rules it is played")
    first: TableOpened = decode(opened)
    return RulesOverTime([RulesPutInForce(table, first.rulebook)])


def all_put_in_force(log: Log) -> Iterator[RulesPutInForce]:
    """Every change of rules at any table that can still be read."""
    try:
        for record in log.named(HOUSE, [PUT_IN_FORCE]):
            with suppress(UnknownEvent):
                yield decode(record)
    except UnicodeError:
        return  # somebody was at the stream of the house, and whoever verifies it says so


def rules_of(event: RulesPutInForce) -> Rules:
    """The rules that an event put in force."""
    try:
        return _rules(event.rulebook, msgspec.json.encode(event.house, order="sorted"))
    except BadHouse as error:
        raise AuditRefused(f"table {event.table}: the rules in the log cannot be put in force: {error}") from None


@lru_cache(maxsize=64)
def _rules(rulebook: str, house: bytes) -> Rules:
    """What was in force is taken as it was; whether its choices went together was for others to say."""
    name = rulebook_names().get(rulebook)
    if name is None:
        raise BadHouse(f"{rulebook!r} is not a rulebook")
    book = load_rulebook(name)
    choices, findings = choose(book, msgspec.json.decode(house))
    for finding in errors(findings):
        raise BadHouse(str(finding))
    return rules_in_force(book, choices)


def under(table: Table, rules: Rules) -> Table:
    """A closed table under other rules; it may have more or fewer seats then."""
    boxes = tuple(Box(seat) for seat in range(1, rules.seats + 1))
    return replace(table, rules=rules, boxes=boxes if len(boxes) != len(table.boxes) else table.boxes)
