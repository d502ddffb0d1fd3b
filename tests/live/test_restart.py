"""A server that is gone from one moment to the next: the log alone brings every table back to where it stood."""

import asyncio
from typing import Any

import pytest

from tests.live.forging import house_snapshots
from tests.live.rooms import House, Human, open_house
from tests.store.stored import rows_of
from tests.told import RULEBOOKS
from wartable.live.history.loading import load_mirror
from wartable.live.history.mirror import stream_of
from wartable.live.people.orders import Speaker
from wartable.live.room import Room
from wartable.live.telling.felt import Company, make_felt
from wartable.live.wire.views import AUDIENCES
from wartable.store import MemoryStore, decode
from wartable.table import events as e
from wartable.table.sentences import words_of
from wartable.table.turns import next_to_ask

STAKES = {"initial": 20_00, "tie": 5_00}
NO_COMPANY = Company(lambda _: "", frozenset(), frozenset(), frozenset())


def picture(room: Room, table: str) -> list[object]:
    """The table as every audience sees it, without who is there and the countdown."""
    live = room.tables[table]
    words = words_of(live.rules)
    return [make_felt(live.log.mirror, audience, words, NO_COMPANY, None) for audience in AUDIENCES]


class Crash:
    """Rooms that vanish without a word, one after the other, on one store."""

    def __init__(self, store: MemoryStore, table: str) -> None:
        self.store = store
        self.table = table

    async def vanish(self, house: House) -> list[object]:
        """Nothing is finished and nothing is said."""
        before = picture(house.room, self.table)
        await house.room.stop()
        return before


BANKER = 3
"""The seat of a second player, where players bank: one alone may not hold the bank round after round."""


async def sits(house: House, table: str) -> Human:
    """A player sits at seat 2, and a second one where players bank."""
    human = await house.guest(table, 2)
    if house.live(table).rules.bank.by == "player":
        await house.guest(table, BANKER, "Bo")
    return human


async def step(house: House, human: Human, table: str) -> None:
    """One thing that the player does, or the second one, in every phase."""
    live = house.live(table)
    people = {box.seat: at_seat(house, human, box.patron) for box in live.table.boxes if box.seat in (2, BANKER)}
    idle = [seat for seat, box in enumerate(live.table.boxes, start=1) if seat in people and box.patron]
    idle = [seat for seat in idle if seat != live.table.banker.seat and not live.table.boxes[seat - 1].bettors]
    match live.table.phase:
        case "banking" if banker := people.get(live.table.banker.offer):
            await banker.asks(table, command="post_bank", amount=200_00)
        case "cutting":
            await people.get(live.table.cut.offer or 0, human).asks(
                table, command="cut_cards", depth=120, words="again"
            )
        case "deciding" if turn := next_to_ask(live.table):
            await people.get(turn[0].seat, human).asks(table, command="go_to_war", seat=turn[0].seat)
        case "betting" if idle:
            await people[idle[0]].asks(table, command="put_wagers", seat=idle[0], wagers=STAKES)
        case _:
            for one in people.values():
                await one.ready(table)


def at_seat(house: House, human: Human, patron: str) -> Human:
    return human if patron == human.speaker.patron else Human(house, Speaker(patron, "guest", patron, patron))


@pytest.mark.parametrize("table", RULEBOOKS)
def test_after_every_single_step_a_restart_gives_the_same_table_and_the_same_cards_to_come(table: str) -> None:
    async def story() -> None:
        store, steps = MemoryStore(), 0
        crash = Crash(store, table)
        before: list[object] = []
        speaker = None
        while steps < 60:
            # Neighbours who have bet wait for no person, and after a restart no person is there yet.
            async with open_house(table, store=store, proposition_players=0) as house:
                if before and house.live(table).table.phase != "cutting":
                    assert picture(house.room, table) == before
                if speaker is None:
                    speaker = (await sits(house, table)).speaker
                human = Human(house, speaker)
                house.live(table).watch(human)
                await step(house, human, table)
                steps += 1
                before = await crash.vanish(house)
        events = [decode(record) for record in store.read(stream_of(table))]
        assert sum(isinstance(event, e.RoundEnded) for event in events) >= 5
        assert sum(store.balances().values()) == 0

    asyncio.run(story())


def test_a_shoe_that_was_sealed_is_dealt_to_its_end_across_restarts_and_revealed_once() -> None:
    async def story() -> None:
        store = MemoryStore()
        speaker: Any = None
        for turn in range(6):
            async with open_house("washington", store=store) as house:
                if speaker is None:
                    speaker = (await house.guest("washington", 2)).speaker
                human = Human(house, speaker)
                house.live("washington").watch(human)
                for _ in range(4):
                    await step(house, human, "washington")
                if turn == 5:
                    floor = await house.staff("vera", "floor")
                    await floor.does("washington", command="order_reshuffle")
                    while house.phase("washington") != "cutting":
                        await step(house, human, "washington")
        events = [decode(record) for record in store.read(stream_of("washington"))]
        sealed = [event for event in events if isinstance(event, e.ShoeSealed)]
        revealed = [event for event in events if isinstance(event, e.ShoeRevealed)]
        assert [event.shoe for event in sealed] == [1, 2]
        assert [event.shoe for event in revealed] == [1]

    asyncio.run(story())


def test_no_seed_is_in_the_log_or_in_the_store_in_the_clear() -> None:
    async def story() -> None:
        store = MemoryStore()
        drawn: list[bytes] = []

        async with open_house("washington", store=store) as house:
            human = await house.guest("washington", 2)
            await step(house, human, "washington")
            live = house.live("washington")
            seed = house.room.vault.get(f"shoe/washington/{live.table.seal.commitment}")
            assert seed is not None
            drawn.append(seed)
        everything = b"".join(
            bytes(str(part), "utf-8") if not isinstance(part, bytes) else part
            for what in ("events", "commands", "snapshots", "postings", "accounts", "streams")
            for row in rows_of(store, what)
            for part in row
        )
        kept = store.get_secret(f"shoe/washington/{live.table.seal.commitment}")
        assert kept is not None
        for seed in drawn:
            for form in (seed, seed.hex().encode()):
                assert form not in everything
                assert form not in kept

    asyncio.run(story())


def test_a_snapshot_and_the_events_after_it_give_the_same_as_all_events(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        monkeypatch.setattr("wartable.live.driving.log.SNAPSHOT_EVERY", 20)
        store = MemoryStore()
        async with open_house("maryland", store=store) as house:
            human = await house.guest("maryland", 2)
            for _ in range(60):
                await step(house, human, "maryland")
            live = house.live("maryland")
            snapshot = store.load_snapshot(stream_of("maryland"))
            assert snapshot is not None
            assert 20 < snapshot.version <= live.log.mirror.version
            short = load_mirror(store, "maryland", live.rules, None, house_snapshots(store))
            whole = load_mirror(store, "maryland", live.rules, None)
            for name in ("table", "version", "chain", "at", "rounds", "sealed_at", "decks_opened", "moved", "last_bet"):
                assert getattr(short, name) == getattr(whole, name), name
            assert list(short.round_so_far) == list(whole.round_so_far)
            assert short.countdown == whole.countdown
            assert len(short.checkpoints) < len(whole.checkpoints)

    asyncio.run(story())
