"""The stream of a shoe: known words and cards, exact uniformity, and nothing drawn that is not seen."""

from collections import Counter
from itertools import islice

import pytest

from wartable.cards import DECK
from wartable.sim import stream
from wartable.sim.stream import Shoe, card_of, philox

KNOWN = [
    (0, 0, "7c 4c 4s As 8d 4s 8c 9d Ks 6d Qs 9h"),
    (1, 0, "7s 7c Kc Jd Jc As 6c 4d 9d 8d 3d 8s"),
    (20_261_115, 7, "6d 4d 2c Ks Js Kc Qh 2d Ac Qd As 6s"),
    (2**64 - 1, 2**40 + 5, "2d 2c 3d 3s 7s 9d As Ts Td 8h Kh Jd"),
]


def test_philox_gives_its_published_answer() -> None:
    assert [f"{word:08x}" for word in philox(0, 0)] == ["6627e8d5", "e169c58d", "bc57ac4c", "9b00dbd8"]


@pytest.mark.parametrize(("seed", "number", "cards"), KNOWN)
def test_known_shoes_begin_with_known_cards(seed: int, number: int, cards: str) -> None:
    assert " ".join(map(card_of, islice(Shoe(seed, number, 6).deal(), 12))) == cards


def test_a_shoe_holds_every_card_as_often_as_it_has_decks() -> None:
    found = Counter(map(card_of, islice(Shoe(5, 5, 6).deal(), 312)))
    assert found == dict.fromkeys(DECK, 6)


def test_every_deal_begins_with_a_new_word() -> None:
    shoe, again = Shoe(3, 3, 6), Shoe(3, 3, 6)
    first = list(islice(shoe.deal(), 2)) + list(islice(shoe.deal(), 2))
    assert first == list(islice(again.deal(), 4))
    other = Shoe(3, 3, 6)
    assert list(islice(other.deal(), 1)) == first[:1]
    assert next(other.deal()) != first[1]  # the second draw of the first word is not used


@pytest.mark.parametrize("left", [2, 3, 5, 7])
def test_two_draws_of_a_word_are_exactly_uniform_together(left: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Words of eight bits can all be tried: each pair of places comes equally often, and the rest is redrawn."""
    monkeypatch.setattr(stream, "MASK", 255)
    pairs: Counter[tuple[int, int]] = Counter()
    redrawn = 0
    for word in range(256):
        shoe = Shoe(0, 0, 1)
        shoe._slots = list(range(left))  # noqa: SLF001
        words = iter([word])
        monkeypatch.setattr(shoe, "_word", lambda words=words: next(words))
        try:
            pairs[shoe._draws()] += 1  # noqa: SLF001
        except StopIteration:
            redrawn += 1
    assert len(pairs) == left * (left - 1)
    assert len(set(pairs.values())) == 1
    assert redrawn == 256 % (left * (left - 1))
