"""The par sheet as a whole: coupons, payout limits, assumptions, and a package that holds no chance and no clock."""

import ast
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from tests.odds.rules import house_of, rules_of
from tests.told import RULEBOOKS
from wartable import odds
from wartable.odds import ParSheet
from wartable.odds.dealing import NoTable
from wartable.odds.defaults import ASSUMED
from wartable.odds.rounds import COURSES, settle_apart, settle_courses, unit_stakes
from wartable.rulebook import choose, load_rulebook
from wartable.rulebook.wagers import SIDE, stakes_on
from wartable.settle import settle_document

PACKAGE = Path(odds.__file__).parent
FORBIDDEN = {"asyncio", "datetime", "logging", "os", "random", "secrets", "socket", "subprocess", "threading", "time"}


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_sheet_goes_out_as_json_and_comes_back_the_same(name: str) -> None:
    sheet = odds.par_sheet(house_of(name))
    assert msgspec.json.decode(msgspec.json.encode(sheet), type=ParSheet) == sheet


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_rulebook_alone_has_every_wager_it_knows(name: str) -> None:
    book = load_rulebook(name)
    offers = {value.offer for value in book.values.values() if value.offer}
    rules = rules_of(name)
    found = odds.par_sheet(rules).wagers.offered()
    assert {wager for wager in found if wager in SIDE} == offers
    assert ("war_tie" in found) == rules.tie.on_war_deal


@pytest.mark.parametrize("name", RULEBOOKS)
def test_what_is_assumed_is_what_a_house_may_choose(name: str) -> None:
    book = load_rulebook(name)
    tables: dict[str, object] = {}
    for key, value in odds.default_choices(book).items():
        *above, last = (book.values[key].key or key).split(".")
        branch = tables
        for part in above:
            branch = branch.setdefault(part, {})  # type: ignore[assignment]
        branch[last] = value
    assert [finding for finding in choose(book, tables)[1] if finding.severity == "error"] == []


def test_the_assumed_wheel_is_that_of_the_example_house() -> None:
    spin = house_of("maryland").bonus_spin
    assert spin is not None
    assert ASSUMED["bonus_spin.hot_weights"] == spin.hot_weights
    assert ASSUMED["bonus_spin.community_weights"] == spin.community_weights


def test_a_house_that_offers_less_has_less() -> None:
    assert odds.par_sheet(house_of("maryland")).wagers.war_tie is not None
    assert odds.par_sheet(house_of("washington")).wagers.war_tie is None


def test_a_shoe_without_ties_has_no_war_to_bet_on() -> None:
    removed = {f"{rank}{suit}": 1 for rank in "23456789TJQKA" for suit in "cdh"}
    wagers = odds.par_sheet(rules_of("wisconsin"), decks=1, removed=removed, seats=5).wagers
    assert wagers.war_tie is None
    assert wagers.tie.edge.exact == 1
    assert wagers.initial.edge.exact == 0


# Coupons and limits


@pytest.mark.parametrize("name", ["wisconsin", "massachusetts"])
def test_g19_a_coupon_counts_in_a_win_of_the_original_deal_and_nowhere_else(name: str) -> None:
    initial = odds.par_sheet(rules_of(name, match_play__enabled=True)).wagers.initial
    assert initial.match_play is not None
    assert [outcome.net for outcome in initial.match_play.war.outcomes] == ["2", "-1", "1", "-2", "2"]
    assert [outcome.net for outcome in initial.match_play.surrender.outcomes] == ["2", "-1", "-1/2"]
    assert initial.match_play.coupon_worth.fraction == "144/311"
    assert odds.par_sheet(rules_of(name)).wagers.initial.match_play is None


@pytest.mark.parametrize(
    ("limit", "tie", "war_tie"), [("1000.00", "10", "2"), ("60.00", "6", "2"), ("15.00", "3/2", "3/2")]
)
def test_md_38_a_payout_limit_cuts_what_a_stake_of_the_minimum_is_paid(limit: str, tie: str, war_tie: str) -> None:
    rules = rules_of("maryland", payout__limit_per_hand=limit, limits__min="10.00")
    wagers = odds.par_sheet(rules).wagers
    assert [outcome.net for outcome in wagers.tie.outcomes] == ["-1", tie]
    assert [outcome.net for outcome in wagers.initial.outcomes] == ["1", "-1", "1", "-2", war_tie]
    assert odds.par_sheet(rules).assumptions == {"initial wager under the payout limit": "10.00"}


def test_md_38_each_wager_is_weighed_as_if_it_stood_alone() -> None:
    rules = rules_of("maryland", payout__limit_per_hand="105.00", limits__min="10.00")
    stakes = unit_stakes(rules)
    together, apart = settle_courses(rules, stakes)["double_tie"], settle_apart(rules, stakes)["double_tie"]
    assert (together["tie"].paid, together["war"].paid, together["war_tie"].paid) == (100_00, 5_00, 0)
    assert (apart["tie"].paid, apart["war"].paid, apart["war_tie"].paid) == (100_00, 20_00, 85_00)


def test_md_38_a_larger_stake_meets_the_limit_sooner() -> None:
    rules = rules_of("maryland", payout__limit_per_hand="1000.00")
    small, large = (
        odds.par_sheet(rules, stakes=stakes_on(initial=unit, tie=unit, war_tie=unit, progressive=500))
        for unit in (1000, 20_000)
    )
    assert small.wagers.tie.edge.exact == Fraction(58, 311)
    assert large.wagers.tie.edge.exact == 1 - Fraction(23, 311) * 6


# The table behind it


@pytest.mark.parametrize("name", RULEBOOKS)
@pytest.mark.parametrize("course", COURSES)
def test_every_course_is_settled_as_wartable_settle_settles_it(name: str, course: str) -> None:
    rules = rules_of(name)
    stakes = unit_stakes(rules)
    played = COURSES[course]
    text = f"{stakes['initial'] // 100}.00"
    seat: dict[str, object] = {"seat": 1, "initial": text, "tie": text}
    document: dict[str, object] = {"rulebook": name, "seats": [seat], "cards": {"deal": list(played.deal)}}
    if rules.progressive is not None:
        seat["progressive"] = "5.00"
        document["house"] = {"progressive": {"reset": "10000.00", "rate": "0.20"}}
        document["meters"] = {"progressive": "10000.00"}
    if played.choice is not None:
        seat["on_tie"] = played.choice
    if played.choice == "war":
        document["cards"] = {"deal": list(played.deal), "war": list(played.war)}
        if stakes["war_tie"]:
            seat["war_tie"] = text
    if name == "california":
        document["bank"] = {"seat": 2, "amount": "5000.00"}
    result = settle_document(document)
    lines = {line["wager"]: line for line in result["seats"][0]["wagers"]}  # type: ignore[index]
    ours = settle_courses(rules, stakes)[course]
    assert ours.keys() == lines.keys()
    for wager, line in ours.items():
        told = {key: int(lines[wager][key].replace(".", "")) for key in ("staked", "returned", "paid")}
        assert (line.result, line.staked, line.returned, line.paid) == (
            lines[wager]["result"],
            told["staked"],
            told["returned"],
            told["paid"],
        )


def test_a_round_that_cannot_be_is_refused_in_the_table_s_own_words() -> None:
    with pytest.raises(NoTable, match="not offered"):
        settle_courses(rules_of("washington"), stakes_on(initial=10_00, war_tie=5_00))


# The package


def imports(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def test_no_part_of_the_mathematics_knows_a_clock_chance_or_the_world_outside() -> None:
    files = sorted(PACKAGE.glob("*.py"))
    assert len(files) > 20
    assert {file.name: found for file in files if (found := FORBIDDEN & set(imports(file.read_text())))} == {}
    assert set(imports("def f():\n    import random, os.path\n    from time import time")) == {"random", "os", "time"}


def test_every_public_name_is_there_and_told() -> None:
    for name in (name for name in vars(odds) if not name.startswith("_")):
        assert getattr(odds, name).__doc__, name
