"""A guest keeps their chips with a link: it brings the same guest back on any device, and opens nothing else."""

import asyncio

import httpx
from itsdangerous import URLSafeSerializer
from msgspec.structs import replace

from tests.clock import SetClock
from tests.server.running import KEY, ROOMY, Server, quick_plan, running
from wartable.live import derive_key
from wartable.server.door.sessions import COOKIE
from wartable.server.limits import CLAIM_SECONDS
from wartable.store import MemoryStore

PLAN = quick_plan("washington")


async def claim_of(server: Server, cookie: str) -> str:
    async with server.http(cookie) as http:
        answer = await http.post("/api/me/claim", json={})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["claim"])


async def come_back(server: Server, claim: str, cookie: str = "") -> httpx.Response:
    async with server.http(cookie) as http:
        return await http.post("/api/claim", json={"claim": claim})


async def me(server: Server, cookie: str) -> dict[str, object]:
    async with server.http(cookie) as http:
        return dict((await http.get("/api/me")).json())


def test_a_claim_brings_the_same_guest_back_with_chips_name_and_seat() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            ann = await server.guest("Anouk")
            claim = await claim_of(server, ann)
            async with server.client(ann) as client:
                await client.watch("washington")
                await client.settles_in("washington", 2)
            again = ""
            for _ in range(2):  # a link that is kept may be used on every device
                answer = await come_back(server, claim)
                assert answer.status_code == 200
                again = str(answer.cookies[COOKIE])
                assert await me(server, again) == await me(server, ann) == answer.json()
                assert again != ann
            async with server.client(again) as client:
                await client.watch("washington")
                assert client.you["seats"] == [2]

    asyncio.run(story())


def test_a_claim_outlives_the_session_and_ends_by_itself() -> None:
    async def story() -> None:
        clock = SetClock()
        async with running(PLAN, clock=clock) as server:
            ann = await server.guest("Anouk")
            claim = await claim_of(server, ann)
            async with server.http(ann) as http:
                await http.delete("/api/session")
            clock.advance(CLAIM_SECONDS - 1)
            assert (await come_back(server, claim)).json()["name"] == "Anouk"
            clock.advance(1)
            refused = await come_back(server, claim)
            assert (refused.status_code, refused.json()["why"]) == (404, "no_such_claim")

    asyncio.run(story())


def test_a_claim_that_is_altered_forged_or_of_no_guest_opens_nothing() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            ann = await server.guest("Anouk")
            claim = await claim_of(server, ann)
            never = 2**62
            others = URLSafeSerializer(b"another key", salt="wartable claim 1")
            other_use = URLSafeSerializer(derive_key(KEY, "sessions"), salt="wartable session 1")
            ours = URLSafeSerializer(derive_key(KEY, "claims"), salt="wartable claim 1")
            wrong = [
                claim[:-1],
                claim[1:],
                f"x{claim}",
                claim.swapcase(),
                "../../etc/passwd",
                "<script>",
                "😀",
                ann,
                str(others.dumps(["guest-00", never])),
                str(other_use.dumps(["guest-00", never])),
                str(ours.dumps(["guest-0000000000000000", never])),
                str(ours.dumps("guest-00")),
            ]
            for one in wrong:
                answer = await come_back(server, one)
                assert (answer.status_code, answer.json()["why"]) == (404, "no_such_claim"), one
                assert COOKIE not in answer.cookies
            for bad in ("", "x" * 513):
                assert (await come_back(server, bad)).status_code == 400

    asyncio.run(story())


def test_only_a_guest_has_a_claim() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            for cookie, status in (("", 401), (await server.sign_in("paula", "player"), 403)):
                async with server.http(cookie) as http:
                    assert (await http.post("/api/me/claim", json={})).status_code == status

    asyncio.run(story())


def test_claims_are_tried_no_faster_than_guests_come_in() -> None:
    async def story() -> None:
        async with running(PLAN, limits=replace(ROOMY, guests_per_minute=2)) as server:
            assert [(await come_back(server, "wrong")).status_code for _ in range(3)] == [404, 404, 429]

    asyncio.run(story())


def test_a_house_without_play_money_takes_no_guest_of_earlier_days() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with running(PLAN, store) as server:
            ann = await server.guest("Anouk")
            claim = await claim_of(server, ann)
        async with running(replace(PLAN, guest_chips=0), store) as server:
            answer = await come_back(server, claim)
            assert (answer.status_code, answer.json()["why"]) == (409, "not_offered")
            async with server.client(ann) as client:
                await client.watch("washington")
                seated = await client.do("washington", command="sit", seat=2)
                assert seated["refused"]["why"] == "not_offered"

    asyncio.run(story())


def test_a_guest_whose_name_cannot_be_read_comes_back_to_their_chips_and_seat() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with running(PLAN, store) as server:
            ann = await server.guest("Anouk")
            claim = await claim_of(server, ann)
            async with server.client(ann) as client:
                await client.watch("washington")
                await client.settles_in("washington", 2)
            patron = str((await me(server, ann))["patron"])
        for broken in (b"\x00\xff", b"{}", b'{"name":"\xff"}', b'{"a":' * 3_000):
            store.put_personal(patron, broken, 1)
            async with running(PLAN, store) as server:
                assert not server.room.tables["washington"].stopped
                answer = await come_back(server, claim)
                assert (answer.status_code, answer.json()["name"], answer.json()["balance"]) == (200, "", 1_000_00)

    asyncio.run(story())
