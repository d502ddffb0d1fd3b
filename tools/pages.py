"""Make the pages of docs/ that follow from the program itself: run it as `.venv/bin/python tools/pages.py`.

A test makes them again and compares, so a page cannot differ from the program.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # this file is run by its name, and needs its neighbours

from tools.messages_page import messages_page  # noqa: E402
from tools.phase_page import phases_page  # noqa: E402
from wartable.rulebook import Rulebook, load_rulebook, rulebook_names  # noqa: E402
from wartable.rulebook.clauses import Clause, clauses_of  # noqa: E402
from wartable.rulebook.readings import Reading, readings  # noqa: E402
from wartable.rulebook.trace import describe, in_words, parse_meets  # noqa: E402

LATER = "later:2"
IMPACTS = {"H": "money, flow or law", "M": "procedure or log", "L": "wording"}

COVERAGE = """# What meets each clause

Made by `tools/pages.py` from the clause trace in `src/wartable/rulebook/data/clauses/`; not edited by hand.

Every clause of every rulebook stands here, in this project's own words: what it asks, what in the program meets it, and
which tests prove that. `wartable rules --clause ID` shows one clause with the readings that bear on it.
"""
READINGS = """# How unclear text is read

Made by `tools/pages.py` from `src/wartable/rulebook/data/readings.toml`; not edited by hand.

Where a regulator's text is unclear, contradicts itself or says nothing, the program has adopted a reading. Most can be
changed by a house whose approved rules say otherwise; the option is then named, with what holds when the house says
nothing. "Touches" says what depends on the point.
"""


def books() -> list[Rulebook]:
    """Return every rulebook, by its name."""
    return [load_rulebook(name) for name in dict.fromkeys(rulebook_names().values())]


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield a table of Markdown; a bar inside a cell is escaped."""
    for cells in (heads, ["---"] * len(heads), *rows):
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
    yield ""


# The coverage


def coverage_page() -> str:
    """Return the page of clauses: what meets each, and what proves it."""
    lines = [COVERAGE, *_summary()]
    for book in books():
        lines += [f"## {book.title}", "", f"{book.authority}.", ""]
        clauses = list(clauses_of(book.name).values())
        for topic in dict.fromkeys(clause.topic for clause in clauses):
            lines += [f"### {book.title}: {topic}", ""]
            rows = [_clause_row(book, clause) for clause in clauses if clause.topic == topic]
            lines += table(["Clause", "What it asks", "What meets it", "Tests"], rows)
    return "\n".join(lines)


def _summary() -> Iterator[str]:
    rows = []
    for book in books():
        clauses = clauses_of(book.name).values()
        later = sum(LATER in clause.met_by for clause in clauses)
        met = sum(bool(clause.met_by and clause.tests) for clause in clauses) - later
        tests = {test for clause in clauses for test in clause.tests} - {LATER}
        rows.append((len(clauses), met, later, len(tests)))
    total = tuple(map(sum, zip(*rows, strict=True)))
    named = zip([*(book.title for book in books()), "All"], [*rows, total], strict=True)
    heads = ["Rulebook", "Clauses", "Met and tested", "Still to come", "Tests"]
    yield from table(heads, ([title, *map(str, row)] for title, row in named))


def _clause_row(book: Rulebook, clause: Clause) -> list[str]:
    met_by = [describe(parse_meets(reference), book) for reference in clause.met_by]
    tests = [f"`{test.removeprefix('tests/')}`" for test in clause.tests if test != LATER]
    return [f"{clause.id}<br>{clause.cite}", clause.says, "<br>".join(met_by), "<br>".join(tests)]


# The readings


def readings_page() -> str:
    """Return the page of adopted readings, with the options that change them."""
    titles = {book.code: book.title for book in books()}
    lines = [READINGS]
    for code, points in groupby(readings().items(), key=lambda point: point[0].partition(".")[0].rstrip("0123456789")):
        lines += [f"## {titles.get(code, 'Several texts')}", ""]
        heads = [
            "Point",
            "What is unclear",
            "How it is read",
            "Option, and what holds by default",
            "Touches",
            "Clauses",
        ]
        lines += table(heads, [_reading_row(number, reading, code) for number, reading in points])
    return "\n".join(lines)


def _reading_row(number: str, reading: Reading, code: str) -> list[str]:
    concerned = [book for book in books() if book.code == code] or books()
    options = [_option(key, concerned) for key in reading.options]
    clauses = ", ".join(reading.where)
    return [number, reading.asks, reading.reads, "<br>".join(options), IMPACTS[reading.impact], clauses]


def _option(key: str, concerned: Sequence[Rulebook]) -> str:
    """A house key and its default, in every rulebook that has it."""
    held: dict[str, list[str]] = {}
    for book in concerned:
        name = book.by_house_key().get(key)
        if name is not None:
            held.setdefault(in_words(book.values[name]), []).append(book.title)
    if len(held) == 1:
        return f"`{key}`: {next(iter(held))}"
    told = "; ".join(f"{words} ({', '.join(titles)})" for words, titles in held.items())
    return f"`{key}`: {told}"


# All of them

PAGES: Mapping[str, Callable[[], str]] = {
    "docs/rules/coverage.md": coverage_page,
    "docs/rules/readings.md": readings_page,
    "docs/table/phases.md": phases_page,
    "docs/server/messages.md": messages_page,
}


def main() -> None:
    """Write every page."""
    for name, make in PAGES.items():
        page = ROOT / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(make(), encoding="utf-8")
        print(f"{name}: {page.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
