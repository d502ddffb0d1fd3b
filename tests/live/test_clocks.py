"""People have time, and when it is over the house's declared rule decides, marked as the table's own doing."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from tests.live.rooms import House, Human, open_house
from wartable.live.history.mirror import stream_of
from wartable.rulebook import Rules
from wartable.store import decode
from wartable.table import events as e


def happened(house: House, table: str, kind: type[Any]) -> list[tuple[Any, str]]:
    records = house.room.store.read(stream_of(table))
    told = [(decode(record), record.command_id.partition("/")[0]) for record in records]
    return [(event, by) for event, by in told if isinstance(event, kind)]


async def tie(house: House, human: Human, table: str, seat: int) -> None:
    """Rounds until the player's card ties."""
    while True:
        await human.does(table, command="put_wagers", seat=seat, wagers={"initial": 20_00})
        await human.ready(table)
        if house.phase(table) == "deciding":
            return


def test_bets_close_when_their_time_is_over() -> None:
    async def story() -> None:
        async with open_house("washington", bets_seconds=15) as house:
            human = await house.guest("washington", 1)
            await human.does("washington", command="put_wagers", seat=1, wagers={"initial": 10_00})
            clock = human.messages[-1]["felt"]["clock"]
            assert (clock["on"], clock["ends"] - clock["began"]) == ("bets", 15_000)
            await house.passes(14)
            assert house.phase("washington") == "betting"
            await house.passes(1)
            assert [by for _, by in happened(house, "washington", e.NoMoreBetsCalled)] == ["clock"]

    asyncio.run(story())


def test_the_countdown_begins_with_the_first_wager_and_not_with_the_second() -> None:
    async def story() -> None:
        async with open_house("washington", bets_seconds=15) as house:
            first, second = await house.guest("washington", 1), await house.guest("washington", 2)
            await first.does("washington", command="put_wagers", seat=1, wagers={"initial": 10_00})
            await house.passes(10)
            await second.does("washington", command="put_wagers", seat=2, wagers={"initial": 10_00})
            await house.passes(5)
            assert len(happened(house, "washington", e.NoMoreBetsCalled)) == 1

    asyncio.run(story())


def test_bets_close_at_once_when_everyone_who_plays_is_ready() -> None:
    async def story() -> None:
        async with open_house("washington") as house:
            first, second = await house.guest("washington", 1), await house.guest("washington", 2)
            await first.does("washington", command="put_wagers", seat=1, wagers={"initial": 10_00})
            await first.ready("washington")
            assert house.phase("washington") == "betting"
            await second.ready("washington")
            assert [by for _, by in happened(house, "washington", e.NoMoreBetsCalled)] == ["auto"]

    asyncio.run(story())


def test_a_tied_player_whose_time_is_over_surrenders_by_the_declared_rule_and_the_history_says_who_decided() -> None:
    async def story() -> None:
        async with open_house("washington", choice_seconds=20) as house:
            human = await house.guest("washington", 1)
            await tie(house, human, "washington", 1)
            before = house.room.patrons.holds(human.speaker.patron)
            assert human.you["choice"]["surrender_back"] == 10_00
            await house.passes(20)
            event, by = happened(house, "washington", e.TieSurrendered)[-1]
            assert (event.by, by) == ("clock", "clock")
            assert house.room.patrons.holds(human.speaker.patron) == before + 10_00
            told = [said for message in human.messages for said in message.get("events", ())]
            surrendered = next(said for said in told if said["event"]["event"] == "tie_surrendered")
            assert surrendered["own"] == "clock"
            assert "house's rule" in surrendered["says"]

    asyncio.run(story())


@pytest.mark.parametrize("floor", ["automatic", "person"])
def test_without_a_filed_time_the_table_waits_and_no_floor_turns_silence_into_a_decision(floor: str) -> None:
    async def story() -> None:
        async with open_house("wisconsin", floor=floor) as house:
            if floor == "person":
                vera = await house.staff("vera", "floor", "wisconsin")
                await vera.does("wisconsin", command="open_table", dealer="automatic")
                while vera.messages[-1]["felt"]["steps"]:
                    await vera.does("wisconsin", **vera.messages[-1]["felt"]["steps"][0]["command"])
            human = await house.guest("wisconsin", 1)
            await tie(house, human, "wisconsin", 1)
            await house.passes(3_600)
            assert house.phase("wisconsin") == "deciding"
            assert not happened(house, "wisconsin", e.FloorCalled)
            await human.does("wisconsin", command="go_to_war", seat=1)

    asyncio.run(story())


def test_a_player_at_war_has_time_for_a_tie_wager_on_the_war_deal() -> None:
    async def story() -> None:
        async with open_house("maryland", war_wagers_seconds=8) as house:
            human = await house.guest("maryland", 1)
            await tie(house, human, "maryland", 1)
            await human.does("maryland", command="go_to_war", seat=1)
            assert house.phase("maryland") == "war_wagers"
            assert human.messages[-1]["felt"]["clock"]["on"] == "war_wagers"
            assert [bet["wager"] for bet in human.you["bets"]] == ["war_tie"]
            await house.passes(7)
            await human.does("maryland", command="put_wagers", seat=1, wagers={"war_tie": 10_00})
            assert house.phase("maryland") == "betting"
            assert [event.wager for event, _ in happened(house, "maryland", e.WagerPlaced)][-1] == "war_tie"

    asyncio.run(story())


@pytest.mark.parametrize("gone", [False, True], ids=["there", "cut off"])
def test_the_war_is_dealt_when_the_time_for_its_tie_wager_is_over(gone: bool) -> None:
    async def story() -> None:
        async with open_house("maryland", war_wagers_seconds=8) as house:
            human = await house.guest("maryland", 1)
            await tie(house, human, "maryland", 1)
            await human.does("maryland", command="go_to_war", seat=1)
            if gone:
                house.live("maryland").unwatch(human)
            await house.passes(7)
            assert house.phase("maryland") == "war_wagers"
            await house.passes(1)
            assert house.phase("maryland") == "betting"

    asyncio.run(story())


def test_a_cut_that_no_one_makes_is_passed_on_and_then_made_by_the_dealer() -> None:
    async def story() -> None:
        async with open_house("washington", cut_seconds=12) as house:
            await house.guest("washington", 1)
            await house.guest("washington", 2)
            floor = await house.staff("vera", "floor")
            await floor.does("washington", command="order_reshuffle")
            live = house.live("washington")
            assert live.table.cut.offer == 2
            await house.passes(12)
            assert live.table.cut.offer == 1
            await house.passes(12)
            assert house.phase("washington") == "betting"
            lapsed = happened(house, "washington", e.OfferLapsed)
            assert [(event.what, event.seat, by) for event, by in lapsed] == [("cut", 2, "clock"), ("cut", 1, "clock")]

    asyncio.run(story())


def test_md_5_g_a_person_of_the_floor_has_a_moment_to_ask_for_a_recut() -> None:
    async def story() -> None:
        async with open_house("maryland", floor="person", recut_seconds=7) as house:
            floor = await house.staff("vera", "floor", "maryland")
            await floor.does("maryland", command="open_table", dealer="vera")
            human, live = await house.guest("maryland", 1), house.live("maryland")
            while not live.table.cut.offer:
                due = [step["command"] for step in floor.messages[-1]["felt"]["steps"] if step["command"]]
                if due:
                    await floor.does("maryland", **due[0])
                else:
                    await human.does("maryland", command="decline_look")
            await human.does("maryland", command="cut_cards", depth=100)
            assert (house.phase("maryland"), human.messages[-1]["felt"]["clock"]["on"]) == ("loading", "recut")
            await house.passes(6)
            await floor.does("maryland", command="order_recut", reason="the stack slipped")
            assert (house.phase("maryland"), live.table.cut.offer) == ("cutting", 1)
            await human.does("maryland", command="cut_cards", depth=100)
            await house.passes(6)
            assert house.phase("maryland") == "loading"
            await house.passes(1)
            assert house.phase("maryland") == "betting"

    asyncio.run(story())


def test_a_seat_that_no_one_comes_back_to_is_free_again_but_not_while_wagers_lie_there() -> None:
    async def story() -> None:
        async with open_house("washington", away_seconds=60, bets_seconds=300, choice_seconds=20) as house:
            human, other = await house.guest("washington", 1), await house.guest("washington", 2)
            await human.does("washington", command="put_wagers", seat=1, wagers={"initial": 10_00})
            live = house.live("washington")
            live.unwatch(human)
            await house.passes(59)
            assert other.messages[-1]["felt"]["seats"][0]["away"]
            await house.passes(1)
            assert live.table.boxes[0].patron == human.speaker.patron
            await other.ready("washington")
            await house.passes(240)
            if house.phase("washington") == "deciding":
                assert live.table.boxes[0].patron == human.speaker.patron
                await house.passes(20)
            assert house.phase("washington") == "betting"
            assert live.table.boxes[0].patron == ""
            assert live.table.boxes[1].patron == other.speaker.patron

    asyncio.run(story())


def test_a_player_who_plays_without_a_socket_has_the_seat_for_as_long_after_each_thing_that_is_asked() -> None:
    async def story() -> None:
        async with open_house("washington", away_seconds=60) as house:
            human, live = await house.guest("washington", 1), house.live("washington")
            live.unwatch(human)
            await house.passes(50)
            assert not (await human.asks("washington", command="surrender", seat=1)).ok
            await house.passes(50)
            assert live.table.boxes[0].patron == human.speaker.patron
            await house.passes(11)
            assert live.table.boxes[0].patron == ""

    asyncio.run(story())


def test_a_guest_who_comes_and_goes_without_sitting_leaves_nothing_behind() -> None:
    async def story() -> None:
        async with open_house("washington", away_seconds=60) as house:
            live = house.live("washington")
            for number in range(5):
                stranger = await house.guest("washington", 1)
                await stranger.does("washington", command="leave", seat=1)
                live.unwatch(stranger)
                assert not (await stranger.asks("washington", f"again-{number}", command="leave", seat=1)).ok
            assert live.gallery.gone_since(live.log.mirror) == {}
            seated = await house.guest("washington", 1)
            live.unwatch(seated)
            assert list(live.gallery.gone_since(live.log.mirror)) == [seated.speaker.patron]

    asyncio.run(story())


def test_a_seat_is_kept_for_an_absent_player_until_the_house_has_decided_the_tie() -> None:
    async def story() -> None:
        async with open_house("washington", away_seconds=60, choice_seconds=100) as house:
            human = await house.guest("washington", 1)
            await tie(house, human, "washington", 1)
            live = house.live("washington")
            live.unwatch(human)
            await house.passes(99)
            assert live.table.boxes[0].patron == human.speaker.patron
            await house.passes(1)
            assert [by for _, by in happened(house, "washington", e.TieSurrendered)] == ["clock"]
            assert live.table.boxes[0].patron == ""

    asyncio.run(story())


def never_idle(rules: Rules) -> Rules:
    return replace(rules, idle=replace(rules.idle, after_minutes=None))


def test_decks_are_changed_when_they_have_been_in_use_as_long_as_they_may() -> None:
    async def story() -> None:
        async with open_house("wisconsin", rules=never_idle) as house:
            human = await house.guest("wisconsin", 1)
            await house.passes(24 * 3_600)
            await human.opens("wisconsin")
            kinds = [type(event).__name__ for event, _ in happened(house, "wisconsin", e.Event)]
            assert kinds.count("DeckChangeCalled") == kinds.count("DecksChanged") == 1
            assert [event.reason for event, _ in happened(house, "wisconsin", e.ShoeRevealed)] == ["decks_changed"]
            assert house.phase("wisconsin") == "betting"

    asyncio.run(story())


def test_md_3_c_decks_that_are_due_at_an_idle_table_are_changed_without_a_player() -> None:
    async def story() -> None:
        async with open_house("maryland") as house:
            human = await house.guest("maryland", 1)
            await human.does("maryland", command="leave", seat=1)
            await house.passes(24 * 3_600)
            assert house.phase("maryland") == "opening"
            assert len(happened(house, "maryland", e.DecksChanged)) == 1
            await human.does("maryland", command="sit", seat=1)
            await human.opens("maryland")
            assert house.phase("maryland") == "betting"
            assert len(happened(house, "maryland", e.DecksReceived)) == 2

    asyncio.run(story())


def test_a_table_without_bets_is_idle_after_its_minutes_and_wakes_for_the_player_who_stays() -> None:
    async def story() -> None:
        async with open_house("maryland") as house:
            human = await house.guest("maryland", 1)
            await house.passes(30 * 60)
            assert house.phase("maryland") == "waking"
            assert len(happened(house, "maryland", e.TableIdled)) == 1
            await human.does("maryland", command="confirm_step", step="look")
            assert house.phase("maryland") == "cutting"
            await human.does("maryland", command="cut_cards", depth=100)
            assert house.phase("maryland") == "betting"

    asyncio.run(story())
