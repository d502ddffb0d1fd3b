"""What only whole shoes answer: the cut card, counting, sessions and the meter, each compared with a slower way."""

from fractions import Fraction
from itertools import islice

import numpy as np
import pytest

from tests.sim.tables import SEED, by_the_kernel, plan_of, rules_of
from wartable.odds.composition import Composition
from wartable.odds.deals import chances
from wartable.rulebook.wagers import stakes_on
from wartable.sim import cpu, layout
from wartable.sim.counting import exposure
from wartable.sim.cover import chances_in_full_shoe
from wartable.sim.cpu.looks import CHANCES, look_at_ends
from wartable.sim.cut_card import cut_card_effect
from wartable.sim.exact import pays_of
from wartable.sim.meter import find_hits, meter_life
from wartable.sim.plan import BadPlan
from wartable.sim.sessions import follow
from wartable.sim.stream import Shoe, card_of
from wartable.sim.wagers import usual_stakes

RULES = rules_of("maryland")
PLAN = plan_of(RULES, "war")


def test_what_is_left_at_the_end_of_a_shoe_is_weighed_exactly() -> None:
    rounds, weighed = np.zeros(3, dtype=np.int64), np.empty((3, CHANCES))
    look_at_ends(PLAN.row(), np.uint64(SEED), 0, rounds, weighed)
    for number in range(3):
        of_shoe = [classes[0] for shoe, *_, classes in by_the_kernel(PLAN, 0, 400) if shoe == number]
        assert rounds[number] == len(of_shoe)
        deals = len(of_shoe) + sum(found > layout.SUITED_TIE_SURRENDER for found in of_shoe)
        seen = [card_of(code) for code in islice(Shoe(SEED, number, 6).deal(), 2 * deals)]
        found = chances(Composition.of_decks(6).without(seen))
        assert weighed[number, 0] == pytest.approx(float(2 * found.war["win"]), rel=1e-12)
        assert weighed[number, 4] == pytest.approx(float(found.war["four_of_a_kind"]), rel=1e-12)
        assert weighed[number, 7] == pytest.approx(float(found.surrender["tie_surrender"]), rel=1e-12)


def test_the_chances_of_a_full_shoe_add_up() -> None:
    full = chances_in_full_shoe(6)
    assert full[:7].sum() == pytest.approx(1)
    assert full[0] + full[7] + full[8] == pytest.approx(1)


def test_the_cover_card_lowers_the_tie_rate_heads_up_by_some_millionths() -> None:
    found = cut_card_effect(RULES, PLAN, 1, 60_000, threads=2)
    assert found.cards_behind == 78
    assert found.tie.low < -2.5e-6 < found.tie.high
    assert found.tie.high < 0
    assert found.tie.exact == pytest.approx(23 / 311)
    assert sum(effect.value for effect in found.outcomes.values()) == pytest.approx(0, abs=1e-12)
    tie_pays = 11  # ten to one, and the stake itself
    assert found.edges["tie"].value == pytest.approx(-tie_pays * found.tie.value)


def test_the_cut_card_effect_does_not_depend_on_threads() -> None:
    assert cut_card_effect(RULES, PLAN, 1, 9_000, 1) == cut_card_effect(RULES, PLAN, 1, 9_000, 3)


def test_a_counter_has_no_known_cut_card_effect() -> None:
    with pytest.raises(BadPlan, match="always choose the same on a tie"):
        cut_card_effect(RULES, plan_of(RULES, "count"), 1, 10)


def test_a_counter_sees_what_exact_odds_say() -> None:
    found = exposure(RULES, PLAN, SEED, 40)
    tie, progressive = found.wagers
    assert (tie.wager, progressive.wager) == ("tie", "progressive")
    assert found.house_depth == 78
    assert tie.bands[0].mean == pytest.approx(-float(Fraction(58, 311)), abs=2e-3)
    assert tie.bands[-1].best > tie.bands[0].best
    assert tie.depths[0].gain_per_shoe >= tie.at_house_depth.gain_per_shoe
    assert sum(band.rounds for band in tie.bands) == found.rounds
    assert found == exposure(RULES, PLAN, SEED, 40, threads=2)


def test_sessions_are_the_rounds_of_their_shoes() -> None:
    stakes = stakes_on(initial=usual_stakes(RULES)["initial"])
    nets = [int(net * stakes["initial"]) for net in pays_of(RULES, stakes)["initial"].nets]
    rounds = 150
    found = follow(RULES, PLAN, SEED, stakes, sessions=3, rounds=rounds, bankroll=30_00)
    ends, falls, ruined = [], [], 0
    for session in range(3):
        total = high = fall = 0
        gone = False
        for *_, classes in by_the_kernel(PLAN, session * rounds, rounds):
            total += nets[classes[0]]
            high = max(high, total)
            fall = max(fall, high - total)
            gone = gone or total <= -30_00
        ends.append(total)
        falls.append(fall)
        ruined += gone
    assert found.mean == pytest.approx(sum(ends) / 300)
    assert found.mean_drawdown == pytest.approx(sum(falls) / 300)
    assert found.ruined == ruined / 3
    assert [mark.rounds for mark in found.paths][-1] == rounds
    assert found.paths[-1].results["99"] in {f"{end / 100:.2f}" for end in ends}


def test_meter_hands_are_found_where_they_are() -> None:
    plan = plan_of(RULES, *["war"] * 7)
    shoes = 3_000
    found = find_hits(plan.row(), SEED, 0, shoes)
    tally = cpu.deal(plan.row(), SEED, 0, shoes)
    assert found.rounds == tally[layout.ROUNDS]
    seen = [
        (place, classes.count(layout.SUITED_FOUR_OF_A_KIND))
        for place, (*_, classes) in enumerate(by_the_kernel(plan, 0, found.rounds))
        if layout.SUITED_FOUR_OF_A_KIND in classes
    ]
    assert seen
    assert list(found.hits) == seen


def test_the_meter_lives_as_long_as_the_odds_say() -> None:
    life = meter_life(RULES, PLAN, 1, 400_000)
    assert life is not None
    assert life.exact_mean_rounds is not None
    assert life.exact_mean_rounds == pytest.approx(496_511.5)
    assert abs(life.mean_rounds - life.exact_mean_rounds) < 4 * life.mean_rounds_error
    assert meter_life(RULES, PLAN, 1, 10) is None
    with pytest.raises(BadPlan, match="does not offer the progressive"):
        meter_life(rules_of("wisconsin"), plan_of(rules_of("wisconsin"), "war"), 1, 10)
