"""What came few times is judged by its exact law, and no share is said to lie below 0 or above 1."""

from fractions import Fraction
from math import comb

import pytest

from wartable.sim import layout, rare
from wartable.sim.estimate import Estimate, PriorFigure, Sample, estimate_share
from wartable.sim.exact import SpinChances
from wartable.sim.result import spin_edge
from wartable.sim.tally import Tally

CONFIDENCE = 0.99
TAIL = 0.005


def share_of(came: int, dealt: int, exact: Fraction | None, hands: int = 1, place: int = layout.DOUBLE_TIE) -> Estimate:
    classes = [0] * len(layout.CLASSES)
    classes[place] = came
    known = PriorFigure() if exact is None else PriorFigure(exact, (0.0, 0.0))
    return estimate_share(Sample(tuple(classes), dealt, lambda _: 1.0, hands), (place,), known)


def exactly_at_most(came: int, trials: int, chance: Fraction) -> Fraction:
    return sum(
        (comb(trials, case) * chance**case * (1 - chance) ** (trials - case) for case in range(came + 1)), Fraction(0)
    )


@pytest.mark.parametrize("trials", [1, 2, 7, 40])
def test_a_chance_is_outside_the_interval_exactly_where_a_tail_of_the_binomial_law_is_too_thin(trials: int) -> None:
    for came in range(trials + 1):
        low, high = rare.interval(came, trials, CONFIDENCE)
        assert 0 <= low <= came / trials <= high <= 1
        for chance in (Fraction(part, 61) for part in range(1, 61)):
            as_few, as_many = (
                exactly_at_most(came, trials, chance),
                1 - exactly_at_most(came - 1, trials, chance),
            )
            assert (low <= chance <= high) == (min(as_few, as_many) > TAIL)


def test_the_interval_of_few_cases_among_a_trillion_is_that_of_a_rare_event() -> None:
    low, high = rare.interval(0, 10**12, CONFIDENCE)
    assert low == 0
    assert high * 10**12 == pytest.approx(5.298317, abs=1e-6)
    low, high = rare.interval(1, 10**12, CONFIDENCE)
    assert low * 10**12 == pytest.approx(0.00501254, rel=1e-5)
    assert high * 10**12 == pytest.approx(7.430130, rel=1e-5)


def test_one_case_where_a_tenth_is_expected_lies_inside_and_its_standard_errors_are_told() -> None:
    found = share_of(1, 1_000_000, Fraction(1, 10_000_000))
    assert found.z_expected == pytest.approx(2.846, abs=0.001)
    assert found.outside is False
    assert share_of(3, 1_000_000, Fraction(1, 10_000_000)).outside is True
    assert share_of(0, 1_000_000, Fraction(5, 1_000_000)).outside is False
    assert share_of(0, 1_000_000, Fraction(6, 1_000_000)).outside is True


def test_what_fails_to_come_few_times_is_judged_alike() -> None:
    assert share_of(999_999, 1_000_000, 1 - Fraction(1, 10_000_000)).outside is False
    assert share_of(999_997, 1_000_000, 1 - Fraction(1, 10_000_000)).outside is True


def test_what_cannot_come_is_outside_when_it_comes_and_has_no_interval_when_it_does_not() -> None:
    assert share_of(1, 10, Fraction(0)).outside is True
    never = share_of(0, 10, Fraction(0))
    assert (never.low, never.reach, never.outside) == (None, None, None)
    unknown = share_of(10, 10, None)
    assert (unknown.high, unknown.z, unknown.outside) == (1, None, None)


def test_hands_of_one_round_that_lose_to_the_same_card_are_not_taken_for_many_cases() -> None:
    chance = Fraction(463, 1000)
    assert share_of(0, 18, chance, place=layout.WIN).outside is True
    assert share_of(0, 18, chance, hands=9, place=layout.WIN).outside is False
    assert share_of(0, 18 * 9, chance, hands=9, place=layout.WIN).outside is True


def test_turns_of_the_wheel_that_came_few_times_are_judged_by_their_exact_law() -> None:
    wheel = SpinChances(trigger=Fraction(1, 1_000), returned=Fraction(800))
    for turns, outside in ((0, False), (1, False), (2, True)):
        tally = Tally(100, 1, 0, turns, ((100, *(0,) * (len(layout.CLASSES) - 1)),), (), (), {100: 1})
        edge = spin_edge(tally, wheel)
        assert edge.outside is outside
        assert edge.low is not None
        assert edge.high is not None
        assert edge.low <= edge.value <= edge.high <= 1
