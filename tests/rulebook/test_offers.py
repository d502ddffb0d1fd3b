"""Side bets are offered by their own tables, and whole or not at all."""

import tomllib
from pathlib import Path

import pytest

from tests.rulebook.side_bets import OFFERING, PROGRESSIVE, WHEEL, House, accepted, changed, found, refusal
from tests.told import RULEBOOKS
from wartable.rulebook import load_rulebook
from wartable.rulebook.check import check_house
from wartable.rulebook.checks import complete
from wartable.rulebook.checks.finding import HouseFinding
from wartable.rulebook.house import BadHouse, choose, load_house
from wartable.settle import settle_document
from wartable.settle.errors import NotSettled

HOUSES = Path(__file__).resolve().parents[2] / "houses"

BETS = [("maryland", "progressive"), ("maryland", "bonus_spin"), ("massachusetts", "progressive")]
ALL = {"progressive": PROGRESSIVE, "bonus_spin": WHEEL}


def required(rulebook: str, bet: str) -> list[str]:
    return [name for name, value in load_rulebook(rulebook).values.items() if value.required and value.offer == bet]


# A bet whose table is absent


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_house_that_gives_no_table_offers_no_side_bet(rulebook: str) -> None:
    rules = accepted(rulebook, {})
    assert (rules.progressive, rules.envy, rules.bonus_spin, rules.electronic) == (None, None, None, None)
    assert not any(place.startswith("progressive.") and line.odds for place, line in rules.settlement.items())


def test_each_side_bet_is_offered_by_its_own_table() -> None:
    progressive, wheel = accepted("maryland", PROGRESSIVE), accepted("maryland", WHEEL)
    assert progressive.progressive is not None
    assert progressive.envy is not None
    assert progressive.bonus_spin is None
    assert wheel.bonus_spin is not None
    assert (wheel.progressive, wheel.envy) == (None, None)


@pytest.mark.parametrize(
    ("rulebook", "key", "raw"),
    [
        ("maryland", "envy.table", {"5.00": "5000.00"}),
        ("maryland", "envy.table", {"10.00": "10000.00"}),
        ("maryland", "envy.scales", False),
        ("maryland", "pays.progressive_tie", "5 to 1"),
        ("massachusetts", "envy.table", {"5.00": "1000.00"}),
        ("massachusetts", "envy.hitter_must_bet", False),
        ("massachusetts", "pays.progressive_tie", "5 to 1"),
    ],
)
def test_nothing_is_said_of_a_side_bet_that_is_not_offered(rulebook: str, key: str, raw: object) -> None:
    finding = refusal(rulebook, changed({}, {key: raw}))
    assert (finding.key, finding.message) == (key, "this house does not offer progressive")
    assert finding.allowed == "only where there is a table progressive"
    assert finding.clauses == load_rulebook(rulebook).values[key].clauses
    assert choose(load_rulebook(rulebook), changed({}, {key: raw}))[0] == {}
    assert found(rulebook, changed(PROGRESSIVE, {key: raw})) == []


def test_envy_without_a_progressive_is_refused_beside_a_wheel_too() -> None:
    finding = refusal("maryland", changed(WHEEL, {"envy.table": {"10.00": "10000.00"}}))
    assert finding.key == "envy.table"


@pytest.mark.parametrize(("rulebook", "bet"), BETS)
def test_an_empty_table_offers_a_bet_and_lacks_everything_it_needs(rulebook: str, bet: str) -> None:
    findings = found(rulebook, {bet: {}})
    assert [finding.key for finding in findings] == required(rulebook, bet)
    assert all(finding.message.startswith("missing: ") for finding in findings)


@pytest.mark.parametrize(("rulebook", "bet"), BETS)
@pytest.mark.parametrize("raw", [5, True, "yes", [], [{}], None])
def test_a_side_bet_is_a_table(rulebook: str, bet: str, raw: object) -> None:
    finding = refusal(rulebook, {bet: raw})
    assert finding.key == bet
    assert finding.message.endswith(" is not a table")
    assert finding.allowed.startswith(f"a table with {bet}.")


@pytest.mark.parametrize("rulebook", ["california", "wisconsin", "washington"])
@pytest.mark.parametrize("bet", ["progressive", "bonus_spin", "envy"])
def test_a_rulebook_without_a_side_bet_has_no_table_for_it(rulebook: str, bet: str) -> None:
    assert refusal(rulebook, {bet: {}}).message == "no such key"


# A bet that lacks something


@pytest.mark.parametrize(
    ("rulebook", "bet", "name"), [(rulebook, bet, name) for rulebook, bet in BETS for name in required(rulebook, bet)]
)
def test_an_offered_bet_without_a_required_setting_is_refused_by_name(rulebook: str, bet: str, name: str) -> None:
    house = changed(ALL[bet], {name: None})
    finding = refusal(rulebook, house)
    value = load_rulebook(rulebook).values[name]
    assert (finding.key, finding.message) == (name, f"missing: {value.says}")
    assert (finding.clauses, finding.reading) == (value.clauses, value.reading)
    assert choose(load_rulebook(rulebook), house)[0] == {}


def test_what_is_required_is_what_the_texts_leave_to_the_house() -> None:
    assert required("maryland", "progressive") == ["progressive.reset", "progressive.rate"]
    assert required("massachusetts", "progressive") == ["progressive.reset", "progressive.rate"]
    assert required("maryland", "bonus_spin") == [
        "bonus_spin.trigger",
        "bonus_spin.primary.reset",
        "bonus_spin.primary.rate",
        "bonus_spin.secondary.reset",
        "bonus_spin.secondary.rate",
        "bonus_spin.hot_spot.also_community",
        "bonus_spin.hot_spot.unbet_position",
    ]


def test_one_bet_that_cannot_open_leaves_the_other_open() -> None:
    house = changed(PROGRESSIVE | WHEEL, {"progressive.rate": "x", "decks": 8})
    choices, findings = choose(load_rulebook("maryland"), house)
    assert [finding.key for finding in findings] == ["progressive.rate"]
    assert "decks" in choices
    assert {name.partition(".")[0] for name in choices} == {"decks", "bonus_spin"}


def test_a_house_file_is_refused_for_the_same_reasons() -> None:
    with pytest.raises(BadHouse, match=r"^progressive\.rate: missing: the share of each progressive wager"):
        load_house('rulebook = "MD"\n[progressive]\nreset = "10000.00"\n')
    with pytest.raises(BadHouse, match=r"^envy\.table: this house does not offer progressive"):
        load_house('rulebook = "MD"\n[envy]\ntable = { "10.00" = "1.00" }\n')


# What only a filed house must have said

NEEDED = [
    "bonus_spin.hot_spot.selection",
    "bonus_spin.symbols",
    "bonus_spin.hot_weights",
    "bonus_spin.community_weights",
]
ROUND: House = {
    "rulebook": "maryland",
    "house": WHEEL,
    "seats": [{"seat": 1, "initial": "10.00", "bonus_spin": "5.00"}],
    "cards": {"deal": ["Kd", "Ah"]},
    "meters": {"spin_primary": "10000.00", "spin_secondary": "5000.00"},
    "spin": {"hot_seat": 1, "hot": "500", "community": "25"},
}


def planted(rulebook: str, changes: dict[str, object]) -> list[HouseFinding]:
    """What `check` says about the example house when it is changed."""
    document = changed(tomllib.loads((HOUSES / f"{rulebook}.toml").read_text(encoding="utf-8")), changes)
    attest = document.pop("attest")
    tables = {key: table for key, table in document.items() if key not in ("rulebook", "about")}
    choices, findings = choose(load_rulebook(rulebook), tables)
    assert findings == []
    return complete(load_rulebook(rulebook), choices, attest)


@pytest.mark.parametrize("name", NEEDED)
def test_md_31_and_36_the_wheel_stays_closed_until_the_house_has_said_everything(name: str) -> None:
    (finding,) = planted("maryland", {name: None})
    value = load_rulebook("maryland").values[name]
    assert (finding.severity, finding.key, finding.message) == ("error", name, f"missing: {value.says}")
    assert (finding.clauses, finding.reading) == (value.clauses, value.reading)


def test_md_36_nothing_more_is_needed_to_settle_a_round() -> None:
    assert settle_document(ROUND)["bank"] == {"net": "-485.00"}
    for name in required("maryland", "bonus_spin"):
        with pytest.raises(NotSettled, match=f"^house\\.{name}: missing"):
            settle_document(changed(ROUND, {f"house.{name}": None}))


def test_a_house_without_a_wheel_is_not_asked_about_it() -> None:
    assert [finding.key for finding in planted("maryland", {"bonus_spin": None})] == ["attest.bonus_spin_system"]


@pytest.mark.parametrize(
    ("bet", "duties"),
    [
        ("progressive", ["layout_progressive_area", "progressive_system", "players_check_acceptance"]),
        ("bonus_spin", ["bonus_spin_system"]),
    ],
)
def test_md_2_duties_about_a_side_bet_are_asked_only_where_it_is_offered(bet: str, duties: list[str]) -> None:
    keys = [f"attest.{duty}" for duty in duties]
    unsaid: dict[str, object] = dict.fromkeys(keys)
    asked = planted("maryland", unsaid)
    assert [(finding.severity, finding.key) for finding in asked] == [("error", key) for key in keys]
    assert planted("maryland", {bet: None, **unsaid}) == []
    unasked = planted("maryland", {bet: None})
    assert [(finding.severity, finding.key) for finding in unasked] == [("note", key) for key in keys]


def test_every_finding_comes_at_once_though_the_bet_cannot_open() -> None:
    text = (HOUSES / "maryland.toml").read_text(encoding="utf-8")
    text = text.replace('primary.rate = "0.04"', 'primary.rate = "4%"').replace("hot_spot.also_community = false", "")
    text = text.replace('hot_spot.selection = "position_ring"', "").replace("bonus_spin_system = true", "")
    report = check_house(text, "x")
    assert [(finding.severity, finding.key) for finding in report.findings] == [
        ("error", "bonus_spin.primary.rate"),
        ("error", "bonus_spin.hot_spot.also_community"),
        ("error", "bonus_spin.hot_spot.selection"),
        ("error", "attest.bonus_spin_system"),
    ]


@pytest.mark.parametrize("rulebook", OFFERING)
def test_what_was_said_and_refused_is_not_asked_for_again(rulebook: str) -> None:
    filed = 'reset = 1\nrate = 2\ninternal_control = "7.4"\n'
    report = check_house(f'rulebook = "{rulebook}"\n[progressive]\n{filed}', "x")
    said = [finding for finding in report.findings if finding.key.startswith("progressive.")]
    assert [finding.message.partition(" is not ")[0] for finding in said] == ["1", "2"]
