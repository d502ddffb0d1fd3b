"""Signing in: guesses lock an account, administrators lock and unlock it, and a crowd waits its turn."""

import asyncio
import threading
from collections.abc import Callable

from msgspec.structs import replace

from tests.clock import SetClock
from tests.patience import PATIENCE
from tests.server.running import CHEAP, PASSWORD, running
from tests.server.test_people import BAD, GOOD, PLAN
from wartable.audit.house_events import SignInFailed, SignInLocked
from wartable.live.people.register import HASHING_THREADS, MAX_HASHING
from wartable.store import Batch, MemoryStore, NewEvent, Write, decode


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
