"""The laboratory: games that are in no rulebook and on no table, described by what they pay.

The table fights one war a round. In a laboratory's game a tied war may be fought again, up to a number of ties in a
row, and the tie wager may pay more with each of them. At the table such a game would need a round that goes back to
dealing, boxes with many war cards, and new rows of settlement, for a game that no rulebook asks for. So it is written
down here as its outcomes' nets; the cards are counted as for every other wager.
"""

import re
from collections.abc import Iterator
from fractions import Fraction

import msgspec
from msgspec.structs import asdict

from wartable.misread import tell_misread
from wartable.odds.chain import ties_in_a_row
from wartable.odds.composition import MAX_DECKS, Composition
from wartable.odds.figures import Chance, weigh
from wartable.odds.wagers import InitialOdds, Wagers

MIN_TIES, MAX_TIES = 2, 12

_FRACTION = re.compile(r"-?\d{1,6}(/\d{1,6})?", re.ASCII)
"""The most digits of a pay. An exponent is rejected: a few characters would make a number that fills the memory."""


class Nets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each outcome nets in units of the initial wager, as fractions."""

    win: str
    lose: str
    surrender: str
    war_win: str
    war_lose: str
    last_tie: str
    """The last tie that is fought for, which ends the round."""


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game with wars over ties in a row."""

    lab: str
    """What it is called."""
    decks: int
    ties: int
    """Ties in a row that end the round, the original deal's included."""
    initial: Nets
    tie_pays: list[str]
    """What the tie wager is paid to one for exactly one tie in a row, two, three …"""


class LabSheet(msgspec.Struct, frozen=True):
    """The par sheet of a laboratory's game."""

    lab: str
    decks: int
    cards: int
    wagers: Wagers


def read_variant(document: object) -> Variant:
    """Return a variant decoded from TOML; raise ValueError with one line for an invalid one."""
    try:
        variant = msgspec.convert(document, Variant)
    except msgspec.ValidationError as error:
        raise ValueError(tell_misread(error, Variant)) from None
    if not 1 <= variant.decks <= MAX_DECKS:
        raise ValueError(f"decks: expected 1 to {MAX_DECKS}")
    if not MIN_TIES <= variant.ties <= MAX_TIES:
        raise ValueError(f"ties: expected {MIN_TIES} to {MAX_TIES}")
    if len(variant.tie_pays) != variant.ties:
        raise ValueError(f"tie_pays: expected {variant.ties} pays, one for each number of ties in a row")
    for name, text in [*asdict(variant.initial).items(), *(("tie_pays", text) for text in variant.tie_pays)]:
        if not _is_fraction(text):
            raise ValueError(f'{name}: expected a fraction of at most 6 digits above and below, such as "-1/2"')
    return variant


def _is_fraction(text: str) -> bool:
    return bool(_FRACTION.fullmatch(text)) and int(text.partition("/")[2] or 1) > 0


def lab_sheet(variant: Variant, shoe: Composition | None = None) -> LabSheet:
    """Return the par sheet of a variant, for a full shoe of its decks or for any other."""
    if shoe is None:
        shoe = Composition.of_decks(variant.decks)
    rows = ties_in_a_row(shoe, variant.ties)
    war, surrender = weigh(_war(variant, rows)), weigh(_surrender(variant, rows))
    wagers = Wagers(
        initial=InitialOdds(**asdict(war), edge_surrender=surrender.edge, surrender=surrender),
        tie=weigh(_ladder(variant, rows)),
    )
    return LabSheet(variant.lab, variant.decks, shoe.total, wagers)


def _original(variant: Variant, rows: list[Fraction]) -> Iterator[Chance]:
    for outcome in ("win", "lose"):
        yield Chance(outcome, (1 - rows[1]) / 2, Fraction(getattr(variant.initial, outcome)))


def _war(variant: Variant, rows: list[Fraction]) -> Iterator[Chance]:
    """A war is won or lost, equally likely, after one tie or more; or the last tie ends it."""
    yield from _original(variant, rows)
    double = Fraction(2)
    decided = rows[1] - rows[-1]
    yield Chance("war_win", decided / 2, Fraction(variant.initial.war_win), double)
    yield Chance("war_lose", decided / 2, Fraction(variant.initial.war_lose), double)
    yield Chance("last_tie", rows[-1], Fraction(variant.initial.last_tie), double)


def _surrender(variant: Variant, rows: list[Fraction]) -> Iterator[Chance]:
    yield from _original(variant, rows)
    yield Chance("surrender", rows[1], Fraction(variant.initial.surrender))


def _ladder(variant: Variant, rows: list[Fraction]) -> Iterator[Chance]:
    """The tie wager is paid once, for as many ties in a row as there were."""
    yield Chance("lose", 1 - rows[1], Fraction(-1))
    for place, pays in enumerate(variant.tie_pays):
        ties = place + 1
        more = rows[ties + 1] if ties < variant.ties else Fraction(0)
        yield Chance(f"ties_{ties}", rows[ties] - more, Fraction(pays))
