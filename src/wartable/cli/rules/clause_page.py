"""One clause as `wartable rules --clause` tells it: what it asks, what meets it, what proves it."""

from collections.abc import Iterator
from typing import Any

from wartable.cli.rules.rulebook_page import describe_readings, show_readings
from wartable.cli.screen import Screen
from wartable.rulebook import Clause, Rulebook, describe, parse_meets, readings


def describe_clause(book: Rulebook, clause: Clause) -> dict[str, Any]:
    """A clause with everything that rests on it."""
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
        "readings": describe_readings([number for number, row in readings().items() if clause.id in row.where]),
    }


def _places(book: Rulebook) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, value in book.values.items():
        yield value.key or name, value.clauses
    for kind in ("settlement", "steps", "attest", "terms"):
        for name, row in getattr(book, kind).items():
            yield f"{kind}.{name}", row.clauses


def show_clause(screen: Screen, page: dict[str, Any]) -> None:
    """A clause for people."""
    screen.print(f"{page['id']}  ({page['rulebook']}, {page['cite']}; {page['topic']}, {page['kind']})", style="bold")
    screen.print(page["says"])
    for title, key in (("Met by", "met_by_in_words"), ("In the rulebook", "in_rulebook"), ("Proved by", "tests")):
        screen.print(f"\n{title}", style="bold")
        for line in page[key] or ["nothing listed"]:
            screen.print(f"    {line}", soft_wrap=True)
    show_readings(screen, page["readings"])
