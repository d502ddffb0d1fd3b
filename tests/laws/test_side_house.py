"""What a house must have and attest before it offers a side bet: areas, systems, devices, approvals."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.side_bets.houses import House, progressive, wheel
from wartable.rulebook import load_rulebook
from wartable.rulebook.checks import complete
from wartable.rulebook.checks.finding import HouseFinding
from wartable.rulebook.house import choose

EXAMPLE = Path(__file__).resolve().parents[2] / "houses" / "maryland.toml"

CONTROL = "internal control 7.4"
FULL_WHEEL: House = wheel(
    internal_control=CONTROL,
    symbols={"primary": "Jackpot", "secondary": "Mini"},
    hot_weights={"primary": 1, "secondary": 2}
    | dict.fromkeys(("1000", "600", "500", "400", "350", "300", "250", "200"), 1),
    community_weights=dict.fromkeys(("150", "100", "75", "50", "40", "35", "30", "25"), 1),
)
FULL_WHEEL["bonus_spin"]["hot_spot"]["selection"] = "position_ring"

DUTIES = [
    ("MD-2-B-4", "layout_progressive_area", "progressive"),
    ("MD-2-C", "progressive_system", "progressive"),
    ("MD-2-C-1", "progressive_system", "progressive"),
    ("MD-2-C-2.1", "progressive_system", "progressive"),
    ("MD-7-F-3-b", "players_check_acceptance", "progressive"),
    ("MD-2-B-7", "bonus_spin_system", "bonus_spin"),
    ("MD-2-B-7-a", "bonus_spin_system", "bonus_spin"),
    ("MD-2-B-7-b.1", "bonus_spin_system", "bonus_spin"),
]


def owed(house: House, attest: dict[str, bool]) -> list[HouseFinding]:
    """What a filed house still owes: the example house, with these side bets and attestations and no others."""
    tables: dict[str, Any] = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))
    attested = {name: True for name in tables.pop("attest") if name not in {name for _, name, _ in DUTIES}} | attest
    for key in ("rulebook", "about", "progressive", "envy", "bonus_spin", "electronic", "payout"):
        tables.pop(key, None)
    tables |= {"payout": {"inscription": "posted"}, **house}
    book = load_rulebook("maryland")
    choices, findings = choose(book, tables)
    found = [*findings, *complete(book, choices, attested)]
    return [finding for finding in found if finding.severity == "error"]


@pytest.mark.parametrize(("clause", "duty", "offer"), DUTIES, ids=[clause for clause, *_ in DUTIES])
def test_a_house_that_offers_the_bet_attests_its_duty(clause: str, duty: str, offer: str) -> None:
    house = progressive(internal_control=CONTROL) if offer == "progressive" else FULL_WHEEL
    attest = {name: True for _, name, whose in DUTIES if whose == offer}
    assert owed(house, attest) == []
    del attest[duty]
    (finding,) = owed(house, attest)
    assert (finding.key, finding.message.split(":")[0]) == (f"attest.{duty}", "not attested")
    assert clause in finding.clauses
    (denied,) = owed(house, attest | {duty: False})
    assert clause in denied.clauses


def test_md_2_b_4_a_house_without_side_bets_attests_none_of_it() -> None:
    assert owed({}, {}) == []


@pytest.mark.parametrize(
    ("key", "clause"),
    [
        ("symbols", "MD-10-D-1-b"),
        ("hot_weights", "MD-10-D-2"),
        ("community_weights", "MD-10-D-5-b"),
        ("hot_spot.selection", "MD-10-D-2"),
    ],
)
def test_md_10_d_a_filed_wheel_says_what_stands_on_its_rings(key: str, clause: str) -> None:
    spin = {name: item for name, item in FULL_WHEEL["bonus_spin"].items() if name != key}
    if key == "hot_spot.selection":
        spin["hot_spot"] = {name: item for name, item in spin["hot_spot"].items() if name != "selection"}
    (finding,) = owed({"bonus_spin": spin}, {"bonus_spin_system": True})
    assert finding.key == f"bonus_spin.{key}"
    assert clause in finding.clauses


@pytest.mark.parametrize("validate", ["every_win", "meter_only"])
def test_md_9_j_4_c_the_house_names_the_internal_control_of_its_validation(validate: str) -> None:
    attest = {name: True for _, name, whose in DUTIES if whose == "progressive"}
    (finding,) = owed(progressive(validate=validate), attest)
    assert (finding.key, finding.clauses) == ("progressive.internal_control", ("MD-9-J-4-c",))
    assert owed(progressive(validate=validate, internal_control=CONTROL), attest) == []
    spin = {name: item for name, item in FULL_WHEEL["bonus_spin"].items() if name != "internal_control"}
    (finding,) = owed({"bonus_spin": spin}, {"bonus_spin_system": True})
    assert (finding.key, finding.clauses) == ("bonus_spin.internal_control", ("MD-9-J-4-c",))


def test_md_10_d_1_b_the_two_meters_have_two_different_symbols() -> None:
    spin = FULL_WHEEL["bonus_spin"] | {"symbols": {"primary": "Jackpot", "secondary": "Jackpot"}}
    findings = owed({"bonus_spin": spin}, {"bonus_spin_system": True})
    assert {finding.key for finding in findings} == {"bonus_spin.symbols"}
    assert {"MD-10-D-1-a", "MD-10-D-1-b"} <= set(findings[0].clauses)


TWICE, OTHER = "names another stop of the wheel too", "names the other meter"


@pytest.mark.parametrize(
    ("primary", "secondary", "says"),
    [
        ("Jackpot", "jackpot", [f'"jackpot" {TWICE}']),
        ("Jackpot", "Jackpot ", [f'"jackpot" {TWICE}']),
        (" Mini  Jackpot", "mini jackpot", [f'"mini jackpot" {TWICE}']),
        ("Jackpot", "1000", [f'"1000" {TWICE}']),
        ("$1,000", "Jackpot", [f'"$1,000" {TWICE}']),
        ("Jackpot", "$ 600.00", [f'"$ 600.00" {TWICE}']),
        ("secondary", "primary", [f'"secondary" {OTHER}', f'"primary" {OTHER}']),
        ("Secondary Jackpot", "Mini", [f'"secondary jackpot" {OTHER}']),
        ("Jackpot", " Primary", [f'"primary" {OTHER}']),
        ("Jackpot", "  ", ["the symbol of a meter is blank"]),
    ],
    ids=["case", "blank", "blanks", "amount", "dollars", "cents", "swapped", "of_the_second", "of_the_first", "empty"],
)
def test_md_10_d_1_a_no_meter_has_the_symbol_of_another_stop(primary: str, secondary: str, says: list[str]) -> None:
    spin = FULL_WHEEL["bonus_spin"] | {"symbols": {"primary": primary, "secondary": secondary}}
    findings = owed({"bonus_spin": spin}, {"bonus_spin_system": True})
    assert [(finding.key, finding.message) for finding in findings] == [("bonus_spin.symbols", one) for one in says]
    assert {"MD-10-D-1-a", "MD-10-D-1-b"} <= set(findings[0].clauses)


def test_md_10_d_1_a_a_meters_symbol_may_bear_its_own_name() -> None:
    spin = FULL_WHEEL["bonus_spin"] | {"symbols": {"primary": "Primary", "secondary": "Secondary"}}
    assert owed({"bonus_spin": spin}, {"bonus_spin_system": True}) == []
