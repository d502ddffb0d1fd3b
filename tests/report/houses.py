"""Reports of the example houses and of houses made from them, each built once in a process."""

from functools import cache
from pathlib import Path

from wartable.paper.document import Document
from wartable.paper.html import write_html
from wartable.paper.pdf import write_pdf
from wartable.report import Computed, Dealt, Filing, SimEvidence, build, compute, file_house
from wartable.report.shoe_level import CutCardEffect, Lives, Moved

HOUSES = Path(__file__).resolve().parents[2] / "houses"
NAMES = sorted(house.stem for house in HOUSES.glob("*.toml") if "-" not in house.stem)
SHOES = 4
"""Enough to fill every table; how many shoes are looked at changes no sentence of these tests."""

CHANGES: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "electronic": ("maryland", (("# community_cards = 5", "community_cards = 5"),)),
    "one seat": ("maryland", (("seats = 7", "seats = 1"), ("boxes = 2", "boxes = 1"))),
    "one electronic seat": (
        "maryland",
        (("seats = 7", "seats = 1"), ("boxes = 2", "boxes = 1"), ("# community_cards = 5", "community_cards = 5")),
    ),
    "payout limit": ("maryland", (('inscription = "posted"', 'limit_per_hand = "100.00"'),)),
    "continuous": ("maryland", (("[shuffler]", '[shuffler]\nkind = "continuous"'),)),
    "coupons": ("wisconsin", ()),
    "other coverage": ("california", (('coverage = "action"', 'coverage = "payoffs_only"'),)),
    "nothing attested": ("maryland", (("dealer_opposite = true", ""),)),
    "too many decks": ("maryland", (("decks = 6", "decks = 60"),)),
    "strange names": (
        "maryland",
        (
            ('"Example Casino"', '"<b>Kasino</b> & 永利 #set"'),
            ('"Casino War, table 1"', '"`Krieg` *und* _Frieden_ $x$ {{ y }}"'),
        ),
    ),
    "no names": (
        "maryland",
        (('operator = "Example Casino"', ""), ('name = "Casino War, table 1"', ""), ('filed = "2026-11-15"', "")),
    ),
    "no day": ("maryland", (('"2026-11-15"', '"2026-13-45"'),)),
}
"""Houses made from an example by writing something else."""

EVIDENCE = SimEvidence(
    seed=7,
    rounds=1_000_000,
    shoes=10_000,
    seats=7,
    confidence=99,
    stream="a stream",
    checksum="00ff" * 8,
    software="wartable of today",
    dealt=(
        Dealt("initial, always war", exact=-0.0233, value=-0.0240, low=-0.0260, high=-0.0220, z=-0.9),
        Dealt("tie", exact=-0.1865, value=-0.1800, low=-0.1850, high=-0.1750, z=3.4, outside=True),
        Dealt("sure", exact=0.0, value=0.0, low=0.0, high=0.0, z=None),
    ),
    cover=CutCardEffect(
        shoes=5_000,
        cards_behind=78,
        rounds_per_shoe=23.4375,
        moved=(
            Moved("how often a hand ties", exact=23 / 311, adds=-2.9e-6, low=-4.0e-6, high=-1.8e-6),
            Moved("edge, tie", exact=58 / 311, adds=32.4e-6, low=20.2e-6, high=44.6e-6),
        ),
    ),
    lives=Lives(
        rounds=1_000_000,
        lives=14,
        mean=70_000.4,
        reach=15_000.0,
        exact=70_934.7,
        quantiles=((5, 6_769), (50, 61_077)),
        mean_reading="549797.13",
        highest_reading="2888029.00",
    ),
)


def text_of(house: str) -> bytes:
    """The file of an example house, or of one made from it."""
    name, changes = CHANGES.get(house, (house, ()))
    text = (HOUSES / f"{name}.toml").read_text(encoding="utf-8")
    for before, after in changes:
        if before not in text:
            raise ValueError(f"{name} no longer says {before}")
        text = text.replace(before, after, 1)
    return text.encode()


@cache
def filing_of(house: str) -> Filing:
    filing = file_house(text_of(house), f"{house}.toml")
    if not isinstance(filing, Filing):
        raise TypeError(str(filing))
    return filing


@cache
def found_in(house: str) -> Computed | None:
    rules = filing_of(house).rules
    return compute(rules, shoes=SHOES) if rules is not None else None


@cache
def report_of(house: str) -> Document:
    return build(filing_of(house), found_in(house))


@cache
def page_of(house: str) -> str:
    return write_html(report_of(house)).decode()


@cache
def pdf_of(house: str) -> bytes:
    return write_pdf(report_of(house))
