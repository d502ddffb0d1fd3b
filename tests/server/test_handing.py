"""Several processes behind one address: a socket goes to who drives its table, a table to whose share it is."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException

from tests.patience import PATIENCE
from tests.server.running import Client, Server, quick_plan, running
from tests.server.test_many import drives, round_of_two, told_what_they_hold, until
from tests.server.test_system import WELL
from wartable.live.settings import ServerLimits
from wartable.live.sharing.leases import Lease
from wartable.server.connections.handing import MAX_HANDSHAKE_BYTES, Handing, Inbox, empty, make_inbox
from wartable.server.health.figures import Board
from wartable.server.running.serve import ProcessPlace, listen
from wartable.store import MemoryStore, Store

NEAR, FAR = "wisconsin", "washington"
"""Tables of the shares of the first and the second process."""


@contextmanager
def inboxes_of(count: int) -> Iterator[list[Inbox]]:
    inboxes = [make_inbox() for _ in range(count)]
    try:
        yield inboxes
    finally:
        for inbox in inboxes:
            empty(inbox)
            for end in inbox:
                end.close()


class House:
    """Two servers that share a store and know each other as processes of one address.

    Each has a port of its own here, so that a test can choose who accepts a connection.
    """

    def __init__(self, store: Store, inboxes: list[Inbox], seconds: int) -> None:
        self.store, self.inboxes, self._seconds = store, inboxes, seconds
        self.board = Board(2)
        self.door = listen("127.0.0.1", 0)
        """Where both would be reached."""

    @asynccontextmanager
    async def process(self, place: int, **more: Any) -> AsyncIterator[Server]:
        lease = Lease(f"127.0.0.1:{self.door.getsockname()[1]}#{place}", self._seconds, place, 2)
        plan = quick_plan(NEAR, FAR)
        of_two = ProcessPlace(place, self.inboxes, self.board)
        async with running(plan, store=self.store, lease=lease, place=of_two, **more) as server:
            yield server


@asynccontextmanager
async def house(seconds: int = 60) -> AsyncIterator[House]:
    with inboxes_of(2) as inboxes:
        found = House(MemoryStore(), inboxes, seconds)
        relay = asyncio.create_task(_relay(found))
        try:
            yield found
        finally:
            relay.cancel()
            await asyncio.gather(relay, return_exceptions=True)
            found.door.close()


async def _relay(found: House) -> None:
    """Links come to the address that both share; the process that accepts knows of no table, and hands them on."""
    loop = asyncio.get_running_loop()
    handing = Handing(99, found.inboxes, lambda _: None)

    class Accepts(asyncio.Protocol):
        def connection_made(self, transport: Any) -> None:
            self.transport = transport

        def data_received(self, data: bytes) -> None:
            target = data.split(b" ")[1].decode()
            assert handing.hand_on(self.transport, target, data)

    server = await loop.create_server(Accepts, sock=found.door)
    async with server:
        await server.serve_forever()


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def watched_at(server: Server, table: str) -> int:
    return len(server.room.tables[table].gallery.subscribers)


def test_each_process_drives_its_share() -> None:
    async def story() -> None:
        async with house() as found, found.process(0) as first, found.process(1) as second:
            assert (drives(first), drives(second)) == ({NEAR}, {FAR})

    asyncio.run(story())


def test_a_socket_goes_to_the_process_that_drives_its_table_and_nothing_is_left_of_it_here() -> None:
    async def story() -> None:
        async with house() as found, found.process(0) as first, found.process(1) as second:
            cookie = await first.guest()
            before = descriptors()
            async with first.client(cookie, FAR) as client:
                await client.watch(FAR)
                assert (watched_at(first, FAR), watched_at(second, FAR)) == (0, 1)
                assert (await client.must(FAR, command="sit", seat=1))["version"]
                assert await client.play_round(FAR, 1) == 1
                await until(lambda: not first.connections)
                assert len(second.connections) == 1
            await until(lambda: not second.connections)
            await until(lambda: descriptors() <= before)

    asyncio.run(story())


@pytest.mark.parametrize("asked", ["", "?table=", f"?table={NEAR}", "?table=nowhere", "?table=%ff&" + "x=1&" * 20])
def test_a_client_who_names_no_table_of_another_process_is_served_where_they_came(asked: str) -> None:
    async def story() -> None:
        async with (
            house() as found,
            found.process(0) as first,
            found.process(1) as second,
            connect(f"ws://127.0.0.1:{first.port}/ws{asked}") as line,
        ):
            await Client(line).watch(NEAR)
            assert (watched_at(first, NEAR), watched_at(second, NEAR)) == (1, 0)

    asyncio.run(story())


def test_the_door_of_the_process_that_answers_decides_who_comes_in() -> None:
    async def story() -> None:
        few = ServerLimits(sockets_per_address=1)
        async with house() as found, found.process(0) as first, found.process(1, limits=few) as second:
            url = f"ws://127.0.0.1:{first.port}/ws?table={FAR}"
            with pytest.raises(InvalidStatus):
                await connect(url, origin="http://elsewhere.example")  # type: ignore[arg-type]
            async with connect(url), connect(f"ws://127.0.0.1:{first.port}/ws"):
                assert dict(second.room.counters.total)["refused", "wrong_origin"] == 1
                with pytest.raises(InvalidStatus):
                    await connect(url)
                assert second.room.counters.total["refused", "too_many"] == 1

    asyncio.run(story())


def test_players_who_came_to_different_processes_sit_at_one_table() -> None:
    async def story() -> None:
        async with (
            house() as found,
            found.process(0) as first,
            found.process(1) as second,
            second.player(FAR, 1, "Ann") as near,
            first.player(FAR, 2, "Ben") as far,
        ):
            await until(lambda: (watched_at(second, FAR), watched_at(first, FAR)) == (2, 1))
            for _ in range(2):
                await round_of_two(near, far)
            await told_what_they_hold(found.store, near, far)

    asyncio.run(story())


def test_what_is_handed_to_a_process_that_is_gone_is_hung_up_on() -> None:
    async def story() -> None:
        async with house() as found, found.process(0) as first:
            first.room._sharing._owners[FAR] = found.store.claim(  # type: ignore[union-attr, assignment]  # noqa: SLF001
                FAR, f"127.0.0.1:{found.door.getsockname()[1]}#1", 60
            )
            before = descriptors()
            async with asyncio.TaskGroup() as group:
                calling = group.create_task(_call(first, FAR))
                await until(lambda: bool(first.room) and _has_mail(found.inboxes[1]))
                empty(found.inboxes[1])
                assert isinstance(await calling, WebSocketException | OSError | EOFError)
            await until(lambda: descriptors() <= before)

    asyncio.run(story())


async def _call(server: Server, table: str) -> BaseException | None:
    try:
        async with connect(f"ws://127.0.0.1:{server.port}/ws?table={table}"):
            return None
    except (WebSocketException, OSError, EOFError) as error:
        return error


def _has_mail(inbox: Inbox) -> bool:
    try:
        return bool(inbox[0].recv(1, socket.MSG_PEEK))
    except BlockingIOError:
        return False


def test_a_full_inbox_or_a_long_handshake_hands_nothing_on() -> None:
    async def story() -> None:
        async with house() as found, found.process(0) as first:
            with socket.socket() as filler:
                try:
                    while True:
                        socket.send_fds(found.inboxes[1][1], [b"x" * 1_000], [filler.fileno()])
                except OSError:
                    pass
            async with connect(f"ws://127.0.0.1:{first.port}/ws?table={FAR}") as line:
                await Client(line).watch(FAR)
                assert watched_at(first, FAR) == 1
            with pytest.raises((WebSocketException, OSError, EOFError)):
                await connect(f"ws://127.0.0.1:{first.port}/internal?process=1")
            empty(found.inboxes[1])
            long = {f"x-long-{number}": "y" * 4_096 for number in range(MAX_HANDSHAKE_BYTES // 4_096)}
            async with connect(f"ws://127.0.0.1:{first.port}/ws?table={FAR}", additional_headers=long) as line:
                await Client(line).watch(FAR)
                assert watched_at(first, FAR) == 1

    asyncio.run(story())


def test_a_table_that_no_one_watches_here_is_seen_as_it_stands_when_a_person_looks() -> None:
    async def story() -> None:
        async with (
            house() as found,
            found.process(0) as first,
            found.process(1) as second,
            first.player(NEAR, 3) as client,
            second.http() as http,
        ):
            seen = (await http.get(f"/api/tables/{NEAR}/view")).json()
            assert seen["version"] >= client.version
            assert seen["felt"]["seats"][2]["taken"]
            await client.must(NEAR, command="put_wagers", seat=3, wagers={"initial": 10_00})
            mirrors = [server.room.tables[NEAR].log.mirror for server in (first, second)]
            await until(lambda: mirrors[0].version == mirrors[1].version)

    asyncio.run(story())


def test_a_process_that_comes_back_is_given_its_share_between_two_rounds_and_the_players_stay() -> None:
    async def story() -> None:
        async with house(seconds=2) as found, found.process(0) as first:
            await until(lambda: drives(first) == {NEAR, FAR})
            async with first.player(FAR, 1) as client:
                await client.must(FAR, command="put_wagers", seat=1, wagers={"initial": 10_00})
                async with found.process(1) as second:
                    await until(lambda: drives(second) == {FAR})
                    assert drives(first) == {NEAR}
                    gallery = second.room.tables[FAR].gallery
                    await until(lambda: client.you["patron"] in gallery.present)
                    await client.ready(FAR)
                    await client.until(lambda _: bool(client.you.get("choice")) or _is_over(client))
                    if client.you.get("choice"):
                        await client.must(FAR, command="surrender", seat=1)
                    while not _is_over(client):
                        await client.next()

    asyncio.run(story())


def _is_over(client: Client) -> bool:
    return any(said["event"] == {"event": "round_ended", "round": 1} for said in client.events)


def test_a_client_who_asks_one_process_hears_the_figures_of_all() -> None:
    async def story() -> None:
        async with (
            house() as found,
            found.process(0) as first,
            found.process(1) as second,
            second.player(FAR, 1),
            first.http() as http,
        ):
            await until(lambda: (found.board.read(1).sockets, found.board.read(1).seats) == (1, 1))
            assert (await http.get("/health")).json() == {**WELL, "tables": 2, "driven": 2}
            told = (await http.get("/metrics")).text.splitlines()
            assert {"wartable_sockets 1", "wartable_seats_taken 1", "wartable_guests_total 1"} <= set(told)
            second.room.tables[FAR].driver.stopped = "a test"
            await until(lambda: found.board.read(1).stopped == 1)
            assert (await http.get("/health")).status_code == 503

    asyncio.run(story())


def test_a_process_that_fills_a_place_counts_on_from_the_one_before() -> None:
    async def story() -> None:
        async with house() as found:
            for guests in (1, 2):
                async with found.process(0) as first:
                    await first.guest()
                    await until(lambda: found.board.read(0).counted.get("guests") == {"": guests})  # noqa: B023
                found.board.rest(0)
                assert (found.board.read(0).driven, found.board.read(0).counted["guests"]) == (0, {"": guests})

    asyncio.run(story())


def test_a_simulation_is_seen_and_stopped_by_way_of_any_process() -> None:
    async def story() -> None:
        async with house() as found, found.process(0) as first, found.process(1) as second:
            cookie = await first.sign_in("lena", "auditor")
            await second.room.house.follow()
            asked = {"house": NEAR, "rounds": 10**10}
            async with first.http(cookie) as here, second.http(cookie) as there:
                started = (await there.post("/api/simulations", json=asked)).json()
                path = f"/api/simulations/{started['simulation']}"
                assert started["simulation"].startswith("1-")
                seen = await here.get(path)
                assert (seen.status_code, seen.json()["rounds"]) == (200, 10**10)
                assert (await here.delete(path)).status_code == 200
                async with asyncio.timeout(PATIENCE):
                    while (await there.get(path)).json()["state"] == "running":
                        await asyncio.sleep(0.05)
                assert (await there.get(path)).json()["state"] == "stopped"
                for nowhere in ("1-none", "7-none", "none", "-"):
                    assert (await here.get(f"/api/simulations/{nowhere}")).status_code == 404

    asyncio.run(story())


def test_a_command_for_a_table_that_moves_is_done_once_it_has_moved() -> None:
    async def story() -> None:
        async with house(seconds=2) as found, found.process(0) as first, found.process(1) as second:
            async with first.client(await first.guest()) as client:
                await client.watch(FAR)
                await second.room.stop()
                answer = await client.do(FAR, command="sit", seat=1)
                assert answer["ok"], answer
            assert FAR in drives(first)

    asyncio.run(story())
