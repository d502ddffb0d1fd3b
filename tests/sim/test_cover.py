"""The cover card's effect is known before a run is judged, and nothing is called outside without it."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import hypot

import msgspec
import numpy as np
import pytest

from tests.sim.tables import SEED, plan_of, rules_of
from wartable.odds.composition import Composition
from wartable.odds.deals import chances as chances_of
from wartable.sim import Goal, cpu, layout, simulate
from wartable.sim.cover import cover_of, deal_cover, shoes_for
from wartable.sim.cover_exact import count_rounds
from wartable.sim.cpu.looks import SUITED_TIE, TIE
from wartable.sim.cut_card import edge_weights
from wartable.sim.estimate import PriorFigure, Sample, estimate_mean, quantile, with_interval
from wartable.sim.exact import class_chances, exact_mean
from wartable.sim.plan import SimPlan
from wartable.sim.result import Judge
from wartable.sim.tally import read_row

RULES = rules_of("wisconsin")
ALONE = plan_of(RULES, "war")

A_TRILLION = {
    "lose": 463_157_060_906,
    "win": 463_156_315_900,
    "tie_war_lose": 26_805_001_654,
    "tie_war_win": 26_804_676_852,
    "suited_tie_war_lose": 7_445_888_050,
    "suited_tie_war_win": 7_445_843_503,
    "double_tie": 4_873_484_488,
    "four_of_a_kind": 339_596_929,
    "suited_double_tie": 256_824_453,
    "suited_four_of_a_kind": 2_017_498,
}
"""As one GPU dealt them (docs/performance.md)."""


def other(plan: SimPlan, **changes: object) -> SimPlan:
    return msgspec.structs.replace(plan, **changes)


# A trillion rounds


def test_a_trillion_rounds_lie_inside_once_the_cover_card_is_counted() -> None:
    classes = tuple(A_TRILLION.get(name, 0) for name in layout.CLASSES)
    rounds = sum(classes)
    sample = Sample(classes, rounds, lambda nets: float(sum(c * n * n for c, n in zip(classes, nets, strict=True))))
    pays = Judge(RULES, ALONE).pays["tie"]
    chances = class_chances(ALONE)
    assert chances is not None
    mean = exact_mean(pays, chances)
    assert mean is not None
    effect = cover_of(ALONE, SEED, 1).moves(ALONE, (0,), edge_weights(pays, chances))
    found = estimate_mean(sample, [-net for net in pays.nets], pays.units, PriorFigure(-mean, effect))
    assert found is not None
    assert found.z is not None
    assert found.z_expected is not None
    assert found.z > 10, "a full shoe is not what was dealt from"
    assert abs(found.z_expected) < quantile(0.99)
    assert found.outside is False


def test_a_figure_is_outside_only_beside_exact_and_effect_with_both_errors() -> None:
    known = PriorFigure(Fraction(1, 10), (0.03, 0.004))
    found = with_interval(Fraction(12, 100), 0.003, known)
    assert found.expected == pytest.approx(0.13)
    assert found.z == pytest.approx(0.02 / 0.003)
    assert found.z_expected == pytest.approx(-0.01 / hypot(0.003, 0.004))
    assert found.outside is False
    assert with_interval(Fraction(11, 100), 0.003, known).outside is True
    unknown = with_interval(Fraction(12, 100), 0.003, PriorFigure(Fraction(1, 10)))
    assert (unknown.z, unknown.expected, unknown.outside) == (found.z, None, None)
    alone = with_interval(Fraction(12, 100), 0.0, known)
    assert (alone.expected, alone.z_expected, alone.outside) == (found.expected, None, None)


# Counted


def two_cards(counts: tuple[int, ...]) -> Iterator[tuple[Fraction, bool, tuple[int, ...]]]:
    """Every two cards that can fall: how likely, whether they tie, and what is left of each rank."""
    left = sum(counts)
    for one, count in enumerate(counts):
        for two, more in enumerate(counts):
            if ways := count * (more - (one == two)):
                rest = [number - (place == one) - (place == two) for place, number in enumerate(counts)]
                # Ranks are as good as each other.
                yield Fraction(ways, left * (left - 1)), one == two, tuple(sorted(rest))


def by_every_card(plan: SimPlan) -> tuple[Fraction, Fraction]:
    """The mean rounds and ties of a shoe, heads-up, over all cards that can fall; burned cards stay in the shoe."""

    @cache
    def play(counts: tuple[int, ...], gone: int) -> tuple[Fraction, Fraction]:
        rounds, ties = Fraction(1), Fraction(0)
        for chance, tied, rest in two_cards(counts):
            more = fight(rest, gone + 2) if tied else go_on(rest, gone + 2)
            rounds, ties = rounds + chance * more[0], ties + chance * (more[1] + tied)
        return rounds, ties

    @cache
    def fight(counts: tuple[int, ...], gone: int) -> tuple[Fraction, Fraction]:
        rounds = ties = Fraction(0)
        for chance, _, rest in two_cards(counts):
            more = go_on(rest, gone + plan.war_burns + 2)
            rounds, ties = rounds + chance * more[0], ties + chance * more[1]
        return rounds, ties

    def go_on(counts: tuple[int, ...], gone: int) -> tuple[Fraction, Fraction]:
        return play(counts, gone) if gone <= plan.front else (Fraction(0), Fraction(0))

    return play((4 * plan.decks,) * 13, plan.burn_first)


@pytest.mark.parametrize("front", [3, 5, 8, 11])
@pytest.mark.parametrize("decks", [1, 2])
def test_the_effect_is_that_of_every_card_that_can_fall(decks: int, front: int) -> None:
    plan = other(ALONE, decks=decks, front=front)
    rounds, ties = by_every_card(plan)
    chance = Fraction(4 * decks - 1, 52 * decks - 1)
    counted, adds = count_rounds(plan)
    assert counted == rounds
    assert adds[TIE] + adds[SUITED_TIE] == ties / rounds - chance
    assert adds[0] == -(adds[TIE] + adds[SUITED_TIE])
    assert sum(adds[:TIE]) == 0


@pytest.mark.parametrize(
    "plan",
    [
        ALONE,
        other(ALONE, decks=1, front=40),
        other(ALONE, decks=8, front=400, war_burns=6),
        plan_of(rules_of("maryland"), "surrender", "war", "surrender"),
        plan_of(rules_of("massachusetts"), "war"),
    ],
    ids=["six decks", "one deck", "eight decks", "one of three", "another rulebook"],
)
def test_what_is_counted_is_what_shoes_tell(plan: SimPlan) -> None:
    counted, dealt = cover_of(plan, SEED, 1), deal_cover(plan, SEED, 20_000, 2)
    assert counted.shoes == 0
    assert not counted.spread.any()
    assert dealt.rounds == pytest.approx(counted.rounds, rel=1e-3)
    errors = np.sqrt(np.diag(dealt.spread))
    seen = errors > 0  # one deck has no suited hands
    assert (np.abs(dealt.adds - counted.adds)[seen] < 3.5 * errors[seen]).all()
    assert not counted.adds[~seen].any()


@pytest.mark.parametrize(
    "plan", [plan_of(RULES, "surrender", "surrender"), other(plan_of(RULES, "war", "war"), one_round=True)]
)
def test_without_wars_or_with_a_full_shoe_for_every_round_the_cover_card_adds_nothing(plan: SimPlan) -> None:
    found = cover_of(plan, SEED, 1)
    assert found.shoes == 0
    assert not found.adds.any()


def test_the_chances_of_a_round_are_those_of_a_full_shoe_at_its_start() -> None:
    found = chances_of(Composition.of_decks(6))
    rounds, adds = count_rounds(other(ALONE, front=0))
    assert rounds == 1
    assert set(adds) == {0}
    assert found.tie == Fraction(23, 311)


def test_more_hands_at_war_are_dealt_from_other_shoes_as_many_as_the_run_asks_for() -> None:
    plan = plan_of(RULES, "war", "war")
    assert [shoes_for(run) for run in (0, 10**7, 10**8, 10**12)] == [10_000, 10_000, 100_000, 4_000_000]
    found = cover_of(plan, SEED, 500)
    again = deal_cover(plan, SEED + 1, 500, 3)
    assert found.shoes == 500
    assert (found.adds == again.adds).all()


# In a run


def test_a_run_is_judged_with_the_effect_and_tells_it() -> None:
    found = simulate(RULES, ALONE, Goal(shoes=200), seed=SEED)
    edge = found.estimates["tie"].edge
    assert found.cover_card is not None
    assert (found.cover_card.shoes, edge.effect_error) == (0, 0)
    assert edge.effect == found.cover_card.edges["tie"].value == pytest.approx(3.28e-5, rel=0.01)
    assert edge.expected == edge.exact + edge.effect  # type: ignore[operator]
    two = simulate(RULES, plan_of(RULES, "war", "war"), Goal(shoes=200), seed=SEED, cover_shoes=50)
    assert two.cover_card is not None
    assert two.cover_card.shoes == 10_000, "a run asks for no fewer"
    assert two.estimates["tie"].edge.effect_error is not None
    assert two.estimates["tie"].edge.effect_error > 0


def test_a_seat_that_counts_leaves_the_others_their_exact_values() -> None:
    plan = plan_of(RULES, "war", "count")
    found = simulate(RULES, plan, Goal(shoes=100), seed=SEED)
    assert found.cover_card is None
    assert found.estimates["initial"].edge.expected is None
    at_war, counts = found.by_seat
    assert at_war.estimates["initial"].edge.expected is not None
    assert counts.estimates["initial"].edge.expected is None
    assert counts.estimates["initial"].edge.reach is not None


# Seats and strategies


def test_seats_and_strategies_are_told_apart() -> None:
    plan = plan_of(RULES, "war", "surrender", "war", "count", "count")
    tally = read_row(plan, cpu.deal(plan.row(), SEED, 0, 64))
    judge = Judge(RULES, plan, cover=cover_of(plan, SEED, 100))
    seats, groups = judge.by_seat(tally), judge.by_strategy(tally)
    assert [(one.seat, one.strategy) for one in seats] == list(enumerate(plan.strategies, 1))
    assert [(one.strategy, one.seats) for one in groups] == [("war", (1, 3)), ("surrender", (2,)), ("count", (4, 5))]
    for seat, hand in zip(seats, plan.hand_of, strict=True):
        met = tally.hands[hand][layout.WIN]
        assert seat.outcomes["win"].value == met / tally.rounds
        assert seat.estimates["initial"].units == tally.rounds
    at_war, first, third = (
        found["initial"].edge for found in (groups[0].estimates, seats[0].estimates, seats[2].estimates)
    )
    assert at_war.value == pytest.approx((first.value + third.value) / 2)
    assert at_war.error is not None
    assert first.error is not None
    assert at_war.error < first.error < 2 * at_war.error
    assert all(one.estimates["initial"].edge.error for one in groups)


def test_one_strategy_for_all_is_the_whole_table() -> None:
    plan = plan_of(RULES, "war", "war")
    tally = read_row(plan, cpu.deal(plan.row(), SEED, 0, 64))
    judge = Judge(RULES, plan)
    (group,) = judge.by_strategy(tally)
    assert group.outcomes == judge.judge(tally).outcomes
    assert group.estimates["tie"].edge == judge.judge(tally).estimates["tie"].edge


@pytest.mark.parametrize("place", [0, 1])
def test_z_scores_of_strategies_are_spread_like_a_normal_law(place: int) -> None:
    """If seats that share a dealer were taken for independent, the spread would be another."""
    plan = plan_of(RULES, *["war"] * 3, *["surrender"] * 3)
    judge = Judge(RULES, plan, cover=cover_of(plan, SEED, 2_000))
    scores = []
    for seed in range(80):
        group = judge.by_strategy(read_row(plan, cpu.deal(plan.row(), seed, 0, 256)))[place]
        z = group.estimates["initial"].edge.z_expected
        assert z is not None
        scores.append(z)
    assert 0.8 < float(np.std(scores)) < 1.25


@pytest.mark.parametrize("choice", [layout.GO_TO_WAR, layout.SURRENDER])
def test_two_hands_of_a_round_each_meet_what_one_meets(choice: int) -> None:
    from wartable.sim.hands import chances_of_two

    found = chances_of_two(6, choice)
    alone = class_chances(ALONE if choice == layout.GO_TO_WAR else plan_of(RULES, "surrender"))
    assert alone is not None
    assert found.sum(axis=0) == pytest.approx([float(chance) for chance in alone])
    assert found == pytest.approx(found.T)
    war = chances_of_two(6, layout.GO_TO_WAR)
    ties = slice(layout.TIE_SURRENDER, None)
    assert found[ties, ties].sum() == pytest.approx(war[ties, ties].sum())
    assert found[layout.WIN, layout.WIN] == pytest.approx(war[layout.WIN, layout.WIN])
