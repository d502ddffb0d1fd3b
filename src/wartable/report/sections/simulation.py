"""Simulation evidence: real shoes dealt round by round, held against the exact figures."""

from wartable.report.charts.scores import z_scores
from wartable.report.document import Block, Code, Column, Facts, Section, Table, Words
from wartable.report.numbers import HARD_SPACE, counted, decimal, signed
from wartable.report.parts import lead, note, right, row, sentence
from wartable.report.sections.whole_shoes import whole_shoes
from wartable.report.simulated import Dealt, Evidence, NotDealt

SMALL = 0.001
"""Below this a chance is told with two more digits."""


def simulation(evidence: Evidence | NotDealt, file: str) -> Section:
    """What was dealt, and how far it lies from theory."""
    if isinstance(evidence, NotDealt):
        return Section("simulation", "Simulation evidence", [lead(_told(evidence))])
    again = f"wartable simulate {file} --rounds {evidence.rounds} --seats {evidence.seats} --seed {evidence.seed}"
    shoes, seats = counted(evidence.shoes, "whole shoe"), counted(evidence.seats, "seat")
    dealt = f"{evidence.rounds:,}, from {shoes} with {seats} taken"
    blocks: list[Block] = [
        lead(_told(evidence)),
        Facts(
            [
                ("Rounds", [dealt]),
                ("Seed", [Code(str(evidence.seed))]),
                ("Stream", [Code(evidence.stream)]),
                ("Intervals", [f"{evidence.confidence}{HARD_SPACE}%, from the spread between whole shoes"]),
                ("Dealt by", [evidence.software]),
                ("Checksum", [Code(evidence.checksum)]),
                ("Again", [Code(again)]),
            ]
        ),
        z_scores(evidence),
        _table(evidence),
        note(
            f"Of honest figures, one in a hundred lies outside its {evidence.confidence} % interval by chance; what "
            "lies far outside is a mistake. Everybody goes to war on a tie. The same seed, seats and rounds give the "
            "same checksum on every machine."
        ),
        *whole_shoes(evidence),
    ]
    return Section("simulation", "Simulation evidence", blocks)


def outside(evidence: Evidence) -> list[Dealt]:
    """The figures whose exact value is not inside the interval."""
    return [one for one in evidence.dealt if is_outside(one)]


def is_outside(one: Dealt) -> bool:
    """Whether there is an interval, and the exact value is not in it."""
    return one.low is not None and one.high is not None and not one.low <= one.exact <= one.high


def _told(evidence: Evidence | NotDealt) -> str:
    if isinstance(evidence, NotDealt):
        return f"No rounds were dealt. {sentence(evidence.why[:1].upper() + evidence.why[1:])}"
    scores = [abs(one.z) for one in evidence.dealt if one.z is not None]
    far = f" The furthest lies {decimal(max(scores), 2)} standard errors away." if scores else ""
    missed, held_against = len(outside(evidence)), sum(one.low is not None for one in evidence.dealt)
    level = f"{evidence.confidence}{HARD_SPACE}% interval"
    if not missed:
        held = f"all {held_against} exact figures lie inside their {level}s."
    elif missed == 1:
        held = f"1 exact figure of {held_against} lies outside its {level}."
    else:
        held = f"{missed} exact figures of {held_against} lie outside their {level}s."
    return f"{evidence.rounds:,} rounds were dealt from real shoes: {held}{far}"


def in_short(evidence: Evidence | NotDealt) -> Words:
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
            *(_digits(number, one.exact) for number in (one.exact, one.value, one.low, one.high)),
            signed(one.z, 2) if one.z is not None else "–",
        )
        for one in evidence.dealt
    ]
    return Table("Exact and dealt, per unit", heads, rows)


def _digits(number: float | None, exact: float) -> str:
    if number is None:
        return "–"
    return decimal(number, 6 if abs(exact) >= SMALL else 8)
