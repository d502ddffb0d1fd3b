"""The values of side bets: stakes, meters, tables, the trigger and the symbols, each alone."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rulebook.side_bets import OFFERING, PROGRESSIVE, WHEEL, House, accepted, changed, found, refusal
from wartable.money import parse_rate
from wartable.rulebook import load_rulebook
from wartable.rulebook.check import check_house
from wartable.rulebook.checks import complete, consistent
from wartable.rulebook.checks.finding import errors
from wartable.rulebook.house import choose
from wartable.rulebook.side_bets import MAX_ENTRIES, MAX_SYMBOL, MAX_WEIGHT, Symbols, Trigger

AMOUNTS = 'a table of amounts, such as { "10.00" = "10000.00" }'
PAYS = 'a table of amounts by symbol, such as { "100" = "125.00" }'
RATE = 'a share as a text, such as "0.20"'
STAKES = 'a list of amounts, such as ["5.00"]'
TRIGGER = 'a rank and a color, such as { rank = "A", color = "red" }'
WEIGHTS = 'a table of whole numbers from 1 to 10000 by symbol, such as { "100" = 4 }'
SYMBOLS = 'two different names, such as { primary = "Gold", secondary = "Silver" }'


# Stakes, resets and rates


def test_md_18_five_dollars_is_what_may_be_bet_unless_the_house_says_more() -> None:
    rules = accepted("maryland", PROGRESSIVE | WHEEL)
    assert rules.progressive is not None
    assert rules.bonus_spin is not None
    assert (rules.progressive.stakes, rules.bonus_spin.stakes) == ((500,), (500,))


@pytest.mark.parametrize("rulebook", OFFERING)
@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ("5.00", f'"5.00" is not {STAKES}'),
        ([], f"[] is not {STAKES}"),
        ([5], f"a list is not {STAKES}"),
        (["0.00"], f'["0.00"] is not {STAKES}'),
        (["5"], f'["5"] is not {STAKES}'),
        (["5.00"] * (MAX_ENTRIES + 1), f"is not {STAKES}"),
    ],
)
def test_stakes_are_a_list_of_amounts(rulebook: str, raw: object, message: str) -> None:
    finding = refusal(rulebook, changed(PROGRESSIVE, {"progressive.stakes": raw}))
    assert finding.key == "progressive.stakes"
    assert message in finding.message
    assert finding.allowed == STAKES


@pytest.mark.parametrize(
    ("key", "reset", "room"),
    [
        ("progressive.reset", "9999.99", "at least 10000.00"),
        ("bonus_spin.primary.reset", "9999.99", "at least 10000.00"),
        ("bonus_spin.secondary.reset", "4999.99", "at least 5000.00"),
    ],
)
def test_md_10_c_2_and_d_3_a_meter_starts_at_no_less_than_the_rules_say(key: str, reset: str, room: str) -> None:
    finding = refusal("maryland", changed(PROGRESSIVE | WHEEL, {key: reset}))
    assert (finding.key, finding.message, finding.allowed) == (key, f"{reset} is too little", room)
    assert finding.clauses == load_rulebook("maryland").values[key].clauses


def test_md_10_c_2_the_least_reset_itself_is_allowed() -> None:
    rules = accepted("maryland", PROGRESSIVE | WHEEL)
    assert rules.progressive is not None
    assert rules.bonus_spin is not None
    assert (rules.progressive.reset, rules.bonus_spin.primary.reset) == (10_000_00, 10_000_00)
    assert rules.bonus_spin.secondary.reset == 5_000_00


def test_ma_17_a_meter_may_start_at_any_amount() -> None:
    rules = accepted("massachusetts", changed(PROGRESSIVE, {"progressive.reset": "0.01"}))
    assert rules.progressive is not None
    assert rules.progressive.reset == 1
    zero = refusal("massachusetts", changed(PROGRESSIVE, {"progressive.reset": "0.00"}))
    assert zero.message == '"0.00" is not an amount above zero as a text, such as "10.00"'


@pytest.mark.parametrize("rulebook", OFFERING)
@pytest.mark.parametrize("rate", ["0.2", "0.20", "0.200", "0.20000000000000000000", "1", "0.002"])
def test_a_rate_has_any_number_of_decimals(rulebook: str, rate: str) -> None:
    rules = accepted(rulebook, changed(PROGRESSIVE, {"progressive.rate": rate}))
    assert rules.progressive is not None
    assert rules.progressive.rate == parse_rate(rate)


@pytest.mark.parametrize("rulebook", OFFERING)
@pytest.mark.parametrize("raw", [0.2, 1, True, "20%", "-0.20", ".2", "0.", "1/5", "0.2" + "0" * 99, ["0.2"], {"a": 1}])
def test_a_rate_is_a_decimal_number_as_a_text(rulebook: str, raw: object) -> None:
    finding = refusal(rulebook, changed(PROGRESSIVE, {"progressive.rate": raw}))
    assert finding.key == "progressive.rate"
    assert finding.message.endswith(f" is not {RATE}")


# Tables


@pytest.mark.parametrize(
    ("key", "raw", "message"),
    [
        ("envy.table", {}, f"an empty table is not {AMOUNTS}"),
        ("envy.table", "10000.00", f'"10000.00" is not {AMOUNTS}'),
        ("envy.table", ["10000.00"], f'["10000.00"] is not {AMOUNTS}'),
        ("envy.table", {"10.00": "1.00", "20": "2.00"}, f'{{ 20 = "2.00" }} is not {AMOUNTS}'),
        ("envy.table", {"10.00": "1.00", "20.00": 2}, f'{{ "20.00" = 2 }} is not {AMOUNTS}'),
        ("envy.table", {"10.00": "0.00"}, f'{{ "10.00" = "0.00" }} is not {AMOUNTS}'),
        ("envy.table", {f"{n}.00": "1.00" for n in range(10, 43)}, f"a table is not {AMOUNTS}"),
        ("envy.table", {"10.00": "1.00", "010.00": "2.00"}, '{ "10.00" = "1.00", "010.00" = "2.00" } has a row twice'),
        ("envy.table", {"5.00": "4999.99"}, '{ "5.00" = "4999.99" } changes what the rules fix'),
        ("envy.table", {"10.00": "1.00", "05.00": "1.00"}, '{ "05.00" = "1.00" } changes what the rules fix'),
        ("bonus_spin.community_table", {"100": 125}, f"{{ 100 = 125 }} is not {PAYS}"),
        ("bonus_spin.community_table", {"": "1.00"}, f'{{ "" = "1.00" }} is not {PAYS}'),
        ("bonus_spin.community_table", {"1" * (MAX_SYMBOL + 1): "1.00"}, f"is not {PAYS}"),
        ("bonus_spin.community_table", {"\n": "1.00"}, f'{{ "\\n" = "1.00" }} is not {PAYS}'),
        ("bonus_spin.hot_weights", {"200": 4, "300": 0}, f"{{ 300 = 0 }} is not {WEIGHTS}"),
        ("bonus_spin.hot_weights", {"200": MAX_WEIGHT + 1}, f"{{ 200 = {MAX_WEIGHT + 1} }} is not {WEIGHTS}"),
        ("bonus_spin.hot_weights", {"200": True}, f"{{ 200 = true }} is not {WEIGHTS}"),
        ("bonus_spin.hot_weights", {"200": "4"}, f'{{ 200 = "4" }} is not {WEIGHTS}'),
        ("bonus_spin.hot_weights", {}, f"an empty table is not {WEIGHTS}"),
    ],
)
def test_a_row_that_does_not_fit_is_shown(key: str, raw: object, message: str) -> None:
    finding = refusal("maryland", changed(PROGRESSIVE | WHEEL, {key: raw}))
    assert finding.key == key
    assert message in finding.message


def test_md_29_the_houses_envy_bonuses_stand_beside_the_printed_one() -> None:
    for table in (
        {"10.00": "9000.00"},
        {"5.00": "5000.00", "10.00": "9000.00"},
        {"05.00": "5000.00", "10.00": "9000.00"},
    ):
        rules = accepted("maryland", changed(PROGRESSIVE, {"envy.table": table}))
        assert rules.envy is not None
        assert rules.envy.table == {500: 5_000_00, 1000: 9_000_00}


@pytest.mark.parametrize("table", [{"5.00": "1000.00"}, {"05.00": "01000.00"}])
def test_ma_11_c_the_fixed_envy_table_may_be_repeated(table: dict[str, str]) -> None:
    rules = accepted("massachusetts", changed(PROGRESSIVE, {"envy.table": table}))
    assert rules.envy is not None
    assert rules.envy.table == {500: 1_000_00}


@pytest.mark.parametrize("table", [{"5.00": "1000.01"}, {"10.00": "2000.00"}, {"5.00": "1000.00", "10.00": "2000.00"}])
def test_ma_11_c_the_fixed_envy_table_may_not_be_changed(table: dict[str, str]) -> None:
    finding = refusal("massachusetts", changed(PROGRESSIVE, {"envy.table": table}))
    assert finding.message.endswith("changes what the rules fix")
    assert finding.allowed == "only 1000.00 for 5.00, which the rules fix"


# The trigger and the symbols


def test_md_19_the_trigger_is_a_rank_and_a_color() -> None:
    rules = accepted("maryland", WHEEL)
    assert rules.bonus_spin is not None
    assert rules.bonus_spin.trigger == Trigger("A", "red")
    black = accepted("maryland", changed(WHEEL, {"bonus_spin.trigger": {"rank": "T", "color": "black"}}))
    assert black.bonus_spin is not None
    assert [card for card in ("Tc", "Td", "Th", "Ts", "9s") if black.bonus_spin.trigger.falls(card)] == ["Tc", "Ts"]


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("Ah", '"Ah"'),
        ({}, "an empty table"),
        ({"rank": "A"}, '{ rank = "A" }'),
        ({"color": "red"}, '{ color = "red" }'),
        ({"rank": "10", "color": "red"}, '{ rank = "10", color = "red" }'),
        ({"rank": "1", "color": "red"}, '{ rank = "1", color = "red" }'),
        ({"rank": "", "color": "red"}, '{ rank = "", color = "red" }'),
        ({"rank": 9, "color": "red"}, '{ rank = 9, color = "red" }'),
        ({"rank": "A", "color": "Red"}, '{ rank = "A", color = "Red" }'),
        ({"rank": "A", "color": ["red"]}, "a table"),
    ],
)
def test_md_19_what_is_no_rank_and_color_is_refused(raw: object, shown: str) -> None:
    finding = refusal("maryland", changed(WHEEL, {"bonus_spin.trigger": raw}))
    assert (finding.key, finding.message) == ("bonus_spin.trigger", f"{shown} is not {TRIGGER}")


def test_md_31_the_two_meters_have_different_symbols() -> None:
    rules = accepted("maryland", changed(WHEEL, {"bonus_spin.symbols": {"primary": "Gold", "secondary": "Silver"}}))
    assert rules.bonus_spin is not None
    assert rules.bonus_spin.symbols == Symbols("Gold", "Silver")
    longest = {"primary": "G" * MAX_SYMBOL, "secondary": "S"}
    assert accepted("maryland", changed(WHEEL, {"bonus_spin.symbols": longest})).bonus_spin is not None
    for wrong in ({"primary": "Gold", "secondary": "Gold"}, {"primary": "Gold"}, {"primary": "", "secondary": "Gold"}):
        finding = refusal("maryland", changed(WHEEL, {"bonus_spin.symbols": wrong}))
        assert finding.key == "bonus_spin.symbols"
        assert finding.message.endswith(f" is not {SYMBOLS}")
        assert (finding.clauses, finding.reading) == (("MD-10-D-1-a", "MD-10-D-1-b"), "MD.31")


# Keys inside tables


@pytest.mark.parametrize(
    ("key", "meant", "room"),
    [
        ("progressive.rates", "progressive.rate", "progressive.stakes, progressive.reset"),
        ("progressive.meter.reset", "progressive.reset", "a key of the rulebook"),
        ("envy.tables", "envy.table", "envy.table, envy.scales"),
        ("bonus_spin.stake", "bonus_spin.stakes", "bonus_spin.stakes, bonus_spin.printed_stake"),
        ("bonus_spin.primary.resets", "bonus_spin.primary.reset", "bonus_spin.primary.reset or"),
        ("bonus_spin.hot_spot.select", "bonus_spin.hot_spot.selection", "bonus_spin.hot_spot.selection,"),
        (
            "bonus_spin.trigger.colour",
            "bonus_spin.trigger.color",
            "bonus_spin.trigger.rank or bonus_spin.trigger.color",
        ),
        ("electronic.cards", "electronic.community_cards", "electronic.community_cards"),
        ("envy.qqqqqqqqqqqqqqqqqqqqq", None, "envy.table, envy.scales"),
        (
            "payout.limit_per_hands",
            "payout.limit_per_hand",
            "payout.limit_per_hand, payout.inscription or payout.limit_scope",
        ),
    ],
)
def test_an_unknown_key_in_a_table_is_refused_by_its_full_name(key: str, meant: str | None, room: str) -> None:
    finding = refusal("maryland", changed(PROGRESSIVE | WHEEL, {key: "x"}))
    hint = f"; did you mean {meant}?" if meant else ""
    assert (finding.key, finding.message) == (key, f"no such key{hint}")
    assert finding.allowed.startswith(room)


def test_an_unknown_key_beside_the_symbols_is_refused_by_its_full_name() -> None:
    symbols = {"primary": "Gold", "secondary": "Silver", "third": "Bronze"}
    finding = refusal("maryland", changed(WHEEL, {"bonus_spin.symbols": symbols}))
    assert finding.key == "bonus_spin.symbols.third"
    assert finding.allowed == "bonus_spin.symbols.primary or bonus_spin.symbols.secondary"


@pytest.mark.parametrize("rulebook", ["maryland", "california", "washington"])
@pytest.mark.parametrize("table", [{"enabled": True}, {"enabled": False}, {}])
def test_g19_match_play_is_unknown_where_the_rules_do_not_name_it(rulebook: str, table: object) -> None:
    finding = refusal(rulebook, {"match_play": table})
    assert finding.key in ("match_play", "match_play.enabled")
    assert finding.message == "no such key"


@pytest.mark.parametrize("rulebook", ["wisconsin", "massachusetts"])
def test_g19_match_play_is_off_unless_the_house_turns_it_on(rulebook: str) -> None:
    assert not accepted(rulebook, {}).match_play.enabled
    assert not accepted(rulebook, {"match_play": {}}).match_play.enabled
    assert accepted(rulebook, {"match_play": {"enabled": True}}).match_play.enabled
    assert refusal(rulebook, {"match_play": {"enabled": "yes"}}).message == '"yes" is not true or false'


@pytest.mark.parametrize("rulebook", ["california", "wisconsin", "massachusetts", "washington"])
@pytest.mark.parametrize("key", ["electronic.community_cards", "payout.limit_per_hand", "bonus_spin.stakes"])
def test_mds_own_forms_are_unknown_elsewhere(rulebook: str, key: str) -> None:
    finding = refusal(rulebook, changed({}, {key: "5.00"}))
    assert (finding.key, finding.message.partition(";")[0]) == (key, "no such key")


def test_md_26_and_38_the_electronic_form_and_the_payout_limit_are_off_unless_set() -> None:
    plain = accepted("maryland", {"electronic": {}, "payout": {}})
    assert (plain.electronic, plain.payout.limit_per_hand) == (None, None)
    chosen = accepted("maryland", {"electronic": {"community_cards": 5}, "payout": {"limit_per_hand": "100.00"}})
    assert chosen.electronic is not None
    assert (chosen.electronic.community_cards, chosen.payout.limit_per_hand) == (5, 100_00)
    for wrong in (0, 4, 9, "5", True):
        assert refusal("maryland", {"electronic": {"community_cards": wrong}}).allowed == "3, 5 or 7"


# Anything that a file can hold

ANY = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.dates()
    | st.sampled_from(
        ["5.00", "10.00", "0.20", "10000.00", "A", "red", "200", "25", "respin", "split", "end_of_round"]
    ),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["rank", "color", "primary", "secondary", "reset", "rate", "5.00", "10.00", "200", "25"])
            | st.text(max_size=3)
            | st.integers(),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)
KEYS = st.sampled_from([key for key in load_rulebook("maryland").values if load_rulebook("maryland").values[key].offer])


@given(st.sampled_from(OFFERING), st.dictionaries(KEYS, ANY, max_size=5), st.booleans())
def test_nothing_inside_side_bets_is_too_much_for_choosing(rulebook: str, changes: dict[str, Any], whole: bool) -> None:
    book = load_rulebook(rulebook)
    house = changed(PROGRESSIVE | (WHEEL if rulebook == "maryland" else {}) if whole else {}, changes)
    choices, findings = choose(book, house)
    found_together = [*consistent(book, choices), *complete(book, choices, {})]
    for finding in [*findings, *found_together]:
        assert "\n" not in str(finding)
        str(finding).encode()
    assert not {book.values[name].key or name for name in choices} & {finding.key for finding in errors(findings)}


@given(st.text(alphabet='{}[]=".,50 AredprimaysctogK\n', max_size=60))
def test_no_text_inside_a_side_bet_is_too_much_for_check(text: str) -> None:
    for table in ("progressive", "bonus_spin", "envy.table"):
        report = check_house(f'rulebook = "MD"\n[{table}]\n{text}\n', "x")
        assert not report.ok


def test_a_house_with_every_mistake_is_told_of_every_one() -> None:
    wrong: House = {
        "progressive": {"stakes": 5, "reset": "1.00", "rate": "x", "oops": 1},
        "envy": {"table": 3},
        "bonus_spin": {"trigger": 1, "primary": {}, "secondary": {"reset": "1.00"}, "hot_spot": 7, "symbols": {}},
    }
    assert sorted(finding.key for finding in found("maryland", wrong)) == [
        "bonus_spin.hot_spot",
        "bonus_spin.hot_spot.also_community",
        "bonus_spin.hot_spot.unbet_position",
        "bonus_spin.primary.rate",
        "bonus_spin.primary.reset",
        "bonus_spin.secondary.rate",
        "bonus_spin.secondary.reset",
        "bonus_spin.symbols",
        "bonus_spin.trigger",
        "envy.table",
        "progressive.oops",
        "progressive.rate",
        "progressive.reset",
        "progressive.stakes",
    ]
