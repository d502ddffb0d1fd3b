"""The self-test of the generator: one that fails deals nothing."""

from typing import Any

import pytest

from tests.shoe.test_sealed import closed, make_shoe
from wartable.cards import DECK
from wartable.shoe import ShoeBroken, order, seal, selftest, stream
from wartable.table.procedures import seal as table_seal


@pytest.fixture
def untested() -> None:
    """The next shoe tests itself, no matter what was tested before; and so does the first one after this test."""
    selftest.assure.cache_clear()


@pytest.mark.usefixtures("untested")
def test_a_good_generator_passes_once_and_deals() -> None:
    closed().draw()
    assert selftest.assure.cache_info().currsize == 1


def swap_with_any_place(cards: list[Any], below: order.Below) -> None:
    for i in range(len(cards)):
        j = below(len(cards))
        cards[i], cards[j] = cards[j], cards[i]


def sattolo(cards: list[Any], below: order.Below) -> None:
    for i in range(len(cards) - 1, 0, -1):
        j = below(i)
        cards[i], cards[j] = cards[j], cards[i]


def flipped(digest: str) -> str:
    return digest[:-1] + ("0" if digest[-1] != "0" else "1")


BROKEN: dict[str, tuple[object, str, object]] = {
    "another counter": (stream, "_COUNTER_AND_NONCE", b"\x01" + bytes(15)),
    "another nonce": (stream, "_COUNTER_AND_NONCE", bytes(15) + b"\x01"),
    "modulo": (stream, "keep", lambda word, n, _width: word % n),
    "one value too many": (
        stream,
        "keep",
        lambda word, n, width: value if (value := word % (1 << width)) <= n else None,
    ),
    "one bit more": (stream, "width_of", lambda n: n.bit_length()),
    "draws that skip": (stream.Stream, "below", lambda self, n: self.take(4)[0] % n),
    "another key": (seal, "derive", lambda seed, purpose, *parts: stream.derive(seed, f"{purpose} ", *parts)),
    "another digest of the words": (seal, "_WORDS", "wartable words 1\n"),
    "another commitment": (table_seal, "_COMMITMENT", b"wartable commitment 1\n"),
    "other terms": (table_seal, "_TERMS", "wartable terms 1\n"),
    "swap with any place": (seal, "shuffle", swap_with_any_place),
    "Sattolo": (seal, "shuffle", sattolo),
    "no shuffle": (seal, "shuffle", lambda _cards, _below: None),
    "a cut one card too deep": (seal, "cut", lambda cards, depth: order.cut(cards, depth + 1)),
    "no cut": (seal, "cut", lambda cards, _depth: cards),
    "a deck in another order": (seal, "fresh", lambda decks: sorted(DECK) * decks),
    "a flipped known answer": (
        selftest,
        "KNOWN_ANSWERS",
        (*selftest.KNOWN_ANSWERS[:-1], (*selftest.KNOWN_ANSWERS[-1][:2], flipped(selftest.KNOWN_ANSWERS[-1][2]))),
    ),
    "a flipped commitment": (selftest, "FIXED_COMMITMENT", flipped(selftest.FIXED_COMMITMENT)),
    "a flipped order": (selftest, "FIXED_ORDER", flipped(selftest.FIXED_ORDER)),
}


@pytest.mark.usefixtures("untested")
@pytest.mark.parametrize("name", BROKEN)
def test_a_generator_that_fails_its_self_test_deals_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*BROKEN[name])
    for _ in range(2):
        with pytest.raises(ShoeBroken):
            make_shoe()
    monkeypatch.undo()
    assert make_shoe().commitment
