"""Simulation evidence: real shoes dealt round by round, held against the exact figures."""

from wartable.report.charts.scores import z_scores
from wartable.report.document import Block, Code, Column, Facts, Section, Table, Words
from wartable.report.numbers import HARD_SPACE, counted, decimal, signed
from wartable.report.parts import lead, note, right, row
from wartable.report.simulated import Dealt, Evidence

LARGE = 1_000
"""From here on six digits after the point say nothing."""


def simulation(evidence: Evidence) -> Section:
    """What was dealt, and how far it lies from theory."""
    blocks: list[Block] = [
        lead(_told(evidence)),
        Facts(
            [
                (
                    "Rounds",
                    [
                        (
                            f"{evidence.rounds:,}, from {counted(evidence.shoes, 'shoe')} with "
                            f"{counted(evidence.seats, 'seat')} taken"
                        )
                    ],
                ),
                ("Seed", [Code(str(evidence.seed))]),
                ("Intervals", [f"{evidence.confidence}{HARD_SPACE}%, from the spread between whole shoes"]),
                ("Dealt by", [f"{evidence.software}, {evidence.backend}"]),
                ("Checksum", [Code(evidence.checksum)]),
                ("Again", [Code(evidence.command)]),
            ]
        ),
        z_scores(evidence),
        _table(evidence),
        note(
            f"Of honest figures, one in a hundred lies outside its {evidence.confidence} % interval by chance; what "
            "lies far outside is a mistake. The same seed and rounds give the same checksum on every machine."
        ),
    ]
    return Section("simulation", "Simulation evidence", blocks)


def outside(evidence: Evidence) -> list[Dealt]:
    """The figures whose exact value is not inside the interval."""
    return [one for one in evidence.dealt if not one.low <= one.exact <= one.high]


def _told(evidence: Evidence) -> str:
    scores = [abs(one.z) for one in evidence.dealt if one.z is not None]
    far = f" The furthest lies {decimal(max(scores), 2)} standard errors away." if scores else ""
    missed = len(outside(evidence))
    level = f"{evidence.confidence}{HARD_SPACE}% interval"
    if not missed:
        held = f"all {len(evidence.dealt)} exact figures lie inside their {level}s."
    elif missed == 1:
        held = f"1 exact figure of {len(evidence.dealt)} lies outside its {level}."
    else:
        held = f"{missed} exact figures of {len(evidence.dealt)} lie outside their {level}s."
    return f"{evidence.rounds:,} rounds were dealt from real shoes: {held}{far}"


def in_short(evidence: Evidence) -> Words:
    """One sentence for the summary."""
    return [_told(evidence)]


def _table(evidence: Evidence) -> Table:
    level = evidence.confidence
    heads = [
        Column("Figure", grows=1),
        right("exact"),
        right("dealt"),
        right(f"{level} % from"),
        right("to"),
        right("z"),
    ]
    rows = [
        row(
            one.figure,
            *(_digits(number) for number in (one.exact, one.value, one.low, one.high)),
            signed(one.z, 2) if one.z is not None else "–",
        )
        for one in evidence.dealt
    ]
    return Table("Exact and dealt, per unit", heads, rows)


def _digits(number: float) -> str:
    return signed(number, 6) if abs(number) < LARGE else decimal(number, 1)
