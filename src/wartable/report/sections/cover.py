"""The first page: whose house, under which rules, made by what, and whether it may be filed."""

from wartable.paper import Code, Facts, Inline, Inlines, Notice, TitlePage, counted
from wartable.report.filing import Filing, digests
from wartable.report.parts import sentence
from wartable.report.program import digest, version

NO_DATE = "no date given"
SHOWN_ERRORS = 6
"""Errors told on the first page; all of them are in their own section."""


def cover(filing: Filing) -> TitlePage:
    about, book = filing.about, filing.book
    found = digests(filing)
    rows: list[tuple[str, Inlines]] = [
        ("Operator", [about.get("operator", "not named")]),
        ("Table", [about.get("name", "not named")]),
        ("Rules", [f"{book.title} ({book.code}). {book.authority}."]),
        ("Made by", [f"wartable {version()}"]),
        ("House file", [Code(filing.file)]),
        *((f"SHA-256, {name}", [Code(digit)]) for name, digit in found.items()),
        ("SHA-256, program", [Code(digest())]),
    ]
    return TitlePage(
        title=about.get("name", "Casino War"),
        operator=about.get("operator", "Operator not named"),
        under=f"{book.title} · rules submission",
        date=filing.date or NO_DATE,
        verdict=verdict(filing),
        facts=Facts(rows),
    )


def verdict(filing: Filing) -> Notice:
    """Whether the house may be filed, and if not, why."""
    errors = filing.found("error")
    others = [counted(len(found), word) for word in ("warning", "note") if (found := filing.found(word))]
    besides = (
        f" Besides, there {'is' if others[0].startswith('1 ') else 'are'} {' and '.join(others)}." if others else ""
    )
    if not errors:
        held: Inline = f"Checked against every rule of {filing.book.title}, the file has no error.{besides}"
        return Notice("holds", f"May be filed under {filing.book.title}", [[held]])
    items: list[Inlines] = []
    for finding in errors[:SHOWN_ERRORS]:
        place = f"line {finding.line}, " if finding.line else ""
        items.append([place, Code(finding.key), f": {sentence(finding.message)} Allowed: {finding.allowed}."])
    if len(errors) > SHOWN_ERRORS:
        items.append([f"and {len(errors) - SHOWN_ERRORS} more, told under Findings."])
    if filing.rules is None:
        items.append(["What is in force cannot be said until these are mended, so this report has no mathematics."])
    title = f"May not be filed under {filing.book.title}: {counted(len(errors), 'error')}"
    return Notice("broken", title, items)
