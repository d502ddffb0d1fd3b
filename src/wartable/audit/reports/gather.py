"""Going once through the log and counting, table by table and day by day."""

from itertools import groupby, starmap
from operator import itemgetter

import msgspec

from wartable import cage
from wartable.audit import moments
from wartable.audit.errors import AuditRefused
from wartable.audit.house_events import HOUSE
from wartable.audit.reading import TABLE, RulesOverTime, rules_over_time
from wartable.audit.reports.at_table import TableGather
from wartable.audit.reports.tally import DayTally
from wartable.audit.reports.who import significant
from wartable.audit.significant import is_significant
from wartable.audit.walk import text
from wartable.money import Cents
from wartable.store import ReadLog, ReadTransaction, Recorded, UnknownEvent, decode

NO_TABLE = ""
"""What happened in the room and at no table."""

Days = dict[tuple[str, int], DayTally]
"""By table and day."""


class Gathered(msgspec.Struct, frozen=True):
    """Every day of every table, and the rules each table was played by, where the log says so."""

    days: Days
    rules: dict[str, RulesOverTime]


def gather(log: ReadLog, moment: ReadTransaction, large: Cents, only: str | None = None) -> Gathered:
    """Count everything in a log, or at one table; wagers and pays of the amount `large` and more are significant."""
    gathered = Gathered({}, {})
    for stream, rows in groupby(moment.raw("events"), key=itemgetter(0)):
        name = text(stream)
        records = map(_readable, starmap(Recorded, rows))
        if name.startswith(TABLE):
            table = name.removeprefix(TABLE)
            if only not in (None, table):
                continue
            try:
                gathered.rules[table] = rules_over_time(log, table)
            except AuditRefused:
                continue  # it was never opened, so there is nothing to count
            at_table = TableGather(table, gathered.rules[table], gathered.days, large)
            for record in records:
                at_table.hear(record)
            at_table.end()
        else:
            for record in records:
                _hear(record, gathered.days)
    return gathered


def _readable(record: Recorded) -> Recorded:
    """Return a record whose name and command are text, as a line about it needs them."""
    if any(not isinstance(value, str) for value in (record.name, record.command_id)):
        says = "a column holds something that is not of its type"
        raise UnknownEvent(says, f"{text(record.stream)} version {record.version}")
    return record


def tally_of(days: Days, table: str, at: int) -> DayTally:
    """Return the tally for a moment at a table."""
    return days.setdefault((table, moments.day_of(at)), DayTally())


def _hear(record: Recorded, days: Days) -> None:
    """Add wallets, fills and counts to their tables, and the house's other events where they are significant."""
    try:
        event = decode(record)
    except UnknownEvent:
        event = None
    match event:
        case cage.BoughtIn(table=table, amount=amount) | cage.TipGiven(table=table, amount=amount):
            tally = tally_of(days, table, record.at)
            if table and isinstance(event, cage.BoughtIn):
                tally.drop += amount
            elif isinstance(event, cage.TipGiven):
                tally.tips += amount
        case cage.InventoryFilled(table=table, amount=amount):
            tally = tally_of(days, table, record.at)
            tally.fills += amount
        case cage.InventoryCredited(table=table, amount=amount):
            tally = tally_of(days, table, record.at)
            tally.credits += amount
        case cage.DropCounted():
            tally = tally_of(days, event.table, record.at)
            _count(event, record, tally)
        case _:
            tally = tally_of(days, getattr(event, "table", NO_TABLE), record.at)
            if record.stream == HOUSE and is_significant(record.name, event):
                tally.significant.append(significant(record, event))
    tally.events += 1


def _count(event: cage.DropCounted, record: Recorded, tally: DayTally) -> None:
    tally.counted += event.counted
    tally.over_short += event.counted - event.expected
    if is_significant(record.name, event):
        tally.significant.append(significant(record, event))
