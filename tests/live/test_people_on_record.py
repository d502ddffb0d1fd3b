"""At a live table: who deals, who of the floor is on duty, whose word counts, and what silence never costs."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from tests.live.rooms import House, Human, open_house
from tests.live.test_real_cards import Console
from tests.told import FLOOR, RULEBOOKS, Told
from wartable.live.history.mirror import stream_of
from wartable.live.moves import Countdown, HouseAct, Situation, next_move
from wartable.live.plans import BadFloorplan, read_houses
from wartable.live.settings import Floorplan, TableSettings
from wartable.shoe.order import fresh
from wartable.store import decode
from wartable.table import Table, next_of_the_house
from wartable.table import commands as c
from wartable.table import events as e


def events(house: House, table: str, kind: type[e.Event]) -> list[Any]:
    found = (decode(record) for record in house.room.store.read(stream_of(table)))
    return [event for event in found if isinstance(event, kind)]


def situation(**settings: Any) -> Situation:
    return Situation(TableSettings("one", "maryland", **settings), None, frozenset(), frozenset(), frozenset())


async def opened(house: House, table: str) -> tuple[Human, Human]:
    """Vera of the floor opens the table for Petra, who deals; the cards are ready for bets."""
    floor = await house.staff("vera", "floor", table)
    dealer = await house.staff("petra", "dealer", table)
    await floor.does(table, command="open_table", dealer="petra")
    await dealer.does(table, command="sit", seat=1)
    console = Console(house, dealer, table, iter(()))
    while house.phase(table) not in ("betting", "banking"):
        step = floor.messages[-1]["felt"]["steps"]
        if step and step[0]["command"] and "floor" in step[0]["by"]:
            await floor.does(table, **step[0]["command"])
        else:
            await console.go_on()
    return floor, dealer


async def sell(house: House, table: str, seat: int, cents: int) -> None:
    """The dealer sells chips to the player of a seat."""
    await house.room.desk.give(house.live(table).table.boxes[seat - 1].patron, cents)


# Real cards are looked at by a person


@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin"])
def test_md_4_a_2_and_wi_d_1_2_no_program_verifies_real_cards(rulebook: str) -> None:
    told = Told.closed(rulebook)
    told.does(FLOOR, c.OpenTable("Dana"))
    while told.table.todo[0][0] != "verify":
        told.does(*_next(told.table))
    assert next_move(told.table, situation(dealer="person", floor="automatic")) is None
    assert next_move(told.table, situation(dealer="person")) is None
    practice = next_move(told.table, situation(dealer="person", floor="automatic", practice=True))
    assert isinstance(practice, HouseAct)


def _next(table: Table) -> tuple[Any, Any]:
    return next_of_the_house(table) or (FLOOR, c.CloseTable())


def test_a_floor_plan_has_an_automatic_floor_beside_real_cards_only_for_practice() -> None:
    plan = Floorplan((TableSettings("one", "maryland", dealer="person", floor="automatic"),))
    with pytest.raises(BadFloorplan, match=r'table one: floor: a person .* expected "person", or a practice table'):
        read_houses(plan)


def test_md_4_a_2_verifying_waits_for_a_person_of_the_floor_who_is_on_duty_at_that_table() -> None:
    async def story() -> None:
        async with open_house("maryland", dealer="person", floor="person") as house:
            floor, other = await house.staff("vera", "floor", "maryland"), await house.staff("walter", "floor")
            dealer = await house.staff("petra", "dealer", "maryland")
            assert await floor.is_refused("maryland", command="open_table") == "name_is_bad"
            await floor.does("maryland", command="open_table", dealer="petra")
            while house.live("maryland").table.todo[0][0] != "verify":
                await dealer.does("maryland", **dealer.messages[-1]["felt"]["steps"][0]["command"])
            assert await other.is_refused("maryland", command="confirm_step", step="verify") == "not_on_duty"
            assert await dealer.is_refused("maryland", command="confirm_step", step="verify") == "not_yours"
            await other.does("maryland", command="take_duty")
            await floor.does("maryland", command="leave_duty")
            assert await floor.is_refused("maryland", command="confirm_step", step="verify") == "not_on_duty"
            await other.does("maryland", command="confirm_step", step="verify")
            assert [one.person for one in events(house, "maryland", e.DutyTaken)] == ["walter"]

    asyncio.run(story())


# The dealer on record


@pytest.mark.parametrize("rulebook", ["maryland", "massachusetts", "wisconsin", "washington"])
def test_md_8_e_4_and_its_sisters_a_second_dealer_takes_over_before_any_key(rulebook: str) -> None:
    async def story() -> None:
        async with open_house(rulebook, dealer="person", floor="person") as house:
            _, dealer = await opened(house, rulebook)
            dov = await house.staff("dov", "dealer", rulebook)
            await sell(house, rulebook, 1, 100_00)
            while house.live(rulebook).table.cards.burns_due:
                await dealer.does(rulebook, command="burn_card")
            await dealer.does(rulebook, command="place_wager", seat=1, wager="initial", amount=50_00)
            for command in ({"command": "call_no_more_bets"}, {"command": "read_card", "text": "9h"}):
                assert await dov.is_refused(rulebook, **command) in ("take_over_first", "not_now")
            assert await dov.is_refused(rulebook, command="call_no_more_bets") == "take_over_first"
            assert await dov.is_refused(rulebook, command="void_round", reason="a mistake") != ""
            await dov.does(rulebook, command="take_over")
            assert await dealer.is_refused(rulebook, command="call_no_more_bets") == "take_over_first"
            assert await dov.is_refused(rulebook, command="call_no_more_bets") == "burn_comes_first"
            await dov.does(rulebook, command="burn_card")
            await dov.does(rulebook, command="call_no_more_bets")

    asyncio.run(story())


# Theirs alone


def test_ca_play_3_a_dealer_spends_no_chips_of_a_player_who_is_online() -> None:
    async def story() -> None:
        async with open_house("washington", dealer="person", floor="person") as house:
            _, dealer = await opened(house, "washington")
            olga = await house.guest("washington", seat=2, name="Olga")
            bet = {"command": "place_wager", "seat": 2, "wager": "initial", "amount": 20_00}
            assert await dealer.is_refused("washington", **bet) == "theirs_alone"
            await olga.does("washington", **bet)
            console = Console(house, dealer, "washington", iter(()))
            while house.phase("washington") != "dealing":
                await dealer.does("washington", **console.felt["steps"][0]["command"])
            for card in ("9h", "9s"):
                house.clock.advance(1)
                await dealer.does("washington", command="read_card", text=card)
            await dealer.does("washington", command="settle_hand")
            for choice in ("go_to_war", "surrender"):
                assert await dealer.is_refused("washington", command=choice, seat=2) == "theirs_alone"
            await olga.does("washington", command="surrender", seat=2)

    asyncio.run(story())


def test_ma_6_a_2_cash_does_not_play_and_a_walk_in_bets_only_chips_that_were_sold() -> None:
    async def story() -> None:
        async with open_house("massachusetts", dealer="person", floor="person") as house:
            _, dealer = await opened(house, "massachusetts")
            bet: dict[str, Any] = {"command": "place_wager", "seat": 1, "wager": "initial", "amount": 50_00}
            answer = await dealer.asks("massachusetts", **bet, instrument="cash")
            assert answer.refused is not None
            assert (answer.refused.why, answer.refused.clauses) == ("cash_does_not_play", ("MA-6-a.2",))
            assert await dealer.is_refused("massachusetts", **bet) == "not_enough_chips"
            await sell(house, "massachusetts", 1, 50_00)
            await dealer.does("massachusetts", **bet, instrument="plaques")
            assert events(house, "massachusetts", e.WagerPlaced)[0].instrument == "plaques"

    asyncio.run(story())


# Silence and absence


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("seconds", [None, 30])
def test_md_9_b_3_1_and_its_sisters_a_silent_player_is_waited_for_unless_a_time_is_filed_for_remote_seats(
    rulebook: str, seconds: int | None
) -> None:
    """MD-9-E, CA-play-3, CA-std-3a, WI-h-3, MA-8-c, WA-4-c.2."""
    for online in (False, True):
        told = Told.at(rulebook, {"decision": {"timeout_s": seconds}} if seconds else None)
        told = told.banks(8, "1000.00") if told.table.phase == "banking" else told
        told = told.comes_online(1) if online else told
        told.bets(1, "10.00").deals("9s 9d").settles()
        for dealer in ("automatic", "person"):
            move = next_move(told.table, situation(dealer=dealer))
            counted = move.seconds if isinstance(move, Countdown) else None
            assert counted == (seconds if online else None)


def test_md_7_b_4_an_automatic_floor_lets_an_absent_players_hand_be_played_on() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("9s 9d").settles()
    told.does(FLOOR, c.ReportAbsence(1))
    move = next_move(told.table, situation())
    assert isinstance(move, HouseAct)
    assert move.make() == c.Rule("play_on", "the one remedy of the rules")


def test_an_automatic_floor_never_picks_between_rulings() -> None:
    told = Told.at("washington").bets(1, "10.00").deals("")
    told.does(FLOOR, c.ReportAbsence(1))
    assert told.table.call is not None
    assert told.table.call.choices == ("play_on",)
    two = replace(told.table, call=replace(told.table.call, choices=("burn", "dealer_next")))
    assert next_move(two, situation()) is None
    one = replace(told.table, call=replace(told.table.call, choices=("burn",)))
    move = next_move(one, situation())
    assert isinstance(move, HouseAct)
    assert move.make() == c.Rule("burn", "the one remedy of the rules")


# Two people


def test_a_report_that_voids_the_round_takes_two_people() -> None:
    async def story() -> None:
        async with open_house("wisconsin", dealer="person", floor="person") as house:
            floor, dealer = await opened(house, "wisconsin")
            await sell(house, "wisconsin", 1, 100_00)
            while house.live("wisconsin").table.cards.burns_due:
                await dealer.does("wisconsin", command="burn_card")
            await dealer.does("wisconsin", command="place_wager", seat=1, wager="initial", amount=50_00)
            await dealer.does("wisconsin", command="call_no_more_bets")
            cards = [str(card) for card in fresh(1)[:2]]
            await dealer.does("wisconsin", command="report_face_up_cards", cards=cards)
            assert not events(house, "wisconsin", e.RoundVoided)
            asked = await floor.asks("wisconsin", command="rule", ruling="void", reason="two cards lay face up")
            assert asked.request
            assert not events(house, "wisconsin", e.RoundVoided)
            walter = await house.staff("walter", "floor")
            assert not (await house.room.confirm(walter.speaker, "c0", asked.request)).ok
            await walter.does("wisconsin", command="take_duty")
            assert (await house.room.confirm(walter.speaker, "c1", asked.request)).ok
            await house.rest()
            assert len(events(house, "wisconsin", e.RoundVoided)) == 1

    asyncio.run(story())


def test_wi_j_1_1_two_people_take_a_card_that_lay_face_up_from_a_hand_that_was_settled() -> None:
    async def story() -> None:
        async with open_house("wisconsin", dealer="person", floor="person") as house:
            floor, dealer = await opened(house, "wisconsin")
            await sell(house, "wisconsin", 1, 100_00)
            while house.live("wisconsin").table.cards.burns_due:
                await dealer.does("wisconsin", command="burn_card")
            await dealer.does("wisconsin", command="place_wager", seat=1, wager="initial", amount=50_00)
            await dealer.does("wisconsin", command="call_no_more_bets")
            for card in ("As", "7s"):
                await dealer.does("wisconsin", command="read_card", text=card)
            await dealer.does("wisconsin", command="settle_hand")
            asked = await dealer.asks("wisconsin", command="report_face_up_cards", cards=["As"], seat=1)
            assert asked.request
            assert not events(house, "wisconsin", e.FaceUpCardsRacked)
            assert (await house.room.confirm(floor.speaker, "c1", asked.request)).ok
            await house.rest()
            assert [one.card for one in house.live("wisconsin").table.boxes[:1]] == [None]
            assert len(events(house, "wisconsin", e.SettlementReversed)) == 1

    asyncio.run(story())


def test_a_ruling_that_reverses_what_was_settled_takes_two_people() -> None:
    """Seat 2 was missed, and seat 1 was settled against a card that lies elsewhere."""

    async def story() -> None:
        async with open_house("wisconsin", dealer="person", floor="person") as house:
            floor, dealer = await opened(house, "wisconsin")
            await dealer.does("wisconsin", command="sit", seat=2)
            while house.live("wisconsin").table.cards.burns_due:
                await dealer.does("wisconsin", command="burn_card")
            for seat in (1, 2):
                await sell(house, "wisconsin", seat, 100_00)
                await dealer.does("wisconsin", command="place_wager", seat=seat, wager="initial", amount=50_00)
            await dealer.does("wisconsin", command="call_no_more_bets")
            for card in ("9s", "7s", "Kd"):
                await dealer.does("wisconsin", command="read_card", text=card)
            while house.phase("wisconsin") == "settling":
                await dealer.does("wisconsin", command="settle_hand")
            await dealer.does("wisconsin", command="report_missed_hand", seat=2)
            asked = await floor.asks("wisconsin", command="rule", ruling="void_hand", reason="it has no card")
            assert asked.request
            assert not events(house, "wisconsin", e.SettlementReversed)
            walter = await house.staff("walter", "floor")
            await walter.does("wisconsin", command="take_duty")
            assert (await house.room.confirm(walter.speaker, "c1", asked.request)).ok
            await house.rest()
            assert house.live("wisconsin").table.round.dealer_card == "7s"

    asyncio.run(story())


def test_reading_md_15_a_connected_player_is_not_absent_and_two_people_take_the_wager_of_one_who_is() -> None:
    async def story() -> None:
        async with open_house("maryland", dealer="person", floor="person") as house:
            floor, dealer = await opened(house, "maryland")
            ann = await house.guest("maryland", 2)
            while house.live("maryland").table.cards.burns_due:
                await dealer.does("maryland", command="burn_card")
            await ann.does("maryland", command="put_wagers", seat=2, wagers={"initial": 50_00})
            await dealer.does("maryland", command="call_no_more_bets")
            assert await dealer.is_refused("maryland", command="report_absence", seat=2) == "player_is_here"
            house.live("maryland").unwatch(ann)
            await dealer.does("maryland", command="report_absence", seat=2)
            asked = await floor.asks("maryland", command="rule", ruling="lost", reason="gone")
            assert asked.request
            await house.watch(ann, "maryland")
            walter = await house.staff("walter", "floor")
            await walter.does("maryland", command="take_duty")
            answer = await house.room.confirm(walter.speaker, "c1", asked.request)
            assert answer.refused is not None
            assert answer.refused.why == "player_is_here"
            house.live("maryland").unwatch(ann)
            again = await floor.asks("maryland", command="rule", ruling="lost", reason="gone")
            assert not events(house, "maryland", e.WagersAbandoned)
            assert (await house.room.confirm(walter.speaker, "c2", again.request)).ok
            await house.rest()
            assert events(house, "maryland", e.WagersAbandoned) == [e.WagersAbandoned(2)]

    asyncio.run(story())
