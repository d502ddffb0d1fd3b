"""Simulation evidence: real shoes dealt round by round, compared with the exact figures."""

from wartable.paper import (
    HARD_SPACE,
    Block,
    Code,
    Column,
    Facts,
    Inline,
    Inlines,
    PageTable,
    Section,
    counted,
    decimal,
    signed,
)
from wartable.report.charts import z_scores
from wartable.report.parts import lead, note, right, row, sentence
from wartable.report.sections.whole_shoes import whole_shoes
from wartable.report.simulated import Dealt, NotDealt, SimEvidence

SMALL = 0.001
"""Below this a chance is told with two more digits."""
FEWEST_SEATS = 2
_SPREAD = "from the spread between whole shoes; exact where few cases came"


def simulation(evidence: SimEvidence | NotDealt, file: str) -> Section:
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
                ("Intervals", [f"{evidence.confidence}{HARD_SPACE}%, {_SPREAD}"]),
                ("Dealt by", [evidence.software]),
                ("Checksum", [Code(evidence.checksum)]),
                ("Again", [Code(again)]),
            ]
        ),
        z_scores(evidence),
        _table(evidence),
        *_seats(evidence),
        note(
            f"Of honest figures, one in a hundred lies outside its {evidence.confidence} % interval by chance; what "
            f"lies far outside is a mistake. Every player goes to war on a tie. {_expected(evidence)} The same seed, "
            "seats and rounds give the same checksum on every machine."
        ),
        *whole_shoes(evidence),
    ]
    return Section("simulation", "Simulation evidence", blocks)


def _expected(evidence: SimEvidence) -> str:
    if evidence.cover is None:
        return "What is expected is the exact figure."
    return "What is expected is the exact figure of a full shoe and what the cover card adds to it."


def outside(evidence: SimEvidence) -> list[Dealt]:
    """The figures that lie further from what is expected than their confidence allows."""
    return [one for one in evidence.dealt if one.outside]


def _told(evidence: SimEvidence | NotDealt) -> str:
    if isinstance(evidence, NotDealt):
        return f"No rounds were dealt. {sentence(evidence.why[:1].upper() + evidence.why[1:])}"
    scores = [abs(one.z) for one in evidence.dealt if one.z is not None]
    far = f" The furthest lies {decimal(max(scores), 2)} standard errors away." if scores else ""
    missed, compared = len(outside(evidence)), sum(one.low is not None for one in evidence.dealt)
    level = f"{evidence.confidence}{HARD_SPACE}% interval"
    if not missed:
        held = f"all {compared} expected figures lie inside their {level}s."
    elif missed == 1:
        held = f"1 expected figure of {compared} lies outside its {level}."
    else:
        held = f"{missed} expected figures of {compared} lie outside their {level}s."
    return f"{evidence.rounds:,} rounds were dealt from real shoes: {held}{far}"


def in_short(evidence: SimEvidence | NotDealt) -> Inlines:
    """One sentence for the summary."""
    return [_told(evidence)]


def _table(evidence: SimEvidence) -> PageTable:
    rows = [row(one.figure, *_numbers(one, evidence)) for one in evidence.dealt]
    return PageTable("Exact and dealt, per unit", _heads("Figure", evidence), rows)


def _seats(evidence: SimEvidence) -> list[Block]:
    """The initial wager seat by seat, where there are several."""
    if len(evidence.seats_dealt) < FEWEST_SEATS:
        return []
    rows = [row(f"{one.seat}, always {one.strategy}", *_numbers(one.edge, evidence)) for one in evidence.seats_dealt]
    return [PageTable("The initial wager's edge, seat by seat", _heads("Seat", evidence), rows)]


def _heads(first: str, evidence: SimEvidence) -> list[Column]:
    adds = () if evidence.cover is None else ("cover card adds",)
    names = ("exact", *adds, "dealt", f"{evidence.confidence} % from", "to", "z")
    return [Column(first, grows=1), *map(right, names)]


def _numbers(one: Dealt, evidence: SimEvidence) -> list[Inline]:
    digits = 6 if abs(one.exact) >= SMALL else 8
    adds = () if evidence.cover is None else (signed(one.adds, digits),)
    dealt = ("–" if number is None else decimal(number, digits) for number in (one.value, one.low, one.high))
    return [decimal(one.exact, digits), *adds, *dealt, signed(one.z, 2) if one.z is not None else "–"]
