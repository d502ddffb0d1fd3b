"""The kernels deal the table's own game, round by round: every rulebook, every number of seats, every burn pattern."""

from itertools import cycle, islice
from pathlib import Path

import numpy as np
import pytest

from tests.sim.tables import PATTERNS, SEED, at_the_table, by_the_kernel, by_the_table, plan_of, rules_of
from tests.told import RULEBOOKS
from wartable.rulebook import load_house
from wartable.shipped import shipped
from wartable.sim import cpu, layout
from wartable.sim.exact import pays_of
from wartable.sim.plan import Row, SimPlan
from wartable.sim.reference import deal_at_table
from wartable.sim.tally import Counter
from wartable.sim.wagers import usual_stakes

STRATEGIES = ("war", "count", "war", "surrender", "war")


def most_seats(rulebook: str) -> int:
    """Where a player banks there are eight seats, and one of them is the bank's."""
    return 7 if rulebook == "california" else 9


TABLES = [(rulebook, seats) for rulebook in RULEBOOKS for seats in range(1, most_seats(rulebook) + 1)]


def mixed(seats: int) -> tuple[str, ...]:
    return tuple(islice(cycle(STRATEGIES), seats))


def seated(rulebook: str, seats: int) -> dict[str, object]:
    """More seats than a rulebook's own number need a house that has them."""
    return {"seats": max(seats, 7)} if rulebook not in ("maryland", "california") else {}


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize(("rulebook", "seats"), TABLES)
def test_every_round_is_the_tables_own(rulebook: str, seats: int, pattern: str) -> None:
    rules = rules_of(rulebook, {**seated(rulebook, seats), "war.burn_pattern": pattern})
    plan = plan_of(rules, *mixed(seats))
    rounds = 130 // (seats + 1) + 3  # into the second shoe at least once in a while, and many wars
    first = 10 * seats
    assert by_the_kernel(plan, first, rounds) == by_the_table(rules, plan, first, rounds)


@pytest.mark.parametrize("seats", [1, 2, 5, 9])
def test_shoes_follow_each_other_as_at_the_table(seats: int) -> None:
    rules = rules_of("maryland")
    plan = plan_of(rules, *["war"] * seats)
    rounds = 2 * plan.most_rounds + 5
    played = by_the_table(rules, plan, 0, rounds)
    assert played == by_the_kernel(plan, 0, rounds)
    assert {shoe for shoe, *_ in played} >= {0, 1, 2}


@pytest.mark.parametrize(
    ("rulebook", "choices", "seats"),
    [
        ("maryland", {"decks": 8}, 3),
        ("maryland", {"decks": 7, "cut.reinsert": "1/2 stack"}, 1),
        ("maryland", {"shuffler.kind": "batch"}, 2),
        ("maryland", {"shuffler.kind": "continuous"}, 2),
        ("maryland", {"shuffle.when": "every_round"}, 3),
        ("maryland", {"electronic.community_cards": 3}, 2),
        ("maryland", {"electronic.community_cards": 5}, 7),
        ("massachusetts", {"cut.reinsert": "104 cards"}, 1),
        ("washington", {"burn.first": 0}, 4),
        ("california", {"decks": 8}, 6),
    ],
)
def test_houses_of_every_kind_are_dealt_as_at_the_table(rulebook: str, choices: dict[str, object], seats: int) -> None:
    rules = rules_of(rulebook, choices)
    plan = plan_of(rules, *["war"] * seats)
    dealt, played = by_the_kernel(plan, 3, 60), by_the_table(rules, plan, 3, 60)
    if rules.shuffler.kind == "continuous":  # it takes cards back, so how many are gone says nothing
        dealt, played = [(one[0], *one[2:]) for one in dealt], [(one[0], *one[2:]) for one in played]  # type: ignore[misc]
    assert dealt == played


@pytest.mark.parametrize("house", sorted(shipped("houses").glob("*.toml")), ids=lambda file: file.stem)
def test_the_shipped_houses_are_dealt_as_at_the_table(house: Path) -> None:
    rules = load_house(house.read_bytes())
    plan = plan_of(rules, "war", "surrender")
    assert by_the_kernel(plan, 0, 40) == by_the_table(rules, plan, 0, 40)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_money_by_class_is_the_money_the_table_paid(rulebook: str) -> None:
    rules = rules_of(rulebook)
    stakes = usual_stakes(rules)
    plan = plan_of(rules, "war", "surrender", "war")
    pays = pays_of(rules, stakes)
    for seen in at_the_table(rules, plan, 5, 90):
        bettors = sorted({line.seat for line in seen.lines if line.wager == "initial"})
        assert len(bettors) == 3
        for place, seat in enumerate(bettors):
            found = seen.classes[plan.hand_of[place]]
            lines = {line.wager: line for line in seen.lines if line.seat == seat}
            net = {wager: line.returned + line.paid - line.staked for wager, line in lines.items()}
            assert net["initial"] + net.get("war", 0) == pays["initial"].nets[found] * stakes["initial"]
            assert net["tie"] == pays["tie"].nets[found] * stakes["tie"]
            if "war_tie" in pays:
                assert net.get("war_tie", 0) == pays["war_tie"].nets[found] * stakes["war_tie"]
            if "progressive" in pays and seat not in seen.meter_paid:
                assert net["progressive"] == pays["progressive"].nets[found] * stakes["progressive"]


@pytest.mark.parametrize("limit", [0, 1, 7])
def test_the_tables_tally_is_the_kernels(limit: int) -> None:
    rules = rules_of("maryland")
    plan = plan_of(rules, "war", "count", "surrender")
    at_table = deal_at_table(rules, plan, SEED, 40, 1 if limit else 3, limit)
    assert np.array_equal(at_table, cpu.deal(plan.row(), SEED, 40, 1 if limit else 3, limit))
    assert int(at_table[layout.PARTIAL]) == bool(limit)


def counted(plan: SimPlan, shoes: int) -> Row:
    """The tally of a trace, counted in plain Python."""
    counter = Counter(plan)
    for shoe, _, trigger, last, classes in by_the_kernel(plan, 0, shoes * plan.most_rounds):
        if shoe == shoes:
            break
        counter.count(classes, trigger=trigger, last=last)
    return counter.finish()


@pytest.mark.parametrize("seats", [1, 3])
def test_the_tally_is_the_count_of_the_trace(seats: int) -> None:
    plan = plan_of(rules_of("maryland"), *["war"] * seats)
    assert np.array_equal(counted(plan, 16), cpu.deal(plan.row(), SEED, 0, 16))
