"""People who look many things up hold up neither the tables nor those who come in."""

import asyncio
import threading
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.server.running import Server, quick_plan, running
from wartable.server.limits import READS_OF_AN_ADDRESS
from wartable.server.routes import tables

PLAN = quick_plan("washington")
MANY = 40
"""More than the threads that the event loop lends for everything else."""


class Slow:
    """Something that takes as long as the test wants; it counts how often it is begun."""

    def __init__(self, does: Any) -> None:
        self._does = does
        self.goes_on = threading.Event()
        self.begun = 0

    def __call__(self, *args: Any, **more: Any) -> Any:
        self.begun += 1
        assert self.goes_on.wait(PATIENCE)
        return self._does(*args, **more)


async def asks_often(server: Server, path: str) -> list[asyncio.Task[int]]:
    """Many requests that are on their way at the same time."""

    async def ask() -> int:
        async with server.http() as http:
            return (await http.get(path)).status_code

    return [asyncio.create_task(ask()) for _ in range(MANY)]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/api/tables/washington/lesson", "make_lesson"),
        ("/api/odds?house=washington", "par_sheet"),
        ("/api/tables/washington/rounds", "_rounds"),
    ],
)
def test_a_flood_of_what_takes_long_waits_for_itself_alone(
    monkeypatch: pytest.MonkeyPatch, path: str, name: str
) -> None:
    async def story() -> None:
        slow = Slow(getattr(tables, name))
        monkeypatch.setattr(tables, name, slow)
        async with running(PLAN) as server:
            cookie = await server.guest()
            flood = await asks_often(server, path)
            while not slow.begun:
                await asyncio.sleep(0.01)
            async with server.http(cookie) as http:
                assert (await http.get("/api/me")).status_code == 200
                assert (await http.post("/api/me/name", json={"name": "Ben"})).status_code == 200
                assert (await http.get("/health")).status_code == 200
            assert slow.begun <= READS_OF_AN_ADDRESS
            assert not any(one.done() for one in flood)
            slow.goes_on.set()
            assert set(await asyncio.gather(*flood)) == {200}
            if name != "_rounds":
                assert slow.begun <= READS_OF_AN_ADDRESS  # the others were given what was made

    asyncio.run(story())
