"""What watchers are told, and when: everything, in order, once, and not more often than they can see."""

import asyncio
from unittest.mock import patch

import pytest
import uvloop

from tests.live.rooms import House, Human, open_house
from tests.server.running import LONG
from wartable.live.driving import table as live_table

TABLE = "maryland"


def events_of(human: Human, after: int) -> list[list[int]]:
    """The versions of the events in each update since this many messages."""
    updates = (message for message in human.messages[after:] if message["type"] == "update")
    return [[said["version"] for said in update["events"]] for update in updates]


async def bet_at_once(house: House, *humans: Human) -> None:
    """Everyone bets before anyone is told."""
    ask = house.room.ask
    answers = [
        ask(one.speaker, TABLE, f"bet {seat}", {"command": "put_wagers", "seat": seat, "wagers": {"initial": 10_00}})
        for seat, one in enumerate(humans, start=1)
    ]
    for answer in await asyncio.gather(*answers):
        assert answer.ok, answer.refused


def test_what_happens_in_quick_succession_is_told_together_and_nothing_of_it_twice() -> None:
    async def story() -> None:
        with patch.object(live_table, "TELL_SECONDS", LONG):
            async with open_house(TABLE) as house:
                ann, bob, eve = [
                    await house.guest(TABLE, seat, name) for seat, name in enumerate(("Ann", "Bob", "Eve"), 1)
                ]
                seen, version = len(ann.messages), house.live(TABLE).log.mirror.version
                await bet_at_once(house, ann, bob, eve)
                assert events_of(ann, seen) == []
                await house.rest()
                assert events_of(ann, seen) == [[version + 1, version + 2, version + 3]]
                assert ann.messages[-1]["version"] == version + 3

    asyncio.run(story())


def test_a_watcher_who_comes_in_between_has_it_whole_and_hears_nothing_of_it_again() -> None:
    async def story() -> None:
        with patch.object(live_table, "TELL_SECONDS", LONG):
            async with open_house(TABLE) as house:
                ann, bob = [await house.guest(TABLE, seat, name) for seat, name in enumerate(("Ann", "Bob"), 1)]
                seen, version = len(ann.messages), house.live(TABLE).log.mirror.version
                await bet_at_once(house, ann, bob)
                late = await house.guest(TABLE, name="Late")
                whole = next(place for place, message in enumerate(late.messages) if message["type"] == "table")
                assert late.messages[whole]["version"] == version + 2
                assert events_of(late, whole) == []
                assert events_of(ann, seen) == [[version + 1, version + 2]]

    asyncio.run(story())


def test_what_happens_after_a_pause_is_told_at_once() -> None:
    async def story() -> None:
        with patch.object(live_table, "TELL_SECONDS", 0):
            async with open_house(TABLE) as house:
                ann = await house.guest(TABLE, 1)
                seen, version = len(ann.messages), house.live(TABLE).log.mirror.version
                await bet_at_once(house, ann)
                assert events_of(ann, seen) == [[version + 1]]

    asyncio.run(story())


@pytest.mark.parametrize("seconds", [0, LONG])
def test_a_player_who_was_ready_is_asked_again_in_the_next_round_however_late_people_are_told(seconds: int) -> None:
    async def story() -> None:
        with patch.object(live_table, "TELL_SECONDS", seconds):
            async with open_house(TABLE) as house:
                ann = await house.guest(TABLE, 1)
                await ann.does(TABLE, command="put_wagers", seat=1, wagers={"initial": 10_00})
                await ann.ready(TABLE)
                if house.phase(TABLE) == "deciding":
                    await ann.does(TABLE, command="surrender", seat=1)
                await ann.does(TABLE, command="put_wagers", seat=1, wagers={"initial": 10_00})
                table = house.live(TABLE).table
                assert (table.phase, table.round.number) == ("betting", 1)

    asyncio.run(story())


def test_what_is_due_in_no_time_at_all_is_told_once_and_before_what_is_due_later() -> None:
    no_time = 0.0004  # uvloop counts in milliseconds, and what rounds to none of them has no moment

    async def story() -> None:
        async with open_house(TABLE) as house:
            live, ann = house.live(TABLE), await house.guest(TABLE, 1)
            seen = len(ann.messages)
            live.changed()
            with patch.object(live_table, "SOON_SECONDS", no_time):
                live.changed()
                live.changed()
            assert isinstance(asyncio.get_running_loop(), uvloop.Loop)
            while len(ann.messages) == seen:
                await asyncio.sleep(0)
            await house.rest()
            assert [message["type"] for message in ann.messages[seen:]] == ["update"]

    asyncio.run(story())
