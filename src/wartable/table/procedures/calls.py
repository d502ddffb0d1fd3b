"""Calling the floor: the table stands still until the floor has ruled."""

from msgspec.structs import replace

from wartable.rulebook import Ruling
from wartable.table import events as e
from wartable.table.state import Call, Table
from wartable.table.words import CallReason, Seat

MAX_REASON = 200

DEALING_ERRORS: frozenset[CallReason] = frozenset({"missed_hand", "forgotten_burn"})
"""Calls that themselves report an error in the deal."""


def reason_is_bad(reason: str) -> bool:
    """Whether a recorded reason is empty or too long."""
    return not reason.strip() or len(reason) > MAX_REASON


def call_floor(
    table: Table,
    reason: CallReason,
    choices: tuple[Ruling, ...],
    rule: str,
    seat: Seat | None = None,
    bettor: str = "",
) -> e.FloorCalled:
    """Return the event that calls the floor, with the possible rulings and the value of the rulebook that calls it."""
    return e.FloorCalled(reason, choices, table.rules.cite[rule], seat, bettor)


def floor_called(table: Table, event: e.FloorCalled) -> Table:
    if event.reason in DEALING_ERRORS:
        table = replace(table, round=replace(table.round, error=True))
    call = Call(event.reason, event.choices, table.phase, event.clauses, event.seat, event.bettor)
    return replace(table, call=call)


def floor_ruled(table: Table, event: e.FloorRuled) -> Table:
    return replace(table, call=None)
