"""`wartable check`: check a house file against its rulebook, every finding at once."""

from collections import Counter
from typing import TYPE_CHECKING

from wartable.cli.counts import counted
from wartable.cli.errors import DONE, NO, InputError, one_line
from wartable.cli.examples import with_real_names
from wartable.cli.files import FileName, Input

if TYPE_CHECKING:
    from wartable.rulebook import HouseCheck, HouseFinding

LONG_LIST = 100
"""A list of keys that is longer is shown once."""


@with_real_names
def check(house: FileName, /, *, json: bool = False) -> int:
    """Check a house file against its rulebook: every finding at once.

    Each finding has its line in the file, the key, what is wrong, what is
    allowed, and the clauses that say so. The exit code is 1 if any finding
    is an error; warnings and notes leave it at 0.

    Example:

        wartable check houses/{house}.toml
        wartable check houses/{house}.toml --json

    Parameters
    ----------
    house
        A house file in TOML, or - for standard input.
    json
        Print the findings as one JSON document.
    """
    from wartable.rulebook import MAX_HOUSE_BYTES, check_house

    with Input(house) as source:
        report = check_house(source.read_all(MAX_HOUSE_BYTES), source.name)
    if report.rulebook is None:
        _refuse_what_cannot_be_read(report)
    if json:
        _write(report)
    else:
        _show(report)
    return DONE if report.ok else NO


def _refuse_what_cannot_be_read(report: "HouseCheck") -> None:
    """Refuse a file in which no house could be read: its finding names no key."""
    for finding in report.findings:
        if not finding.key:
            place = report.file if finding.line is None else f"{report.file}:{finding.line}"
            raise InputError(f"{place}: {finding.message}; expected {finding.allowed}")


def _write(report: "HouseCheck") -> None:
    from wartable.cli.screen import write_json

    document = {"file": report.file, "rulebook": report.rulebook, "ok": report.ok, "findings": report.findings}
    write_json(document)


def _show(report: "HouseCheck") -> None:
    from wartable.cli.screen import Screen

    screen = Screen()
    listed: dict[str, str] = {}
    for finding in report.findings:
        above = listed.setdefault(finding.allowed, finding.key) if len(finding.allowed) > LONG_LIST else finding.key
        allowed = finding.allowed if above == finding.key else f"as for {above}, above"
        screen.print(one_line(_headline(report.file, finding)), style=_STYLES[finding.severity], soft_wrap=True)
        screen.print(one_line(f"    {_basis(finding, allowed)}"), soft_wrap=True)
    screen.print(one_line(_summary(report)), soft_wrap=True)


_STYLES = {"error": "bold red", "warning": "yellow", "note": "none"}


def _headline(file: str, finding: "HouseFinding") -> str:
    place = file if finding.line is None else f"{file}:{finding.line}"
    return "  ".join(part for part in (place, finding.severity, finding.key, finding.message) if part)


def _basis(finding: "HouseFinding", allowed: str) -> str:
    parts = [f"allowed: {allowed}"]
    if finding.clauses:
        parts.append(f"clauses: {', '.join(finding.clauses)}")
    if finding.reading:
        parts.append(f"reading: {finding.reading}")
    return "  ".join(parts)


def _summary(report: "HouseCheck") -> str:
    found: Counter[str] = Counter(finding.severity for finding in report.findings)
    counts = [counted(number, word) for word in _STYLES if (number := found[word])]
    verdict = f"{'may' if report.ok else 'may not'} be filed"
    under = f" under {report.rulebook}" if report.rulebook else ""
    return f"{report.file}: {verdict}{under}: {', '.join(counts) or 'nothing to remark'}"
