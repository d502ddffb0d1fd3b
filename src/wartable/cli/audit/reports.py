"""`wartable audit reports`: what every table took, held and should have held, day by day."""

import csv
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from wartable.cli.audit.doubts import Doubts, warn
from wartable.cli.audit.opening import asking, looking_into
from wartable.cli.counts import counted
from wartable.cli.errors import DONE, InputError, one_line
from wartable.cli.options import DEFAULT_STORE, Database

if TYPE_CHECKING:
    from wartable.audit import Report, ReportRequest, TableDay, WagerRow
    from wartable.cli.screen import Screen


def reports(
    *,
    db: Database = DEFAULT_STORE,
    first: Annotated[str | None, Parameter(name="--from")] = None,
    last: Annotated[str | None, Parameter(name="--to")] = None,
    table: str | None = None,
    settings: str | None = None,
    json: bool = False,
    csv: bool = False,
) -> int:
    """Report drop, win, hold against theory, meters and significant events.

    One part for each table and day, in UTC, and a total for each table. The
    win of each wager is shown beside what theory expects of patrons who chose
    war and surrender as they did, with the interval in which it lies in 95
    and 99 of 100 cases. Where nothing happened, the report says so. If the
    records were altered, a line on standard error says so.

    Example:

        wartable audit reports --db sqlite:///war.db --from 2026-11-14 --to 2026-11-15
        wartable audit reports --db sqlite:///war.db --csv > november.csv

    Parameters
    ----------
    first
        The first day; default: the first on which anything happened.
    last
        The last day, included.
    table
        Only this table.
    settings
        A TOML file; its table [reports] has the operator's name and what amount is large.
    json
        Print the report as one JSON document.
    csv
        Print one row for each table, day and wager.
    """
    from wartable.audit import ReportRequest, read_settings

    if json and csv:
        raise InputError("expected --json or --csv, and not both")
    with asking():
        chosen = read_settings(Path(settings) if settings is not None else None)
    asked = ReportRequest(chosen.operator, _day("--from", first), _day("--to", last), table, chosen.large)
    made, wrong = _made(db, asked)
    warn(wrong, "report")
    _tell(made, proved=not wrong, json=json, csv=csv)
    return DONE


def _made(db: str, asked: "ReportRequest") -> tuple["Report", str]:
    """Return the report, and what is wrong with the records that it is based on."""
    from wartable.audit import AuditRefused, now, report

    doubts = Doubts(db)
    with looking_into(db) as log:
        wrong = doubts.about_records(log)
        try:
            return report(log, asked, now()), wrong
        except AuditRefused as error:
            if not wrong:
                raise
            raise InputError(f"the log fails verification: {wrong}; {error}") from None


def _tell(made: "Report", *, proved: bool, json: bool, csv: bool) -> None:
    import msgspec

    from wartable.cli.screen import Screen, write_json

    if json:
        write_json({"proved": proved, **msgspec.structs.asdict(made)})
    elif csv:
        write_rows(made)
    else:
        show_report(Screen(), made)


def _day(option: str, text: str | None) -> int | None:
    from wartable.audit import parse_day

    if text is None:
        return None
    try:
        return parse_day(text)
    except ValueError:
        raise InputError(f"{option}: expected a day such as 2026-11-14, not {text!r}") from None


MONEY = ("drop", "counted", "over_short", "fills", "credits", "tips", "handle", "fees", "win")


def write_rows(made: "Report") -> None:
    """Write one row for each table, day and wager; a day without a wager has one row too."""
    out = csv.writer(sys.stdout, lineterminator="\n")
    heading = ("table", "day", "activity", "rounds", "voided", *MONEY, "hold_of_drop", "significant_events")
    of_wager = ("wager", "lines", "wager_handle", "wager_staked", "wager_win", "hold", "theory", "expected")
    bounds = ("low_95", "high_95", "inside_95", "low_99", "high_99", "inside_99")
    out.writerow([*heading, *of_wager, *bounds, "basis"])
    for day in (*made.days, *made.totals):
        row = [getattr(day, name) for name in heading[:-1]] + [len(day.significant)]
        for wager in day.wagers or (None,):
            out.writerow([*row, *_wager_cells(wager)])


def _wager_cells(wager: "WagerRow | None") -> list[object]:
    if wager is None:
        return [""] * 15
    bounds = [cell for bound in wager.bounds for cell in (bound.low, bound.high, bound.inside)]
    cells = [wager.wager, wager.lines, wager.handle, wager.staked, wager.win, wager.hold, wager.theory, wager.expected]
    return [*cells, *(bounds or [""] * 6), wager.basis]


def show_report(screen: "Screen", made: "Report") -> None:
    by = f" of {made.operator}" if made.operator else ""
    screen.print(one_line(f"{made.title}{by}"), style="bold", soft_wrap=True)
    screen.print(f"{made.first} to {made.last}, made at {made.generated}", soft_wrap=True)
    screen.print(f"hold is the win in percent of what was staked first; large is {made.large} and more", soft_wrap=True)
    if not made.days:
        screen.print("No activity: there is no table in this store.")
    for day in (*made.days, *made.totals):
        _show_day(screen, day)


def _show_day(screen: "Screen", day: "TableDay") -> None:
    where = f"Table {day.table}" if day.table else "The house"
    screen.print()
    screen.print(one_line(f"{where}, {day.day}"), style="bold", soft_wrap=True)
    if not day.activity:
        screen.print("No activity.")
        return
    if day.table:
        hold = f", {day.hold_of_drop} % of the drop" if day.hold_of_drop else ""
        screen.print(
            f"{counted(day.rounds, 'round')}, {day.voided} voided; drop {day.drop}, win {day.win}{hold}", soft_wrap=True
        )
        told = ", ".join(f"{name.replace('_', ' ')} {getattr(day, name)}" for name in MONEY[1:-1])
        screen.print(told, soft_wrap=True)
    _show_wagers(screen, day)
    for meter in day.meters:
        moved = ", ".join(f"{name} {getattr(meter, name)}" for name in ("fed", "paid", "reset", "corrected", "linked"))
        screen.print(f"meter {meter.meter}: {meter.opening} to {meter.closing}; {moved}", soft_wrap=True)
    if day.day != "total":
        for event in day.significant:
            by = f" By {event.who}." if event.who else ""
            screen.print(one_line(f"{event.at}  {event.stream} {event.version}  {event.says}{by}"), soft_wrap=True)


def _show_wagers(screen: "Screen", day: "TableDay") -> None:
    from wartable.cli.screen import make_table

    if not day.wagers:
        return
    heading = ("wager", "lines", "handle", "staked", "win", "hold %", "theory %", "expected", "95 in 100", "99 in 100")
    table = make_table(*heading)
    for wager in day.wagers:
        bounds = [f"{bound.low} to {bound.high}{'' if bound.inside else ' OUTSIDE'}" for bound in wager.bounds]
        cells = (wager.handle, wager.staked, wager.win, wager.hold, wager.theory, wager.expected)
        known = (cell or "not known" for cell in cells)
        table.add_row(wager.wager, str(wager.lines), *known, *(bounds or ("not known", "not known")))
    screen.show(table)
    for wager in day.wagers:
        if wager.basis:
            screen.print(f"theory of the {wager.wager.replace('_', ' ')} wager: {wager.basis}", soft_wrap=True)
