"""A house's choices: what it may choose, what it may not, and what the finding says about it."""

from copy import deepcopy
from datetime import date, time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.told import RULEBOOKS
from wartable.rulebook import load_rulebook
from wartable.rulebook.checks.finding import HouseFinding, errors
from wartable.rulebook.checks.names import MAX_UNKNOWN
from wartable.rulebook.checks.room import MAX_ITEMS
from wartable.rulebook.house import choose


def chosen(rulebook: str, tables: object) -> dict[str, object]:
    choices, findings = choose(load_rulebook(rulebook), tables)
    assert findings == []
    return choices


def refused(rulebook: str, tables: object) -> HouseFinding:
    """The one finding about a house with one mistake, which is left out of the choices."""
    choices, findings = choose(load_rulebook(rulebook), tables)
    (finding,) = findings
    assert finding.severity == "error"
    assert finding.line is None
    assert choices == {}
    return finding


# What may be chosen


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_house_without_choices_is_left_with_what_holds_anyway(rulebook: str) -> None:
    assert chosen(rulebook, {}) == {}


METER = {"reset": "10000.00", "rate": "0.20"}
REQUIRED: dict[str, Any] = {
    "progressive": METER,
    "bonus_spin": {
        "trigger": {"rank": "A", "color": "red"},
        "primary": METER,
        "secondary": METER,
        "hot_spot": {"also_community": True, "unbet_position": "respin"},
    },
}
"""What the side bets cannot open without."""


def tables_of(rulebook: str, *, offering: bool) -> dict[str, Any]:
    """Everything that holds anyway, as a house would write it; with the side bets or without."""
    book = load_rulebook(rulebook)
    bets = {value.offer for value in book.values.values()} if offering else {None}
    tables = {bet: deepcopy(table) for bet, table in REQUIRED.items() if bet in bets}
    for key, name in book.by_house_key().items():
        raw = book.values[name].in_force
        if raw is not None and book.values[name].offer in bets:
            *above, last = key.split(".")
            table = tables
            for part in above:
                table = table.setdefault(part, {})
            table[last] = raw
    return tables


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("offering", [True, False])
def test_a_house_may_repeat_everything_that_holds_anyway(rulebook: str, offering: bool) -> None:
    book = load_rulebook(rulebook)
    holds = {n: v.in_force for n, v in book.values.items() if v.in_force is not None and (offering or not v.offer)}
    choices = chosen(rulebook, tables_of(rulebook, offering=offering))
    assert {name: raw for name, raw in choices.items() if not book.values[name].required} == holds


def test_choices_come_by_the_rulebooks_own_names() -> None:
    house = {"decks": 8, "ca": {"coverage": "payoffs_only", "bank": {"max_rounds": 1}}, "cut": {}}
    assert chosen("california", house) == {"decks": 8, "bank.coverage": "payoffs_only", "bank.max_rounds": 1}


def test_wa_4_the_direction_may_be_said_in_the_rulebooks_words() -> None:
    assert chosen("washington", {"settle": {"direction": "left_to_right"}}) == {"settle.direction": "left_to_right"}


def test_a_depth_may_be_said_in_cards_or_as_a_share() -> None:
    for depth in ("78 cards", "1/4 stack", "1/3 stack"):
        assert chosen("maryland", {"cut": {"reinsert": depth}}) == {"cut.reinsert": depth}


def test_a_switch_opens_further_choices() -> None:
    house = {"decks": 3, "literal_decks": True}
    assert chosen("maryland", house) == house


# What may not


DECKS = "from 6 to 16 decks; from 3 to 16 decks with literal_decks = true"
AMOUNT = "an amount above zero as a text"
INSTRUMENTS = "a list of chips, plaques or approved_instrument"
QUARTER = "at least 78 cards (1/4 stack of 312)"
PAYS = "only 10 to 1, which the rules fix"


@pytest.mark.parametrize(
    ("key", "raw", "message", "room"),
    [
        ("seats", 10, "10 seats is too many", "from 1 to 9 seats"),
        ("seats", 0, "0 seats is too few", "from 1 to 9 seats"),
        ("seats", -1, "-1 seats is too few", "from 1 to 9 seats"),
        ("table.boxes", 0, "0 boxes is too few", "from 1 to 9 boxes"),
        ("cut.depth", 9, "9 changes what the rules fix", "only 10, which the rules fix"),
        ("cut.depth", 12, "12 changes what the rules fix", "only 10, which the rules fix"),
        ("idle.after_minutes", 0, "0 minutes is too few", "from 1 to 60 minutes"),
        ("idle.after_minutes", 10**7, "10000000 minutes is too many", "from 1 to 60 minutes"),
        ("idle.after_minutes", 10**99, "a very large number of minutes is too many", "from 1 to 60 minutes"),
        ("decks", 2, "2 decks is too few", DECKS),
        ("decks", 17, "17 decks is too many", DECKS),
        ("decks", 3, "3 needs literal_decks = true", DECKS),
        ("decks", "six", '"six" is not a whole number', DECKS),
        ("decks", True, "true is not a whole number", DECKS),
        ("decks", 6.0, "6.0 is not a whole number", DECKS),
        ("decks", {"per_batch": 6}, "{ per_batch = 6 } is not a whole number", DECKS),
        ("limits.min", 10, "10 is not an amount above zero", AMOUNT),
        ("limits.min", "10", '"10" is not an amount above zero', AMOUNT),
        ("limits.min", "0.00", '"0.00" is not an amount above zero', AMOUNT),
        ("shuffler.kind", "batches", '"batches" is not among the choices', "none, batch or continuous"),
        ("shuffler.kind", 1, "1 is not a word as a text", "none, batch or continuous"),
        ("tie.on_war_deal", 1, "1 is not true or false", "only true, which the rules fix"),
        ("cut.reinsert", "77 cards", "77 cards is too shallow", QUARTER),
        ("cut.reinsert", 78, "78 is not a depth as a text", QUARTER),
        ("pays.tie", "11 to 1", '"11 to 1" changes what the rules fix', PAYS),
        ("pays.tie", "x" * 99, "is not odds as a text", PAYS),
        ("war.burns", 4, "4 changes what the rules fix", "only 3, which the rules fix"),
        ("shuffle.required", [], "[] changes what the rules fix", "only shuffle, which the rules fix"),
        ("wager.instruments", "chips", '"chips" is not a list of words', INSTRUMENTS),
        ("wager.instruments", [1], "a list is not a list of words", INSTRUMENTS),
        ("wager.instruments", [], "the list is empty", INSTRUMENTS),
        ("wager.instruments", ["cash"], '"cash" is not among the choices', INSTRUMENTS),
        ("wager.instruments", ["iou", "cash"], '"cash" and "iou" are not among the choices', INSTRUMENTS),
        (
            "shuffle.sequence",
            ["riffle"] * 33,
            f"a list of 33 words is longer than {MAX_ITEMS}",
            "a list of shuffle, plug",
        ),
    ],
)
def test_a_value_outside_its_room_is_refused_by_name(key: str, raw: object, message: str, room: str) -> None:
    finding = refused("maryland", at(key, raw))
    assert finding.key == key
    assert message in finding.message
    assert finding.allowed.startswith(room)
    assert finding.clauses == load_rulebook("maryland").values[key].clauses
    assert finding.reading == load_rulebook("maryland").values[key].reading


def at(key: str, raw: object) -> dict[str, object]:
    table, _, last = key.rpartition(".")
    return {table: {last: raw}} if table else {last: raw}


def test_md_5_f_2_a_depth_is_compared_in_the_cards_of_the_chosen_decks() -> None:
    finding = refused_alone("maryland", {"decks": 8, "cut": {"reinsert": "103 cards"}})
    assert finding.message == "103 cards is too shallow"
    assert finding.allowed == "at least 104 cards (1/4 stack of 416)"
    assert finding.clauses == ("MD-5-F-2",)


def test_ma_5_f_2_a_share_is_compared_with_cards() -> None:
    assert chosen("massachusetts", {"cut": {"reinsert": "1/4 stack"}}) == {"cut.reinsert": "1/4 stack"}
    finding = refused("massachusetts", {"cut": {"reinsert": "1/5 stack"}})
    assert (finding.message, finding.allowed) == ("63 cards is too shallow", "at least 78 cards")


def test_a_depth_is_compared_in_the_default_decks_where_the_chosen_ones_do_not_fit() -> None:
    _, findings = choose(load_rulebook("maryland"), {"decks": 99, "cut": {"reinsert": "77 cards"}})
    assert [finding.allowed for finding in findings if finding.key == "cut.reinsert"] == [
        "at least 78 cards (1/4 stack of 312)"
    ]


def refused_alone(rulebook: str, tables: object) -> HouseFinding:
    """The one finding about a house whose other choices fit."""
    _, (finding,) = choose(load_rulebook(rulebook), tables)
    return finding


def test_a_key_is_named_as_the_house_names_it() -> None:
    finding = refused("california", {"ca": {"coverage": "refill"}})
    assert finding.key == "ca.coverage"
    assert finding.allowed == "action or payoffs_only"


def test_md_3_a_seven_decks_are_allowed_with_a_warning() -> None:
    choices, findings = choose(load_rulebook("maryland"), {"decks": 7})
    assert choices == {"decks": 7}
    assert [(finding.severity, finding.key, finding.reading) for finding in findings] == [("warning", "decks", "MD.1")]


# Keys that are none


@pytest.mark.parametrize(
    ("tables", "key", "message", "room"),
    [
        ({"deck": 6}, "deck", "no such key; did you mean decks?", "a key of the rulebook"),
        ({"cut": {"dept": 6}}, "cut.dept", "no such key; did you mean cut.depth?", "cut.by, cut.after_machine,"),
        ({"cutt": {"depth": 6}}, "cutt.depth", "no such key; did you mean cut.depth?", "a key of the rulebook"),
        ({"qqq": {}}, "qqq", "no such key", "a key of the rulebook"),
        ({"q" * 999: 1}, "q" * 79 + "…", "no such key", "a key of the rulebook"),
        ({"cut.depth": 10}, '"cut.depth"', "no such key; did you mean cut.depth?", "a key of the rulebook"),
        ({3: 4}, '"<int>"', "no such key", "a key of the rulebook"),
        ({"cut": 5}, "cut", "5 is not a table", "a table with cut.by,"),
        ({"cut": [{"depth": 10}]}, "cut", "a list is not a table", "a table with cut.by,"),
        ([1], "", "a list is not a table", "a table of house keys"),
        (None, "", "nothing is not a table", "a table of house keys"),
    ],
)
def test_an_unknown_key_is_refused_by_its_full_name(tables: object, key: str, message: str, room: str) -> None:
    finding = refused("maryland", tables)
    assert (finding.key, finding.message) == (key, message)
    assert finding.allowed.startswith(room)


def test_who_knows_the_rulebooks_name_is_told_the_houses() -> None:
    finding = refused("california", {"bank": {"coverage": "action"}})
    assert finding.message == "no such key; did you mean ca.coverage?"


def test_unknown_keys_beyond_a_limit_are_counted() -> None:
    _, findings = choose(load_rulebook("maryland"), {f"key{number}": 1 for number in range(MAX_UNKNOWN + 7)})
    assert len(findings) == MAX_UNKNOWN + 1
    assert findings[-1] == HouseFinding("error", "", "7 more unknown keys", "keys of the rulebook")


def test_every_wrong_choice_is_found_and_the_right_ones_are_kept() -> None:
    house = {"decks": 5, "seats": 5, "cut": {"depth": 5, "oops": 1}, "pays": {"tie": "9 to 1"}, "void": 1}
    choices, findings = choose(load_rulebook("maryland"), house)
    assert choices == {"seats": 5}
    assert sorted(finding.key for finding in findings) == ["cut.depth", "cut.oops", "decks", "pays.tie", "void"]


# Anything that a file can hold


def nested(depth: int) -> dict[str, object]:
    table: dict[str, object] = {}
    for _ in range(depth):
        table = {"cut": table}
    return table


@pytest.mark.parametrize(
    "nonsense",
    [
        nested(10_000),
        {"decks": 1 << 20_000},
        {"decks": -(1 << 20_000)},
        {"decks": float("nan"), "seats": float("inf")},
        {"limits": {"min": date(2026, 11, 15), "max": time(1, 2)}},
        {"limits": {"min": ["10.00"], "max": {"min": {}}}},
        {"cut": {"reinsert": "9" * 100_000}},
        {"decks": "\ud800" * 100, "\ud800": None},
        {"settle": {"direction": [["deep"]]}},
        {None: {None: None}, (1, 2): b"bytes"},
    ],
)
def test_nonsense_gives_findings_and_never_an_exception(nonsense: object) -> None:
    for rulebook in RULEBOOKS:
        choices, findings = choose(load_rulebook(rulebook), nonsense)
        assert choices == {}
        assert errors(findings)
        for finding in findings:
            assert "\n" not in str(finding)
            assert len(finding.message) < 200
            str(finding).encode()


KEYS = sorted({part for name in RULEBOOKS for key in load_rulebook(name).by_house_key() for part in key.split(".")})
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["10.00", "0.01", "78 cards", "1/4 stack", "batch", "once", "1 to 1", "every_round"])
    | st.integers(0, 104)
    | st.dates()
)
TREES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS) | st.text(), inner, max_size=6),
    max_leaves=20,
)


@given(st.sampled_from(RULEBOOKS), TREES)
def test_no_tree_of_values_is_too_much_for_choosing(rulebook: str, tree: object) -> None:
    book = load_rulebook(rulebook)
    choices, findings = choose(book, tree)
    assert set(choices) <= set(book.values)
    assert not {book.values[name].key or name for name in choices} & {finding.key for finding in errors(findings)}
