"""The payout limit per hand: filed and printed, large enough for the smallest wagers, and told where it cuts a win."""

from collections.abc import Iterator
from typing import NamedTuple

from wartable.money import Cents, format_cents
from wartable.rulebook.checks.case import Case
from wartable.rulebook.checks.finding import HouseFinding
from wartable.rulebook.checks.wording import listed
from wartable.rulebook.wagers import WAGERS, Wager

_LIMIT = "payout.limit_per_hand"


class _Pay(NamedTuple):
    """A way to win one wager: the wager that was placed, the row of the pays, and the limits that bind the wager."""

    wager: Wager
    word: str
    row: str


_PAYS = (
    _Pay("initial", "initial wager", "initial"),
    _Pay("tie", "tie wager", "tie"),
    _Pay("initial", "war wager", "war"),
    _Pay("initial", "war wager that ties", "war_on_tie"),
    _Pay("war_tie", "tie wager on the war deal", "tie"),
)
"""The war wager is as large as the initial one."""


def payout_limit_is_filed(case: Case) -> Iterator[HouseFinding]:
    """The layout names the limit or says that a posted limit applies; a sign always names it."""
    if _LIMIT not in case.book.values or _LIMIT in case.said.names:
        return
    room = f'{case.room(_LIMIT)}, or {case.key("payout.inscription")} = "posted"'
    if case.rules.table.layout == "sign":
        message = f"missing, though {case.key('table.layout')} is sign: a sign names the payout limit per hand"
        clauses = tuple(case.book.values["table.layout"].clauses)
        yield from case.find(_LIMIT, "error", message, case.room(_LIMIT), "table.layout", clauses=clauses)
    elif case.rules.payout.inscription == "limit":
        message = f"missing: {case.book.values[_LIMIT].says}"
        yield from case.find(_LIMIT, "error", message, room, "payout.inscription", "table.layout")


def payout_limit_pays_the_smallest_wagers(case: Case) -> Iterator[HouseFinding]:
    """What the rules pay for the smallest permitted wager is never cut."""
    limit = case.rules.payout.limit_per_hand
    if limit is None:
        return
    for pay, least, _ in _ranges(case):
        won = case.rules.pays[pay.row].of(least)
        if won > limit:
            message = (
                f"{format_cents(limit)} cuts the smallest {pay.word}: {format_cents(least)} wins {format_cents(won)}"
            )
            clauses = case.book.values[f"pays.{pay.row}"].clauses
            room = f"at least {format_cents(won)}"
            yield from case.find(_LIMIT, "error", message, room, *_bounds(pay), clauses=clauses)


def payout_limit_can_cut_a_win(case: Case) -> Iterator[HouseFinding]:
    """A house should know by how much its limit can cut the largest wagers that it permits."""
    limit = case.rules.payout.limit_per_hand
    if limit is None:
        return
    most = {pay.word: case.rules.pays[pay.row].of(high) for pay, _, high in _ranges(case) if high is not None}
    together = ("tie wager", "war wager that ties", "tie wager on the war deal")
    worst = {word: most[word] for word in together if word in most}
    total = sum(worst.values())
    if total > limit:
        parts = listed((f"{format_cents(won)} with a {word}" for word, won in worst.items()), "and")
        message = f"one position can win {format_cents(total)} in a round, {parts}; it is paid {format_cents(limit)}"
        yield from case.find(_LIMIT, "warning", message, f"{format_cents(total)} for a limit that never cuts a win")


def _bounds(pay: _Pay) -> Iterator[str]:
    """The values that the smallest stake rests on."""
    if least := WAGERS[pay.wager].limits.least:
        yield least
    yield "surrender.smallest_chip"


def _ranges(case: Case) -> Iterator[tuple[_Pay, Cents, Cents | None]]:
    """Every way to win with the smallest and the largest stake; the smallest chip where no minimum is filed."""
    rules = case.rules
    for pay in _PAYS:
        row = WAGERS[pay.wager]
        if row.offered(rules):
            low, high = row.limits.values(rules.limits)
            yield pay, low or rules.surrender.smallest_chip or 1, high
