"""The seal: its commitment, its streams, and seeds that a person could guess."""

import hashlib
import itertools
from collections import Counter

import pytest

from wartable.shoe import SealedShoe
from wartable.shoe.seal import mix, order_of, order_stream, table_is_bad, wheel_stream, words_are_bad
from wartable.shoe.sealed import Entropy
from wartable.table.procedures.seal import commitment_of as commit
from wartable.table.procedures.seal import terms_of
from wartable.table.words import MAX_WORDS

SEED = bytes(range(32))


def find_repeated(entropy: Entropy | None, shoes: int) -> list[str]:
    """Commitments that came more than once."""
    sealed = Counter(
        (
            SealedShoe("T1", 1, 6, sealed_at=1, entropy=entropy) if entropy else SealedShoe("T1", 1, 6, sealed_at=1)
        ).commitment
        for _ in range(shoes)
    )
    return [commitment for commitment, times in sealed.items() if times > 1]


def test_the_commitment_is_the_digest_of_the_page() -> None:
    assert commit(SEED) == hashlib.sha256(b"wartable commitment 1\n" + SEED).hexdigest()
    terms = hashlib.sha256(b"wartable terms 2\n1:6").digest()
    assert terms_of(6, None) == terms.hex()
    assert commit(SEED, terms.hex()) == hashlib.sha256(b"wartable commitment 2\n" + SEED + terms).hexdigest()


def test_the_words_are_one_digest_in_any_order() -> None:
    due = hashlib.sha256("wartable words 2\n1:a1:z2:ä".encode()).hexdigest()
    assert {mix(words) for words in itertools.permutations(["z", "ä", "a"])} == {due}
    assert mix(["a", "z", "a", "ä"]) == due, "the same words count once"


def test_no_two_sets_of_words_have_one_digest_by_the_way_they_are_written() -> None:
    said = [(), ("",), ("a", "b"), ("ab",), ("a1:b",), ("a", "1:b"), ("1:a1:b",), ("a\n", "b"), ("a", "\nb")]
    assert len({mix(words) for words in said}) == len(said)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commit(bytes(length))


def test_everything_that_is_said_about_a_shoe_changes_its_order() -> None:
    said = [("T1", 1, 6, "", 0), ("T2", 1, 6, "", 0), ("T1", 2, 6, "", 0), ("T1", 1, 6, "w", 0), ("T1", 1, 6, "", 1)]
    orders = {tuple(order_of(SEED, *one)) for one in said} | {tuple(order_of(bytes(32), *said[0]))}
    assert len(orders) == 6


def test_the_wheel_and_the_order_draw_from_streams_that_differ_and_both_hang_on_the_words() -> None:
    streams = [
        order_stream(SEED, "T1", 1, 6, ""),
        order_stream(SEED, "T1", 1, 6, "w"),
        wheel_stream(SEED, "T1", 1, 6, ""),
        wheel_stream(SEED, "T1", 1, 6, "w"),
        wheel_stream(SEED, "T1", 1, 7, ""),
    ]
    assert len({stream.take(32) for stream in streams}) == len(streams)


@pytest.mark.parametrize("name", ["", "T" * 65, "T\n1", "T\u2028", "T\x00"])
def test_a_table_whose_name_could_pass_for_two_parts_is_refused(name: str) -> None:
    assert table_is_bad(name)
    assert not table_is_bad("Table 1 – Süd")


def test_words_are_at_most_200_bytes_of_utf_8() -> None:
    assert [words_are_bad(words) for words in ("", "a" * MAX_WORDS, "ü" * 100, "a\nb\x00")] == [False] * 4
    assert [words_are_bad(words) for words in ("a" * 201, "ü" * 101, "\ud800")] == [True] * 3


def test_the_operating_system_never_gives_a_seed_twice() -> None:
    assert find_repeated(None, 2_000) == []


def test_a_planted_seed_from_a_clock_is_found() -> None:
    """Two shoes that are sealed within one second would be the same shoe."""
    milliseconds = itertools.count(1_700_000_000_000, 37)
    assert find_repeated(lambda size: (next(milliseconds) // 1_000).to_bytes(size, "big"), 2_000)


def test_a_planted_seed_of_sixteen_bits_is_found() -> None:
    numbers = itertools.count()
    low_entropy = (hashlib.sha256((n * n % 65_536).to_bytes(2, "big")).digest() for n in numbers)
    assert find_repeated(lambda _: next(low_entropy), 2_000)
