"""Settled wagers of a table, one row each, with the round they belong to and what became of them later."""

from collections.abc import Iterable, Iterator
from typing import Any

from wartable.audit import moments
from wartable.store import Recorded, decode, name_of
from wartable.table import events as e

SETTLED: dict[str, str] = {
    "table": "VARCHAR",
    "round": "BIGINT",
    "version": "BIGINT",
    "at": "VARCHAR",
    "seat": "INTEGER",
    "bettor": "VARCHAR",
    "patron": "VARCHAR",
    "wager": "VARCHAR",
    "result": "VARCHAR",
    "staked": "BIGINT",
    "collected": "BIGINT",
    "returned": "BIGINT",
    "paid": "BIGINT",
    "clauses": "VARCHAR",
    "reversed_at": "BIGINT",
}
"""The columns, with the types that DuckDB gives them; money is whole cents."""

OF_ROUNDS = frozenset(name_of(kind) for kind in (e.WagerSettled, e.SettlementReversed, e.RoundEnded))

SettledLine = tuple[Recorded, e.WagerSettled]


def settled_lines(table: str, records: Iterable[Recorded]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of one table, round after round; those of a round in play come last."""
    lines: list[SettledLine] = []
    reversed_at: dict[int, int] = {}
    number = 0
    for record in records:
        if record.name not in OF_ROUNDS:
            continue
        match decode(record):
            case e.WagerSettled() as event:
                lines.append((record, event))
            case e.SettlementReversed() as event:
                _reverse(lines, event.line, record.version, reversed_at)
            case e.RoundEnded() as event:
                number = event.round
                yield from (_row(table, number, line, reversed_at) for line in lines)
                lines, reversed_at = [], {}
    yield from (_row(table, number + 1, line, reversed_at) for line in lines)


def _reverse(lines: list[SettledLine], line: e.WagerSettled, version: int, reversed_at: dict[int, int]) -> None:
    """Reverse the last settlement equal to this one that is still in force."""
    for record, event in reversed(lines):
        if event == line and record.version not in reversed_at:
            reversed_at[record.version] = version
            return


def _row(table: str, number: int, line: SettledLine, reversed_at: dict[int, int]) -> tuple[Any, ...]:
    record, event = line
    return (
        table,
        number,
        record.version,
        moments.told(record.at),
        event.seat,
        event.bettor,
        event.patron,
        event.wager,
        event.result,
        event.staked,
        event.collected,
        event.returned,
        event.paid,
        " ".join(event.clauses),
        reversed_at.get(record.version),
    )
