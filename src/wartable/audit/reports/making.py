"""Reports: drop, win, hold against theory, meters and significant events, per table and day.

A day is a day in UTC. A table on which nothing happened says so: silence is not a report.
"""

from fractions import Fraction

import msgspec

from wartable.audit import moments
from wartable.audit.errors import AuditRefused
from wartable.audit.reading import rules_of
from wartable.audit.reports.gather import NO_TABLE, Gathered, gather
from wartable.audit.reports.tally import DayTally, MeterTally, SignificantRow, WagerTally
from wartable.audit.reports.theory import Interval, OddsTheory, Theory, expected, intervals
from wartable.audit.significant import LARGE
from wartable.money import Cents, format_cents
from wartable.rulebook import Wager
from wartable.store import At, ReadLog

MOST_DAYS = 4_000
"""Days that one report may span, about ten years."""


class ReportRequest(msgspec.Struct, frozen=True):
    """What a report is asked for; days are numbers of days, and nothing means all there are."""

    operator: str = ""
    first: int | None = None
    last: int | None = None
    table: str | None = None
    large: Cents = LARGE


class Bounds(msgspec.Struct, frozen=True):
    """Between what the win should lie with a confidence in percent, and whether it does."""

    confidence: int
    low: str
    high: str
    inside: bool


class WagerRow(msgspec.Struct, frozen=True):
    """One wager: what was bet, what the bank won, and what theory says to that."""

    wager: str
    lines: int
    handle: str
    """All that was bet, war wagers included."""
    staked: str
    """What was first put up: the handle without war wagers."""
    win: str
    hold: str | None
    """The win in percent of the initial stakes, as theory expects it."""
    theory: str | None
    """The edge in percent; nothing where it is not known."""
    basis: str
    """What theory takes for granted: of the initial wager, what patrons chose."""
    expected: str | None
    bounds: tuple[Bounds, ...]


class MeterRow(msgspec.Struct, frozen=True):
    """One meter."""

    meter: str
    opening: str
    fed: str
    paid: str
    reset: str
    corrected: str
    linked: str
    closing: str


class TableDay(msgspec.Struct, frozen=True):
    """One table on one day; the day of a total is the word itself."""

    table: str
    day: str
    activity: bool
    rounds: int
    voided: int
    drop: str
    counted: str
    over_short: str
    fills: str
    credits: str
    tips: str
    handle: str
    fees: str
    """What players paid for their seats where a player banks."""
    win: str
    """The house's: where players bank it wins no wager, and has only its fees."""
    hold_of_drop: str | None
    wagers: tuple[WagerRow, ...]
    meters: tuple[MeterRow, ...]
    significant: tuple[SignificantRow, ...]


class Report(msgspec.Struct, frozen=True):
    """A report with its heading."""

    title: str
    operator: str
    first: str
    last: str
    generated: str
    large: str
    """Wagers and pays of this amount and more are among the significant events."""
    days: tuple[TableDay, ...]
    totals: tuple[TableDay, ...]


def report(log: ReadLog, asked: ReportRequest, now: At, theory: Theory | None = None) -> Report:
    """Report on the days asked for."""
    with log.read_transaction() as moment:
        gathered = gather(log, moment, asked.large, asked.table)
    if asked.table is not None and asked.table not in gathered.rules:
        raise AuditRefused(f"table {asked.table}: has no history in this store")
    first, last = _days(gathered, asked, now)
    making = _Making(gathered, theory or OddsTheory())
    tables = [asked.table] if asked.table is not None else sorted(gathered.rules)
    if asked.table is None and any(table == NO_TABLE and first <= day <= last for table, day in gathered.days):
        tables.append(NO_TABLE)
    return Report(
        title="Table games: drop, win, hold, meters and significant events",
        operator=asked.operator,
        first=moments.day_told(first),
        last=moments.day_told(last),
        generated=moments.told(now),
        large=format_cents(asked.large),
        days=tuple(making.day(table, day) for table in tables for day in range(first, last + 1)),
        totals=tuple(making.total(table, first, last) for table in tables),
    )


def _days(gathered: Gathered, asked: ReportRequest, now: At) -> tuple[int, int]:
    """Return the days asked for; by default, from the first day with activity to the last."""
    active = [day for _, day in gathered.days] or [moments.day_of(now)]
    if min(active) < 0 or max(active) > moments.day_of(moments.LAST):
        raise AuditRefused("a record has a moment outside the years 1970 to 9999; see wartable audit verify")
    first = min(active) if asked.first is None else asked.first
    last = max(active) if asked.last is None else asked.last
    if last < first:
        raise AuditRefused(f"the last day {moments.day_told(last)} comes before the first, {moments.day_told(first)}")
    if last - first >= MOST_DAYS:
        span = f"{moments.day_told(first)} to {moments.day_told(last)} are {last - first + 1:,}"
        raise AuditRefused(f"a report spans at most {MOST_DAYS} days, and {span}; say which with --from and --to")
    return first, last


class _Making:
    def __init__(self, gathered: Gathered, theory: Theory) -> None:
        self._gathered, self._theory = gathered, theory

    def day(self, table: str, day: int) -> TableDay:
        return self._row(table, moments.day_told(day), self._gathered.days.get((table, day), DayTally()))

    def total(self, table: str, first: int, last: int) -> TableDay:
        total = DayTally()
        for day in range(first, last + 1):
            if (tally := self._gathered.days.get((table, day))) is not None:
                total.add(tally)
        return self._row(table, "total", total)

    def _row(self, table: str, day: str, tally: DayTally) -> TableDay:
        banks = self._house_banks(table)
        win = sum(wager.won for wager in tally.wagers.values()) if banks else tally.fees
        return TableDay(
            table=table,
            day=day,
            activity=tally.events > 0,
            rounds=tally.rounds,
            voided=tally.voided,
            drop=format_cents(tally.drop),
            counted=format_cents(tally.counted),
            over_short=format_cents(tally.over_short),
            fills=format_cents(tally.fills),
            credits=format_cents(tally.credits),
            tips=format_cents(tally.tips),
            handle=format_cents(sum(wager.handle for wager in tally.wagers.values())),
            fees=format_cents(tally.fees),
            win=format_cents(win),
            hold_of_drop=_percent(win, tally.drop) if banks else None,
            wagers=tuple(self._wager(table, name, wager) for name, wager in sorted(tally.wagers.items())),
            meters=tuple(_meter(name, meter) for name, meter in sorted(tally.meters.items())),
            significant=tuple(tally.significant),
        )

    def _house_banks(self, table: str) -> bool:
        over_time = self._gathered.rules.get(table)
        return over_time is None or rules_of(over_time.at(1)).bank.by == "house"

    def _wager(self, table: str, name: Wager, wager: WagerTally) -> WagerRow:
        over_time = self._gathered.rules.get(table)
        # Rules that changed are another game; their theoretical win together is not defined.
        edge = (
            self._theory(rules_of(over_time.at(1)), name, wager.chose) if over_time and not over_time.changed else None
        )
        due = expected(wager.volume, edge) if edge else None
        return WagerRow(
            wager=name,
            lines=wager.lines,
            handle=format_cents(wager.handle),
            staked=format_cents(wager.staked),
            win=format_cents(wager.won),
            hold=_percent(wager.won, wager.staked),
            theory=None if edge is None else _percent(edge.mean.numerator, edge.mean.denominator),
            basis=edge.basis if edge else "",
            expected=None if due is None else format_cents(round(due)),
            bounds=tuple(_bounds(wager.won, interval) for interval in intervals(wager.volume, edge)) if edge else (),
        )


def _bounds(won: Cents, interval: Interval) -> Bounds:
    inside = interval.low <= won <= interval.high
    return Bounds(interval.confidence, format_cents(interval.low), format_cents(interval.high), inside)


def _meter(name: str, meter: MeterTally) -> MeterRow:
    return MeterRow(name, *(format_cents(getattr(meter, column)) for column in MeterRow.__struct_fields__[1:]))


def _percent(part: int, whole: int) -> str | None:
    """Return a share in percent with three digits, rounded from the exact fraction; None for a part of zero."""
    if not whole:
        return None
    thousandths = round(Fraction(part, whole) * 100_000)
    sign = "-" if thousandths < 0 else ""
    return f"{sign}{abs(thousandths) // 1000}.{abs(thousandths) % 1000:03d}"
