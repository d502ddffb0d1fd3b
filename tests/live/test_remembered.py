"""What is remembered from one update to the next is what would be made anew: every felt and every own part."""

import asyncio
from typing import Any

import msgspec
import pytest

from tests.live.rooms import House, Human, open_house
from tests.told import RULEBOOKS
from wartable.live.people.orders import Speaker
from wartable.live.telling.felt import make_felt
from wartable.live.telling.publishing import Publisher, audience_of
from wartable.live.wire.messages import Update
from wartable.live.wire.roles import AnyRole
from wartable.table.sentences import words_of

ROLES: tuple[AnyRole, ...] = ("watcher", "guest", "dealer", "floor", "auditor")
STEPS = 40


class Doubter:
    """Makes again what is pushed, and compares the two."""

    def __init__(self, house: House, table: str, speaker: Speaker) -> None:
        self.speaker = speaker
        self.seen = 0
        self._live, self._house = house.live(table), house

    def push(self, _table: str, message: bytes) -> None:
        live = self._live
        mirror, company, words = live.log.mirror, live.gallery.company(live.log.mirror), words_of(live.rules)
        pushed = msgspec.json.decode(message)
        fresh = make_felt(mirror, audience_of(self.speaker.role), words, company, live.countdown())
        assert pushed["felt"] == plain(fresh)
        over = sum(said["event"]["event"] == "round_ended" for said in pushed["events"])
        held = self._house.room.patrons.holds(self.speaker.patron)
        own = Publisher(live.settings, words).you(mirror, self.speaker, held, company, rounds=over)
        assert pushed["you"] == plain(own)
        assert set(pushed) == {"type", *Update.__struct_fields__}
        self.seen += 1


@pytest.mark.parametrize("table", RULEBOOKS)
def test_every_update_is_what_would_be_made_anew(table: str) -> None:
    async def story() -> None:
        async with open_house(table) as house:
            people = [await house.guest(table, seat, name) for seat, name in ((1, "Ann"), (2, "Ben"))]
            speakers = [Speaker(f"a-{role}", role, "idle" if role == "guest" else "", role) for role in ROLES]
            doubters = [Doubter(house, table, one) for one in (*speakers, *(human.speaker for human in people))]
            for doubter in doubters:
                house.live(table).watch(doubter)
            for _ in range(STEPS):
                await act(house, people, table)
            assert house.live(table).table.round.number > 1
            assert all(doubter.seen > STEPS for doubter in doubters)

    asyncio.run(story())


def plain(made: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(made))


async def act(house: House, people: list[Human], table: str) -> None:
    """A person does what is theirs to do: bets, is ready, gives up a tie, cuts, holds the bank."""
    for seat, human in enumerate(people, start=1):
        you = human.you
        if you["choice"]:
            return void(await human.does(table, command="surrender", seat=seat, bettor=you["choice"]["bettor"]))
        if you["cut"]:
            return void(await human.does(table, command="cut_cards", depth=100))
        if you["bank"]:
            return void(await human.does(table, command="post_bank", amount=200_00))
        banks = house.live(table).table.banker.seat == seat
        if house.phase(table) == "betting" and not banks and not house.live(table).table.boxes[seat - 1].bettors:
            return void(await human.asks(table, command="put_wagers", seat=seat, wagers={"initial": 20_00}))
    for human in people:
        await human.ready(table)
    return None


def void(_: object) -> None:
    """No one looks at the answer here."""
