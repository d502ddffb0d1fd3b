"""What is asked many times at the same moment is done once, on every store and by every server of a house."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.postgres import database, postgres, worn_database  # noqa: F401
from tests.server.running import PASSWORD, Server, quick_plan, running
from wartable import cage
from wartable.audit.house_events import PersonAdded, RequestConfirmed, RequestMade, RequestWithdrawn
from wartable.ledger import BANK, at_table
from wartable.ledger import patron as account_of
from wartable.live.history.mirror import stream_of
from wartable.live.sharing.leases import Lease
from wartable.server.running.serve import listen
from wartable.store import Kept, MemoryStore, Store, decode, open_store
from wartable.table.events import MeterCorrected

TABLE = "maryland"
METER = "progressive"
MANY = 30
CHIPS = 1_000_00

pytestmark = pytest.mark.parametrize("kind", ["memory", "sqlite", "postgresql"])


@pytest.fixture
def stores(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> list[Store]:
    """One store for each server: one for a file, two for a database that servers share."""
    if kind == "memory":
        return [MemoryStore()]
    if kind == "sqlite":
        return [open_store(f"sqlite:///{tmp_path / 'war.db'}")]
    url = request.getfixturevalue("database")
    return [open_store(url), open_store(url)]


@asynccontextmanager
async def house(stores: list[Store], **changes: Any) -> AsyncIterator[list[Server]]:
    """A server on each store; several share the tables."""
    async with AsyncExitStack() as stack:
        servers = []
        for store in stores:
            stack.callback(store.close)
            sock = listen("127.0.0.1", 0)
            lease = Lease(f"127.0.0.1:{sock.getsockname()[1]}", 60) if len(stores) > 1 else None
            plan = quick_plan(TABLE, **changes)
            servers.append(await stack.enter_async_context(running(plan, store=store, sock=sock, lease=lease)))
        yield servers


async def at_once(asked: Iterable[Awaitable[httpx.Response]]) -> Counter[int]:
    """How often each status is answered."""
    return Counter(answer.status_code for answer in await asyncio.gather(*asked))


@asynccontextmanager
async def doors(servers: list[Server], cookie: str) -> AsyncIterator[list[httpx.AsyncClient]]:
    """The same person at every server, as often as things are asked at once."""
    async with AsyncExitStack() as stack:
        here = [await stack.enter_async_context(server.http(cookie)) for server in servers]
        yield [here[number % len(here)] for number in range(MANY)]


def events(store: Store, stream: str, kind: type[Any]) -> list[Any]:
    return [event for event in map(decode, store.read(stream)) if isinstance(event, kind)]


def test_more_play_money_is_given_once(stores: list[Store]) -> None:
    async def story() -> None:
        async with house(stores) as servers:
            first = servers[0]
            cookie = await first.guest()
            async with first.http(cookie) as http:
                patron = (await http.get("/api/me")).json()["patron"]
            await first.room.desk.do("out", b"", cage.CashOut(patron, CHIPS))
            async with doors(servers, cookie) as many:
                assert await at_once(http.post("/api/me/chips") for http in many) == {200: 1, 409: MANY - 1}
            assert stores[0].balance(account_of(patron)) == CHIPS
            assert len(events(stores[0], f"patron/{patron}", cage.BoughtIn)) == 2

    asyncio.run(story())


def test_everything_asked_of_one_patrons_wallet_at_once_is_done(stores: list[Store]) -> None:
    async def story() -> None:
        async with house(stores, dealer="person") as servers:
            first = servers[0]
            await first.add("dana", "player")
            await first.room.desk.do("sold", b"", cage.BuyIn("dana", CHIPS))
            trades = (cage.BuyIn("dana", 2_00, TABLE), cage.CashOut("dana", 1_00), cage.BuyIn("dana", 3_00))
            asked = (
                servers[number % len(servers)].room.desk.do(f"cora/{number}", b"", trades[number % 3])
                for number in range(3 * MANY)
            )
            answers = await asyncio.gather(*asked)
            assert [answer for answer in answers if not isinstance(answer, Kept)] == []
            assert stores[0].balance(account_of("dana")) == CHIPS + MANY * (2_00 - 1_00 + 3_00)

    asyncio.run(story())


def test_a_tray_gives_no_more_than_it_holds_and_a_drop_is_counted_once(stores: list[Store]) -> None:
    async def story() -> None:
        async with house(stores, inventory=10_00) as servers:
            first = servers[0]
            await first.add("dana", "player")
            await first.room.desk.do("sold", b"", cage.BuyIn("dana", 3_00, TABLE))
            async with doors(servers, await first.sign_in("cora", "cage")) as many:
                given_back = (
                    http.post(f"/api/cage/tables/{TABLE}/credit", json={"id": f"credit-{number}", "amount": 5_00})
                    for number, http in enumerate(many)
                )
                assert await at_once(given_back) == {200: 1, 409: MANY - 1}
                drops = (
                    http.post(f"/api/cage/tables/{TABLE}/drop", json={"id": f"drop-{number}", "amount": 3_00})
                    for number, http in enumerate(many)
                )
                assert await at_once(drops) == {200: MANY}
            assert stores[0].balance(at_table(TABLE, BANK)) == 2_00
            assert stores[0].balance(at_table(TABLE, cage.DROP)) == 0
            counted = events(stores[0], "house", cage.DropCounted)
            assert sorted(event.expected for event in counted) == [0] * (MANY - 1) + [3_00]

    asyncio.run(story())


def test_a_name_is_given_to_one_person_with_one_password(stores: list[Store]) -> None:
    async def story() -> None:
        async with house(stores) as servers:
            roles = ("player", "dealer", "floor")
            async with doors(servers, await servers[0].sign_in("ada", "administrator")) as many:
                bodies = [
                    {"person": "new", "role": roles[number % 3], "password": f"{PASSWORD} {number}"}
                    for number in range(MANY)
                ]
                asked = zip(many, bodies, strict=True)
                answers = await asyncio.gather(*(http.post("/api/people", json=body) for http, body in asked))
            won = [body for body, answer in zip(bodies, answers, strict=True) if answer.status_code == 201]
            assert len(won) == 1
            added = [event for event in events(stores[0], "house", PersonAdded) if event.person == "new"]
            assert [event.role for event in added] == [won[0]["role"]]
            for server in servers:
                async with server.http() as http:
                    signed = await http.post("/api/session", json={"name": "new", "password": won[0]["password"]})
                    assert (signed.status_code, signed.json()["role"]) == (200, won[0]["role"])

    asyncio.run(story())


def test_a_request_is_either_confirmed_or_withdrawn(stores: list[Store]) -> None:
    async def story() -> None:
        async with house(stores) as servers:
            first = servers[0]
            one, two = await first.sign_in("fay", "floor"), await first.sign_in("gus", "floor")
            for server in servers:
                await server.room.house.follow()
            for number in range(4):
                async with servers[-1].http(one) as asking:
                    url = f"/api/tables/{TABLE}/commands"
                    reading = 11_000_00 + number
                    command = {"command": "correct_meter", "meter": METER, "reading": reading, "reason": "read"}
                    made = await asking.post(url, json={"id": f"ask-{number}", "command": command})
                    assert made.status_code == 202, made.text
                    request = made.json()["request"]
                async with doors(servers, one) as first_key, doors(servers, two) as second_key:
                    urls = [f"/api/requests/{request}/{verb}" for verb in ("confirm", "withdraw")]
                    asked = [
                        (second_key, first_key)[turn % 2][turn].post(urls[turn % 2], json={"id": f"{number}-{turn}"})
                        for turn in range(8)
                    ]
                    answers = await asyncio.gather(*asked)
                did = {turn % 2 for turn, answer in enumerate(answers) if answer.status_code == 200}
                kinds = (RequestConfirmed, RequestWithdrawn)
                kept = [event for kind in kinds for event in events(stores[0], "house", kind)]
                assert [type(event) for event in kept if event.request == request] == [kinds[turn] for turn in did]
                corrected = events(stores[0], stream_of(TABLE), MeterCorrected)
                assert (reading in [event.reading for event in corrected]) == (did == {0})

    asyncio.run(story())


def test_a_dealer_calls_the_floor_once(stores: list[Store]) -> None:
    async def story() -> None:
        async with house(stores, dealer="person") as servers:
            cookie = await servers[0].sign_in("dana", "dealer")
            for server in servers:
                await server.room.house.follow()
            async with doors(servers, cookie) as many:
                asked = (
                    http.post(
                        f"/api/tables/{TABLE}/commands",
                        json={"id": f"call-{number}", "command": {"command": "call_floor", "reason": "help"}},
                    )
                    for number, http in enumerate(many)
                )
                assert await at_once(asked) == {202: MANY}
            assert len(events(stores[0], "house", RequestMade)) == 1

    asyncio.run(story())
