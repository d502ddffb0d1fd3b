"""The log of a table that a server runs, with a sealed shoe that is not revealed and its seed beside it."""

import asyncio

from tests.audit.rows import RowsLog
from tests.live.rooms import open_house


def served(table: str) -> RowsLog:
    """One round of one player; the key of the house is that of every test server."""

    async def story() -> RowsLog:
        async with open_house(table) as house:
            human = await house.guest(table, 1)
            while not list(house.room.store.named(f"table/{table}", ("round_ended",))):
                if house.phase(table) == "betting":
                    await human.does(table, command="put_wagers", seat=1, wagers={"initial": 20_00})
                    await human.ready(table)
                elif human.you["choice"]:
                    await human.does(table, command="surrender", seat=1)
                elif human.you["cut"]:
                    await human.does(table, command="decline_cut")
            return RowsLog(house.room.store)

    return asyncio.run(story())
