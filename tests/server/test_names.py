"""Names: none that looks like the house's own for a guest, and no chips for a name that no one has."""

import asyncio

import pytest

from tests.server.running import quick_plan, running
from wartable.live.wire.names import is_kept, is_readable

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
            "807s",
            "80T",
        ),
        *("DeaIer", "FIoor", "Admin1strator", "cashier", "Owner", "Deaⅼer"),
        *("fıoor", "ƒloor", "fłoor", "Floør", "đealer", "ħouse", "cɑsino", "ꜰʟᴏᴏʀ", "ᴅᴇᴀʟᴇʀ", "dεαler"),
        *(
            "Crupier",
            "CRUPIER 2",
            "El crup1er",
            "La casa",
            "Jefe de mesa",
            "Supervisora",
            "Cajero",
            "Banca",
            "Auditora",
        ),
    ],
)
def test_no_guest_is_called_like_the_house(name: str) -> None:
    assert is_kept(name)


@pytest.mark.parametrize(
    "name",
    [
        *("Ann", "guest 1", "Botticelli", "Floora", "Dana", "7", "Łukasz", "Ольга", "Deal Me In", "Casandra", "Lili"),
        *("José", "Nguyễn", "Zoë", "李明", "김", "ครูปุ้ย", "🂡", "Ann ❤️"),
    ],
)
def test_anyone_else_keeps_their_name(name: str) -> None:
    assert not is_kept(name)
    assert is_readable(name)


def test_every_name_that_the_page_gives_to_a_new_guest_is_let_in() -> None:
    for number in range(100, 1_000):
        for word in ("Guest", "Invitado"):
            assert not is_kept(f"{word} {number}"), number


@pytest.mark.parametrize(
    "name",
    [
        *("", "   ", "\n", "Ann\u202e", "Ann\u200b", "\u3164", "\u2800\u2800", "\u115f", "\uffa0", "Dealer\u3164"),
        *("\u0301", "Z" + 8 * "\u0335", "\ufe0f"),
    ],
)
def test_a_name_that_is_not_seen_or_covers_others_is_no_name(name: str) -> None:
    assert not is_readable(name)


def test_a_guest_who_would_be_taken_for_the_house_is_asked_for_another_name() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http() as http:
            refused = await http.post("/api/guest", json={"name": "Floor"})
            assert (refused.status_code, refused.json()["why"]) == (409, "name_is_kept")
            unseen = await http.post("/api/guest", json={"name": "\u3164"})
            assert (unseen.status_code, unseen.json()["why"]) == (409, "name_is_bad")
            assert (await http.post("/api/guest", json={"name": "Flora"})).status_code == 201
            renamed = await http.post("/api/me/name", json={"name": "Crupier"})
            assert (renamed.status_code, renamed.json()["why"]) == (409, "name_is_kept")

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
