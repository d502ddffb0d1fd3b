"""What anyone receives does not depend on cards not yet shown: two orders of the unseen cards, the same bytes.

Both rooms have the same seed, so the same commitment; only the test reaches into the order behind it. Everything that
leaves a room is kept: updates and whole tables of every role, answers, the lobby, the pit, metrics and the log.
"""

import asyncio
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.clock import SetClock
from tests.live.rooms import House, Human, open_house
from tests.told import RULEBOOKS
from wartable.cards import Card
from wartable.live.driving import table as live_table
from wartable.live.people.orders import Speaker
from wartable.live.telling import felt as felt_module
from wartable.live.telling.felt import make_felt
from wartable.live.tiles import make_tile
from wartable.live.wire.messages import Answer
from wartable.live.wire.roles import AnyRole
from wartable.live.wire.views import FeltView
from wartable.server.health.figures import figures_of
from wartable.server.health.metrics import render
from wartable.shoe import sealed
from wartable.shoe.seal import order_of

WATCHERS: tuple[AnyRole, ...] = ("watcher", "guest", "dealer", "floor", "cage", "auditor", "administrator")
SEED = bytes(range(32))
Captured = list[bytes]


class Ear:
    """A person of one role who keeps every byte."""

    def __init__(self, role: AnyRole, captured: Captured) -> None:
        self.speaker = Speaker(f"an-{role}", role, "idle" if role == "guest" else "", role)
        self._captured = captured

    def push(self, table: str, message: bytes) -> None:
        self._captured.append(b"%b %b %b" % (self.speaker.role.encode(), table.encode(), message))


def other_order(seen: int) -> Callable[..., list[Card]]:
    """The same first cards, and then others than the seal would give."""

    def order(*asked: Any) -> list[Card]:
        cards = order_of(*asked)
        rest = cards[seen:]
        random.Random(seen).shuffle(rest)
        return [*cards[:seen], *rest]

    return order


async def play(table: str, stop_at: int, captured: Captured) -> int:
    """Two players at a table; gives how many cards have left the shoe when the next one would differ."""
    clock = SetClock()
    # Neighbours would take more cards than a step is taken to need.
    async with open_house(table, clock=clock, entropy=lambda size: SEED[:size], proposition_players=0) as house:
        live = house.live(table)
        people = [await house.player(table, seat, name) for seat, name in ((1, "ann"), (2, "ben"))]
        ears = [Ear(role, captured) for role in WATCHERS]
        for ear in ears:
            live.watch(ear)
        for _ in range(400):
            for ear in ears:
                captured.append(live.whole(ear))
            captured.append(msgspec.json.encode(make_tile(live)))
            captured.append(msgspec.json.encode(house.room.pit()))
            captured.append(render(len(house.room.tables), figures_of(house.room, 0)).encode())
            if left(house, table) + MOST_CARDS_OF_A_STEP > stop_at:
                break
            answer = await act(house, people, table)
            captured.append(msgspec.json.encode(answer) if answer else b"")
        captured.append(repr(house.log.lines).encode())
        return left(house, table)


MOST_CARDS_OF_A_STEP = 14
"""What one command can lead to at the most: a whole round with a war for both seats, burns included."""


async def act(house: House, people: list[Human], table: str) -> Answer | None:
    """The next thing that a person does, always the same."""
    for seat, human in enumerate(people, start=1):
        you = human.you
        if you["choice"]:
            return await human.asks(table, command="go_to_war", seat=seat, bettor=you["choice"]["bettor"])
        if you["look"]:
            return await human.asks(table, command="confirm_step", step="look")
        if you["cut"]:
            return await human.asks(table, command="cut_cards", depth=100, words="mice")
        if you["bank"]:
            return await human.asks(table, command="post_bank", amount=500_00, words="mice")
        if you["bets"] and house.phase(table) == "betting" and not house.live(table).table.boxes[seat - 1].bettors:
            return await human.asks(table, command="put_wagers", seat=seat, wagers={"initial": 20_00})
    for human in people:
        await human.ready(table)
    return None


def left(house: House, table: str) -> int:
    """How many cards have left the shoe."""
    return len(list(house.room.store.named(f"table/{table}", ("card_dealt", "card_burned"))))


def captures(table: str, stop_at: int, order: Callable[..., list[Card]] | None, patch: pytest.MonkeyPatch) -> Captured:
    captured: Captured = []
    with patch.context() as patched:
        patched.setattr(live_table, "TELL_SECONDS", 0)  # what is told together must not depend on the machine
        if order is not None:
            patched.setattr(sealed, "order_of", order)
        dealt = asyncio.run(play(table, stop_at, captured))
    assert dealt <= stop_at
    return captured


@pytest.mark.parametrize("table", RULEBOOKS)
def test_every_byte_is_the_same_until_the_first_card_that_differs_is_turned(
    table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_at = 45
    as_sealed = captures(table, stop_at, None, monkeypatch)
    assert sum(b'"card_dealt"' in message for message in as_sealed) > len(WATCHERS)
    assert as_sealed == captures(table, stop_at, other_order(stop_at), monkeypatch)


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(mirror: Any, *rest: Any) -> FeltView:
        view = make_felt(mirror, *rest)
        return replace(view, says=f"{view.says} {peeked()}")

    peeked: Callable[[], object] = lambda: ""  # noqa: E731
    order: list[Card] = []

    def spying(cards: Callable[..., list[Card]]) -> Callable[..., list[Card]]:
        def spy(*asked: Any) -> list[Card]:
            order[:] = cards(*asked)
            return list(order)

        return spy

    peeked = lambda: order[-1:]  # noqa: E731
    monkeypatch.setattr("wartable.live.telling.publishing.make_felt", leaking)
    assert felt_module.make_felt is make_felt
    stop_at = 2 * MOST_CARDS_OF_A_STEP  # one round: before its bets are closed there is no order to spy on
    first = captures("washington", stop_at, spying(order_of), monkeypatch)
    second = captures("washington", stop_at, spying(other_order(stop_at)), monkeypatch)
    assert first != second
