"""The stream and its draws: known answers, and every bit pattern of every width."""

import copy
import pickle
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain

import pytest

from wartable.shoe.selftest import BLOCK, KNOWN_ANSWERS
from wartable.shoe.stream import MAX_DRAW, Stream, derive, keep, width_of

LARGEST_SHOE = 832
Keep = Callable[[int, int, int], int | None]


def find_bias(kept: Keep, n: int) -> str | None:
    """What is wrong with the draw below n over every bit pattern of its width, if anything is."""
    width = width_of(n)
    values = Counter(kept(word, n, width) for word in range(1 << width))
    rejected = values.pop(None, 0)
    if values != Counter(range(n)) or rejected != (1 << width) - n:
        return f"below {n}: {values.most_common(1)}, {rejected} rejected"
    return None


class Fed(Stream):
    """A stream of words that a test gives."""

    def __init__(self, words: Iterable[int]) -> None:
        super().__init__(bytes(32))
        self._words = chain(words)


def test_for_every_n_up_to_sixteen_decks_each_value_comes_once_over_all_bit_patterns_and_the_rest_is_rejected() -> None:
    assert [bias for n in range(1, LARGEST_SHOE + 1) if (bias := find_bias(keep, n))] == []


@pytest.mark.parametrize("n", [1, 2, 3, 52, 312, 416, 832, 1000, 65_535, 65_536])
def test_over_all_65536_words_each_value_comes_equally_often(n: int) -> None:
    width = width_of(n)
    values = Counter(keep(word, n, width) for word in range(1 << 16))
    values.pop(None, None)
    assert values == Counter(dict.fromkeys(range(n), 1 << 16 - width))


def test_the_draw_itself_takes_one_word_after_the_other_and_forgets_what_does_not_fit() -> None:
    for n in range(2, LARGEST_SHOE + 1):
        patterns = range(1 << width_of(n))
        fed = Fed(patterns)
        assert [fed.below(n) for _ in range(n)] == list(range(n))


def test_a_draw_of_more_than_sixteen_bits_takes_two_words_the_lower_first() -> None:
    assert Fed([0x1234, 0x0001]).below(1 << 17) == 0x11234
    assert Fed([0xFFFF, 0xFFFF, 5, 0]).below(65_537) == 5
    assert Fed([0xFFFF, 0xFFFF]).below(1 << 32) == 0xFFFFFFFF
    assert Fed([0xFFFF]).below(65_536) == 65_535


def test_a_draw_below_one_takes_nothing_from_the_stream() -> None:
    fed = Fed([7])
    assert (fed.below(1), fed.below(16)) == (0, 7)


@pytest.mark.parametrize("n", [0, -1, MAX_DRAW + 1])
def test_there_is_no_draw_of_a_negative_number_or_of_too_much(n: int) -> None:
    with pytest.raises(ValueError, match="expected a bound"):
        Stream(bytes(32)).below(n)


@pytest.mark.parametrize(("key", "block", "answer"), KNOWN_ANSWERS)
def test_rfc_8439_the_stream_gives_the_published_blocks(key: str, block: int, answer: str) -> None:
    keys = Stream(bytes.fromhex(key))
    keys.take(block * BLOCK)
    assert keys.take(len(answer) // 2).hex() == answer


def test_the_stream_is_the_same_however_it_is_taken() -> None:
    one, two = Stream(b"k" * 32), Stream(b"k" * 32)
    assert one.take(10_000) == b"".join(two.take(2) for _ in range(5_000))
    words = Stream(b"k" * 32)
    taken = Stream(b"k" * 32).take(200)
    assert [words.below(1 << 16) for _ in range(100)] == list(memoryview(taken).cast("H"))


@pytest.mark.parametrize("count", [1, -2])
def test_the_stream_is_taken_in_whole_words(count: int) -> None:
    with pytest.raises(ValueError, match="two bytes"):
        Stream(bytes(32)).take(count)


def test_a_stream_is_not_copied_or_stored() -> None:
    for refuse in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            refuse(Stream(bytes(32)))


def test_keys_for_different_purposes_and_parts_differ() -> None:
    seed = bytes(32)
    parts: list[tuple[str | int, ...]] = [("T1", 1), ("T1", 11), ("T11", 1), ("T1", 1, ""), ("T1", 1, "1")]
    keys = {derive(seed, purpose, *part) for purpose in ("order", "wheel") for part in parts}
    assert len(keys) == 2 * len(parts)


# Planted faults


def modulo(word: int, n: int, _width: int) -> int | None:
    return word % n


def folded(word: int, n: int, width: int) -> int | None:
    return (word & ((1 << width) - 1)) % n


def one_too_many(word: int, n: int, width: int) -> int | None:
    value = word & ((1 << width) - 1)
    return value if value <= n else None


def one_too_few(word: int, n: int, width: int) -> int | None:
    value = word & ((1 << width) - 1)
    return value if value < n - 1 else None


@pytest.mark.parametrize("planted", [modulo, folded, one_too_many, one_too_few])
def test_a_planted_bias_is_found(planted: Keep) -> None:
    assert any(find_bias(planted, n) for n in range(1, LARGEST_SHOE + 1))


@pytest.mark.parametrize("bits", [10, 16])
def test_a_modulo_of_ten_or_sixteen_bits_is_found_for_six_decks(bits: int) -> None:
    values = Counter(word % 312 for word in range(1 << bits))
    assert len(set(values.values())) > 1
    assert find_bias(modulo, 312)
