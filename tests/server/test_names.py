"""Names: none that looks like the house's own for a guest, and no chips for a name that no one has."""

import asyncio

import pytest

from tests.server.running import quick_plan, running
from wartable.live.wire.roles import is_kept

PLAN = quick_plan("washington")


@pytest.mark.parametrize(
    "name",
    [
        *(
            "floor",
            "dealer",
            "house",
            "cage",
            "auditor",
            "administrator",
            "Dealer 2",
            "DEALER7",
            "The Floor",
            "F l o o r",
        ),
        *(
            "FL00R",
            "d.e.a.l.e.r",
            "Ｄｅａｌｅｒ",
            "deаler",
            "Ďealer",
            "Admin",
            "pit boss",
            "House player",
            "bot-7",
            "B0T",
        ),
    ],
)
def test_no_guest_is_called_like_the_house(name: str) -> None:
    assert is_kept(name)


@pytest.mark.parametrize(
    "name", ["Ann", "guest 1", "Botticelli", "Floora", "Dana", "7", "Łukasz", "Ольга", "Deal Me In"]
)
def test_anyone_else_keeps_their_name(name: str) -> None:
    assert not is_kept(name)


def test_a_guest_who_would_be_taken_for_the_house_is_asked_for_another_name() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http() as http:
            refused = await http.post("/api/guest", json={"name": "Floor"})
            assert (refused.status_code, refused.json()["why"]) == (409, "name_is_kept")
            assert (await http.post("/api/guest", json={"name": "Flora"})).status_code == 201

    asyncio.run(story())


def test_the_cage_sells_chips_to_no_one_who_does_not_play_here() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http(await server.sign_in("cora", "cage")) as cage:
            await server.add("paula", "player")
            await server.add("dana", "dealer")
            for stranger in ("paulla", "dana"):
                url = f"/api/cage/patrons/{stranger}"
                asked = [
                    cage.post(f"{url}/{what}", json={"id": what, "amount": 5_00}) for what in ("buy-in", "cash-out")
                ]
                for answer in [await one for one in (*asked, cage.get(url))]:
                    assert (answer.status_code, answer.json()["why"]) == (404, "no_such_patron")
                assert server.room.store.head(f"patron/{stranger}").version == 0
            url = "/api/cage/patrons/paula"
            assert (await cage.get(url)).json()["balance"] == 0
            assert (await cage.post(f"{url}/buy-in", json={"id": "1", "amount": 5_00})).json()["balance"] == 5_00

    asyncio.run(story())
