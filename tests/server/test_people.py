"""Coming in, signing in and out, locks, and sessions that end at once."""

import asyncio
import threading
from collections.abc import Callable

import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.patience import PATIENCE
from tests.server.running import CHEAP, PASSWORD, Client, quick_plan, running
from wartable import cage
from wartable.audit.house_events import RoleChanged, SignInFailed, SignInLocked
from wartable.live.moments import SetClock
from wartable.live.people.register import HASHING_THREADS, MAX_HASHING
from wartable.live.settings import ServerLimits
from wartable.live.wire.troubles import Trouble
from wartable.server.door.sessions import COOKIE
from wartable.store import Batch, MemoryStore, NewEvent, Write, decode

PLAN = quick_plan("washington")
GOOD = {"name": "dana", "password": PASSWORD}
BAD = {"name": "dana", "password": "not the password"}


async def is_closed(client: Client, why: str) -> bool:
    """Whether the server ends this socket, and says why."""
    bye = await client.until(lambda message: message["type"] == "bye")
    try:
        await client.next()
    except ConnectionClosed as closed:
        return bye["why"] == why and closed.rcvd is not None and closed.rcvd.reason == why
    return False


def test_a_guest_has_chips_at_once_and_more_only_when_they_are_gone() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http(await server.guest("Ann")) as http:
            me = (await http.get("/api/me")).json()
            assert (me["role"], me["name"], me["balance"], me["play_money"]) == ("guest", "Ann", 1_000_00, True)
            again = await http.post("/api/me/chips")
            assert (again.status_code, again.json()["why"]) == (409, "chips_left")
            await server.room.desk.do("lost", b"", cage.CashOut(me["patron"], 1_000_00))
            assert (await http.post("/api/me/chips")).json()["balance"] == 1_000_00

    asyncio.run(story())


def test_the_cage_sells_and_pays_out_what_a_player_holds_once_and_no_play_money() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http(await server.sign_in("cora", "cage")) as cora:
            async with server.http(await server.guest("Ann")) as ann:
                guest = (await ann.get("/api/me")).json()["patron"]
            async with server.http(await server.sign_in("pat", "player")) as pat:
                free = await pat.post("/api/me/chips")
                assert (free.status_code, free.json()["why"]) == (403, "not_allowed")
                assert "me.chips" not in (await pat.get("/api/me")).json()["may"]
            for what in ("buy-in", "cash-out"):
                no = await cora.post(f"/api/cage/patrons/{guest}/{what}", json={"id": what, "amount": 5_00})
                assert (no.status_code, no.json()["why"]) == (409, "play_money")
            pat_at = "/api/cage/patrons/pat"
            assert (await cora.post(f"{pat_at}/buy-in", json={"id": "in", "amount": 5_00})).json()["balance"] == 5_00
            out = await cora.post(f"{pat_at}/cash-out", json={"id": "all", "amount": 5_00})
            assert out.json()["balance"] == 0
            assert (await cora.post(f"{pat_at}/cash-out", json={"id": "more", "amount": 1})).json()["why"] == "not_held"
            assert (await cora.post(f"{pat_at}/cash-out", json={"id": "all", "amount": 5_00})).json() == out.json()

    asyncio.run(story())


def test_chips_on_a_table_are_chips_left() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            cookie = await server.guest()
            async with server.http(cookie) as http, server.client(cookie) as client:
                patron = (await http.get("/api/me")).json()["patron"]
                await server.room.desk.do("out", b"", cage.CashOut(patron, 980_00))
                table = next(live.id for live in server.room.tables.values() if live.rules.bank.by == "house")
                await client.watch(table)
                await client.settles_in(table, 1)
                assert (await client.do(table, command="put_wagers", seat=1, wagers={"initial": 20_00}))["ok"]
                assert (await http.get("/api/me")).json()["balance"] == 0
                again = await http.post("/api/me/chips")
                assert (again.status_code, again.json()["why"]) == (409, "chips_left")
                assert (await client.do(table, command="put_wagers", seat=1, wagers={}))["ok"]
                assert (await http.get("/api/me")).json()["balance"] == 20_00

    asyncio.run(story())


def test_three_bad_sign_ins_lock_an_account_for_a_while_even_for_the_right_password() -> None:
    async def story() -> None:
        clock = SetClock()
        async with running(replace(PLAN, lock_minutes=10), clock=clock) as server, server.http() as http:
            await server.add("dana", "dealer")
            assert [(await http.post("/api/session", json=BAD)).status_code for _ in range(4)] == [403, 403, 429, 429]
            clock.advance(61)
            refused = await http.post("/api/session", json=GOOD)
            assert (refused.status_code, refused.headers["retry-after"]) == (429, "539")
            assert refused.json()["why"] == "locked_for_now"
            assert "until 22:24 UTC, for 9 minutes more" in refused.json()["says"]
            clock.advance(538)
            assert (await http.post("/api/session", json=GOOD)).status_code == 429
            clock.advance(1)
            assert [(await http.post("/api/session", json=BAD)).status_code for _ in range(2)] == [403, 403]
            assert (await http.post("/api/session", json=GOOD)).status_code == 200

    asyncio.run(story())


def test_a_lock_after_bad_sign_ins_is_in_the_log_and_on_the_floors_wire_and_leaves_who_is_signed_in_alone() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http() as http:
            cookie = await server.sign_in("dana", "dealer")
            async with server.client(cookie) as client:
                for _ in range(5):
                    await http.post("/api/session", json=BAD)
                kinds = [type(decode(record)) for record in server.room.store.read("house")]
                assert (kinds.count(SignInFailed), kinds.count(SignInLocked)) == (3, 1)
                significant = [event for event in server.room.pit().events if event.name == "sign_in_locked"]
                assert [event.says for event in significant] == [
                    "Three failed sign-ins locked the account of dana for a while."
                ]
                await client.send(type="ping", at=1)
                assert (await client.next())["type"] == "pong"
            async with server.http(cookie) as own:
                assert (await own.get("/api/me")).json()["role"] == "dealer"

    asyncio.run(story())


def test_an_administrator_unlocks_an_account_at_once() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http() as http:
            await server.add("dana", "dealer")
            for _ in range(3):
                await http.post("/api/session", json=BAD)
            async with server.http(await server.sign_in("ada", "administrator")) as admin:
                locked = next(one for one in (await admin.get("/api/people")).json() if one["person"] == "dana")
                assert locked["locked"]
                assert locked["locked_until"] > 0
                open_again = (await admin.patch("/api/people/dana", json={"locked": False})).json()
                assert (open_again["locked"], open_again["locked_until"]) == (False, None)
            assert (await http.post("/api/session", json=GOOD)).status_code == 200
            assert server.room.pit().events[0].says == "The account of dana was unlocked."

    asyncio.run(story())


def test_a_lock_that_an_administrator_sets_stays_until_it_is_lifted_and_says_so() -> None:
    async def story() -> None:
        clock = SetClock()
        async with running(PLAN, clock=clock) as server, server.http() as http:
            await server.add("dana", "dealer")
            async with server.http(await server.sign_in("ada", "administrator")) as admin:
                locked = (await admin.patch("/api/people/dana", json={"locked": True})).json()
                assert (locked["locked"], locked["locked_until"]) == (True, None)
                clock.advance(30 * 24 * 3_600)
                for body in (GOOD, BAD, BAD, BAD):
                    refused = await http.post("/api/session", json=body)
                    assert (refused.status_code, refused.json()["why"]) == (403, "locked")
            assert await server.room.people.unlock("dana", "ada") is None
            assert (await http.post("/api/session", json=GOOD)).status_code == 200

    asyncio.run(story())


def test_a_log_from_before_locks_ended_by_themselves_still_says_who_is_locked() -> None:
    old = (
        NewEvent("person_added", 1, b'{"by":"","event":"person_added","person":"dana","role":"dealer"}'),
        NewEvent("person_locked", 1, b'{"by":"","event":"person_locked","person":"dana"}'),
    )

    async def story() -> None:
        store = MemoryStore()
        store.submit(Batch("old", b"", 1, (Write("house", 0, old),), (), b"")).result(PATIENCE)
        async with running(PLAN, store=store) as server, server.http() as http:
            assert (await http.post("/api/session", json=GOOD)).json()["why"] == "locked"

    asyncio.run(story())


def test_many_guesses_at_once_are_no_more_than_three() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http() as http:
            await server.add("dana", "dealer")
            bodies = [{"name": "dana", "password": f"guess {number}"} for number in range(12)]
            answers = await asyncio.gather(*(http.post("/api/session", json=body) for body in bodies))
            assert sorted(answer.status_code for answer in answers) == [403] * 2 + [429] * 10
            events = [decode(record) for record in server.room.store.read("house")]
            assert sum(isinstance(event, SignInFailed) for event in events) == 3

    asyncio.run(story())


def test_a_name_that_no_one_has_is_answered_like_a_wrong_password_and_locked_like_an_account() -> None:
    async def story() -> None:
        async with running(PLAN, clock=SetClock()) as server, server.http() as http:
            await server.add("dana", "dealer")
            for _ in range(4):
                wrong = await http.post("/api/session", json={"name": "dana", "password": "x"})
                unknown = await http.post("/api/session", json={"name": "nobody", "password": "x"})
                assert (wrong.status_code, wrong.json()) == (unknown.status_code, unknown.json())
                assert wrong.headers.get("retry-after") == unknown.headers.get("retry-after")

    asyncio.run(story())


def test_a_person_who_signs_out_loses_the_socket_and_the_cookie() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            cookie = await server.guest()
            async with server.client(cookie) as client, server.http(cookie) as http:
                assert (await http.delete("/api/session")).status_code == 204
                assert await is_closed(client, "signed_out")
            async with server.http(cookie) as http:
                assert (await http.get("/api/me")).json()["role"] == "watcher"

    asyncio.run(story())


def test_a_person_who_is_locked_or_signed_out_by_an_administrator_loses_every_socket() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            admin = await server.sign_in("ada", "administrator")
            for change in ({"locked": True}, {"sign_out": True}, {"password": "another password"}):
                person = f"p{len(str(change))}"
                cookie = await server.sign_in(person, "dealer")
                async with server.client(cookie) as client, server.client(cookie) as second:
                    async with server.http(admin) as http:
                        assert (await http.patch(f"/api/people/{person}", json=change)).status_code == 200
                    assert await is_closed(client, "signed_out")
                    assert await is_closed(second, "signed_out")
                async with server.http(cookie) as http:
                    assert (await http.get("/api/me")).json()["role"] == "watcher"

    asyncio.run(story())


def test_a_cookie_that_was_made_up_or_altered_is_no_ones() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            cookie = await server.sign_in("ada", "administrator")
            body, _, signature = cookie.rpartition(".")
            for forged in (f"{body}.{signature[::-1]}", f"x{cookie}", "a.b.c", "", cookie[:-1]):
                async with server.http(forged) as http:
                    assert (await http.get("/api/people")).status_code == 401

    asyncio.run(story())


def test_an_account_opened_at_the_machine_signs_in_at_a_server_that_runs() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            from wartable.live.history.house import HouseLog
            from wartable.live.people.register import People

            elsewhere = HouseLog(server.room.store, server.room.clock)
            people = People(elsewhere, server.room.vault, server.room.people._hasher)  # noqa: SLF001
            assert await people.add("late", "floor", PASSWORD, "operator") is None
            for kept in ("request", "proposition-california-1"):
                assert await people.add(kept, "player", PASSWORD, "operator") is Trouble.NAME_IS_KEPT
            assert await server.sign_in("late")

    asyncio.run(story())


def test_no_account_is_opened_under_the_id_of_a_guest_whose_wallet_it_would_share() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            async with server.http(await server.guest()) as http:
                patron = (await http.get("/api/me")).json()["patron"]
            async with server.http(await server.sign_in("ada", "administrator")) as http:
                for name in (patron, "guest-0"):
                    new = {"person": name, "role": "player", "password": PASSWORD}
                    answer = await http.post("/api/people", json=new)
                    assert (answer.status_code, answer.json()["why"]) == (409, "name_is_kept")

    asyncio.run(story())


def test_limits_hold_by_address() -> None:
    async def story() -> None:
        tight = ServerLimits(sockets_per_address=2, guests_per_minute=3, sign_ins_per_minute=2)
        async with running(PLAN, limits=tight) as server, server.http() as http:
            guests = [(await http.post("/api/guest", json={"name": "x"})).status_code for _ in range(5)]
            assert guests == [201, 201, 201, 429, 429]
            bad = {"name": "x", "password": "y"}
            assert [(await http.post("/api/session", json=bad)).status_code for _ in range(3)] == [403, 403, 429]
            async with server.client(), server.client():
                with pytest.raises(InvalidStatus):
                    async with server.client():
                        pass

    asyncio.run(story())


def test_the_cookie_is_for_the_server_alone() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http() as http:
            answer = await http.post("/api/guest", json={"name": "Ann"})
            cookie = answer.headers["set-cookie"].lower()
            assert cookie.startswith(COOKIE)
            assert "httponly" in cookie
            assert "samesite=strict" in cookie

    asyncio.run(story())


def test_another_sites_page_gets_nowhere() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            for origin in ("http://evil.example", "null", f"https://127.0.0.1:{server.port + 1}", "http://["):
                async with server.http() as http:
                    answer = await http.post("/api/guest", json={"name": "x"}, headers={"origin": origin})
                assert (answer.status_code, answer.json()["why"]) == (403, "wrong_origin")
                with pytest.raises(InvalidStatus) as refused:
                    async with connect(f"ws://127.0.0.1:{server.port}/ws", additional_headers={"origin": origin}):
                        pass
                assert refused.value.response.status_code == 403
            async with server.http() as http:
                own = await http.post("/api/guest", json={"name": "x"}, headers={"origin": server.url})
                rebound = await http.get("/api/house", headers={"host": "evil.example"})
            assert (own.status_code, rebound.status_code) == (201, 403)

    asyncio.run(story())


def test_another_role_is_in_the_log_and_ends_what_was_begun_in_the_old_one() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            cookie = await server.sign_in("dana", "dealer")
            async with server.client(cookie) as client, server.http(cookie) as http:
                assert (await http.get("/api/me")).json()["role"] == "dealer"
                assert await server.room.people.change_role("dana", "floor", "adam") is None
                assert await is_closed(client, "signed_out")
                assert (await http.get("/api/me")).json()["role"] == "watcher"
            async with server.http(await server.sign_in("dana")) as http:
                assert (await http.get("/api/me")).json()["role"] == "floor"
            events = [decode(record) for record in server.room.store.read("house", 0)]
            assert RoleChanged("dana", "floor", "adam") in events

    asyncio.run(story())


class Slow:
    """A hasher that hashes when a test says so."""

    def __init__(self) -> None:
        self.goes_on = threading.Event()
        self.verified: list[str] = []

    def hash(self, password: str) -> str:
        return CHEAP.hash(password)

    def verify(self, kept: str, password: str) -> bool:
        self.verified.append(password)
        self.goes_on.wait()
        return CHEAP.verify(kept, password)


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.01)


def test_more_sign_ins_than_can_wait_are_refused_at_once_and_told_when_to_try_again() -> None:
    async def story() -> None:
        hasher = Slow()
        async with running(PLAN, hasher=hasher) as server, server.http() as http:
            await server.add("dana", "dealer")
            hashing = server.room.people._hashing  # noqa: SLF001
            try:
                waiting = [asyncio.create_task(http.post("/api/session", json=GOOD)) for _ in range(MAX_HASHING)]
                await until(lambda: hashing.is_full)
                refused = await http.post("/api/session", json=GOOD)
                health = await http.get("/health")
            finally:
                hasher.goes_on.set()
            assert (refused.status_code, refused.json()["why"]) == (429, "too_many")
            assert int(refused.headers["retry-after"]) > 0
            assert (health.status_code, health.json()["store"]) == (200, "ok")
            assert {answer.status_code for answer in await asyncio.gather(*waiting)} == {200}
            assert (await http.post("/api/session", json=GOOD)).status_code == 200

    asyncio.run(story())


def test_a_sign_in_whose_client_has_hung_up_is_not_hashed() -> None:
    async def story() -> None:
        hasher = Slow()
        async with running(PLAN, hasher=hasher) as server, server.http() as http:
            await server.add("dana", "dealer")
            hashing = server.room.people._hashing  # noqa: SLF001
            try:
                busy = [asyncio.create_task(http.post("/api/session", json=GOOD)) for _ in range(HASHING_THREADS)]
                await until(lambda: len(hasher.verified) == HASHING_THREADS)
                async with server.http() as other:
                    gone = [asyncio.create_task(other.post("/api/session", json=BAD)) for _ in range(5)]
                    await until(lambda: hashing.asked == HASHING_THREADS + 5)
                    for one in gone:
                        one.cancel()
                    await asyncio.gather(*gone, return_exceptions=True)
                await until(lambda: len(server.connections) == HASHING_THREADS)
                await until(lambda: hashing.asked == HASHING_THREADS)  # and their places are free at once
            finally:
                hasher.goes_on.set()
            assert {answer.status_code for answer in await asyncio.gather(*busy)} == {200}
            await until(lambda: hashing.asked == 0)
            assert set(hasher.verified) == {PASSWORD}
            assert (await http.post("/api/session", json=GOOD)).status_code == 200

    asyncio.run(story())


def test_a_password_is_changed_and_an_account_opened_while_every_hash_of_a_sign_in_waits() -> None:
    async def story() -> None:
        hasher = Slow()
        async with running(PLAN, hasher=hasher) as server, server.http() as http:
            await server.add("dana", "dealer")
            hashing, people = server.room.people._hashing, server.room.people  # noqa: SLF001
            try:
                waiting = [asyncio.create_task(http.post("/api/session", json=BAD)) for _ in range(MAX_HASHING)]
                await until(lambda: hashing.is_full)
                async with asyncio.timeout(PATIENCE):
                    assert await people.change_password("dana", f"{PASSWORD} again", "ada") is None
                    assert await people.add("rob", "floor", PASSWORD, "ada") is None
                assert hashing.is_full
            finally:
                hasher.goes_on.set()
            await asyncio.gather(*waiting)

    asyncio.run(story())
