"""Every test of the final outcome passes honest shoes and catches a shuffle that is wrong in its way."""

from collections.abc import Callable
from itertools import pairwise, permutations

import numpy as np
import pytest

from tests.evidence import shoes as plant
from tests.evidence.shoes import honest, in_some
from wartable.evidence.judge import by_name, holm
from wartable.evidence.outcome import ShoeBatch, battery, judge_outcomes
from wartable.evidence.outcome.batch import OutcomeFamily
from wartable.evidence.outcome.correlation import Correlation
from wartable.evidence.outcome.coupons import Coupons
from wartable.evidence.outcome.cuts import Cuts
from wartable.evidence.outcome.duplicates import Duplicates
from wartable.evidence.outcome.interplay import Interplay
from wartable.evidence.outcome.neighbours import Neighbours, pair_covariance
from wartable.evidence.outcome.places import Places
from wartable.evidence.outcome.runs import Runs
from wartable.evidence.outcome.totals import Totals

DECKS = 2
SHOES = 4_000
TEETH = 1e-6
"""What a planted fault must get: far below anything that the rule would let pass."""

Plant = Callable[[np.random.Generator, ShoeBatch], ShoeBatch]
Kind = Callable[[int], OutcomeFamily]

FAULTS: tuple[tuple[Kind, str, Plant], ...] = (
    (Totals, "first card", in_some(0.05, plant.ace_first)),
    (Totals, "first round", in_some(0.2, plant.player_not_lower)),
    (Places, "place and card, copies told apart", in_some(0.02, plant.not_shuffled)),
    (Places, "place and card", in_some(0.02, plant.not_shuffled)),
    (Places, "place and rank", in_some(0.03, plant.not_shuffled)),
    (Places, "place and suit", in_some(0.05, plant.not_shuffled)),
    (Places, "furthest cell", in_some(0.02, plant.one_card_at_one_place)),
    (Neighbours, "rank after rank", in_some(0.4, plant.ace_after_king)),
    (Neighbours, "card after card", in_some(0.3, plant.ace_after_king)),
    (Runs, "runs up and down", in_some(0.1, plant.rising_in_the_middle)),
    (Runs, "lengths of runs", in_some(0.1, plant.zigzag_in_the_middle)),
    (Runs, "runs of a colour", in_some(0.1, plant.colours_together)),
    (Correlation, "serial correlation of ranks", in_some(0.05, plant.twice_the_same_ranks)),
    (Correlation, "serial correlation of card numbers", in_some(0.1, plant.rising_in_the_middle)),
    (Correlation, "correlation from shoe to shoe", plant.like_the_one_before),
    (Coupons, "coupons: every rank", in_some(0.05, plant.every_rank_at_once)),
    (Coupons, "coupons: every card", in_some(0.05, plant.every_card_at_once)),
    (Interplay, "interplay of places", in_some(0.1, plant.first_like_third)),
    (Interplay, "shoe after shoe, same rank", plant.like_the_one_before),
    (Interplay, "shoe after shoe, same card", plant.like_the_one_before),
    (Interplay, "shoe after shoe, first to first", plant.like_the_one_before),
    (Interplay, "shoe after shoe, last to first", plant.first_like_the_last_before),
    (Duplicates, "equal beginnings", in_some(0.1, plant.few_beginnings)),
    (Cuts, "cut and first card", plant.cut_to_an_ace),
    (Cuts, "cut and first round", plant.cut_to_win),
    (Cuts, "cards joined by the cut", in_some(0.15, plant.last_like_first)),
)


def batches(seed: int, decks: int = DECKS, total: int = SHOES) -> list[ShoeBatch]:
    random = np.random.default_rng(seed)
    return [honest(random, 1_000, decks) for _ in range(total // 1_000)]


def figures(kind: Kind, sample: list[ShoeBatch], decks: int = DECKS) -> dict[str, float]:
    part = kind(decks)
    for batch in sample:
        part.add(batch)
    return by_name(part.figures())


@pytest.mark.parametrize(("kind", "test", "fault"), FAULTS, ids=[test for _, test, _ in FAULTS])
def test_a_shuffle_that_is_wrong_in_its_way_fails_and_an_honest_one_passes(kind: Kind, test: str, fault: Plant) -> None:
    assert figures(kind, batches(1))[test] > 0.001
    random = np.random.default_rng(2)
    assert figures(kind, [fault(random, batch) for batch in batches(1)])[test] < TEETH


def test_every_test_of_the_final_outcome_has_a_planted_fault() -> None:
    found = judge_outcomes(batches(1), DECKS)
    assert [figure.test for figure in found.figures] == [test for _, test, _ in FAULTS]
    assert {kind for kind, _, _ in FAULTS} == set(battery.PARTS)


@pytest.mark.parametrize("decks", [1, 8])
def test_honest_shoes_of_other_sizes_pass(decks: int) -> None:
    found = judge_outcomes(batches(3, decks, 3_000), decks)
    assert all(check.ok for check in found.checks)
    assert holm(by_name(found.figures)) == []


def test_what_is_counted_does_not_depend_on_how_the_shoes_are_batched() -> None:
    whole = batches(4)
    numbers = np.concatenate([batch.numbers for batch in whole])
    depths = np.concatenate([batch.depths for batch in whole])
    cuts = [0, 3, 5, 1_000, 2_001, len(numbers)]
    pieces = [ShoeBatch(numbers[a:b], depths[a:b]) for a, b in pairwise(cuts)]
    for kind in (Correlation, Interplay, Runs, Duplicates):
        assert figures(kind, pieces) == pytest.approx(figures(kind, whole))


def test_a_fit_that_is_too_good_fails() -> None:
    rows = np.arange(52, dtype=np.int32)
    numbers = np.concatenate([(rows[:, None] + rows) % 52] * 40).astype(np.int32)
    sample = [ShoeBatch(numbers, np.zeros(len(numbers), np.int32))]
    assert figures(Places, sample, 1)["place and card"] < TEETH


def test_a_shoe_that_comes_twice_and_a_doubled_card_are_seen() -> None:
    sample = batches(5, total=1_000)
    sample[0].numbers[7] = sample[0].numbers[11]
    sample[0].numbers[20, 3] = sample[0].numbers[20, 4]
    checks = {check.check: check for check in judge_outcomes(batches(6) + sample, DECKS).checks}
    assert checks["equal shoes"].wrong == 1
    assert checks["whole shoes"].wrong == 1
    assert not checks["equal shoes"].ok
    assert not checks["whole shoes"].ok


@pytest.mark.parametrize(("kinds", "copies"), [(2, 2), (4, 1), (3, 2), (4, 2)])
def test_the_covariance_of_neighbours_is_that_of_all_orders(kinds: int, copies: int) -> None:
    counts = []
    for order in permutations(range(kinds * copies)):
        faces = np.array(order) % kinds
        counts.append(np.bincount(faces[:-1] * kinds + faces[1:], minlength=kinds * kinds))
    assert pair_covariance(kinds, copies) == pytest.approx(np.cov(np.array(counts).T, bias=True), abs=1e-9)
