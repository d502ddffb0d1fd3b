"""Shoes through the production path pass all tests together, and bad generators do not."""

from collections.abc import Callable, Iterator
from itertools import count

import numpy as np
import pytest

from tests.evidence.test_proofs import any_place, sattolo
from tests.soak.rng import Biased, rng
from wartable.cards import DECK
from wartable.evidence import sample
from wartable.evidence.judge import RULE, by_name, holm, worst_of
from wartable.evidence.outcome import ShoeBatch, judge_outcomes
from wartable.evidence.outcome.duplicates import Duplicates
from wartable.evidence.sample import Root, ShoeSample, raw_sequence
from wartable.shoe.order import Below, shuffle
from wartable.shoe.seal import mix, order_of, order_stream
from wartable.shoe.stream import Stream, derive


def test_5_000_shuffles_through_the_production_path_pass_all_tests_together() -> None:
    told = rng(5_000, 3)
    assert told.startswith("5000 shuffles of 6 decks, 26 tests, smallest p ")
    assert "once more" not in told


def shoes_of(below_of: Callable[[int], Below], shuffles: Callable[[list[int], Below], None]) -> Iterator[ShoeBatch]:
    """Two thousand decks, shuffled with draws that may be wrong in a way that may be wrong."""
    for first in (0, 1_000):
        rows = []
        for number in range(first, first + 1_000):
            cards = list(range(52))
            shuffles(cards, below_of(number))
            rows.append(cards)
        yield ShoeBatch(np.array(rows, np.int32), np.arange(1_000, dtype=np.int32) % 52)


def honest_draws(number: int) -> Below:
    return Stream(derive(bytes(32), "test", number)).below


def six_bits_folded(number: int) -> Below:
    """Modulo of six bits, where a draw below 52 favours the small numbers."""
    stream = Stream(derive(bytes(32), "test", number))
    return lambda n: (stream.take(2)[0] & 63) % n


def stuck_bit(number: int) -> Below:
    """A bit that is always nought."""
    stream = Stream(derive(bytes(32), "test", number))
    return lambda n: stream.below(n) & ~4


def counting(number: int) -> Below:
    """A counter in place of chance."""
    numbers = count(number)
    return lambda n: next(numbers) % n


def clock(number: int) -> Below:
    """A seed from a clock of whole seconds: shoes of the same second are the same."""
    return Stream(derive(bytes(32), "test", number // 3)).below


@pytest.mark.parametrize(
    ("below_of", "shuffles"),
    [
        (six_bits_folded, shuffle),
        (stuck_bit, shuffle),
        (counting, shuffle),
        (honest_draws, any_place),
        (honest_draws, sattolo),
    ],
)
def test_a_bad_generator_or_shuffle_fails(
    below_of: Callable[[int], Below], shuffles: Callable[[list[int], Below], None]
) -> None:
    assert holm(by_name(judge_outcomes(shoes_of(below_of, shuffles), 1).figures))


def test_the_same_run_with_honest_draws_passes() -> None:
    found = judge_outcomes(shoes_of(honest_draws, shuffle), 1)
    assert holm(by_name(found.figures)) == []
    assert all(check.ok for check in found.checks)


def test_seeds_from_a_clock_give_equal_shoes_which_are_seen() -> None:
    checks = judge_outcomes(shoes_of(clock, shuffle), 1).checks
    assert [check.check for check in checks if not check.ok] == ["equal shoes"]


def test_the_sample_is_what_the_dealing_function_deals() -> None:
    shoes = ShoeSample(Root(bytes(32)), 2, 30)
    batch = next(shoes.batches())
    for shoe, kinds in zip(shoes.planned, batch.kinds.tolist(), strict=True):
        order = order_of(shoe.seed, sample.TABLE, shoe.number, 2, shoe.words, 0)
        assert order == [DECK[kind] for kind in kinds]
    assert (shoes.compared, shoes.different) == (3, 0)
    assert len({shoe.words for shoe in shoes.planned}) == len(shoes.planned)
    assert len({shoe.seed for shoe in shoes.planned}) == 30


def test_a_dealing_function_that_cuts_one_card_off_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def off_by_one(seed: bytes, table: str, shoe: int, decks: int, words: str, depth: int) -> list[str]:
        return list(order_of(seed, table, shoe, decks, words, depth + 1))

    monkeypatch.setattr(sample, "order_of", off_by_one)
    shoes = ShoeSample(Root(bytes(32)), 1, 100)
    list(shoes.batches())
    assert shoes.different == shoes.compared == 10
    with pytest.raises(Biased, match="200 of 200 dealt otherwise"):
        rng(2_000, 1)


def test_a_soak_that_fails_twice_says_which_test(monkeypatch: pytest.MonkeyPatch) -> None:
    def not_shuffled(cards: list[int], below: Below) -> None:
        del cards, below

    monkeypatch.setattr(sample, "shuffle", not_shuffled)
    monkeypatch.setattr(sample, "COMPARED", 10_000)
    monkeypatch.setattr(Duplicates, "checks", lambda _: [])
    with pytest.raises(Biased, match=r"^failed twice: .*place and card"):
        rng(2_000, 1)


def test_a_soak_of_too_few_shuffles_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 2000"):
        rng(1_999, 1)


def test_the_raw_stream_is_that_of_the_shoes() -> None:
    root = Root(bytes(32))
    long, pieces = raw_sequence(root, 1, 6), raw_sequence(root, 2, 6)
    assert long == order_stream(root.seed_of("raw", 1), "EVIDENCE", 1, 6, mix(["EVIDENCE"])).take(125_000)
    assert pieces[1_250:2_500] == order_stream(root.seed_of("raw 2", 1), "EVIDENCE", 2, 6, mix(["EVIDENCE"])).take(
        1_250
    )
    assert len(long) == len(pieces) == 125_000


def test_a_fresh_try_shares_nothing_with_the_first() -> None:
    root = Root(bytes(32))
    assert root.again().seed_of("shoe", 1) != root.seed_of("shoe", 1)
    assert raw_sequence(root.again(), 1, 6) != raw_sequence(root, 1, 6)


def test_p_values_are_judged_together_by_holms_rule() -> None:
    assert holm({"a": 0.004, "b": 0.009, "c": 0.5}) == []
    assert holm({"a": 0.003, "b": 0.004, "c": 0.5}) == ["a", "b"]
    assert holm({"c": 0.5, "b": 0.006, "a": 0.003}) == ["a"]
    assert worst_of([0.3, 0.02, 0.9]) == pytest.approx(0.06)
    assert "0.01/m" in RULE
