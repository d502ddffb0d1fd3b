"""One mistake hides no other: no matter what else is wrong with a house, each problem is found."""

import tomllib
from itertools import combinations
from pathlib import Path

import msgspec
import pytest

from tests.rulebook.side_bets import changed
from tests.told import RULEBOOKS
from wartable.rulebook import load_rulebook
from wartable.rulebook.check import check_house
from wartable.rulebook.checks import complete, consistent
from wartable.rulebook.checks.about import about_the_house
from wartable.rulebook.checks.finding import HouseFinding
from wartable.rulebook.checks.offers import stand_ins
from wartable.rulebook.force import rules_in_force
from wartable.rulebook.house import judge

HOUSES = Path(__file__).resolve().parents[2] / "houses"


class Mistake(msgspec.Struct, frozen=True):
    """A change to the example house, the key it is found at, and the values that the finding rests on."""

    change: dict[str, object]
    key: str
    rests_on: tuple[str, ...] = ()


def refused(rulebook: str) -> list[Mistake]:
    """For each key of a rulebook, a value that is nothing of the kind."""
    keys = load_rulebook(rulebook).by_house_key()
    return [Mistake({key: 1.5}, key) for key in keys]


TOGETHER = [
    Mistake({"limits.max": "5.00"}, "limits.max", ("limits.min", "limits.step", "surrender.smallest_chip")),
    Mistake({"limits.tie_min": "6.00"}, "limits.tie_min", ("surrender.smallest_chip",)),
    Mistake({"cut.reinsert": "311 cards"}, "cut.reinsert", ("decks", "shuffler.kind", "burn.first")),
    Mistake({"shuffle.sequence": ["riffle"]}, "shuffle.sequence", ("shuffle.required",)),
    Mistake({"decision.timeout_s": None}, "decision.timeout_s", ("table.forms",)),
    Mistake({"attest.shoe_position": False}, "attest.shoe_position"),
    Mistake({"about.filed": "yesterday"}, "about.filed"),
    Mistake({"abuot": 1}, "abuot"),
]
MARYLAND = [
    *TOGETHER,
    Mistake({"progressive.rate": "0.003"}, "progressive.rate", ("progressive.stakes",)),
    Mistake({"progressive.rate": "1.50"}, "progressive.rate"),
    Mistake({"progressive.reset": "1.00"}, "progressive.reset"),
    Mistake({"progressive.stakes": ["5.00", "20.00"]}, "envy.table", ("progressive.stakes",)),
    Mistake({"bonus_spin.primary.rate": "0"}, "bonus_spin.primary.rate"),
    Mistake({"bonus_spin.secondary.rate": "1.01"}, "bonus_spin.secondary.rate"),
    Mistake({"bonus_spin.hot_weights": {"primary": 1}}, "bonus_spin.hot_weights"),
    Mistake({"bonus_spin.community_weights": {"77": 1}}, "bonus_spin.community_weights"),
    Mistake({"bonus_spin.stakes": ["1.00"]}, "bonus_spin.stakes",
            ("bonus_spin.dollar_hot_table", "bonus_spin.dollar_community_table")),
    Mistake({"bonus_spin.trigger": {"rank": "1", "color": "red"}}, "bonus_spin.trigger"),
    Mistake({"bonus_spin.hot_spot.also_community": None}, "bonus_spin.hot_spot.also_community"),
]  # fmt: skip


def example(rulebook: str) -> dict[str, object]:
    return tomllib.loads((HOUSES / f"{rulebook}.toml").read_text(encoding="utf-8"))


def findings(rulebook: str, document: dict[str, object]) -> list[HouseFinding]:
    """What `check` finds in a document that was read; only the lines are missing."""
    tables = {key: table for key, table in document.items() if key not in ("rulebook", "about", "attest")}
    book = load_rulebook(rulebook)
    choices, alone, said = judge(book, tables)
    rules = rules_in_force(book, stand_ins(book, said) | choices)
    return [
        *alone,
        *about_the_house(document.get("about", {})),
        *consistent(book, choices, rules, said),
        *complete(book, choices, document.get("attest", {}), rules, said),
    ]


def errors_at(rulebook: str, change: dict[str, object]) -> list[str]:
    found = findings(rulebook, changed(example(rulebook), change))
    return [finding.key for finding in found if finding.severity == "error"]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_refused_value_brings_no_finding_but_its_own(rulebook: str) -> None:
    usual = findings(rulebook, example(rulebook))
    offers = {value.offer for value in load_rulebook(rulebook).values.values()}
    given = {offer for offer in offers if offer is None or offer in example(rulebook)}
    for name, value in load_rulebook(rulebook).values.items():
        key = value.key or name
        if value.offer not in given:
            continue
        found = findings(rulebook, changed(example(rulebook), {key: 1.5}))
        new = {finding.key for finding in found if finding not in usual}
        assert new == {key}


@pytest.mark.parametrize("mistake", MARYLAND, ids=lambda mistake: str(mistake.change))
def test_a_mistake_is_found_at_its_key(mistake: Mistake) -> None:
    assert mistake.key in errors_at("maryland", mistake.change)


@pytest.mark.parametrize("mistake", MARYLAND, ids=lambda mistake: str(mistake.change))
def test_no_refused_value_hides_a_mistake(mistake: Mistake) -> None:
    for other in refused("maryland"):
        touched = {*mistake.change, mistake.key, *mistake.rests_on}
        if touched.isdisjoint(other.change):
            assert {mistake.key, other.key} <= set(errors_at("maryland", mistake.change | other.change)), other


def test_no_mistake_hides_another() -> None:
    for one, other in combinations(MARYLAND, 2):
        if {*one.change, one.key, *one.rests_on}.isdisjoint({*other.change, other.key, *other.rests_on}):
            both = errors_at("maryland", one.change | other.change)
            assert {one.key, other.key} <= set(both), (one, other)


def test_a_wrong_reset_does_not_hide_a_wrong_rate() -> None:
    text = (HOUSES / "maryland.toml").read_text(encoding="utf-8")
    text = text.replace('\nreset = "10000.00"', '\nreset = "1.00"', 1).replace('\nrate = "0.20"', '\nrate = "1.50"', 1)
    found = {finding.key: finding for finding in check_house(text, "x").findings}
    assert {"progressive.reset", "progressive.rate"} <= set(found)
    assert (found["progressive.rate"].line or 0) > (found["progressive.reset"].line or 0) > 0


def test_every_wrong_row_of_a_table_is_named_and_every_stranger_beside_them() -> None:
    ring = {"primary": 0, "secondary": 1, "1000": -1, "77": 1}
    found = findings("maryland", changed(example("maryland"), {"bonus_spin.hot_weights": ring}))
    assert [finding.message for finding in found if finding.key == "bonus_spin.hot_weights"] == [
        '{ primary = 0 } is not a table of whole numbers from 1 to 10000 by symbol, such as { "100" = 4 }',
        '{ 1000 = -1 } is not a table of whole numbers from 1 to 10000 by symbol, such as { "100" = 4 }',
        '"77" is not a symbol of this ring',
        "the pay of 600, 500, 400, 350, 300, 250 and 200 cannot be won: not on the ring",
    ]


def test_a_house_without_a_rulebook_is_told_about_its_day_as_well() -> None:
    report = check_house('[about]\nfiled = "yesterday"\nowner = "x"\n', "x")
    assert [(finding.line, finding.key) for finding in report.findings] == [
        (2, "about.filed"),
        (3, "about.owner"),
        (None, "rulebook"),
    ]
