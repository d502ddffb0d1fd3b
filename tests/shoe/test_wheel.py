"""The wheel: every stop as often as its weight, again for seats without a wager, and the same when it is checked."""

from collections import Counter
from collections.abc import Iterable
from itertools import product

import pytest

from wartable.shoe import SealedShoe, verify
from wartable.shoe.order import Below
from wartable.shoe.wheel import Stop, spin
from wartable.table.side_bets import Wheel

HOT = [("1000", 1), ("500", 2)]
COMMUNITY = [("100", 4)]


def giving(draws: Iterable[int]) -> Below:
    """Draws that a test has chosen."""
    waiting = iter(draws)
    return lambda _: next(waiting)


def test_every_stop_comes_as_often_as_its_weights_say() -> None:
    stops = Counter(spin(giving(draws), 3, HOT, COMMUNITY) for draws in product(range(3), range(3), range(4)))
    assert stops == {
        Stop(seat, hot, "100"): weight * 4 for seat in (1, 2, 3) for hot, weight in (("1000", 1), ("500", 2))
    }


def test_each_ring_is_drawn_below_the_sum_of_its_weights() -> None:
    asked: list[int] = []

    def below(n: int) -> int:
        asked.append(n)
        return 0

    spin(below, 9, HOT, COMMUNITY)
    assert asked == [9, 3, 4]


def test_the_wheel_turns_again_three_draws_at_a_time_until_a_seat_was_bet() -> None:
    assert spin(giving([1, 0, 0, 4, 0, 3, 0, 2, 1]), 9, HOT, COMMUNITY, unbet=[2, 5]) == Stop(1, "500", "100")


def test_the_first_symbol_takes_the_first_draws() -> None:
    assert [spin(giving([0, draw, 0]), 9, HOT, COMMUNITY).hot for draw in range(3)] == ["1000", "500", "500"]


def test_a_wheel_on_which_no_one_bet_does_not_turn_for_ever() -> None:
    with pytest.raises(ValueError, match="no seat has a wager"):
        spin(giving([]), 2, HOT, COMMUNITY, unbet=[1, 2])


def test_a_draw_beyond_the_ring_is_our_mistake() -> None:
    with pytest.raises(ValueError, match="must be positive"):
        spin(giving([0, 3, 0]), 2, HOT, COMMUNITY)


@pytest.mark.parametrize("respin", [False, True])
def test_spins_of_a_shoe_prove_themselves_afterwards(respin: bool) -> None:
    heavy = tuple((str(place), 10_000) for place in range(32))
    shoe = SealedShoe("T1", 1, 6, sealed_at=1, wheel=Wheel(9, heavy, (("100", 4),), respin))
    shoe.cut(99, "round and round", at=2)
    shoe.load(78)
    shoe.close(at=4)
    stops = [shoe.spin(number, [1, 2, 3]) for number in range(1, 60)]
    assert any(stop.seat in (1, 2, 3) for stop in stops) is not respin
    assert len({stop.hot for stop in stops}) > 10
    assert verify([shoe.reveal("ordered", first_wager_at=3)]) == ()
