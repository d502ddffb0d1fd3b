"""Players, guests and watchers are told what the staff does, and never by whom: no login name reaches them."""

import asyncio
import random
from typing import Any

import msgspec
import pytest

from tests.live.leaks import DEALER, FLOOR, RELIEF, SECOND_FLOOR, leaks
from tests.live.rooms import House, Human, open_house
from tests.live.test_real_cards import Console
from tests.server.running import quick_plan
from tests.table.houses import HOUSES, rules_of_house
from wartable.live.history.mirror import Happened
from wartable.live.people.orders import Speaker
from wartable.live.telling.known import KNOWN
from wartable.live.telling.publishing import audience_of
from wartable.live.telling.recall import NotPlayed, RoundRecall, Viewer
from wartable.live.telling.said import PEOPLE, tell
from wartable.live.wire.roles import ROLES
from wartable.live.wire.views import AUDIENCES, Audience
from wartable.shoe.order import fresh
from wartable.table import events as e
from wartable.table.events import EVENTS, Event
from wartable.table.sentences import words_of

TABLE = "washington"
"""Its name only; the rules are those of the house that is tried."""
OUTSIDE: Audience = "player"

WRITTEN: dict[type[Event], tuple[str, ...]] = {
    e.DecksReceived: ("supplier", "seal"),
    e.DefectFound: ("reason",),
    e.WinValidated: ("control", "by"),
    e.BankOffered: ("passed",),
}
"""What the staff writes in words of its own, in which a name could stand; how a win is controlled; who passed."""

# The lists


def test_what_each_audience_may_know_of_each_event_is_listed_field_by_field() -> None:
    assert set(KNOWN) == set(EVENTS), "a new event is told to no one until it is listed"
    for kind, known in KNOWN.items():
        assert known.house == set(kind.__struct_fields__), f"{kind.__name__}: a new field is hidden until it is listed"
        assert (known.public or frozenset()) <= known.house


def test_a_player_knows_no_field_that_names_a_person() -> None:
    for kind, known in KNOWN.items():
        assert (known.public or frozenset()).isdisjoint(PEOPLE), kind


def test_left_out_for_players_are_only_people_their_words_and_what_the_staff_wrote() -> None:
    for kind, known in KNOWN.items():
        if known.public is not None:
            assert set(kind.__struct_fields__) - known.public <= {*PEOPLE, "words", *WRITTEN.get(kind, ())}, kind


@pytest.mark.parametrize("role", ROLES)
def test_only_dealer_floor_and_auditor_are_told_who_deals(role: Any) -> None:
    audience = audience_of(role)
    told = said_of(e.TableOpened("maryland", DEALER), audience), said_of(e.DealerTookOver(DEALER), audience)
    inside = audience != OUTSIDE
    assert inside == (role in ("dealer", "floor", "auditor"))
    for said in told:
        assert (said["event"]["dealer"] == DEALER) == inside
        assert bool(leaks(msgspec.json.encode(said).decode())) == inside
    if not inside:
        assert [said["says"] for said in told] == [
            "The table opens under the rules of Maryland.",
            "A new dealer takes over.",
        ]


def said_of(event: Event, audience: Audience) -> dict[str, Any]:
    happened = Happened(1, 0, f"{DEALER}/x", 0, event)
    said = tell(happened, audience, words_of(rules_of_house("maryland")), str)
    assert said is not None
    shown: dict[str, Any] = msgspec.to_builtins(said)
    return shown


def test_every_audience_has_a_list() -> None:
    for audience in AUDIENCES:
        assert KNOWN[e.CardDealt].by(audience) == frozenset({"seat", "card", "deal"})
    assert KNOWN[e.FloorCalled].by(OUTSIDE) is None


# Whole evenings


@pytest.mark.parametrize("name", HOUSES)
def test_no_message_of_an_evening_tells_a_player_who_works_here(name: str) -> None:
    async def story() -> None:
        plan = quick_plan(TABLE, dealer="person")
        async with open_house(plan=plan, rules=lambda _: rules_of_house(name)) as house:
            outside = [
                await house.guest(TABLE, name="Ann"),
                Human(house, Speaker("player1", "player", "player1", "player1")),
                Human(house, Speaker("", "watcher", "", "")),
            ]
            for human in outside[1:]:
                await house.watch(human, TABLE)
            dealer = await house.staff(DEALER, "dealer", TABLE)
            await run_an_evening(house, dealer, outside[1], name)
            for human in outside:
                assert len(human.messages) > 20
                assert leaks(msgspec.json.encode(human.messages).decode()) == []
                assert leaks(house.live(TABLE).whole(human).decode()) == []
            assert leaks(msgspec.json.encode(dealer.messages).decode()), "the house knows who deals"
            recalled = recall_for(house, outside[1])
            assert recalled
            assert leaks(recalled) == []

    asyncio.run(story())


async def run_an_evening(house: House, dealer: Human, player: Human, name: str) -> None:
    """Four rounds from the console, with a relief, a call, a void by two keys, and a player who is signed in."""
    cards = fresh(house.live(TABLE).rules.decks)
    random.Random(name).shuffle(cards)
    console = Console(house, dealer, TABLE, iter(cards))
    await console.say(command="open_table", dealer=DEALER)
    await console.say(command="sit", seat=1, patron="Wanda")
    await house.room.desk.give(player.speaker.patron, 100_000_00)
    await player.does(TABLE, command="sit", seat=2)
    console.online[2] = player
    while console.rounds < 3 or house.phase(TABLE) != "dealing":
        await console.go_on()
    relief = await house.staff(RELIEF, "dealer", TABLE)
    await relief.asks(TABLE, command="call_floor", reason="fill", says=f"{RELIEF} needs a fill")
    floor, second = await house.staff(FLOOR, "floor"), await house.staff(SECOND_FLOOR, "floor")
    for person in (floor, second):
        await person.does(TABLE, command="take_duty")
    asked = await floor.asks(TABLE, command="void_round", reason="a card was dropped")
    assert asked.ok
    assert asked.request
    assert (await house.room.confirm(second.speaker, "second", asked.request)).ok
    await house.rest()
    while house.phase(TABLE) not in ("betting", "banking"):
        await console.go_on()
    await relief.does(TABLE, command="take_over")
    console.dealer = relief
    rounds = console.rounds
    while console.rounds < rounds + 2:
        await console.go_on()


def recall_for(house: House, guest: Human) -> str:
    """Every round that the guest may be shown again."""
    live = house.live(TABLE)
    recall = RoundRecall(house.room.store, TABLE, live.rules, live.log.over_time)
    viewer = Viewer(audience_of(guest.speaker.role), guest.speaker.patron, house.room.patrons.name)
    shown = []
    for number in range(1, live.table.round.number + 1):
        try:
            shown.append(recall.show(number, viewer, {}))
        except NotPlayed:
            continue
    steps = [(step.says, step.event, step.felt, step.accounts) for then in shown for step in then.steps]
    return msgspec.json.encode(steps).decode()
