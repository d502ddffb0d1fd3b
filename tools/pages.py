"""Make the pages of docs/ that follow from the program itself: run it as `.venv/bin/python tools/pages.py`.

A test makes them again and compares, so a page cannot differ from the program.
"""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import get_args

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # this file is run by its name, and needs its neighbours

from tools.messages_page import messages_page  # noqa: E402
from tools.phase_page import phases_page  # noqa: E402
from wartable.rulebook import Rulebook, load_rulebook, rulebook_names  # noqa: E402
from wartable.rulebook.clauses import Clause, clauses_of  # noqa: E402
from wartable.rulebook.proof import Proof, Verdict, proofs  # noqa: E402
from wartable.rulebook.readings import Reading, readings  # noqa: E402
from wartable.rulebook.trace import describe, in_words, parse_meets  # noqa: E402

IMPACTS = {"H": "money, flow or law", "M": "procedure or log", "L": "wording"}

COVERAGE = """# What meets each clause

Made by `tools/pages.py` from the clause trace in `src/wartable/rulebook/data/clauses/`; not edited by hand.

Every clause of every rulebook is here, in this project's own words: what it asks, what in the program meets it, and
which tests prove that. `wartable rules --clause ID` shows one clause with the readings that bear on it.

The verdict is what `./dev soak clauses` last showed, and no more. It disables each part that is said to meet a clause
and runs the tests that the clause names. **Enforced**: a test noticed that the table, a settlement or a check no longer
held the clause. **Attested**: no program can see it, so the house answers for it, and `check` refuses a house that does
not. **Information**: a definition or a published figure, which binds no one. **Survived**: no test noticed. **Not yet
shown**: the clause's parts or tests have changed since the run. The paths are the automatic dealer, a dealer at the
console, `settle` and `check`; of the parts, those count whose absence was noticed. A part that was not
tried says so; some have nothing else that they could be. The breach tests are those that noticed: a run stops when each
clause has one, so others may notice too.
"""
VERDICTS: Sequence[Verdict] = get_args(Verdict)
ALWAYS: Sequence[Verdict] = VERDICTS[:4]
SHOWN = re.compile(r"(?<=<!-- shown -->\n).*?(?=<!-- /shown -->)", re.DOTALL)
"""The place in the README for what was shown."""
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
        clauses, shown_of = list(clauses_of(book.name).values()), _proofs(book)
        for topic in dict.fromkeys(clause.topic for clause in clauses):
            lines += [f"### {book.title}: {topic}", ""]
            rows = [_clause_row(book, clause, shown_of[clause.id]) for clause in clauses if clause.topic == topic]
            heads = ["Clause", "What it asks", "Verdict", "What meets it", "Breach tests", "Other tests"]
            lines += table(heads, rows)
    return "\n".join(lines)


def _proofs(book: Rulebook) -> Mapping[str, Proof]:
    return proofs(clauses_of(book.name).values())


def _summary() -> Iterator[str]:
    counts = {book.title: Counter(proof.verdict for proof in _proofs(book).values()) for book in books()}
    counts["All"] = sum(counts.values(), Counter())
    columns = [verdict for verdict in VERDICTS if verdict in ALWAYS or counts["All"][verdict]]
    numbers = {title: [count.total(), *(count[one] for one in columns)] for title, count in counts.items()}
    heads = ["Rulebook", "Clauses", *(verdict.capitalize() for verdict in columns)]
    yield from table(heads, ([title, *map(str, row)] for title, row in numbers.items()))
    every = [proof for book in books() for proof in _proofs(book).values()]
    survived, noticed = sum(len(one.survived) for one in every), sum(len(one.noticed) for one in every)
    yield (
        f"{shown()} A clause names one part or more, {survived + noticed} in all were disabled; where the clause's own"
        f" tests did not notice that, {survived} times, it is said beside the part."
    )
    yield ""


def shown() -> str:
    """Return the sentence on what the last kept run showed."""
    every = [proof for book in books() for proof in _proofs(book).values()]
    counted = Counter(proof.verdict for proof in every)
    days = sorted({proof.day for proof in every if proof.day})
    when = f" on {days[0]}" if len(days) == 1 else f" from {days[0]} to {days[-1]}" if days else ""
    later = f", {counted['not yet shown']} not yet shown" if counted["not yet shown"] else ""
    return (
        f"Of {len(every)} clauses `./dev soak clauses` showed{when}: {counted['enforced']} enforced,"
        f" {counted['attested']} attested by the house, {counted['information']} information,"
        f" {counted['survived']} survived{later}."
    )


def readme() -> str:
    """Return the README with what was shown in its place."""
    return SHOWN.sub(f"{shown()}\n", (ROOT / "README.md").read_text(encoding="utf-8"))


def _clause_row(book: Rulebook, clause: Clause, proof: Proof) -> list[str]:
    met_by = [describe(parse_meets(reference), book) + _unnoticed(reference, proof) for reference in clause.met_by]
    verdict = [proof.verdict, ", ".join(proof.paths)]
    noticed = {*proof.tests, *(test.partition("[")[0] for test in proof.tests)}
    others = [test for test in clause.tests if test not in noticed]
    return [
        f"{clause.id}<br>{clause.cite}",
        clause.says,
        "<br>".join(filter(None, verdict)),
        "<br>".join(met_by),
        *("<br>".join(f"`{test.removeprefix('tests/')}`" for test in tests) for tests in (proof.tests, others)),
    ]


def _unnoticed(reference: str, proof: Proof) -> str:
    if reference in proof.survived:
        return " (its absence goes unnoticed)"
    return "" if reference in proof.noticed or proof.verdict == "not yet shown" else " (not tried)"


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
    "README.md": readme,
    "docs/rules/coverage.md": coverage_page,
    "docs/rules/readings.md": readings_page,
    "docs/table/phases.md": phases_page,
    "docs/server/messages.md": messages_page,
}


def main() -> None:
    for name, make in PAGES.items():
        page = ROOT / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(make(), encoding="utf-8")
        print(f"{name}: {page.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
