"""Sessions: the law of many rounds in whole numbers and by transform, a bankroll's fate, and the house's wait."""

from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.odds.rules import house_of, rules_of
from wartable import odds
from wartable.odds import Distribution, PatronLaws, RoundLaw, SessionPlan, distribution, patron_laws
from wartable.odds.deals import chances
from wartable.odds.distribution import by_transform, by_whole_numbers, tail_bound, whole_number_work, whole_powers
from wartable.odds.hold import rounds_needed
from wartable.odds.ruin import Chain, ruin
from wartable.odds.session import LEAST_WITHIN, histogram
from wartable.rulebook.wagers import stakes_on

FULL = chances(odds.Composition.of_decks(6))


def laws_of(**stakes: int) -> PatronLaws:
    return patron_laws(house_of("maryland"), stakes_on(**({"initial": 1000} | stakes)), FULL)


def convolved(law: RoundLaw, rounds: int) -> dict[int, Fraction]:
    """The law of this many rounds by adding one round after the other, in fractions."""
    found = {0: Fraction(1)}
    for _ in range(rounds):
        after: dict[int, Fraction] = defaultdict(Fraction)
        for net, chance in found.items():
            for step, more in law.chances.items():
                after[net + step] += chance * more
        found = dict(after)
    return found


def spread(law: Distribution) -> dict[int, float]:
    return {law.lowest + place * law.step: float(chance) for place, chance in enumerate(law.chances)}


def distance(one: Distribution, other: Distribution) -> float:
    """How much two laws differ, added up over all results."""
    first, second = spread(one), spread(other)
    return sum(abs(first.get(net, 0.0) - second.get(net, 0.0)) for net in {*first, *second})


@pytest.mark.parametrize(
    "stakes", [{}, {"tie": 500}, {"tie": 500, "war_tie": 500}, {"initial": 600, "progressive": 500}], ids=str
)
def test_one_round_nets_what_its_wagers_net_together(stakes: dict[str, int]) -> None:
    laws = laws_of(**stakes)
    wagers = odds.par_sheet(house_of("maryland")).wagers
    assert wagers.progressive is not None
    assert wagers.war_tie is not None
    initial = stakes.get("initial", 1000)
    edge = initial * wagers.initial.edge.exact + stakes.get("tie", 0) * wagers.tie.edge.exact
    edge += stakes.get("progressive", 0) * wagers.progressive.edge.exact
    edge += stakes.get("war_tie", 0) * wagers.war_tie.edge.exact * FULL.tie
    assert laws.war.mean == -edge
    assert sum(laws.war.chances.values()) == sum(laws.surrender.chances.values()) == 1


def test_what_is_put_up_is_the_wagers_and_the_wars() -> None:
    laws = laws_of(tie=500, war_tie=300)
    assert laws.wagered == 1500 + FULL.tie * 1300
    assert laws.before == 1500
    assert laws_of().to_war == 2000
    assert laws.to_war == 1500, "a tie wager that has won pays for the war"


@pytest.mark.parametrize("rounds", [1, 2, 7, 12])
@pytest.mark.parametrize("stakes", [{}, {"tie": 500}], ids=str)
def test_whole_numbers_are_exact(stakes: dict[str, int], rounds: int) -> None:
    law = laws_of(**stakes).war
    ways, whole = whole_powers(law, rounds)
    lowest = law.lowest * rounds
    found = {lowest + place * law.step: Fraction(way, whole) for place, way in enumerate(ways) if way}
    assert found == convolved(law, rounds)
    assert sum(ways) == whole


@pytest.mark.parametrize(
    ("stakes", "rounds"), [({}, 3), ({}, 50), ({}, 900), ({"tie": 500}, 200), ({"tie": 500, "progressive": 500}, 6)]
)
def test_the_transform_is_as_near_as_it_says(stakes: dict[str, int], rounds: int) -> None:
    law = laws_of(**stakes).war
    exact, near = by_whole_numbers(law, rounds), by_transform(law, rounds)
    assert distance(exact, near) <= near.error < 1e-11
    assert (exact.method, near.method) == ("whole numbers", "transform")


@given(st.dictionaries(st.integers(-12, 12), st.integers(1, 1000), min_size=1, max_size=6), st.integers(1, 40))
@example({0: 1, 1: 1, 3: 65}, 8)
@settings(max_examples=60, deadline=None)
def test_both_ways_agree_for_any_law(weights: dict[int, int], rounds: int) -> None:
    total = sum(weights.values())
    law = RoundLaw({net: Fraction(weight, total) for net, weight in sorted(weights.items())})
    exact, near = by_whole_numbers(law, rounds), by_transform(law, rounds)
    assert distance(exact, near) <= near.error + exact.error
    assert abs(float(np.sum(near.chances)) - 1) < 1e-12


def test_a_million_rounds_have_the_mean_and_the_variance_of_a_million_rounds() -> None:
    law, rounds = laws_of().war, 1_000_000
    found = distribution(law, rounds)
    assert found.method == "transform"
    assert found.error < 1e-11
    nets = found.lowest + found.step * np.arange(len(found.chances), dtype=np.float64)
    mean = float(np.dot(nets, found.chances))
    assert mean == pytest.approx(float(law.mean) * rounds, rel=1e-9)
    assert float(np.dot((nets - mean) ** 2, found.chances)) == pytest.approx(float(law.variance) * rounds, rel=1e-8)


def test_a_few_rounds_are_reckoned_in_whole_numbers() -> None:
    law = laws_of().war
    assert distribution(law, 100).method == "whole numbers"
    assert whole_number_work(law, 100) < whole_number_work(law, 1000)


@pytest.mark.parametrize("rounds", [0, 10_000_001])
def test_a_session_has_a_number_of_rounds(rounds: int) -> None:
    with pytest.raises(ValueError, match="expected 1 to 10000000 rounds"):
        distribution(laws_of().war, rounds)


def test_stakes_without_a_common_step_are_told() -> None:
    law = RoundLaw({-100_000_001: Fraction(1, 2), 0: Fraction(1, 4), 1: Fraction(1, 4)})
    with pytest.raises(ValueError, match="too fine a common step"):
        by_transform(law, 100)


def test_the_bound_of_a_tail_holds_and_is_nothing_where_nothing_is() -> None:
    found = by_whole_numbers(RoundLaw({-1: Fraction(1, 2), 1: Fraction(1, 2)}), 100)
    for level in (20, 40, 60, 100):
        assert found.above(level - 1) <= tail_bound([0.5, 0.5], [-1, 1], 100, level)
    assert tail_bound([0.5, 0.5], [-1, 1], 100, 101) == 0


def test_a_law_says_where_it_stands() -> None:
    found = by_whole_numbers(RoundLaw({-2: Fraction(1, 4), 0: Fraction(1, 2), 2: Fraction(1, 4)}), 1)
    assert (found.below(0), found.at(0), found.above(0)) == (0.25, 0.5, 0.25)
    assert (found.below(-5), found.above(5), found.at(1), found.at(8)) == (0, 0, 0, 0)
    assert (found.below(1), found.above(-1)) == (0.75, 0.75)
    assert found.quantiles([0.01, 0.25, 0.5, 0.75, 0.76, 1.0]) == [-2, -2, 0, 0, 2, 2]


def test_bars_cover_all_but_the_thinnest_tails() -> None:
    found = distribution(laws_of().war, 500)
    bars = histogram(found)
    assert 0.9997 < sum(bar.probability for bar in bars) <= 1
    assert len(bars) <= 40


# A bankroll


def walked(laws: PatronLaws, bankroll: int, target: int | None, rounds: int) -> tuple[Fraction, Fraction]:
    """Ruin and target within this many rounds, one round after the other, in fractions."""
    here, ruined, reached = {bankroll: Fraction(1)}, Fraction(0), Fraction(0)
    for _ in range(rounds):
        there: dict[int, Fraction] = defaultdict(Fraction)
        for money, chance in here.items():
            law = laws.war if money >= laws.to_war else laws.surrender
            if laws.plain_war is not None and laws.to_war - laws.stakes["war_tie"] <= money < laws.to_war:
                law = laws.plain_war
            for net, more in law.chances.items():
                after = money + net
                if after < laws.before:
                    ruined += chance * more
                elif target is not None and after >= target:
                    reached += chance * more
                else:
                    there[after] += chance * more
        here = dict(there)
    return ruined, reached


@pytest.mark.parametrize("target", [None, 5000, 5500])
@pytest.mark.parametrize("bankroll", [1000, 1700, 3000, 3500])
@pytest.mark.parametrize("rounds", [1, 8, 25])
def test_a_bankroll_s_fate_is_that_of_every_course_of_the_session(
    bankroll: int, target: int | None, rounds: int
) -> None:
    laws = laws_of()
    found = ruin(laws, bankroll, target, rounds)
    ruined, reached = walked(laws, bankroll, target, rounds)
    assert found.ruined == pytest.approx(float(ruined), abs=1e-12)
    assert (found.reached is None) == (target is None)
    if target is not None:
        assert found.reached == pytest.approx(float(reached), abs=1e-12)
    assert found.still_playing == pytest.approx(float(1 - ruined - reached), abs=1e-12)


def test_who_cannot_pay_for_a_war_surrenders() -> None:
    found = ruin(laws_of(), 1000, None, 1)
    lost = FULL.war["lose"] + FULL.tie  # half of the last ten dollars does not make a wager either
    assert found.ruined == pytest.approx(float(lost))


def test_who_can_pay_for_a_war_alone_goes_to_war_without_the_war_tie_wager() -> None:
    """A wager of 10.00 and 5.00 on a tie in the war: 25.00 pay for both, 20.00 for the war, 15.00 for neither."""
    laws, plain = laws_of(war_tie=500), laws_of()
    assert laws.plain_war == plain.war
    assert laws.by_money() == ((1000, plain.surrender), (2000, plain.war), (2500, laws.war))
    rich = laws_of(tie=500, war_tie=300)
    assert [money for money, _ in rich.by_money()] == [1500, 1500, 1500], "a tie wager that has won pays for both"
    lost, at_war = FULL.war["lose"], FULL.war["tie_war_lose"] + FULL.war["suited_tie_war_lose"]
    for bankroll, ruined in ((1500, lost), (2000, at_war), (2400, at_war), (2500, at_war)):
        found = ruin(laws, bankroll, None, 1)
        assert found.error is not None
        assert abs(Fraction(found.ruined or 0.0) - ruined) <= Fraction(found.error), bankroll


@pytest.mark.parametrize("target", [4000, 6000])
@pytest.mark.parametrize("bankroll", [1000, 1900, 2000, 2400, 2500])
@pytest.mark.parametrize("rounds", [1, 7, 40])
def test_the_fate_of_a_bankroll_with_a_war_tie_wager_is_within_its_bound_of_fractions(
    bankroll: int, target: int, rounds: int
) -> None:
    laws, chain = laws_of(war_tie=500), Chain(laws_of(war_tie=500), bankroll, target, rounds)
    exact = walked(laws, bankroll, target, rounds)
    for *found, error in (chain._by_steps(rounds), chain._by_squaring(rounds)):  # noqa: SLF001
        for one, fate in zip(found, exact, strict=True):
            assert abs(Fraction(one) - fate) <= Fraction(error)


@pytest.mark.parametrize("rounds", [30, 500])
def test_squaring_and_stepping_give_the_same(rounds: int) -> None:
    chain = Chain(laws_of(tie=500), 10_000, 25_000, rounds)
    by_squaring, by_steps = chain._by_squaring(rounds), chain._by_steps(rounds)  # noqa: SLF001
    assert by_squaring[:2] == pytest.approx(by_steps[:2], abs=1e-12)


def test_in_the_end_a_bankroll_is_gone_or_doubled() -> None:
    laws = laws_of()
    found = ruin(laws, 5_000, 10_000, 100_000)
    assert found.still_playing == pytest.approx(0, abs=1e-9)
    assert found.ruin_first == pytest.approx(found.ruined, abs=1e-9)


def test_a_fair_coin_ruins_in_proportion() -> None:
    coin = RoundLaw({-100: Fraction(1, 2), 100: Fraction(1, 2)})
    laws = PatronLaws(stakes_on(initial=100), coin, coin, before=100, to_war=100, wagered=Fraction(100))
    assert Chain(laws, 300, 1000, 1).ruin_first() == pytest.approx((0.7, 0.0), abs=1e-12)


def test_a_walk_that_is_too_long_is_not_made_up() -> None:
    found = ruin(laws_of(), 100_000, None, 1_000_000)
    assert (found.ruin_first, found.ruined, found.still_playing) == (1.0, None, None)


def test_without_a_target_no_player_is_lost_who_wins_the_great_prize() -> None:
    laws = laws_of(initial=600, progressive=500)
    found = ruin(laws, 200_00, None, 50)
    assert found.ruined is not None
    assert found.still_playing == 1 - found.ruined
    assert found.off_by is not None
    prize = max(laws.war.chances)
    assert found.off_by >= 1 - float(1 - laws.war.chances[prize]) ** 20, "it leaps over every deviation"
    followed = ruin(laws, 200_00, 200_00 + 2 * prize, 50)
    assert followed.ruined is not None
    assert found.ruined <= followed.ruined + 1e-12
    assert followed.ruined <= found.ruined + found.off_by + 1e-12
    assert followed.off_by is None
    assert followed.reached == pytest.approx(0, abs=1e-8)


@pytest.mark.parametrize("per_hour", [0, 10_001])
def test_no_table_deals_more_rounds_an_hour_than_the_limit(per_hour: int) -> None:
    with pytest.raises(ValueError, match="expected 1 to 10000 rounds an hour"):
        odds.session(rules_of("washington"), SessionPlan(rounds=10, stakes=stakes_on(initial=1000), per_hour=per_hour))


@pytest.mark.parametrize("within", [1e-160, 0.0, 9e-7, 1.01, float("nan")])
def test_a_hold_is_not_asked_for_nearer_than_can_be_reckoned(within: float) -> None:
    with pytest.raises(ValueError, match=r"expected 0\.0001 to 100 percent of theory"):
        odds.session(rules_of("washington"), SessionPlan(rounds=10, stakes=stakes_on(initial=1000), within=(within,)))


def test_the_nearest_hold_that_may_be_asked_for_is_reckoned() -> None:
    found = odds.session(
        rules_of("washington"), SessionPlan(rounds=10, stakes=stakes_on(initial=1000), within=(LEAST_WITHIN,))
    )
    assert all(row.one_seat > 10**12 for row in found.house)
    assert ruin(laws_of(), 1_000_000, 3_000_000_00, 10).ruin_first is None


def test_without_a_target_who_has_the_edge_may_never_be_ruined() -> None:
    coin = RoundLaw({-100: Fraction(1, 4), 100: Fraction(3, 4)})
    laws = PatronLaws(stakes_on(initial=100), coin, coin, before=100, to_war=100, wagered=Fraction(100))
    assert ruin(laws, 300, None, 10).ruin_first is None


@pytest.mark.parametrize(
    ("bankroll", "target", "reason"),
    [(900, None, "at least 10.00, one round"), (2000, 2000, "more than the bankroll of 20.00")],
)
def test_a_bankroll_has_to_make_sense(bankroll: int, target: int | None, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        ruin(laws_of(), bankroll, target, 10)


# The house


def test_the_rounds_needed_hold_the_hold_and_no_fewer_would() -> None:
    rules = house_of("wisconsin")
    law = patron_laws(rules, stakes_on(initial=1000), FULL).war
    shared = odds.par_sheet(rules, seats=7).table.wagers[0]
    rows = rounds_needed(law, 1000, shared, 7, [0.05])
    assert [row.confidence for row in rows] == [90, 95, 99]
    for row in rows:
        assert row.achieved is not None
        assert row.confidence / 100 <= row.achieved < row.confidence / 100 + 0.005
        assert row.table < row.one_seat
        found = distribution(law, row.one_seat)
        middle, width = float(law.mean) * row.one_seat, 50 * row.one_seat
        inside = sum(chance for net, chance in spread(found).items() if abs(net - middle) <= width)
        assert inside == pytest.approx(row.achieved, abs=1e-9)


def test_a_wait_beyond_what_is_reckoned_has_only_the_normal_law() -> None:
    law = patron_laws(house_of("wisconsin"), stakes_on(initial=1000), FULL).war
    shared = odds.par_sheet(house_of("wisconsin")).table.wagers[0]
    assert {row.achieved for row in rounds_needed(law, 1000, shared, 7, [0.0001])} == {None}


def test_a_session_is_told_whole() -> None:
    plan = SessionPlan(rounds=200, stakes=stakes_on(initial=1000, tie=500), bankroll=20_000, target=40_000, per_hour=50)
    found = odds.session(rules_of("washington"), plan, seats=3)
    assert found.stakes == {"initial": "10.00", "tie": "5.00"}
    assert found.ahead + found.even + found.behind == pytest.approx(1)
    assert found.expected.exact == 200 * (-10 * Fraction(23138, 993023) - 5 * Fraction(58, 311))
    assert found.wagered.exact == 200 * (15 + 10 * Fraction(23, 311))
    assert found.hours == 4
    assert found.expected_per_hour == pytest.approx(float(found.expected.exact) / 4)
    assert found.ruin is not None
    results = [Fraction(quantile.result) for quantile in found.quantiles]
    assert results == sorted(results)
    alone = odds.session(
        rules_of("washington"), SessionPlan(rounds=200, stakes=stakes_on(initial=1000)), decks=1, removed={"As": 1}
    )
    assert (alone.ruin, alone.hours, alone.expected_per_hour) == (None, None, None)


def test_a_stake_the_house_does_not_offer_is_refused_in_the_table_s_own_words() -> None:
    with pytest.raises(ValueError, match="not offered"):
        odds.session(house_of("maryland"), SessionPlan(rounds=10, stakes=stakes_on(initial=1000, progressive=300)))
