"""The continuous shuffler: any card may come each time, and the cards of a round come back."""

from collections import Counter
from collections.abc import Iterable
from itertools import product

import pytest

from wartable.cards import DECK
from wartable.shoe import ContinuousShuffler, ShoeRefused, verify
from wartable.shoe.continuous import Mixer
from wartable.shoe.order import Below


def giving(draws: Iterable[int]) -> Below:
    waiting = iter(draws)
    return lambda _: next(waiting)


def make_shuffler(decks: int = 1) -> ContinuousShuffler:
    return ContinuousShuffler("T1", 1, decks, sealed_at=1)


def closed_shuffler(decks: int = 1) -> ContinuousShuffler:
    """A shuffler from which cards are dealt."""
    shuffler = make_shuffler(decks)
    shuffler.load()
    shuffler.add_words("all day long", at=2)
    shuffler.close(at=4)
    return shuffler


def test_the_last_card_takes_the_place_of_the_one_that_left() -> None:
    mixer = Mixer(1, giving([0, 0, 49, 48, 3]))
    assert [mixer.draw() for _ in range(5)] == ["2c", "As", "Qs", "Js", "5c"]
    assert mixer.inside == 47


def test_the_cards_of_a_round_go_back_to_the_end_in_the_order_in_which_they_left() -> None:
    mixer = Mixer(1, giving([10, 20, 50, 51]))
    first, second = mixer.draw(), mixer.draw()
    mixer.take_back()
    assert mixer.inside == 52
    assert mixer.draw() == first == DECK[10]
    assert mixer.inside == 51
    assert second == DECK[20]


def test_over_all_draws_every_pair_of_cards_comes_equally_often() -> None:
    pairs = Counter((m.draw(), m.draw()) for draws in product(range(52), range(51)) for m in [Mixer(1, giving(draws))])
    assert len(pairs) == 52 * 51
    assert set(pairs.values()) == {1}


def test_a_whole_deck_leaves_once_each_and_then_nothing() -> None:
    shuffler = closed_shuffler()
    assert sorted(shuffler.draw() for _ in range(52)) == sorted(DECK)
    with pytest.raises(ShoeRefused, match="no card is left"):
        shuffler.draw()
    shuffler.take_back()
    assert shuffler.left == 52
    shuffler.draw()
    assert shuffler.left == 51


def test_cards_may_come_again_after_they_returned_and_the_day_proves_itself() -> None:
    shuffler = closed_shuffler(6)
    for _ in range(200):
        for _ in range(7):
            shuffler.draw()
        shuffler.burn()
        shuffler.take_back()
        shuffler.take_back()
    revealed = shuffler.reveal("table_closed", first_wager_at=3)
    assert len(revealed.drawn) == 1_600
    assert revealed.returns == tuple(range(8, 1_601, 8))
    assert verify([revealed]) == ()


def test_nothing_returns_before_the_cards_are_inside_or_after_the_reveal() -> None:
    shuffler = make_shuffler()
    with pytest.raises(ShoeRefused, match="sealed, not closed"):
        shuffler.take_back()
    shuffler.load()
    shuffler.reveal("idle", first_wager_at=None)
    with pytest.raises(ShoeRefused, match="revealed, not closed"):
        shuffler.take_back()


# Planted faults


class ReturnsOnTop(Mixer):
    """Cards go back to the front of the list, not to its end."""

    __slots__ = ()

    def take_back(self) -> None:
        self._inside = self._out + self._inside
        self._out = []


def test_a_shuffler_that_takes_cards_back_in_another_way_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wartable.shoe.continuous.Mixer", ReturnsOnTop)
    shuffler = closed_shuffler(2)
    for _ in range(20):
        for _ in range(5):
            shuffler.draw()
        shuffler.take_back()
    (finding,) = verify([shuffler.reveal("ordered", first_wager_at=3)])
    assert finding.kind == "card"
