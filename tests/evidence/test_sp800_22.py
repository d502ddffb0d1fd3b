"""The fifteen tests of SP 800-22: their worked examples, and a bad sequence for each."""

from collections.abc import Callable

import numpy as np
import pytest

from wartable.evidence.collect import raw_p_values
from wartable.evidence.judge import holm
from wartable.evidence.sample import Root, raw_sequence
from wartable.evidence.sp800_22.balance import block_frequency, cumulative_sums, frequency
from wartable.evidence.sp800_22.battery import BatteryRow, all_tests, summarise
from wartable.evidence.sp800_22.bits import Bits, of_bytes, windows_of
from wartable.evidence.sp800_22.complexity import linear_complexity, register_lengths
from wartable.evidence.sp800_22.constants import digits_of_e
from wartable.evidence.sp800_22.examples import Example, worked_examples
from wartable.evidence.sp800_22.excursions import excursions, excursions_variant
from wartable.evidence.sp800_22.rank import matrix_rank
from wartable.evidence.sp800_22.runs import longest_run, runs
from wartable.evidence.sp800_22.serial import approximate_entropy, serial
from wartable.evidence.sp800_22.spectral import spectral
from wartable.evidence.sp800_22.templates import aperiodic, non_overlapping, overlapping
from wartable.evidence.sp800_22.universal import universal

LENGTH = 1_000_000
TEETH = 1e-9
TESTS = {
    "frequency",
    "block frequency",
    "cumulative sums",
    "runs",
    "longest run",
    "matrix rank",
    "spectral",
    "non-overlapping templates",
    "overlapping templates",
    "universal",
    "linear complexity",
    "serial",
    "approximate entropy",
    "excursions",
    "excursions variant",
}


def honest(length: int = LENGTH) -> Bits:
    return np.random.default_rng(800).integers(0, 2, length, dtype=np.uint8)


def leaning() -> Bits:
    return (np.random.default_rng(1).random(LENGTH) < 0.505).astype(np.uint8)


def leaning_block_by_block() -> Bits:
    lean = np.where(np.arange(LENGTH) // 128 % 2 == 0, 0.53, 0.47)
    return (np.random.default_rng(1).random(LENGTH) < lean).astype(np.uint8)


def there_and_back() -> Bits:
    lean = np.where(np.arange(LENGTH) < LENGTH // 2, 0.51, 0.49)
    return (np.random.default_rng(1).random(LENGTH) < lean).astype(np.uint8)


def sticky() -> Bits:
    return np.cumsum(np.random.default_rng(1).random(LENGTH) < 0.45).astype(np.int64).astype(np.uint8) % np.uint8(2)


def every_word_twice() -> Bits:
    return np.repeat(honest(LENGTH // 2).reshape(-1, 32), 2, axis=0).ravel()


def going_round() -> Bits:
    return np.tile(honest(1_000), LENGTH // 1_000)


def one_template_often() -> Bits:
    bits = honest()
    for place in range(0, LENGTH - 9, 1_500):
        bits[place : place + 9] = [0, 0, 0, 0, 0, 0, 0, 0, 1]
    return bits


def ones_in_clumps() -> Bits:
    bits = honest()
    for place in range(0, LENGTH - 12, 4_000):
        bits[place : place + 12] = 1
    return bits


def few_words() -> Bits:
    words = np.random.default_rng(1).integers(0, 120, LENGTH // 7 + 1)
    return ((words[:, None] >> np.arange(6, -1, -1)) & 1).astype(np.uint8).ravel()[:LENGTH]


def shift_register() -> Bits:
    bits = honest()
    for place in range(89, LENGTH):
        bits[place] = bits[place - 89] ^ bits[place - 38]
    return bits


def never_far_from_home() -> Bits:
    first = honest(LENGTH // 2)
    return np.column_stack([first, 1 - first]).ravel()


TOOTHED: tuple[tuple[str, Callable[[Bits], float], Callable[[], Bits]], ...] = (
    ("frequency", frequency, leaning),
    ("block frequency", lambda bits: block_frequency(bits, 128), leaning_block_by_block),
    ("cumulative sums", cumulative_sums, there_and_back),
    ("cumulative sums", lambda bits: cumulative_sums(bits, backward=True), there_and_back),
    ("runs", runs, sticky),
    ("longest run", longest_run, sticky),
    ("matrix rank", matrix_rank, every_word_twice),
    ("spectral", spectral, going_round),
    ("non-overlapping templates", lambda bits: non_overlapping(bits)["000000001"], one_template_often),
    ("overlapping templates", overlapping, ones_in_clumps),
    ("universal", universal, few_words),
    ("linear complexity", linear_complexity, shift_register),
    ("serial", lambda bits: serial(bits)[0], sticky),
    ("serial", lambda bits: serial(bits)[1], every_word_twice),
    ("approximate entropy", approximate_entropy, sticky),
    ("excursions", lambda bits: min(excursions(bits).values()), never_far_from_home),
    ("excursions variant", lambda bits: min(excursions_variant(bits).values()), never_far_from_home),
)


@pytest.fixture(scope="module")
def examples() -> list[Example]:
    return worked_examples()


def test_every_worked_example_of_the_standard_gives_the_printed_figure(examples: list[Example]) -> None:
    assert [example for example in examples if not example.ok] == []
    assert [abs(example.found - example.printed) <= example.within <= 0.000_05 for example in examples] == [True] * 38


def test_all_fifteen_tests_have_a_worked_example_and_a_bad_sequence(examples: list[Example]) -> None:
    assert {example.test for example in examples} == TESTS
    assert {name for name, _, _ in TOOTHED} == TESTS


@pytest.mark.parametrize(("name", "test", "bad"), TOOTHED, ids=[f"{name}-{bad.__name__}" for name, _, bad in TOOTHED])
def test_a_bad_sequence_fails_and_an_honest_one_passes(
    name: str, test: Callable[[Bits], float], bad: Callable[[], Bits]
) -> None:
    assert test(honest()) > 0.001, name
    assert test(bad()) < TEETH, name


def stuck_bit(data: bytes) -> bytes:
    return bytes(byte & 0b11110111 for byte in data)


def counter(data: bytes) -> bytes:
    return b"".join(number.to_bytes(4, "big") for number in range(len(data) // 4))


def modulo(data: bytes) -> bytes:
    return bytes(byte % 251 for byte in data)


@pytest.mark.parametrize("bad", [stuck_bit, counter, modulo])
def test_a_bad_generator_fails_the_battery(bad: Callable[[bytes], bytes]) -> None:
    rows = summarise(all_tests(of_bytes(bad(raw_sequence(Root(bytes(32)), number, 6)))) for number in (1, 2))
    assert holm(raw_p_values(rows))


def test_the_raw_stream_passes_the_battery() -> None:
    rows = summarise(all_tests(of_bytes(raw_sequence(Root(bytes(32)), number, 6))) for number in (1, 2, 3, 4))
    assert len(rows) == 188
    assert holm(raw_p_values(rows)) == []
    assert all(row.uniformity_p is None for row in rows)


def row_of(values: list[float]) -> BatteryRow:
    return summarise({"test": value} for value in values)[0]


def test_the_bands_of_the_standard_are_drawn_as_it_draws_them() -> None:
    even = [(place + 0.5) / 1_000 for place in range(1_000)]
    row = row_of(even)
    assert row.least_share == pytest.approx(0.980561)
    assert (row.passed, row.in_bands) == (990, True)
    assert row.uniformity_p == pytest.approx(1.0)
    assert not row_of([0.001] * 25 + even[25:]).in_bands
    assert not row_of([0.5] * 1_000).in_bands
    assert row_of(even[:54]).uniformity_p is None


def test_p_values_that_crowd_or_one_that_is_absurd_fail_when_judged_together() -> None:
    even = [(place + 0.5) / 100 for place in range(100)]
    assert holm(raw_p_values([row_of(even)])) == []
    assert holm(raw_p_values([row_of([0.5] * 100)])) == ["test, spread"]
    assert holm(raw_p_values([row_of([1e-12, *even[1:]])])) == ["test, worst sequence"]
    assert "test, share" in holm(raw_p_values([row_of([0.009] * 10 + even[10:])]))


def test_there_are_148_templates_of_nine_bits_that_cannot_overlap_themselves() -> None:
    assert len(aperiodic(9)) == 148
    assert [f"{value:03b}" for value in aperiodic(3)] == ["001", "011", "100", "110"]


@pytest.mark.parametrize("length", [1, 2, 3, 5, 9, 16])
def test_windows_are_the_numbers_that_neighbouring_bits_write(length: int) -> None:
    bits = honest(200)
    text = "".join(map(str, bits))
    assert windows_of(bits, length).tolist() == [int(text[i : i + length], 2) for i in range(200 - length + 1)]


def test_registers_found_all_at_once_are_those_found_one_by_one() -> None:
    blocks = honest(100 * 70).reshape(100, 70)
    blocks[3] = 0
    blocks[4, :-1] = 0
    assert register_lengths(blocks).tolist() == [_massey(block.tolist()) for block in blocks]


def _massey(bits: list[int]) -> int:
    """The textbook's algorithm, one block at a time."""
    now, before, length, since = [1] + [0] * len(bits), [1] + [0] * len(bits), 0, -1
    for n, bit in enumerate(bits):
        wrong = bit ^ (sum(now[i] & bits[n - i] for i in range(1, length + 1)) % 2)
        if wrong:
            kept = now[:]
            for i in range(len(bits) + 1 - (n - since)):
                now[i + n - since] ^= before[i]
            if 2 * length <= n:
                length, since, before = n + 1 - length, n, kept
    return length


def test_the_digits_of_e_are_those_that_a_sum_gives() -> None:
    scale = 2_000
    term = total = 1 << scale
    for n in range(1, 400):
        term //= n
        total += term
    assert "".join(map(str, digits_of_e()[:1_900])) == f"{total:b}"[:1_900]
    assert int(digits_of_e().sum()) == 500_029
