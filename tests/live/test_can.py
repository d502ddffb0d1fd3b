"""`you.can`: what is open to a person now, as the phase table and the house have it."""

import asyncio

from tests.live.rooms import open_house


def test_a_player_who_may_bet_may_put_all_wagers_at_once() -> None:
    async def story() -> None:
        async with open_house("washington") as house:
            human = await house.guest("washington", 1)
            assert human.messages[-1]["felt"]["phase"] == "betting"
            assert {"put_wagers", "place_wager", "take_back_wager", "leave"} <= set(human.you["can"])
            watcher = await house.staff("vera", "floor", "washington")
            assert "put_wagers" not in watcher.you["can"]

    asyncio.run(story())


def test_the_bank_is_spoken_of_only_where_players_bank() -> None:
    async def story() -> None:
        async with open_house("washington", "california") as house:
            human = await house.guest("washington", 1)
            told = [set(message["you"]["can"]) for message in human.messages if message["you"]]
            assert told
            assert not any(can & {"offer_bank", "post_bank", "decline_bank"} for can in told)
            other = await house.guest("california", 1)
            offered = [set(message["you"]["can"]) for message in other.messages if message["you"]]
            assert any("decline_bank" in can for can in offered)

    asyncio.run(story())
