"""Simulations at the door: they run while one looks, stop when asked, and are no more than a few."""

import asyncio
import threading
from typing import Any

import httpx

from tests.patience import PATIENCE
from tests.server.running import quick_plan, running

PLAN = quick_plan("washington")


async def until(http: httpx.AsyncClient, name: str, *states: str) -> dict[str, Any]:
    """As soon as a simulation has come so far."""
    async with asyncio.timeout(4 * PATIENCE):
        while True:
            found: dict[str, Any] = (await http.get(f"/api/simulations/{name}")).json()
            if found["state"] in states:
                return found
            await asyncio.sleep(0.05)


def test_a_simulation_deals_what_was_asked_for_and_says_the_same_with_the_same_seed() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http(await server.sign_in("lena", "auditor")) as http:
            asked = {"house": "washington", "rounds": 200_000, "seed": 7}
            found = []
            for _ in range(2):
                started = await http.post("/api/simulations", json=asked)
                assert started.status_code == 202
                found.append(await until(http, started.json()["simulation"], "done", "failed"))
            assert [one["done"] for one in found] == [200_000, 200_000]
            assert found[0]["document"]["checksum"] == found[1]["document"]["checksum"]
            assert abs(found[0]["document"]["estimates"]["initial"]["edge"]["value"]) < 0.2

    asyncio.run(story())


def test_a_simulation_stops_when_asked_and_only_a_few_run_at_once_in_threads_of_their_own() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http(await server.sign_in("lena", "auditor")) as http:
            asked = {"house": "washington", "rounds": 10**10}
            started = [await http.post("/api/simulations", json=asked) for _ in range(3)]
            assert [answer.status_code for answer in started] == [202, 202, 429]
            assert simulation_threads()
            for answer in started[:2]:
                name = answer.json()["simulation"]
                await http.delete(f"/api/simulations/{name}")
                stopped = await until(http, name, "stopped", "failed")
                assert stopped["state"] == "stopped"
                assert 0 < stopped["done"] < 10**10
            again = await http.post("/api/simulations", json={**asked, "rounds": 1, "decks": 8})
            assert again.status_code == 202
            await until(http, again.json()["simulation"], "done")

    asyncio.run(story())
    assert not simulation_threads()


def simulation_threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("simulation")]
