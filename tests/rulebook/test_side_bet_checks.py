"""Settings of side bets that fit one by one and not together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rulebook.side_bets import DOLLAR_TABLES, OFFERING, PROGRESSIVE, WHEEL, accepted, changed, found, refusal
from wartable.rulebook import load_rulebook, rules_in_force
from wartable.rulebook.checks import complete
from wartable.rulebook.checks.finding import HouseFinding
from wartable.rulebook.checks.shoe import cards_of_a_round
from wartable.rulebook.house import choose

HOT = "primary, secondary, 1000, 600, 500, 400, 350, 300, 250 or 200"
COMMUNITY = "150, 100, 75, 50, 40, 35, 30 or 25"


def seen(findings: list[HouseFinding]) -> list[tuple[str, str, str]]:
    return [(finding.severity, finding.key, finding.message) for finding in findings]


def remarks(rulebook: str, house: dict[str, object]) -> list[HouseFinding]:
    """What a filed house is told about its side bets, besides what is wrong."""
    book = load_rulebook(rulebook)
    choices, findings = choose(book, house)
    assert findings == []
    return [finding for finding in complete(book, choices, {}) if finding.severity != "error"]


# Meters


@pytest.mark.parametrize("rulebook", OFFERING)
def test_rate_times_stake_is_whole_cents_for_every_stake(rulebook: str) -> None:
    changes: dict[str, object] = {"progressive.stakes": ["5.00", "10.00", "15.00"], "progressive.rate": "0.003"}
    if rulebook == "maryland":
        changes["envy.table"] = {"10.00": "1.00", "15.00": "1.00"}
    findings = found(rulebook, changed(PROGRESSIVE, changes))
    assert seen(findings) == [
        ("error", "progressive.rate", "that share of 5.00 is not in whole cents"),
        ("error", "progressive.rate", "that share of 15.00 is not in whole cents"),
    ]
    assert {finding.allowed for finding in findings} == {"a share that gives whole cents of every stake"}


@pytest.mark.parametrize("meter", ["primary", "secondary"])
def test_md_10_d_3_rate_times_stake_is_whole_cents_for_each_meter(meter: str) -> None:
    finding = refusal("maryland", changed(WHEEL, {f"bonus_spin.{meter}.rate": "0.001"}))
    assert (finding.key, finding.clauses) == (f"bonus_spin.{meter}.rate", ("MD-10-D-3-a",))
    assert finding.message == "that share of 5.00 is not in whole cents"


def test_md_18_rate_times_a_dollar_is_whole_cents_too() -> None:
    dollar = changed(WHEEL, {f"bonus_spin.{table}": pays for table, pays in DOLLAR_TABLES.items()})
    house = changed(dollar, {"bonus_spin.stakes": ["1.00"], "bonus_spin.primary.rate": "0.002"})
    assert refusal("maryland", house).message == "that share of 1.00 is not in whole cents"


@pytest.mark.parametrize("rulebook", OFFERING)
@pytest.mark.parametrize("rate", ["0", "0.00", "1.01", "1.50", "20"])
def test_a_share_is_above_nothing_and_at_most_the_wager(rulebook: str, rate: str) -> None:
    finding = refusal(rulebook, changed(PROGRESSIVE, {"progressive.rate": rate}))
    assert seen([finding]) == [("error", "progressive.rate", f'"{rate}" is not a share of the wager')]
    assert finding.allowed == 'a share above 0 and at most 1, such as "0.20"'
    assert finding.clauses == load_rulebook(rulebook).values["progressive.rate"].clauses


@pytest.mark.parametrize("rulebook", OFFERING)
@pytest.mark.parametrize("rate", ["0.01", "0.2", "1", "1.00"])
def test_the_whole_wager_may_go_to_the_meter(rulebook: str, rate: str) -> None:
    assert found(rulebook, changed(PROGRESSIVE, {"progressive.rate": rate})) == []


@pytest.mark.parametrize("meter", ["primary", "secondary"])
@pytest.mark.parametrize("rate", ["0", "1.50"])
def test_md_10_d_3_a_share_of_a_wheels_meter_is_above_nothing_and_at_most_the_wager(meter: str, rate: str) -> None:
    finding = refusal("maryland", changed(WHEEL, {f"bonus_spin.{meter}.rate": rate}))
    assert (finding.key, finding.clauses) == (f"bonus_spin.{meter}.rate", ("MD-10-D-3-a",))


def test_two_shares_that_are_above_the_wager_together_are_warned_of() -> None:
    assert remarks("maryland", changed(WHEEL, {"bonus_spin.primary.rate": "0.94"})) == []
    message = '"0.95" and "0.06" of each wager is more than the wager'
    assert seen(remarks("maryland", changed(WHEEL, {"bonus_spin.primary.rate": "0.95"}))) == [
        ("warning", "bonus_spin.primary.rate", message),
        ("warning", "bonus_spin.secondary.rate", message),
    ]


# Envy


def test_md_29_every_stake_other_than_five_dollars_needs_its_envy() -> None:
    house = changed(PROGRESSIVE, {"progressive.stakes": ["1.00", "5.00", "10.00"], "envy.table": {"1.00": "1000.00"}})
    finding = refusal("maryland", house)
    assert (finding.key, finding.message) == ("envy.table", "missing: the envy bonus of a 10.00 wager")
    assert finding.reading == "MD.29"
    without = changed(PROGRESSIVE, {"progressive.stakes": ["10.00", "20.00"]})
    assert [finding.key for finding in found("maryland", without)] == ["envy.table", "envy.table"]


def test_md_29_envy_does_not_grow_by_itself() -> None:
    rules = accepted("maryland", changed(PROGRESSIVE, {"envy.table": {"10.00": "7500.00"}}))
    assert rules.envy is not None
    assert [rules.envy.bonus(stake) for stake in (500, 1000)] == [5_000_00, 7_500_00]
    with pytest.raises(KeyError):
        rules.envy.bonus(2000)


@pytest.mark.parametrize("stake", ["1.00", "4.99", "7.50", "12.00"])
def test_ma_16_stakes_are_multiples_of_five_dollars(stake: str) -> None:
    finding = refusal(
        "massachusetts", changed(PROGRESSIVE, {"progressive.stakes": ["5.00", stake], "progressive.rate": "1"})
    )
    assert (finding.key, finding.message) == ("progressive.stakes", f"{stake} is not a multiple of 5.00")
    assert (finding.allowed, finding.reading) == ("multiples of 5.00", "MA.16")


def test_ma_16_envy_grows_with_the_receivers_stake() -> None:
    rules = accepted("massachusetts", changed(PROGRESSIVE, {"progressive.stakes": ["10.00", "5.00", "25.00"]}))
    assert rules.envy is not None
    assert [rules.envy.bonus(stake) for stake in (500, 1000, 2500)] == [1_000_00, 2_000_00, 5_000_00]


# The wheel


def test_md_18_a_dollar_needs_the_houses_own_tables() -> None:
    dollar = changed(WHEEL, {"bonus_spin.stakes": ["1.00"]})
    finding = refusal("maryland", dollar)
    assert (finding.key, finding.message) == ("bonus_spin.stakes", "no pays are printed for a 1.00 wager")
    assert finding.allowed == "5.00, or bonus_spin.dollar_hot_table and bonus_spin.dollar_community_table as well"
    assert finding.reading == "MD.18"
    for table, pays in DOLLAR_TABLES.items():
        assert refusal("maryland", changed(dollar, {f"bonus_spin.{table}": pays})).key == "bonus_spin.stakes"
    both = changed(dollar, {f"bonus_spin.{table}": pays for table, pays in DOLLAR_TABLES.items()})
    rules = accepted("maryland", both)
    assert rules.bonus_spin is not None
    assert rules.bonus_spin.stakes == (100,)
    assert rules.bonus_spin.dollar_hot_table["1000"] == 40_00


def test_md_18_a_dollar_beside_five_has_no_meters_of_its_own() -> None:
    dollar = {f"bonus_spin.{table}": pays for table, pays in DOLLAR_TABLES.items()}
    finding = refusal("maryland", changed(WHEEL, {**dollar, "bonus_spin.stakes": ["1.00", "5.00"]}))
    assert finding.message == "the wheel's meters belong to one stake, not to 1.00 and 5.00"
    assert (finding.key, finding.allowed, finding.reading) == ("bonus_spin.stakes", '["5.00"] or ["1.00"]', "MD.18")
    assert "MD-7-F-4.2" in finding.clauses


@pytest.mark.parametrize("stake", ["2.00", "10.00", "5.01"])
def test_md_7_f_4_a_bonus_spin_wager_is_one_dollar_or_five(stake: str) -> None:
    finding = refusal("maryland", changed(WHEEL, {"bonus_spin.stakes": [stake]}))
    assert (finding.key, finding.message) == ("bonus_spin.stakes", f'"{stake}" is not among the choices')
    assert finding.allowed == "a list of 1.00 or 5.00"


@pytest.mark.parametrize("table", DOLLAR_TABLES)
def test_md_18_a_dollar_table_pays_every_symbol_the_wheel_can_stop_at(table: str) -> None:
    pays = dict(list(DOLLAR_TABLES[table].items())[:-2])
    dollar = {"bonus_spin.stakes": ["1.00"], **{f"bonus_spin.{name}": full for name, full in DOLLAR_TABLES.items()}}
    finding = refusal("maryland", changed(WHEEL, {**dollar, f"bonus_spin.{table}": pays}))
    lacking = {"dollar_hot_table": "250 and 200", "dollar_community_table": "30 and 25"}[table]
    assert (finding.key, finding.message) == (f"bonus_spin.{table}", f"missing: the pay of {lacking}")
    assert finding.allowed == "a pay for every symbol of the ring"


def test_md_18_dollar_tables_without_a_dollar_wager_are_noted() -> None:
    house = changed(WHEEL, {f"bonus_spin.{table}": pays for table, pays in DOLLAR_TABLES.items()})
    message = "a table has no effect with no dollar wager"
    assert seen(remarks("maryland", house)) == [("note", f"bonus_spin.{table}", message) for table in DOLLAR_TABLES]
    assert remarks("maryland", changed(house, {"bonus_spin.stakes": ["1.00"]})) == []


@pytest.mark.parametrize(
    ("table", "row", "known"),
    [
        ("hot_weights", 1, HOT),
        ("community_weights", 1, COMMUNITY),
        ("dollar_hot_table", "1.00", HOT.removeprefix("primary, secondary, ")),
        ("dollar_community_table", "1.00", COMMUNITY),
    ],
)
@pytest.mark.parametrize("symbol", ["77", "none", "Primary"])
def test_md_10_d_rings_and_tables_have_no_strange_symbols(table: str, row: object, known: str, symbol: str) -> None:
    meters = {"primary": 1, "secondary": 1} if table == "hot_weights" else {}
    rows = {**DOLLAR_TABLES.get(table, {}), **meters, symbol: row}
    finding = refusal("maryland", changed(WHEEL, {f"bonus_spin.{table}": rows}))
    assert (finding.key, finding.allowed) == (f"bonus_spin.{table}", known)
    assert finding.message == f'"{symbol}" is not a symbol of this ring'


def test_md_10_d_1_only_the_hot_ring_stops_at_a_meter() -> None:
    assert (
        found("maryland", changed(WHEEL, {"bonus_spin.hot_weights": {"primary": 1, "secondary": 2, "200": 97}})) == []
    )
    for table in ("community_weights", "dollar_hot_table"):
        rows = {**DOLLAR_TABLES.get(table, {}), "primary": 1 if table == "community_weights" else "1.00"}
        message = refusal("maryland", changed(WHEEL, {f"bonus_spin.{table}": rows})).message
        assert message == '"primary" is not a symbol of this ring'


def test_md_35_the_printed_community_pays_may_be_repeated_and_never_changed() -> None:
    rules = accepted("maryland", changed(WHEEL, {"bonus_spin.community_table": {"100": "125.00"}}))
    assert rules.bonus_spin is not None
    assert rules.bonus_spin.community_table["100"] == 125_00
    printed = {place: line.amount for place, line in rules.settlement.items() if place.startswith("community.")}
    assert {f"community.{symbol}.community": pay for symbol, pay in rules.bonus_spin.community_table.items()} == printed
    for rows in ({"100": "100.00"}, {"77": "1.00"}, {"150": "150.00", "25": "25.01"}):
        finding = refusal("maryland", changed(WHEEL, {"bonus_spin.community_table": rows}))
        assert finding.message.endswith("changes what the rules fix")
        assert "MD-10-E" in finding.clauses


# The electronic form


@pytest.mark.parametrize(("players", "community", "cards"), [(9, 3, 12), (9, 7, 20), (2, 7, 15), (5, 5, 16)])
def test_md_26_every_community_card_is_dealt_and_those_bet_on_can_go_to_war(
    players: int, community: int, cards: int
) -> None:
    rules = rules_in_force(load_rulebook("maryland"), {"electronic.community_cards": community})
    assert cards_of_a_round(rules, players) == cards


# What was accepted can be settled

AMOUNT = st.sampled_from(["1.00", "2.50", "5.00", "10.00", "25.00"])
ROWS = st.sampled_from(["1000", "600", "500", "400", "350", "300", "250", "200", "150", "100", "75", "50", "40", "25"])


@given(
    st.sampled_from(OFFERING),
    st.lists(AMOUNT, min_size=1, max_size=3),
    st.sampled_from(["0.2", "0.01", "0.002", "0.333"]),
    st.none() | st.dictionaries(AMOUNT, AMOUNT, min_size=1, max_size=5),
)
def test_a_progressive_that_is_accepted_has_a_share_and_an_envy_for_every_stake(
    rulebook: str, stakes: list[str], rate: str, envy: dict[str, str] | None
) -> None:
    house = changed(PROGRESSIVE, {"progressive.stakes": stakes, "progressive.rate": rate})
    house = house if envy is None else changed(house, {"envy.table": envy})
    if found(rulebook, house):
        return
    rules = accepted(rulebook, house)
    assert rules.progressive is not None
    assert rules.envy is not None
    for stake in rules.progressive.stakes:
        assert rules.progressive.rate.of(stake) >= 0
        assert rules.envy.bonus(stake) > 0


@given(
    st.lists(st.sampled_from(["1.00", "5.00"]), min_size=1, max_size=2),
    st.sampled_from([{}, DOLLAR_TABLES["dollar_hot_table"]]) | st.dictionaries(ROWS, AMOUNT),
    st.sampled_from([{}, DOLLAR_TABLES["dollar_community_table"]]) | st.dictionaries(ROWS, AMOUNT),
)
def test_a_wheel_that_is_accepted_has_a_pay_for_every_stake_and_symbol(
    stakes: list[str], hot: dict[str, str], community: dict[str, str]
) -> None:
    changes: dict[str, object] = {"bonus_spin.stakes": stakes}
    changes |= {"bonus_spin.dollar_hot_table": hot} if hot else {}
    changes |= {"bonus_spin.dollar_community_table": community} if community else {}
    house = changed(WHEEL, changes)
    if found("maryland", house):
        return
    spin = accepted("maryland", house).bonus_spin
    assert spin is not None
    if 100 in spin.stakes:
        assert set(spin.dollar_hot_table) == set(DOLLAR_TABLES["dollar_hot_table"])
        assert set(spin.dollar_community_table) == set(DOLLAR_TABLES["dollar_community_table"])
