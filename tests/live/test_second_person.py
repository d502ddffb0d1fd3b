"""The player whom something concerns hears it in the second person; the others hear of a seat."""

import asyncio

import pytest

from tests.live.rooms import Human, open_house
from tests.table.samples import table_in
from wartable.live.telling.felt import asked_now
from wartable.live.telling.speech import dealers_words_to, say_to_player
from wartable.table import events as e
from wartable.table.sentences import words_of
from wartable.table.words import Phase

TABLE = "maryland"
BANKED = "california"


def told(human: Human) -> str:
    """The last event as everyone at the table hears it."""
    said = [one["says"] for message in human.messages for one in message.get("events", ())]
    return str(said[-1])


def test_a_player_hears_of_their_own_wager_as_you_and_the_neighbour_hears_of_a_seat() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            ann, bob = [await house.guest(TABLE, seat, name) for seat, name in ((1, "Ann"), (2, "Bob"))]
            assert (ann.you["heard"], bob.you["heard"]) == ("", "You take seat 2.")
            await ann.does(TABLE, command="put_wagers", seat=1, wagers={"initial": 10_00})
            assert (ann.you["heard"], told(bob), bob.you["heard"]) == ("You bet 10.00.", "Seat 1 bets 10.00.", "")
            watcher = await house.guest(TABLE, None, "Eve")
            assert watcher.you["heard"] == ""
            await house.watch(ann, TABLE)
            assert ann.you["heard"] == "You bet 10.00.", "a whole table says it again"

    asyncio.run(story())


def test_a_player_with_several_seats_also_hears_which_of_them_is_meant() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            ann = await house.guest(TABLE, 1)
            await ann.does(TABLE, command="sit", seat=2)
            await ann.does(TABLE, command="put_wagers", seat=2, wagers={"initial": 10_00})
            assert ann.you["heard"] == "Seat 2: you bet 10.00."

    asyncio.run(story())


def test_a_player_behind_a_seat_hears_of_their_own_wager_and_the_seated_player_does_not() -> None:
    async def story() -> None:
        async with open_house(BANKED) as house:
            ann, bea = await house.guest(BANKED, 1, "Ann"), await house.guest(BANKED, None, "Bea")
            table, words = house.live(BANKED).table, words_of(house.live(BANKED).rules)
            wager = e.WagerPlaced(1, bea.speaker.patron, bea.speaker.patron, "initial", 40_00)
            heard = say_to_player(wager, table, bea.speaker.patron, words)
            assert heard == "Behind seat 1: you bet 40.00."
            assert say_to_player(wager, table, ann.speaker.patron, words) == ""

    asyncio.run(story())


@pytest.mark.parametrize(
    ("rulebook", "phase", "says"),
    [
        ("maryland", "cutting", "The cut is yours."),
        ("california", "banking", "The bank is offered to you."),
        ("maryland", "deciding", "Seven against seven. Your choice."),
    ],
)
def test_the_dealer_speaks_to_the_player_who_is_asked(rulebook: str, phase: Phase, says: str) -> None:
    table = table_in(rulebook, phase).table
    asked = asked_now(table)
    heard = {box.seat: dealers_words_to(table, box.patron) for box in table.boxes if box.patron}
    assert heard == {seat: says if seat == asked else "" for seat in heard}
    assert asked in heard
