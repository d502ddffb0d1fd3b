"""How a house is closed in whose store others wrote while it ran: the next start does not believe what is there."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.live.forging import OpenStore
from tests.server.signed import begin, held, live, place, room_on
from wartable import cage
from wartable.audit import AuditRefused
from wartable.live import LogBroken
from wartable.server.running.signing import sign_heads
from wartable.store import encode
from wartable.table import events as e

__all__ = ["place"]


def money(stream: str) -> Callable[[OpenStore], None]:
    return lambda store: store.forge(stream, cage.BoughtIn("Ann", 50_000_00), cage.moves_of)


def seat(store: OpenStore) -> None:
    store.plant("table/washington", e.PlayerSat(3, "Ann", "remote"))


def rewrite_the_last(store: OpenStore) -> None:
    store.rewrite("house", store.head("house").version, encode(cage.InventoryFilled("washington", 1, "x")).body)


@pytest.mark.parametrize(
    ("forge", "stream", "says"),
    [
        (money("patron/no one"), "patron/no one", "record 1 was added after the house was closed"),
        (money("house"), "house", "was added after the house was closed"),
        (seat, "table/washington", "was added after the house was closed"),
        (rewrite_the_last, "house", "no longer holds the head that was signed at version"),
    ],
)
def test_what_others_wrote_while_a_server_ran_is_not_believed_by_the_next(
    forge: Callable[[OpenStore], None], stream: str, says: str, place: Path
) -> None:
    async def story() -> None:
        store = OpenStore()
        room, heads = await begin(store, place)
        await room.house.append("a-command", b"", cage.InventoryFilled("washington", 5_00, "a slip"))
        await room.stop()
        forge(store)
        await asyncio.to_thread(heads.close)
        assert heads.refused is not None
        assert str(heads.refused).startswith(stream)
        assert not heads.trouble
        for _ in range(2):
            with pytest.raises(AuditRefused, match=says) as refused:
                await held(place, room_on(store))
            assert str(refused.value).startswith(stream)

    asyncio.run(story())


def test_a_table_that_was_refused_at_the_start_is_not_signed_at_the_close_either(place: Path) -> None:
    async def story() -> None:
        store = OpenStore()
        await live(store, place)
        room = room_on(store)
        file = await held(place, room)
        before = file.signed["table/washington"]
        seat(store)
        room.integrity.doubted[before.stream] = LogBroken(before.stream, before.version + 1)
        await room.start()
        heads = await sign_heads(file, room)
        seat(store)
        await room.stop()
        await asyncio.to_thread(heads.close)
        assert heads.refused is not None
        assert file.signed[before.stream] == before
        assert file.closed

    asyncio.run(story())


def test_a_wallet_that_is_found_raised_at_the_close_leaves_no_record_after_the_last_line(place: Path) -> None:
    async def story() -> None:
        store = OpenStore()
        room, heads = await begin(store, place)
        guest = f"patron/{(await room.welcome('Ann')).patron}"
        due = store.balance(guest)
        store.set_account(guest, due + 50_00)
        await room.stop()
        await asyncio.to_thread(heads.close)
        await asyncio.sleep(0.05)
        store.set_account(guest, due)
        assert not heads.refused
        await live(store, place)

    asyncio.run(story())
