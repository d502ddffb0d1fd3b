"""The wheel of a sealed shoe in the log: where it stopped is proved by the seed, seat and symbols alike."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tests.runner.test_runner import ready
from tests.table.houses import WHEEL
from wartable.audit.following.shoes import FollowedShoes
from wartable.runner import FixedPolicy, Runner
from wartable.shoe.sealed import SealedShoe
from wartable.shoe.source import FromSealed
from wartable.table import Event, Table, evolve
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.side_bets import wheel_of

STAKES = FixedPolicy((("initial", 10_00), ("bonus_spin", 5_00)))
SEED = bytes(range(1, 33))
"""A shoe in which the wheel is turned."""


def found(change: Callable[[Event], Event]) -> list[str]:
    """What is wrong with a whole shoe whose records were changed."""
    table = ready("maryland", WHEEL)
    shoe = SealedShoe("T1", 1, 6, sealed_at=1, wheel=wheel_of(table.rules), entropy=lambda _: SEED)

    def spin(now: Table) -> c.SpinWheel:
        bet = {box.seat for box in now.boxes if box.has_stake("bonus_spin")}
        stop = shoe.spin(now.round.number, [box.seat for box in now.boxes if box.seat not in bet])
        return c.SpinWheel(stop.seat, stop.hot, stop.community)

    shoes, version, said, seals = FollowedShoes("T1"), 0, [], False
    for done in Runner(table, FromSealed(shoe), STAKES, spin).shoe():
        for event in done.events:
            table = evolve(table, event)
            seals = seals or isinstance(event, e.ShoeSealed)
            version += seals
            if seals and (wrong := shoes.hear(version, change(event), table)):
                said.append(wrong[2])
    return said


def other(event: Event, **changes: object) -> Event:
    return replace(event, **changes) if isinstance(event, e.WheelSpun) else event


def test_an_honest_shoe_is_proved_with_its_spins() -> None:
    assert found(lambda event: event) == []


@pytest.mark.parametrize(
    ("changes", "says"),
    [({"hot_seat": 99}, "at seat"), ({"hot": "1"}, "stops by the seed at"), ({"community": "1"}, "and")],
)
def test_a_spin_that_the_seed_does_not_give_is_named(changes: dict[str, object], says: str) -> None:
    (wrong,) = found(lambda event: other(event, **changes))
    assert says in wrong
