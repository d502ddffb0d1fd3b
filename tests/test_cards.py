"""Cards: two characters each, ranked two to ace, and nothing else is a card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wartable.cards import DECK, DECK_SIZE, Card, is_card, parse, place_in_deck, rank

CARDS = st.sampled_from(DECK)


def test_a_deck_has_fifty_two_different_cards() -> None:
    assert DECK_SIZE == len(set(DECK)) == 52


def test_two_is_lowest_and_ace_is_highest() -> None:
    assert [rank(Card(face + "s")) for face in "23456789TJQKA"] == list(range(13))


@given(CARDS, CARDS)
def test_suits_never_matter_for_rank(one: Card, other: Card) -> None:
    assert (rank(one) == rank(other)) == (one[0] == other[0])


@given(CARDS)
def test_a_card_is_its_own_text_and_has_its_own_place(card: Card) -> None:
    assert parse(str(card)) == card
    assert DECK[place_in_deck(card)] == card
    assert is_card(card)


@pytest.mark.parametrize("text", ["", "T", "Tss", "10s", "ts", "TS", "1s", "??", "Ｔs", " Ts"])
def test_what_is_not_a_card_is_told_what_one_looks_like(text: str) -> None:
    assert not is_card(text)
    with pytest.raises(ValueError, match="is not a card: a rank of 23456789TJQKA and a suit of cdhs, such as Ts"):
        parse(text)


@given(st.one_of(st.none(), st.integers(), st.text(max_size=3), st.tuples(st.text(max_size=2))))
def test_anything_may_be_asked_whether_it_is_a_card(thing: object) -> None:
    assert is_card(thing) == (thing in set(DECK))
