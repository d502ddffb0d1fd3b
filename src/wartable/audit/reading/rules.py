"""Which rules were in force at a table. They are in the log, because a table cannot be replayed without them.

A server that opens a table for the first time, or changes its rules while it is closed, writes one event to the
stream of the house. A table without this event has the rulebook it opened with, without house choices.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from wartable.audit.errors import AuditRefused
from wartable.audit.finding import Finding, What
from wartable.audit.house_events import HOUSE, RulesPutInForce
from wartable.rulebook import (
    EDITION,
    BadHouse,
    Rules,
    as_kept,
    choose,
    errors,
    load_rulebook,
    rulebook_names,
    rules_in_force,
)
from wartable.store import ReadLog, Recorded, UnknownEvent, decode
from wartable.table import Box, Table, TableOpened

PUT_IN_FORCE = "rules_put_in_force"
OPENED = "table_opened"


class RulesOverTime:
    """What was put in force at one table, by the version of its stream."""

    def __init__(self, changes: Sequence[RulesPutInForce], said_at: Mapping[int, int] | None = None) -> None:
        self._changes = sorted(changes, key=lambda change: change.after)
        self._said_at = said_at or {}
        self._starts = {change.after + 1: change for change in self._changes}

    def at(self, version: int) -> RulesPutInForce:
        """Return what was in force when the record of this version was made."""
        before = [change for change in self._changes if change.after < version]
        return before[-1] if before else self._changes[0]

    @property
    def changed(self) -> bool:
        """Return whether the table was ever played by other rules."""
        return len(self._changes) > 1

    def starting_at(self, version: int) -> RulesPutInForce | None:
        """Return the change that begins with the record of this version, if there is one."""
        return self._starts.get(version)

    def said_at(self, change: RulesPutInForce) -> int:
        """Return the version of the house record that puts these rules in force; 0 where there is none."""
        return self._said_at.get(change.after, 0)


def rules_over_time(log: ReadLog, table: str) -> RulesOverTime:
    """Return the rules of a table from the house's stream, or the rulebook it first opened under."""
    said = [(version, event) for version, event in _said(log) if event.table == table]
    if said:
        places = {event.after: version for version, event in reversed(said)}
        return RulesOverTime([event for _, event in said], places)
    opened = next(log.named(f"table/{table}", [OPENED], limit=1), None)
    if opened is None:
        raise AuditRefused(f"table {table}: the log does not say under which rules it is played")
    first: TableOpened = decode(opened)
    return RulesOverTime([RulesPutInForce(table, first.rulebook)])


def all_put_in_force(log: ReadLog) -> Iterator[RulesPutInForce]:
    """Yield every readable change of rules at any table."""
    return (event for _, event in _said(log))


def rule_findings(
    log: ReadLog, length_of: Callable[[str], int], upto: int | None = None, only: str | None = None
) -> Iterator[Finding]:
    """The first change of rules that is invalid as it is stored; `only` looks at one table's.

    Whether the table was closed then is known only where it is played.
    """
    last: dict[str, int] = {}
    for record, event in _changes(log, upto):
        if isinstance(event, UnknownEvent):
            says = str(event)
        elif only in (None, event.table):
            says = _impossible(event, last.get(event.table, 0), length_of(event.table))
            last[event.table] = event.after
        else:
            continue
        if says:
            what: What = "unreadable" if isinstance(event, UnknownEvent) else "rules"
            yield Finding(HOUSE, record.version, what, says)
            return


def _impossible(change: RulesPutInForce, last: int, length: int) -> str:
    """Say why rules cannot begin there, in a stream of this length with its last change after this version."""
    where = f"rules of table {change.table} are put in force after version {change.after}"
    if change.after < 0:
        return f"{where}; expected 0 or more"
    if change.after < last:
        return f"{where}, and those before them after version {last}"
    if change.after > length:
        return f"{where}, and its stream ends at version {length}"
    return ""


def _said(log: ReadLog) -> Iterator[tuple[int, RulesPutInForce]]:
    """Yield every readable change of rules, with the version of its record."""
    for record, event in _changes(log):
        if not isinstance(event, UnknownEvent):
            yield record.version, event


def _changes(log: ReadLog, upto: int | None = None) -> Iterator[tuple[Recorded, RulesPutInForce | UnknownEvent]]:
    """Yield every change of rules, or why it is unreadable."""
    try:
        for record in log.named(HOUSE, [PUT_IN_FORCE], upto=upto):
            try:
                yield record, decode(record)
            except UnknownEvent as error:
                yield record, error
    except UnicodeError:
        return  # the stream of the house was altered, which its verification reports


def rules_of(event: RulesPutInForce) -> Rules:
    try:
        return _rules(event.rulebook, msgspec.json.encode(event.house, order="sorted"), event.edition)
    except BadHouse as error:
        raise AuditRefused(f"table {event.table}: the rules in the log cannot be put in force: {error}") from None


@lru_cache(maxsize=64)
def _rules(rulebook: str, house: bytes, edition: int) -> Rules:
    """Return the rules that were in force as they were filed; whether the choices fit together was checked then."""
    name = rulebook_names().get(rulebook)
    if name is None:
        raise BadHouse(f"{rulebook!r} is not a rulebook")
    if not 1 <= edition <= EDITION:
        raise BadHouse(f"edition {edition} of the law is unknown here: expected 1 to {EDITION}")
    book = as_kept(load_rulebook(name), edition)
    choices, findings = choose(book, msgspec.json.decode(house))
    for finding in errors(findings):
        raise BadHouse(str(finding))
    return rules_in_force(book, choices)


def under(table: Table, rules: Rules) -> Table:
    """Return a closed table under other rules, perhaps with more or fewer seats."""
    boxes = tuple(Box(seat) for seat in range(1, rules.seats + 1))
    return replace(table, rules=rules, boxes=boxes if len(boxes) != len(table.boxes) else table.boxes)
