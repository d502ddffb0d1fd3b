"""No answer over HTTP and no message on a socket tells a player, a guest or a watcher a login name of the staff."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from itertools import count
from typing import Any

import httpx

from tests.live.leaks import ADMINISTRATOR, AUDITOR, CAGE, DEALER, FLOOR, RELIEF, SECOND_FLOOR, STAFF, leaks
from tests.server.running import Client, Server, quick_plan, running
from tests.server.test_roles import OPERATIONS
from wartable.audit.house_events import PersonRole

TABLE = "washington"
ROLES: dict[str, PersonRole] = {
    DEALER: "dealer",
    RELIEF: "dealer",
    FLOOR: "floor",
    SECOND_FLOOR: "floor",
    CAGE: "cage",
    AUDITOR: "auditor",
    ADMINISTRATOR: "administrator",
}


class Staff:
    """Everyone who works here, at their own programs."""

    def __init__(self, server: Server, guest: Client) -> None:
        self.server = server
        self.guest = guest
        self.http: dict[str, httpx.AsyncClient] = {}
        self._ids = count(1)
        self._cards = iter(["9h", "8d"])

    async def asks(self, who: str, path: str = "", **asked: Any) -> dict[str, Any]:
        """Something that is done."""
        body: dict[str, Any] = {"id": f"hour-{next(self._ids)}", **(asked if path else {"command": asked})}
        answer = await self.http[who].post(path or f"/api/tables/{TABLE}/commands", json=body)
        document: dict[str, Any] = answer.json()
        assert answer.status_code < 300, answer.text
        assert path.startswith("/api/cage") or document["ok"], answer.text
        return document

    async def confirms(self, who: str, request: str) -> None:
        """The second key, or the answer to a call."""
        await self.asks(who, f"/api/requests/{request}/confirm")

    async def goes_on(self, dealer: str, phase: str) -> None:
        """The next steps, each by whom it is for, until the table comes to a phase."""
        await self._step(dealer)
        while self.server.room.tables[TABLE].table.phase != phase:
            await self._step(dealer)

    async def _step(self, dealer: str) -> None:
        felt = (await self.http[dealer].get(f"/api/tables/{TABLE}/view")).json()["felt"]
        if asked := self._asked_of_the_guest(felt):
            await self.guest.must(TABLE, **asked)
            return
        for who in (dealer, FLOOR):
            felt = (await self.http[who].get(f"/api/tables/{TABLE}/view")).json()["felt"]
            if felt["steps"] and (command := self._command(felt)):
                await self.asks(who, **command)
                return
        raise AssertionError("no one has anything to do")

    def _asked_of_the_guest(self, felt: dict[str, Any]) -> dict[str, Any] | None:
        """What a player on a device of their own answers there."""
        match felt["steps"][0]["step"] if felt["steps"] else "":
            case "look":
                return {"command": "confirm_step", "step": "look"}
            case "offer_cut":
                return {"command": "cut_cards", "depth": 150}
            case "bets" if not felt["seats"][0]["bettors"]:
                return {"command": "put_wagers", "seat": 1, "wagers": {"initial": 20_00}}
        return None

    def _command(self, felt: dict[str, Any]) -> dict[str, Any] | None:
        step = felt["steps"][0]
        match step["step"]:
            case "cut":
                return {"command": "cut_cards", "depth": 150}
            case "reinsert":
                return {"command": "reinsert_cover_card", "depth": 100}
            case "deal_player" | "deal_dealer":
                return {"command": "read_card", "text": next(self._cards)}
        command: dict[str, Any] | None = step["command"]
        return command


async def an_hour(staff: Staff, guest: Client) -> None:
    """The floor opens, two dealers deal, the floor is called, a round is void by two keys, and the table closes."""
    await staff.asks(FLOOR, command="open_table", dealer=DEALER)
    await staff.asks(SECOND_FLOOR, command="take_duty")
    await staff.asks(CAGE, f"/api/cage/tables/{TABLE}/fill", amount=1_000_00)
    await guest.must(TABLE, command="sit", seat=1)
    await staff.goes_on(DEALER, "dealing")
    await staff.asks(DEALER, command="read_card", text="1x")
    await staff.asks(FLOOR, command="rule", ruling="continue", reason="it was the ace")
    called = await staff.asks(DEALER, command="call_floor", reason="a fill")
    await staff.confirms(FLOOR, called["request"])
    asked = await staff.asks(FLOOR, command="void_round", reason="a card was dropped")
    await staff.confirms(SECOND_FLOOR, asked["request"])
    await staff.goes_on(DEALER, "betting")
    await staff.asks(RELIEF, command="take_over")
    await staff.goes_on(RELIEF, "dealing")
    await staff.goes_on(RELIEF, "betting")
    await guest.must(TABLE, command="leave", seat=1)
    await staff.asks(FLOOR, command="close_table")
    await staff.goes_on(RELIEF, "closed")


def everything() -> Iterator[tuple[str, str, Any]]:
    """Every operation of the door, the rounds that were played, and the page."""
    for (method, path), (body, _) in OPERATIONS.items():
        if (method, path) != ("DELETE", "/api/session"):
            yield method, path, body
    yield from (("GET", f"/api/tables/{TABLE}/rounds/{number}", None) for number in range(1, 4))
    yield from (("GET", path, None) for path in ("/openapi.json", "/"))


def test_no_answer_and_no_message_tells_a_player_who_works_here() -> None:
    async def story() -> None:
        plan = quick_plan(TABLE, dealer="person", floor="person")
        async with running(plan) as server, AsyncExitStack() as stack:
            cookies = [await server.guest("Ann"), await server.sign_in("patty", "player"), ""]
            outside = [await stack.enter_async_context(server.client(cookie)) for cookie in cookies]
            staff = Staff(server, outside[0])
            for name, role in ROLES.items():
                staff.http[name] = await stack.enter_async_context(server.http(await server.sign_in(name, role)))
            for client in outside:
                await client.watch(TABLE)
            await an_hour(staff, outside[0])
            for client in outside:
                while not any(said["event"]["event"] == "table_closed" for said in client.events):
                    await client.next()
                assert leaks("\n".join(client.raw)) == []
            for cookie in cookies:
                http = await stack.enter_async_context(server.http(cookie))
                for method, path, body in everything():
                    answer = await http.request(method, path, json=body)
                    assert leaks(f"{answer.headers}\n{answer.text}") == [], (method, path)
            assert leaks((await staff.http[ADMINISTRATOR].get("/api/people")).text) == list(STAFF)

    asyncio.run(story())
