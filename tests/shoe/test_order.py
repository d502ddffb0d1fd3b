"""The shuffle and the cut: every sequence of choices gives another order, and planted faults do not."""

from collections import Counter
from collections.abc import Callable, Iterator
from math import factorial

import pytest

from wartable.cards import DECK
from wartable.shoe.order import Below, cut, fresh, shuffle

Shuffle = Callable[[list[int], Below], None]
Cut = Callable[[list[int], int], list[int]]


def all_choices(shuffled: Shuffle, n: int) -> Iterator[tuple[int, ...]]:
    """The order that each possible sequence of draws gives, whichever draws the shuffle asks for."""
    choices: list[int] = []
    while True:
        asked: list[int] = []

        def below(limit: int, asked: list[int] = asked) -> int:
            if len(asked) == len(choices):
                choices.append(0)
            asked.append(limit)
            return choices[len(asked) - 1]

        cards = list(range(n))
        shuffled(cards, below)
        yield tuple(cards)
        while choices and choices[-1] + 1 == asked[len(choices) - 1]:
            choices.pop()
        if not choices:
            return
        choices[-1] += 1


def find_unfair(shuffled: Shuffle, n: int) -> str | None:
    """What is wrong with a shuffle of n cards, if anything is: one sequence of draws for each order, no more."""
    orders = Counter(all_choices(shuffled, n))
    if len(orders) != factorial(n) or set(orders.values()) != {1}:
        return f"{n} cards: {len(orders)} orders, {min(orders.values())} to {max(orders.values())} times each"
    return None


def find_wrong_cut(cutting: Cut) -> str | None:
    """What is wrong with a cut, if anything is: at every depth, the card at that depth comes first."""
    for n in (2, 3, 52):
        for depth in range(n):
            cards = cutting(list(range(n)), depth)
            if cards != [(depth + place) % n for place in range(n)]:
                return f"{n} cards cut at {depth}: {cards[:3]}"
    return None


@pytest.mark.parametrize("n", range(1, 9))
def test_all_sequences_of_choices_give_different_orders(n: int) -> None:
    assert find_unfair(shuffle, n) is None


def test_fresh_decks_lie_suit_by_suit_from_two_to_ace() -> None:
    cards = fresh(6)
    assert len(cards) == 312
    assert "".join(cards[:14]) == "2c3c4c5c6c7c8c9cTcJcQcKcAc2d"
    assert cards[51:53] == ["As", "2c"]
    assert Counter(cards) == Counter(dict.fromkeys(DECK, 6))


def test_a_cut_moves_the_topmost_cards_to_the_bottom() -> None:
    assert cut(["a", "b", "c", "d"], 1) == ["b", "c", "d", "a"]
    assert find_wrong_cut(cut) is None


# Planted faults


def swap_with_any_place(cards: list[int], below: Below) -> None:
    for i in range(len(cards)):
        j = below(len(cards))
        cards[i], cards[j] = cards[j], cards[i]


def sattolo(cards: list[int], below: Below) -> None:
    for i in range(len(cards) - 1, 0, -1):
        j = below(i)
        cards[i], cards[j] = cards[j], cards[i]


def first_card_stays(cards: list[int], below: Below) -> None:
    for i in range(len(cards) - 1, 1, -1):
        j = 1 + below(i)
        cards[i], cards[j] = cards[j], cards[i]


def stops_early(cards: list[int], below: Below) -> None:
    for i in range(len(cards) - 1, 1, -1):
        j = below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]


@pytest.mark.parametrize("planted", [swap_with_any_place, sattolo, first_card_stays, stops_early])
@pytest.mark.parametrize("n", [3, 4, 5])
def test_a_planted_shuffle_is_found(planted: Shuffle, n: int) -> None:
    assert find_unfair(planted, n)


@pytest.mark.parametrize(
    "planted",
    [
        lambda cards, depth: cut(cards, depth + 1),
        lambda cards, depth: cut(cards, max(0, depth - 1)),
        lambda cards, depth: cut(cards, len(cards) - depth),
        lambda cards, depth: cards[depth:] + cards[: max(0, depth - 1)],
    ],
)
def test_a_planted_cut_is_found(planted: Cut) -> None:
    assert find_wrong_cut(planted)
