"""Figures: estimates from a tally are exact sums, their intervals hold, and the exact odds lie inside."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from tests.sim.tables import SEED, by_the_kernel, plan_of, rules_of
from tests.told import RULEBOOKS
from wartable.odds import par_sheet
from wartable.sim import cpu, layout
from wartable.sim.estimate import estimate_mean, quantile, seat_covariance, shoe_variance, whole_table
from wartable.sim.exact import class_chances, exact_mean, pays_of
from wartable.sim.result import Judge
from wartable.sim.tally import read_row
from wartable.sim.wagers import usual_stakes

ALMOST_SURE = quantile(0.999)


def test_the_variance_of_a_figure_is_that_of_whole_shoes() -> None:
    plan = plan_of(rules_of("maryland"), "war", "surrender", "war")
    shoes = 12
    tally = read_row(plan, cpu.deal(plan.row(), SEED, 0, shoes))
    nets = [Fraction(place * place - 30, 7) for place in range(len(layout.CLASSES))]
    of_shoe = [Fraction(0)] * shoes
    for shoe, _, _, _, classes in by_the_kernel(plan, 0, tally.rounds):
        of_shoe[shoe] += sum(nets[found] for found in classes)
    assert shoe_variance(plan, tally, nets) == sum(net**2 for net in of_shoe)
    ones = [Fraction(1)] * len(nets)
    found = estimate_mean(whole_table(plan, tally), nets, ones)
    assert found is not None
    hands = tally.rounds * 3
    mean = sum(of_shoe) / hands
    assert found.value == float(mean)
    rounds = [0] * shoes
    for shoe, *_ in by_the_kernel(plan, 0, tally.rounds):
        rounds[shoe] += 1
    strays = sum((net - mean * 3 * n) ** 2 for net, n in zip(of_shoe, rounds, strict=True))
    assert found.error == pytest.approx(sqrt(strays) / hands)


def test_the_covariance_of_seats_is_that_of_the_rounds() -> None:
    plan = plan_of(rules_of("maryland"), "war", "war", "war")
    tally = read_row(plan, cpu.deal(plan.row(), SEED, 0, 16))
    nets = pays_of(rules_of("maryland"), usual_stakes(rules_of("maryland")))["initial"].nets
    played = [[nets[found] for found in classes] for *_, classes in by_the_kernel(plan, 0, tally.rounds)]
    pairs = [one[a] * one[b] for one in played for a in range(3) for b in range(3) if a != b]
    mean = sum((sum(one) for one in played), Fraction(0)) / (3 * len(played))
    assert seat_covariance(plan, tally, nets) == sum(pairs, Fraction(0)) / len(pairs) - mean**2


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("strategy", ["war", "surrender"])
def test_exact_means_are_those_of_the_par_sheet(rulebook: str, strategy: str) -> None:
    rules = rules_of(rulebook)
    plan = plan_of(rules, strategy)
    sheet, chances = par_sheet(rules).wagers, class_chances(plan)
    means = {wager: exact_mean(pays, chances) for wager, pays in pays_of(rules, usual_stakes(rules)).items()}
    initial = sheet.initial.edge if strategy == "war" else sheet.initial.edge_surrender
    assert means["initial"] == -initial.exact
    assert means["tie"] == -sheet.tie.edge.exact
    if strategy == "war":
        assert "war_tie" not in means or (sheet.war_tie and means["war_tie"] == -sheet.war_tie.edge.exact)
        if sheet.progressive is not None:
            assert means["progressive"] == -sheet.progressive.edge.exact


@pytest.mark.parametrize(("seats", "shoes"), [(1, 60_000), (5, 20_000)])
def test_exact_values_lie_inside_the_interval_of_999_in_1000(seats: int, shoes: int) -> None:
    """The seed is fixed, so this says something about the kernels and nothing about luck."""
    rules = rules_of("maryland")
    plan = plan_of(rules, *["war"] * seats)
    judge = Judge(rules, plan)
    found = judge.judge(read_row(plan, cpu.deal(plan.row(), SEED, 0, shoes)))
    for estimate in found.outcomes.values():
        assert estimate.z is None or abs(estimate.z) < ALMOST_SURE
    for wager in found.estimates.values():
        assert wager.edge.exact is not None
        assert wager.edge.error is not None
        assert abs(wager.edge.value - wager.edge.exact) < ALMOST_SURE * wager.edge.error
    for shared in par_sheet(rules, seats=seats).table.wagers[:2] if seats > 1 else ():
        assert shared.covariance is not None
        assert found.estimates[shared.wager].covariance == pytest.approx(shared.covariance.value, abs=0.02)


def test_z_scores_of_many_seeds_are_spread_like_a_normal_law() -> None:
    """If rounds or seats were taken for independent where they are not, the spread would be another."""
    rules = rules_of("maryland")
    plan = plan_of(rules, *["war"] * 7)
    judge = Judge(rules, plan)
    scores = []
    for seed in range(60):
        edge = judge.edge(read_row(plan, cpu.deal(plan.row(), seed, 0, 1_024)), "initial")
        assert edge is not None
        assert edge.z is not None
        scores.append(edge.z)
    assert 0.75 < float(np.std(scores)) < 1.3
    assert abs(float(np.mean(scores))) < 0.45


def test_a_player_who_counts_is_told_apart_and_has_no_exact_value() -> None:
    rules = rules_of("maryland")
    plan = plan_of(rules, "count")
    judge = Judge(rules, plan)
    tally = read_row(plan, cpu.deal(plan.row(), SEED, 0, 200))
    assert tally.classes[layout.TIE_SURRENDER] > 0
    assert tally.classes[layout.TIE_WAR_WIN] > 0
    found = judge.judge(tally)
    assert found.estimates["initial"].edge.exact is None
    assert found.outcomes["win"].exact is None
