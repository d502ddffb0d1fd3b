"""The exhaustive proofs and the known answers hold, and planted faults break them."""

from collections.abc import Callable

import pytest

from wartable.evidence import known
from wartable.evidence.known import known_answers
from wartable.evidence.proofs import Keep, Scripted, Shuffle, prove_all, prove_draws, prove_orders, prove_whole_words
from wartable.shoe.order import Below
from wartable.shoe.stream import Stream


def test_every_proof_holds() -> None:
    checks = prove_all()
    assert [check.check for check in checks if not check.ok] == []
    assert [check.tried for check in checks] == [832, 8, 831, 8, 832]


def test_the_known_answers_are_given() -> None:
    assert all(check.ok for check in known_answers())


@pytest.mark.parametrize("answers", ["BLOCKS", "HMACS", "DRAWS"])
def test_a_wrong_known_answer_is_seen(answers: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = getattr(known, answers)
    changed = (*rows[0][:-1], rows[1][-1])
    monkeypatch.setattr(known, answers, (changed, *rows[1:]))
    assert [check.wrong for check in known_answers()].count(1) == 1


def fold(word: int, n: int, width: int) -> int | None:  # noqa: ARG001
    return (word * 40_503 & 0xFFFF) % n


def ten_bits(word: int, n: int, width: int) -> int | None:  # noqa: ARG001
    return (word & 1023) % n


def one_too_many(word: int, n: int, width: int) -> int | None:
    value = word & ((1 << width) - 1)
    return value if value <= n else None


def never_the_last(word: int, n: int, width: int) -> int | None:
    value = word & ((1 << width) - 1)
    return value if value < n - 1 or n == 1 else None


def scaled(word: int, n: int, width: int) -> int | None:
    return (word & ((1 << width) - 1)) * n >> width


@pytest.mark.parametrize("keeps", [fold, ten_bits, one_too_many, never_the_last, scaled])
def test_a_bounded_draw_that_favours_a_number_is_caught(keeps: Keep) -> None:
    assert not prove_draws(keeps).ok
    assert not prove_whole_words(keeps).ok


def any_place(cards: list[int], below: Below) -> None:
    for i in range(len(cards) - 1, 0, -1):
        j = below(len(cards))
        cards[i], cards[j] = cards[j], cards[i]


def sattolo(cards: list[int], below: Below) -> None:
    for i in range(len(cards) - 1, 0, -1):
        j = below(i)
        cards[i], cards[j] = cards[j], cards[i]


def last_stays(cards: list[int], below: Below) -> None:
    for i in range(len(cards) - 2, 0, -1):
        j = below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]


def overwritten(cards: list[int], below: Below) -> None:
    for i in range(len(cards) - 1, 0, -1):
        cards[i] = cards[below(i + 1)]


def asks_for_too_much(cards: list[int], below: Below) -> None:
    for i in range(len(cards) - 1, 0, -1):
        j = below(2 * i + 2) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]


@pytest.mark.parametrize("shuffles", [any_place, sattolo, last_stays, overwritten, asks_for_too_much])
def test_a_shuffle_that_is_not_fisher_and_yates_is_caught(shuffles: Shuffle) -> None:
    assert not prove_orders(shuffles).ok


@pytest.mark.parametrize("make", [lambda: Scripted([3, 60, 5]), lambda: Stream(bytes(32))])
def test_a_scripted_stream_draws_as_a_stream_does(make: Callable[[], Stream]) -> None:
    assert type(make()).below is Stream.below


def test_a_scripted_stream_gives_its_words_and_passes_over_what_does_not_fit() -> None:
    stream = Scripted([3, 60, 5])
    assert [stream.below(52), stream.below(52)] == [3, 5]
