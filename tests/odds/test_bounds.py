"""Bounds: no figure of a session is further from the exact one than it promises."""

import random
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.odds.test_session import laws_of
from tests.soak.laws import hold, hold_ruin, law_of, of_weights, pick_law
from wartable.odds import PatronLaws, RoundLaw
from wartable.odds.distribution import FUNCTION, SINE, UNIT, _sines, by_transform, by_whole_numbers, tail_bound
from wartable.odds.hold import _chance
from wartable.odds.ruin import ruin
from wartable.rulebook.wagers import stakes_on

Floats = NDArray[np.float64]

LAWS = {
    "the function nearly vanishes at the last angle": (of_weights([0, 1], [162, 163]), 1),
    "the function vanishes at the last angle": (of_weights([0, 1], [1, 1]), 3),
    "nothing but one net": (of_weights([7], [1]), 5),
    "a great prize": (of_weights([-1, 1, 2_000], [10**9, 10**9, 1]), 3),
    "an uneven coin": (of_weights([0, 1], [1, 10**12]), 9),
}


@pytest.mark.parametrize("name", LAWS)
def test_a_law_is_as_near_to_exact_as_it_says(name: str) -> None:
    law, rounds = LAWS[name]
    chance, exact = random.Random(1), law_of(law, rounds)
    assert hold(by_transform(law, rounds), exact, chance) <= 1
    assert hold(by_whole_numbers(law, rounds), exact, chance) <= 1


@pytest.mark.parametrize("seed", range(40))
def test_laws_and_bankrolls_that_chance_picks_are_as_near_to_exact_as_they_say(seed: int) -> None:
    """`./dev soak laws` goes on with other seeds."""
    chance = random.Random(seed)
    law, rounds = pick_law(chance)
    exact = law_of(law, rounds)
    for found in (by_transform(law, rounds), by_whole_numbers(law, rounds)):
        assert hold(found, exact, chance) <= 1
    assert hold_ruin(chance) <= 1


def test_a_cumulative_chance_within_its_error_of_the_share_reaches_it() -> None:
    coin = RoundLaw({-1: Fraction(1, 2), 1: Fraction(1, 2)})
    for rounds in (1, 3, 21, 101):
        for found in (by_transform(coin, rounds), by_whole_numbers(coin, rounds)):
            assert found.quantiles([0.5]) == [-1], "half of all sessions end with -1 or less"


def test_what_a_bankroll_wins_beyond_what_is_followed_is_bounded_with_its_rounding() -> None:
    found = ruin(laws_of(), 50_000, None, 200)
    assert found.error is not None
    assert found.off_by is not None
    assert found.off_by >= found.error > 200 * UNIT, "two hundred rounds are not walked without rounding"
    assert found.ruin_first_error == 0
    assert ruin(laws_of(), 100_000, None, 1_000_000).error is None


def test_equations_whose_solution_cannot_be_bounded_say_that_nothing_is_known() -> None:
    stuck = of_weights([-1, 0, 1], [1, 10**15, 1])
    laws = PatronLaws(stakes_on(initial=1), stuck, stuck, before=1, to_war=1, wagered=Fraction(1))
    assert ruin(laws, 2, 4, 10).ruin_first_error == 1


def test_the_bound_of_a_tail_includes_its_own_rounding() -> None:
    fair = law_of(of_weights([-1, 1], [1, 1]), 60)
    for level in range(2, 61, 2):
        assert sum(share for net, share in fair.items() if net >= level) <= tail_bound([0.5, 0.5], [-1, 1], 60, level)


def test_the_chance_of_a_hold_is_that_of_nets_at_its_very_limits_too() -> None:
    law = of_weights([-1, 0, 1], [1, 2, 1])
    chance, error = _chance(law, 1, 4, 0.25)
    exact = sum(share for net, share in law_of(law, 4).items() if abs(net) <= 1)
    assert abs(Fraction(chance) - exact) <= error


# What the derivation takes for granted


def _sine(angle: Decimal) -> Decimal:
    term, total, place = angle, angle, 1
    while abs(term) > Decimal(10) ** -60:
        term *= -angle * angle / ((place + 1) * (place + 2))
        total, place = total + term, place + 2
    return total


def _cosine(angle: Decimal) -> Decimal:
    term, total, place = Decimal(1), Decimal(1), 0
    while abs(term) > Decimal(10) ** -60:
        term *= -angle * angle / ((place + 1) * (place + 2))
        total, place = total + term, place + 2
    return total


def _arc_tangent(ratio: Decimal) -> Decimal:
    times = 1
    while abs(ratio) > Decimal("0.01"):
        ratio, times = ratio / (1 + (1 + ratio * ratio).sqrt()), 2 * times
    terms = ((-1) ** place * ratio ** (2 * place + 1) / (2 * place + 1) for place in range(20))
    return times * sum(terms, Decimal(0))


FUNCTIONS: dict[str, tuple[Callable[[Floats], Floats], Callable[[Decimal], Decimal], float, float]] = {
    "sin": (np.sin, _sine, 1e-9, 30.0),
    "cos": (np.cos, _cosine, 1e-9, 30.0),
    "exp": (np.exp, Decimal.exp, -700.0, 1.0),
    "log": (np.log, Decimal.ln, 1e-12, 0.5),
    "log1p": (np.log1p, lambda x: (1 + x).ln(), -0.75, 1e-9),
    "arctan2": (lambda ratio: np.arctan2(ratio, 1.0), _arc_tangent, -50.0, 50.0),
    "hypot": (lambda side: np.hypot(side, 0.25), lambda side: (side * side + Decimal("0.0625")).sqrt(), 1e-9, 0.5),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_elementary_functions_are_as_accurate_as_the_bound_assumes(name: str) -> None:
    ours, exact, low, high = FUNCTIONS[name]
    points = np.random.default_rng(1).uniform(low, high, 400)
    with localcontext() as context:
        context.prec = 70
        for point, found in zip(points.tolist(), ours(points).tolist(), strict=True):
            true = exact(Decimal(point))
            assert abs(Decimal(found) - true) <= FUNCTION * Decimal(UNIT) * abs(true)


def test_the_table_of_sines_is_as_accurate_as_the_bound_assumes() -> None:
    window = 256
    with localcontext() as context:
        context.prec = 70
        pi = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899")
        for place, found in enumerate(_sines(window).tolist()):
            true = _sine(pi * (place % window) / window) * (1 if place < window else -1)
            assert abs(Decimal(found) - true) <= SINE * Decimal(UNIT) * abs(true)
