"""What came few times is judged by its exact law, and no share is said to lie below 0 or above 1."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

import pytest

from wartable.sim import layout, rare
from wartable.sim.estimate import Estimate, PriorFigure, Sample, estimate_mean, estimate_share, quantile
from wartable.sim.exact import SpinChances
from wartable.sim.result import spin_edge
from wartable.sim.tally import Tally

CONFIDENCE = 0.99
TAIL = 0.005

Law = tuple[tuple[Fraction, Fraction], ...]
"""Values, each with its chance."""


def share_of(came: int, dealt: int, exact: Fraction | None, hands: int = 1, place: int = layout.DOUBLE_TIE) -> Estimate:
    classes = [0] * len(layout.CLASSES)
    classes[place] = came
    known = PriorFigure() if exact is None else PriorFigure(exact, (0.0, 0.0))
    return estimate_share(Sample(tuple(classes), dealt, lambda _: 1.0, hands), (place,), known)


def binomial(came: int, trials: int, chance: Fraction) -> Fraction:
    return comb(trials, came) * chance**came * (1 - chance) ** (trials - came)


def exactly_at_most(came: int, trials: int, chance: Fraction) -> Fraction:
    return sum((binomial(case, trials, chance) for case in range(came + 1)), Fraction(0))


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


def chance_of(law: Law, trials: int, total: Fraction) -> Fraction:
    """The exact chance that values of a law, each less its mean, add up to this total or more."""
    mean = sum((value * chance for value, chance in law), Fraction(0))
    sums = {Fraction(0): Fraction(1)}
    for _ in range(trials):
        more: dict[Fraction, Fraction] = {}
        for so_far, chance in sums.items():
            for value, part in law:
                more[so_far + value] = more.get(so_far + value, Fraction(0)) + chance * part
        sums = more
    return sum((chance for found, chance in sums.items() if found - trials * mean >= total), Fraction(0))


PRIZE: Law = ((Fraction(-1), Fraction(97, 100)), (Fraction(9), Fraction(2, 100)), (Fraction(50), Fraction(1, 100)))
EVEN: Law = ((Fraction(-1), Fraction(1, 2)), (Fraction(1), Fraction(1, 2)))


@pytest.mark.parametrize("law", [PRIZE, EVEN])
@pytest.mark.parametrize("trials", [1, 5, 16])
@pytest.mark.parametrize("side", [1, -1])
def test_the_bound_of_a_tail_is_never_below_its_chance_and_at_most_40_times_one_near_half_a_percent(
    law: Law, trials: int, side: int
) -> None:
    law = tuple((side * value, chance) for value, chance in law)
    reached = {Fraction(0)}
    for _ in range(trials):
        reached = {so_far + value for so_far in reached for value, _ in law}
    mean = sum((value * chance for value, chance in law), Fraction(0))
    for total in sorted(found - trials * mean for found in reached):
        exact = float(chance_of(law, trials, total))
        bound = rare.tail_bound([(float(value), float(chance)) for value, chance in law], trials, float(total))
        assert exact * (1 - 1e-9) <= bound <= 1
        assert not 0.001 <= exact <= 0.01 or bound <= 40 * exact


def test_a_tail_that_starts_at_the_mean_has_the_bound_1_and_the_farthest_sum_its_own_chance() -> None:
    law = [(-1.0, 0.75), (3.0, 0.25)]
    assert rare.tail_bound(law, 40, 0.0) == 1
    assert rare.tail_bound(law, 40, -5.0) == 1
    assert rare.tail_bound([(2.0, 1.0), (9.0, 0.0)], 40, 5.0) == 1
    assert rare.tail_bound(law, 40, 120.0) == pytest.approx(0.25**40)
    assert rare.tail_bound(law, 1e9, 1e8) == pytest.approx(0.0)


def edge_of(counts: dict[int, int], nets: dict[int, Fraction], law: dict[int, Fraction], hands: int = 1) -> Estimate:
    """The mean net of hands whose classes have these chances, with a variance that comes from the hands."""
    size = range(len(layout.CLASSES))
    classes = tuple(counts.get(place, 0) for place in size)

    def variance(weights: Sequence[Fraction]) -> float:
        return hands * float(sum(weight**2 * count for weight, count in zip(weights, classes, strict=True)))

    exact = sum((law[place] * nets[place] for place in law), Fraction(0))
    known = PriorFigure(exact, (0.0, 0.0), tuple(law.get(place, Fraction(0)) for place in size))
    sample = Sample(classes, sum(classes), variance, hands)
    found = estimate_mean(sample, [nets.get(place, Fraction(0)) for place in size], [Fraction(1) for _ in size], known)
    assert found is not None
    return found


JACKPOT = {layout.LOSE: Fraction(-1), layout.DOUBLE_TIE: Fraction(500)}


@pytest.mark.parametrize("hands", [1, 3])
@pytest.mark.parametrize("one_in", [50, 400, 5_000])
def test_a_wager_on_a_rare_prize_is_outside_in_less_than_one_of_a_hundred_runs(one_in: int, hands: int) -> None:
    """All runs of 1,000 rounds are counted with their chances; the hands of a round are alike, which is the worst."""
    prize, rounds = Fraction(1, one_in), 1_000
    law = {layout.LOSE: 1 - prize, layout.DOUBLE_TIE: prize}
    outside = 0.0
    for came in range(100):
        counts = {layout.LOSE: hands * (rounds - came), layout.DOUBLE_TIE: hands * came}
        outside += float(binomial(came, rounds, prize)) * (edge_of(counts, JACKPOT, law, hands).outside is True)
    assert 0 < outside < 0.01


def test_a_wager_on_a_rare_and_a_common_prize_is_outside_in_less_than_one_of_a_hundred_runs() -> None:
    """The normal distribution gets the one that came once wrong, and the one that never came."""
    pays = {**JACKPOT, layout.WIN: Fraction(20)}
    law = {layout.LOSE: Fraction(193, 200), layout.WIN: Fraction(1, 40), layout.DOUBLE_TIE: Fraction(1, 100)}
    outside = by_normal = 0.0
    for paid in range(40):
        for jackpots in range(40):
            rest = 200 - paid - jackpots
            found = edge_of({layout.LOSE: rest, layout.WIN: paid, layout.DOUBLE_TIE: jackpots}, pays, law)
            chance = float(binomial(jackpots, 200, law[layout.DOUBLE_TIE]))
            chance *= float(binomial(paid, 200 - jackpots, Fraction(1, 40) / Fraction(99, 100)))
            outside += chance * (found.outside is True)
            by_normal += chance * (found.z_expected is not None and abs(found.z_expected) > quantile(CONFIDENCE))
    assert 0 < outside < 0.01
    assert by_normal > 0.05


def test_a_wrong_prize_is_found_with_many_cases_by_the_normal_law_and_with_few_by_the_bound() -> None:
    even = {layout.LOSE: Fraction(1, 2), layout.WIN: Fraction(1, 2)}
    pays = {layout.LOSE: Fraction(-1), layout.WIN: Fraction(1)}
    assert edge_of({layout.LOSE: 5_127, layout.WIN: 4_873}, pays, even).outside is False
    assert edge_of({layout.LOSE: 5_131, layout.WIN: 4_869}, pays, even).outside is True
    prize = {layout.LOSE: Fraction(999, 1_000), layout.DOUBLE_TIE: Fraction(1, 1_000)}
    assert edge_of({layout.LOSE: 9_980, layout.DOUBLE_TIE: 20}, JACKPOT, prize).outside is False
    assert edge_of({layout.LOSE: 9_970, layout.DOUBLE_TIE: 30}, JACKPOT, prize).outside is True
    alike = edge_of({layout.LOSE: 9_970, layout.DOUBLE_TIE: 30}, JACKPOT, prize, hands=3)
    assert alike.outside is False


def test_one_jackpot_that_should_not_come_is_outside_though_it_is_one_standard_error_away() -> None:
    law = {layout.LOSE: 1 - Fraction(1, 10**9), layout.DOUBLE_TIE: Fraction(1, 10**9)}
    found = edge_of({layout.LOSE: 99_999, layout.DOUBLE_TIE: 1}, JACKPOT, law)
    assert found.z_expected == pytest.approx(1, abs=0.01)
    assert found.outside is True


def test_few_shoes_have_no_reliable_spread_so_the_bound_decides() -> None:
    classes = tuple(5_131 if place == layout.LOSE else 4_869 if place == layout.WIN else 0 for place in range(12))
    chances = tuple(Fraction(place in (layout.LOSE, layout.WIN), 2) for place in range(12))
    known = PriorFigure(Fraction(1, 2), (0.0, 0.0), chances)
    for shoes, outside in ((99, False), (100, True)):
        sample = Sample(classes, 10_000, lambda _: 2_500.0, 1, shoes)
        assert estimate_share(sample, (layout.LOSE,), known).outside is outside
