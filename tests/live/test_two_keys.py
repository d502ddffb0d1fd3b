"""Two keys: what one person asks for is done only when a different person of the floor confirms it."""

import asyncio
from typing import Any

import pytest

from tests.live.rooms import House, Human, enters_depth, open_house
from tests.store.batches import at_table, batch, keep
from wartable.audit import verify_store
from wartable.audit.house_events import HouseEvent, RequestConfirmed, RequestMade, RequestWithdrawn
from wartable.ledger import patron
from wartable.live.history.mirror import stream_of
from wartable.live.people.requests import people_behind
from wartable.live.wire.messages import Answer
from wartable.store import MemoryStore, Write, decode, encode
from wartable.table import events as e

TABLE = "maryland"
VOID = {"command": "void_round", "reason": "a card fell to the floor"}


async def in_a_tie(house: House) -> Human:
    human = await house.guest(TABLE, 1)
    await in_a_tie_again(house, human)
    return human


async def in_a_tie_again(house: House, human: Human) -> None:
    while house.phase(TABLE) != "deciding":
        await human.does(TABLE, command="put_wagers", seat=1, wagers={"initial": 20_00})
        await human.ready(TABLE)


def why(answer: Answer) -> str:
    return answer.refused.why if answer.refused else ""


def events(house: House, kind: type[e.Event]) -> list[e.Event]:
    told = [decode(record) for record in house.room.store.read(stream_of(TABLE))]
    return [event for event in told if isinstance(event, kind)]


def test_a_void_waits_for_a_second_person_and_then_returns_every_wager() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            human = await in_a_tie(house)
            held = house.room.store.balance(patron(human.speaker.patron))
            ann, ben = await house.staff("ann", "floor"), await house.staff("ben", "floor")
            asked = await ann.asks(TABLE, "void", **VOID)
            assert asked.ok
            assert asked.request
            assert not events(house, e.RoundVoided)
            item = house.room.pit().queue[0]
            assert (item.kind, item.first, item.request) == ("second_key", "ann", asked.request)
            alone = await house.room.confirm(ann.speaker, "c1", asked.request)
            assert alone.refused is not None
            assert alone.refused.why == "same_person"
            assert not events(house, e.RoundVoided)
            done = await house.room.confirm(ben.speaker, "c2", asked.request)
            await house.rest()
            assert done.ok
            assert len(events(house, e.RoundVoided)) == 1
            told = next(one for one in house.room.pit().events if one.name == "round_voided")
            record = next(iter(house.room.store.named(stream_of(TABLE), ("round_voided",))))
            assert told.by == people_behind(record.command_id, house.room.store) == "ann and ben"
            assert house.room.store.balance(patron(human.speaker.patron)) == held + 20_00
            again = await house.room.confirm(ben.speaker, "c3", asked.request)
            assert again.refused is not None
            assert again.refused.why == "no_such_request"

    asyncio.run(story())


def test_a_request_lapses_with_the_round_it_was_made_in_and_never_voids_the_next() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            human = await in_a_tie(house)
            ann, ben = await house.staff("ann", "floor"), await house.staff("ben", "floor")
            stale = (await ann.asks(TABLE, **VOID)).request
            await human.does(TABLE, command="surrender", seat=1)
            assert house.room.pit().queue == ()
            assert house.room.open_requests() == ()
            assert why(await house.room.confirm(ben.speaker, "c0", stale)) == "request_lapsed"
            await in_a_tie_again(house, human)
            assert house.room.pit().queue == ()
            assert why(await house.room.confirm(ben.speaker, "c1", stale)) == "request_lapsed"
            assert not events(house, e.RoundVoided)
            again = (await ann.asks(TABLE, **VOID)).request
            assert again != stale
            assert [item.request for item in house.room.pit().queue] == [again]
            assert (await house.room.confirm(ben.speaker, "c2", again)).ok

    asyncio.run(story())


def test_the_same_thing_asked_twice_by_one_person_is_one_request() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            await in_a_tie(house)
            ann, ben = await house.staff("ann", "floor"), await house.staff("ben", "floor")
            first, second = await ann.asks(TABLE, "a", **VOID), await ann.asks(TABLE, "b", **VOID)
            assert first.request == second.request
            other = await ann.asks(TABLE, "c", command="void_round", reason="another one")
            bens = await ben.asks(TABLE, "a", **VOID)
            assert len({first.request, other.request, bens.request}) == 3
            assert (await house.room.confirm(ben.speaker, "c", first.request)).ok
            assert house.room.pit().queue == ()
            assert why(await house.room.confirm(ben.speaker, "d", other.request)) == "request_lapsed"

    asyncio.run(story())


def test_a_request_of_a_log_that_does_not_say_its_round_has_lapsed() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            await in_a_tie(house)
            ben = await house.staff("ben", "floor")
            await house.room.house.append("old", b"", RequestMade("old", TABLE, VOID, "ann"))
            assert house.room.open_requests() == ()
            assert why(await house.room.confirm(ben.speaker, "c", "old")) == "request_lapsed"
            assert not events(house, e.RoundVoided)

    asyncio.run(story())


@pytest.mark.parametrize("role", ["guest", "player", "dealer", "cage", "auditor", "administrator"])
def test_only_the_floor_confirms(role: str) -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            await in_a_tie(house)
            ann, other = await house.staff("ann", "floor"), await house.staff("ben", role)  # type: ignore[arg-type]
            asked = await ann.asks(TABLE, **VOID)
            answer = await house.room.confirm(other.speaker, "c", asked.request)
            assert answer.refused is not None
            assert answer.refused.why == "not_allowed"
            assert not events(house, e.RoundVoided)

    asyncio.run(story())


def test_what_could_not_be_done_is_not_even_asked_for() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            ann = await house.staff("ann", "floor")
            assert await ann.is_refused(TABLE, **VOID) == "not_now"
            correction = {"command": "correct_meter", "meter": "progressive", "reading": 12_345_00, "reason": ""}
            assert await ann.is_refused(TABLE, **correction) == "reason_is_missing"
            assert house.room.requests.all() == ()

    asyncio.run(story())


@pytest.mark.parametrize(
    "command",
    [
        {"command": "correct_meter", "meter": "progressive", "reading": 12_345_00, "reason": "counted again"},
        {"command": "correct_meter", "meter": "spin_primary", "reading": 10_000_01, "reason": "counted again"},
    ],
)
def test_a_meter_is_corrected_by_two_people(command: dict[str, Any]) -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            ann, ben = await house.staff("ann", "floor"), await house.staff("ben", "floor")
            asked = await ann.asks(TABLE, **command)
            assert (await house.room.confirm(ben.speaker, "c", asked.request)).ok
            meters = house.live(TABLE).table.meters
            assert meters[str(command["meter"])].reading == command["reading"]

    asyncio.run(story())


FORGED: dict[str, tuple[str, tuple[HouseEvent, ...], str]] = {
    "by one person": (
        "ann/1",
        (),
        "no two people asked for it: the log of the house has no such request for the command",
    ),
    "by a request that is not there": ("request/ab", (), "no two people asked for it"),
    "by a request for another reading": (
        "request/ab",
        (RequestMade("ab", TABLE, {"command": "correct_meter", "meter": "progressive", "reading": 1}, "ann"),),
        "no two people asked for it",
    ),
    "by one person with both keys": (
        "request/ab",
        (
            RequestMade("ab", TABLE, {"command": "correct_meter", "meter": "progressive", "reading": 90_000_00}, "ann"),
            RequestConfirmed("ab", "ann"),
        ),
        "one person alone turned both keys of the request ab",
    ),
    "after a withdrawal": (
        "request/ab",
        (
            RequestMade("ab", TABLE, {"command": "correct_meter", "meter": "progressive", "reading": 90_000_00}, "ann"),
            RequestWithdrawn("ab", "ann"),
        ),
        "the request ab was withdrawn",
    ),
}


@pytest.mark.parametrize("how", FORGED)
def test_a_correction_that_two_people_did_not_ask_for_is_named(how: str) -> None:
    command_id, said, says = FORGED[how]

    async def story() -> None:
        store = MemoryStore()
        async with open_house(TABLE, store=store) as house:
            ann, ben = await house.staff("ann", "floor"), await house.staff("ben", "floor")
            asked = await ann.asks(TABLE, **correction(house, 1_00))
            assert (await house.room.confirm(ben.speaker, "c", asked.request)).ok
            before = house.live(TABLE).table.meters["progressive"].reading
        assert verify_store(store).findings == ()
        for event in said:
            head = store.head("house").version
            keep(store, batch(Write("house", head, (encode(event),))))
        version = store.head(stream_of(TABLE)).version
        forged = e.MeterCorrected("progressive", before, 90_000_00, "counted")
        keep(store, at_table(TABLE, version, forged, command_id))
        (found,) = verify_store(store).findings
        assert (found.stream, found.version, found.what) == (stream_of(TABLE), version + 1, "command")
        assert says in found.says

    asyncio.run(story())


def test_requests_outlive_the_server_and_can_be_withdrawn() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with open_house(TABLE, store=store) as house:
            await in_a_tie(house)
            ann = await house.staff("ann", "floor")
            first = await ann.asks(TABLE, "same", **VOID)
            assert (await ann.asks(TABLE, "same", **VOID)).request == first.request
        async with open_house(TABLE, store=store) as house:
            assert [one.request for one in house.room.requests.waiting()] == [first.request]
            guest = await house.guest(TABLE)
            assert not (await house.room.withdraw(guest.speaker, "w0", first.request)).ok
            assert (await house.room.withdraw(ann.speaker, "w1", first.request)).ok
            assert house.room.requests.waiting() == ()
            ben = await house.staff("ben", "floor")
            assert not (await house.room.confirm(ben.speaker, "c", first.request)).ok
            assert not events(house, e.RoundVoided)

    asyncio.run(story())


def test_a_dealer_asks_for_a_card_to_be_taken_back_and_the_floor_confirms() -> None:
    async def story() -> None:
        async with open_house("washington", dealer="person") as house:
            dealer = await house.staff("petra", "dealer", "washington")
            await dealer.does("washington", command="open_table")
            await dealer.does("washington", command="sit", seat=1)
            while house.phase("washington") not in ("betting", "cutting"):
                await dealer.does("washington", **dealer.messages[-1]["felt"]["steps"][0]["command"])
            while house.phase("washington") != "betting" or house.live("washington").table.cards.burns_due:
                if not await enters_depth(house, "washington", dealer):
                    await dealer.does("washington", **dealer.messages[-1]["felt"]["steps"][0]["command"])
            await dealer.does("washington", command="place_wager", seat=1, wager="initial", amount=10_00)
            await dealer.does("washington", command="call_no_more_bets")
            await dealer.does("washington", command="read_card", text="9h")
            asked = await dealer.asks("washington", command="undo_card", reason="it is the six")
            vera = await house.staff("vera", "floor")
            assert why(await house.room.confirm(vera.speaker, "b", asked.request)) == "not_on_duty"
            await vera.does("washington", command="take_duty")
            assert (await house.room.confirm(vera.speaker, "c", asked.request)).ok
            await dealer.does("washington", command="read_card", text="6h")
            other = await dealer.asks("washington", command="undo_card", reason="it is the six")
            await dealer.does("washington", command="read_card", text="7c")
            assert why(await house.room.confirm(vera.speaker, "d", other.request)) == "request_lapsed"
            assert house.live("washington").table.boxes[0].card == "6h"
            why_it = "it is the king"
            earlier = await dealer.asks("washington", command="undo_card", reason=why_it, seat=1, deal="original")
            assert house.room.pit().queue[0].says.startswith("Take back the first card of seat 1")
            assert (await house.room.confirm(vera.speaker, "e", earlier.request)).ok
            house.clock.advance(1)
            await dealer.does("washington", command="read_card", text="Kh")
            table = house.live("washington").table
            assert (table.boxes[0].card, table.round.dealer_card, table.phase) == ("Kh", "7c", "settling")
            await dealer.asks("washington", command="undo_card", reason="it is the queen", seat=1)
            assert house.room.pit().queue[0].says.startswith("Take back the card of seat 1")

    asyncio.run(story())


def correction(house: House, more: int, reason: str = "the display lagged") -> dict[str, Any]:
    reading = house.live(TABLE).table.meters["progressive"].reading + more
    return {"command": "correct_meter", "meter": "progressive", "reading": reading, "reason": reason}


def test_a_correction_of_a_meter_lapses_when_the_meter_reads_something_else() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            ann, ben = await house.staff("ann", "floor"), await house.staff("ben", "floor")
            first = await ann.does(TABLE, **correction(house, 1_000_00))
            other = await ann.does(TABLE, **correction(house, 7_77, "read again"))
            assert (await house.room.confirm(ben.speaker, "c1", other.request)).ok
            await house.rest()
            reading = house.live(TABLE).table.meters["progressive"].reading
            assert why(await house.room.confirm(ben.speaker, "c2", first.request)) == "request_lapsed"
            assert house.live(TABLE).table.meters["progressive"].reading == reading
            assert not [item for item in house.room.pit().queue if item.kind == "second_key"]

    asyncio.run(story())


@pytest.mark.parametrize("change", ["lock", "role", "lock and unlock", "role and back"])
def test_the_first_key_of_a_person_who_was_locked_or_given_another_role_counts_no_longer(change: str) -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            room, people = house.room, house.room.people
            await people.add("ann", "floor", "a password of the tests", "")
            ann, ben = await house.staff("ann", "floor"), await house.staff("ben", "floor")
            asked = await ann.does(TABLE, **correction(house, 1_00))
            if "lock" in change:
                await people.lock("ann", "ada")
                await people.unlock("ann", "ada") if "unlock" in change else None
            else:
                await people.change_role("ann", "dealer", "ada")
                await people.change_role("ann", "floor", "ada") if "back" in change else None
            assert why(await room.confirm(ben.speaker, "c", asked.request)) == "request_lapsed"
            assert not [item for item in room.pit().queue if item.kind == "second_key"]

    asyncio.run(story())


def test_the_same_confirmation_sent_again_is_answered_as_before() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            room = house.room
            ann, ben = await house.staff("ann", "floor"), await house.staff("ben", "floor")
            carl = await house.staff("carl", "floor")
            asked = await ann.does(TABLE, **correction(house, 1_00))
            done = await room.confirm(ben.speaker, "c", asked.request)
            assert done.ok
            assert await room.confirm(ben.speaker, "c", asked.request) == done
            for other, id_ in ((ben, "d"), (carl, "c"), (ann, "c")):
                assert why(await room.confirm(other.speaker, id_, asked.request)) == "no_such_request"
            assert len(events(house, e.MeterCorrected)) == 1

    asyncio.run(story())
