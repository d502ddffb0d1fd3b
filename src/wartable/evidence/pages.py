"""The chapters of the report."""

import re
from collections.abc import Iterable, Sequence

from wartable.cards import DECK_SIZE
from wartable.evidence.collect import Evidence, raw_p_values
from wartable.evidence.judge import LEVEL, RERUN_RULE, RULE, Check, by_name
from wartable.evidence.outcome import Outcomes
from wartable.evidence.sample import BATCH, COMPARED, PIECE_BYTES, SEQUENCE_BYTES, TABLE, Root
from wartable.evidence.sp800_22 import ENOUGH_SEQUENCES, UNIFORM_ENOUGH, BatteryRow, Example
from wartable.paper import (
    Block,
    Column,
    Document,
    Facts,
    Inlines,
    Notice,
    PageTable,
    Paragraph,
    Section,
    TitlePage,
    marked,
)
from wartable.paper import PageRow as TableRow

_TEMPLATES = "non-overlapping template "
_SHOWN_TEMPLATES = 5


def evidence_document(evidence: Evidence, versions: dict[str, str], sources: dict[str, str]) -> Document:
    """Everything that a laboratory reads, the verdict first."""
    return Document(
        _cover(evidence, versions["wartable"]),
        [
            method(evidence),
            self_tests(evidence),
            *outcome(evidence),
            *raw(evidence),
            program(versions, sources, evidence.digests),
        ],
    )


def _cover(evidence: Evidence, version: str) -> TitlePage:
    asked = evidence.asked
    verdict = Notice(
        "holds" if evidence.passed else "broken",
        "Result: passed" if evidence.passed else f"Result: FAILED: {'; '.join(evidence.reasons)}",
    )
    again = f"--decks {asked.decks} --shuffles {asked.shuffles} --bytes {asked.sequences * SEQUENCE_BYTES}"
    facts: list[tuple[str, Inlines]] = [(part, [f"{tried}; {judged}"]) for part, tried, judged in verdicts(evidence)]
    facts.append(
        (
            "seed",
            marked(
                f"`{asked.seed.hex()}` is the seed of the whole run. The same program with `--seed` and this number, "
                f"`{again}` writes every file of this folder again, byte for byte."
            ),
        )
    )
    title = "Evidence for the random numbers of wartable"
    return TitlePage(title, f"wartable {version}", "wartable evidence rng", "", verdict, Facts(facts))


def verdicts(evidence: Evidence) -> list[tuple[str, str, str]]:
    """Each part, what was tried, and how it was judged at 99 %."""
    asked = evidence.asked
    figures = by_name(evidence.outcome.first.figures)
    p_values = raw_p_values(evidence.raw.first)
    return [
        ("self-tests", _count(evidence.examples, evidence.known, evidence.proofs), _exact(evidence)),
        (
            "final outcome",
            f"{asked.shuffles:,} shuffles of {asked.decks} decks, {len(figures)} tests",
            _judged(figures, evidence.outcome.failed, evidence.outcome.failed_twice),
        ),
        (
            "raw stream",
            f"{asked.sequences:,} sequences of 1,000,000 bits, {len(p_values)} figures",
            _judged(p_values, evidence.raw.failed, evidence.raw.failed_twice),
        ),
    ]


def method(evidence: Evidence) -> Section:
    """How the samples are made and judged."""
    asked = evidence.asked
    again = Root(asked.seed).again().run
    return _section(
        "Method",
        _text(
            "A shoe's order comes from a seed of 32 bytes: HMAC-SHA-256 makes a key of it, ChaCha20 (RFC 8439) a "
            "stream of that key, draws below n are taken from the stream by rejection, and Fisher and Yates's shuffle "
            "uses one draw for each place. The protocol is published in `docs/fairness.md`."
        ),
        _text(
            f"**Final-outcome collector.** Shoe number k of table {TABLE} has the seed HMAC-SHA-256(seed of the run, "
            "`wartable evidence 1`, run, `shoe`, k), each part on a line of its own; every second shoe has words added "
            "by a player; the depths of the cut are draws from a stream with the key made so of `cuts` and 1. "
            "`outcomes.bin` has for each shoe the "
            f"depth of the cut and then {asked.decks * DECK_SIZE} card numbers, the order before the cut from the top, "
            "all as 16-bit numbers, lower byte first. Card n is card n mod 52 of a deck in the order 2c 3c … Ac 2d … "
            f"As. `outcomes.csv` has the first {min(BATCH, asked.shuffles):,} shoes as faces, after the cut."
        ),
        _text(
            f"**Raw-output collector.** `raw.bin` has {asked.sequences:,} sequences of {SEQUENCE_BYTES:,} bytes of the "
            "key stream, before any scaling. Odd sequences are one shoe's stream; even ones are the first "
            f"{PIECE_BYTES:,} bytes, about what a shuffle takes, of {SEQUENCE_BYTES // PIECE_BYTES} shoes' streams one "
            "after the other. Seeds are made as above, with `raw` and the sequence's number, or `raw` number and the "
            "piece from 0. Bits are read from the highest of each byte."
        ),
        _text(
            "**Difference from production: none between the seed and the card.** The functions called are those that "
            f"deal, and every {COMPARED}th shoe is also dealt by the dealing function itself and compared. Two things "
            "around them serve the testing: production draws each seed from the operating system, while here all seeds "
            "follow from the one printed above so that the run can be repeated; and cards are shuffled as numbers, so "
            "that copies of a card can be told apart."
        ),
        _text(f"**Rule.** {RULE} P-values of the final outcome count both tails: a fit that is too good fails too."),
        _text(f"**Fresh try.** {RERUN_RULE} The fresh try uses run {again} in the seeds above."),
    )


def self_tests(evidence: Evidence) -> Section:
    """Before anything else: the tests and the generator do what their standards say."""
    rows = [
        (example.test, example.of, f"{example.printed:.6f}", f"{example.found:.6f}", _word(ok=example.ok))
        for example in evidence.examples
    ]
    return _section(
        "Self-tests",
        _text(
            "The tests of SP 800-22 are our own; each gives what the standard's worked examples and appendix B print."
        ),
        _table("Worked examples", ("test", "worked example", "printed", "found", "result"), rows),
        _text("The generator gives the published answers, and what can be tried completely was tried completely."),
        _checks([*evidence.known, *evidence.proofs]),
    )


def outcome(evidence: Evidence) -> list[Section]:
    """Whole shuffled shoes."""
    part = evidence.outcome
    first = _section("Final outcome", *_outcome_tables(part.first))
    return [first, _section("Final outcome, fresh try", *_outcome_tables(part.again))] if part.again else [first]


def _outcome_tables(found: Outcomes) -> list[Block]:
    rows = [
        (
            figure.test,
            figure.says,
            f"{figure.statistic:.4f}",
            "" if figure.freedom is None else str(figure.freedom),
            f"{figure.p:.6f}",
            "; ".join(f"{key.replace('_', ' ')} {_short(value)}" for key, value in figure.detail.items()),
        )
        for figure in found.figures
    ]
    head = ("test", "what is true of an honest shuffle", "statistic", "degrees of freedom", "p", "detail")
    return [_checks(found.checks), _table("Tests of whole shoes", head, rows)]


def raw(evidence: Evidence) -> list[Section]:
    """The stream before scaling."""
    part = evidence.raw
    first = _section("Raw stream: SP 800-22", *_raw_tables(part.first))
    return [first, _section("Raw stream, fresh try", *_raw_tables(part.again))] if part.again else [first]


def _raw_tables(rows: list[BatteryRow]) -> list[Block]:
    templates = sorted((row for row in rows if row.test.startswith(_TEMPLATES)), key=lambda row: row.share_p)
    others = [row for row in rows if not row.test.startswith(_TEMPLATES)]
    outside = sum(not row.in_bands for row in rows)
    most = max(row.sequences for row in rows)
    short = (
        f" With {most} sequences this run only tries the command: the standard asks for {ENOUGH_SEQUENCES} or more."
        if most < ENOUGH_SEQUENCES
        else ""
    )
    return [
        _text(
            f"Each test's share of sequences with a p-value of at least {LEVEL} and the standard's band for it, the "
            "smallest p-value as the worst of all sequences, and the spread of the p-values over ten tenths (the "
            f"standard wants {UNIFORM_ENOUGH} or more). Random excursions apply only to walks with 500 returns, so "
            "they have fewer sequences. The bands are drawn for one test at a time; "
            f"of {len(rows)} rows {outside} lie outside one, which is what the rule above is for.{short} "
            f"Of the {len(templates)} templates those with the fewest passes are "
            "shown; `report.json` has all."
        ),
        _table(
            "Tests of the raw stream",
            (
                "test",
                "sequences",
                "passed",
                "share",
                "band from",
                "p of the share",
                "p of the worst",
                "p of the spread",
                "tenths",
            ),
            [_raw_row(row) for row in (*others, *templates[:_SHOWN_TEMPLATES])],
        ),
    ]


def _raw_row(row: BatteryRow) -> tuple[str, ...]:
    spread = "not judged" if row.uniformity_p is None else f"{row.uniformity_p:.6f}"
    return (
        row.test,
        str(row.sequences),
        str(row.passed),
        f"{row.passed / row.sequences:.4f}",
        f"{row.least_share:.4f}",
        f"{row.share_p:.6f}",
        f"{row.worst_p:.6f}",
        spread,
        " ".join(map(str, row.tenths)),
    )


def program(versions: dict[str, str], sources: dict[str, str], files: dict[str, str]) -> Section:
    """What made this, and the digests of all of it."""
    return _section(
        "Program",
        _table("Versions", ("part", "version"), list(versions.items())),
        _text("SHA-256 of the collectors' files, and of every source file between the seed and this report:"),
        _table("Digests", ("file", "SHA-256"), [(name, f"`{code}`") for name, code in (files | sources).items()]),
    )


def _section(title: str, *blocks: Block) -> Section:
    return Section(re.sub(r"[^a-z0-9]+", "-", title.lower()), title, blocks)


def _text(text: str) -> Paragraph:
    return Paragraph(marked(text))


def _table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> PageTable:
    columns = [Column(title) for title in head]
    return PageTable(caption, columns, [TableRow([marked(cell) for cell in row]) for row in rows], small=True)


def _checks(checks: Iterable[Check]) -> PageTable:
    rows = [(check.check, check.says, f"{check.tried:,}", str(check.wrong), _word(ok=check.ok)) for check in checks]
    return _table("Exact checks", ("exact", "what must hold", "tried", "wrong", "result"), rows)


def _judged(p_values: dict[str, float], failed: list[str], failed_twice: list[str]) -> str:
    worst = min(p_values, key=lambda test: p_values[test])
    first = f"smallest p {p_values[worst]:.6f} ({worst}) against {LEVEL / len(p_values):.6f}"
    if not failed:
        return f"passed: {first}"
    if not failed_twice:
        return f"passed on a fresh try of {', '.join(failed)}: {first}"
    return f"FAILED twice: {', '.join(failed_twice)}: {first}"


def _exact(evidence: Evidence) -> str:
    good = all(example.ok for example in evidence.examples)
    good &= all(check.ok for check in (*evidence.known, *evidence.proofs))
    return "passed, exactly" if good else "FAILED"


def _count(examples: list[Example], known: list[Check], proofs: list[Check]) -> str:
    return f"{len(examples)} worked examples, {len(known)} sets of known answers, {len(proofs)} exhaustive proofs"


def _word(*, ok: bool) -> str:
    return "as it should" if ok else "WRONG"


def _short(value: float | str) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
