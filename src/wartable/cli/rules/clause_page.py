"""One clause as `wartable rules --clause` tells it: what it asks, what meets it, what proves it."""

from collections.abc import Iterator
from typing import Any

from wartable.cli.rules.rulebook_page import describe_readings, show_readings
from wartable.cli.screen import Screen
from wartable.rulebook import Clause, Rulebook, describe, parse_meets, proofs, readings


def describe_clause(book: Rulebook, clause: Clause) -> dict[str, Any]:
    """Return a clause with everything that depends on it."""
    shown = proofs([clause])[clause.id]
    return {
        "id": clause.id,
        "rulebook": book.name,
        "cite": clause.cite,
        "topic": clause.topic,
        "kind": clause.kind,
        "says": clause.says,
        "met_by": clause.met_by,
        "met_by_in_words": [describe(parse_meets(reference), book) for reference in clause.met_by],
        "in_rulebook": [place for place, cited in _places(book) if clause.id in cited],
        "tests": clause.tests,
        "verdict": shown.verdict,
        "shown_on": shown.day,
        "holds_on": shown.paths,
        "breach_tests": shown.tests,
        "unnoticed": shown.survived,
        "readings": describe_readings([number for number, row in readings().items() if clause.id in row.where]),
    }


def _places(book: Rulebook) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, value in book.values.items():
        yield value.key or name, value.clauses
    for kind in ("settlement", "steps", "attest", "terms"):
        for name, row in getattr(book, kind).items():
            yield f"{kind}.{name}", row.clauses


LISTS = (
    ("Met by", "met_by_in_words"),
    ("In the rulebook", "in_rulebook"),
    ("Breach tests", "breach_tests"),
    ("Proved by", "tests"),
)


def _verdict(page: dict[str, Any]) -> str:
    """Return the verdict with its paths and its day, such as "enforced (automatic, console), shown on 2026-11-17"."""
    paths = f" ({', '.join(page['holds_on'])})" if page["holds_on"] else ""
    day = f", shown on {page['shown_on']}" if page["shown_on"] else ""
    return f"{page['verdict']}{paths}{day}"


def show_clause(screen: Screen, page: dict[str, Any]) -> None:
    screen.print(f"{page['id']}  ({page['rulebook']}, {page['cite']}; {page['topic']}, {page['kind']})", style="bold")
    screen.print(page["says"])
    screen.print(f"\nVerdict: {_verdict(page)}", style="bold", soft_wrap=True)
    for title, key in LISTS:
        screen.print(f"\n{title}", style="bold")
        for line in page[key] or ["nothing listed"]:
            screen.print(f"    {line}", soft_wrap=True)
    show_readings(screen, page["readings"])
