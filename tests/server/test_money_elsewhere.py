"""Money that moves at the desk is seen at the table."""

import asyncio

from tests.server.running import quick_plan, running
from wartable import cage


def test_more_play_money_is_seen_at_the_table_without_a_reload() -> None:
    async def story() -> None:
        async with running(quick_plan("washington")) as server:
            cookie = await server.guest()
            async with server.client(cookie) as client, server.http(cookie) as http:
                await client.watch("washington")
                await server.room.desk.do("lost", b"", cage.CashOut(client.you["patron"], 1_000_00))
                await client.until(lambda message: message["type"] == "update" and message["you"]["balance"] == 0)
                assert (await http.post("/api/me/chips")).status_code == 200
                await client.until(lambda message: message["type"] == "update" and message["you"]["balance"] > 0)
            assert client.you["balance"] == 1_000_00

    asyncio.run(story())
