"""A dealer with real cards runs an evening from the console alone, in every state."""

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from tests.live.rooms import House, Human, enters_depth, open_house
from tests.told import RULEBOOKS
from wartable.ledger import patron
from wartable.live.history.mirror import stream_of
from wartable.rulebook import Rules
from wartable.shoe.order import fresh
from wartable.store import decode
from wartable.table import events as e

SEATS = (1, 2)


class Console:
    """A dealer who does what the console says, and chooses where people choose."""

    def __init__(self, house: House, dealer: Human, table: str, cards: Iterator[str]) -> None:
        self.house, self.dealer, self.table, self.cards = house, dealer, table, cards
        self.online: dict[int, Human] = {}
        """Players who sit at a device of their own, by seat: they bet and choose there."""
        self.rounds = 0

    @property
    def felt(self) -> dict[str, Any]:
        felt: dict[str, Any] = self.dealer.messages[-1]["felt"]
        return felt

    async def say(self, **command: Any) -> None:
        await self.dealer.does(self.table, **command)

    async def say_for(self, place: int, **command: Any) -> None:
        """The player says it there, or the dealer enters it for a player at the table."""
        await self.online.get(place, self.dealer).does(self.table, **command)

    async def go_on(self) -> None:
        """The next step, as the console words it."""
        felt = self.felt
        step: dict[str, Any] = next(iter(felt["steps"]), {"step": "", "command": None})
        match step["step"], felt["phase"]:
            case "deal_player" | "deal_dealer" | "war_deal_player" | "war_deal_dealer", _:
                self.house.clock.advance(1)
                await self.say(command="read_card", text=next(self.cards))
            case "offer_cut" | "cut" | "reinsert" | "insert_cover_card", _:
                assert await enters_depth(self.house, self.table, self.dealer)
            case "offer_bank", _:
                await self.say_for(step["seat"], command="post_bank", amount=10_000_00)
            case "choose", _:
                await self.say_for(step["seat"], command="go_to_war", seat=step["seat"], bettor=step["bettor"])
            case "war_tie", _:
                await self.say_for(step["seat"], command="decline_war_tie", seat=step["seat"])
            case "bets", "betting":
                await self.bet()
            case "", "banking":
                await self.say(command="offer_bank")
            case "spin", _:
                await self.say(command="spin_wheel", hot_seat=step["seat"] or 1, hot="200", community="25")
            case _:
                assert step["command"], (felt["phase"], felt["steps"])
                await self.say(**step["command"])

    async def sell(self, seat: int) -> None:
        """A walk-in buys chips at the table; at a practice table they brought them."""
        live = self.house.live(self.table)
        if not live.settings.practice:
            await self.house.room.desk.give(live.table.boxes[seat - 1].patron, 1_000_00)

    async def bet(self) -> None:
        hand = {"hand": 1} if self.house.live(self.table).rules.electronic else {}
        for seat in SEATS:
            box = self.felt["seats"][seat - 1]
            if not box["taken"]:
                await self.say(command="sit", seat=seat, patron=f"player {seat}")
                await self.sell(seat)
            if not box["banks"]:
                await self.say_for(seat, command="place_wager", seat=seat, wager="initial", amount=20_00, **hand)
        self.rounds += 1


@pytest.mark.parametrize("table", RULEBOOKS)
def test_one_dealer_runs_rounds_with_real_cards_and_the_money_is_counted(table: str) -> None:
    async def story() -> None:
        async with open_house(table, dealer="person") as house:
            dealer = await house.staff("petra", "dealer", table)
            cards = fresh(house.live(table).rules.decks)
            random.Random(table).shuffle(cards)
            console = Console(house, dealer, table, iter(cards))
            await console.say(command="open_table")
            for seat in SEATS:
                await console.say(command="sit", seat=seat, patron=f"player {seat}")
            while console.rounds < 9:
                await console.go_on()
            events = [decode(record) for record in house.room.store.read(stream_of(table))]
            dealt = [event.card for event in events if isinstance(event, e.CardDealt)]
            assert dealt == cards[: len(dealt)]
            assert sum(isinstance(event, e.RoundEnded) for event in events) == 8
            assert not [event for event in events if isinstance(event, e.ShoeSealed)]
            assert sum(house.room.store.balances().values()) == 0
            assert house.room.store.balance(patron(f"walk-in {table} player 1")) > 0

    asyncio.run(story())


def test_a_card_that_cannot_be_calls_the_floor_and_does_not_enter() -> None:
    async def story() -> None:
        async with open_house("washington", dealer="person", floor="person") as house:
            floor = await house.staff("vera", "floor", "washington")
            dealer = await house.staff("petra", "dealer", "washington")
            await floor.does("washington", command="open_table", dealer="petra")
            console = Console(house, dealer, "washington", iter(()))
            for seat in SEATS:
                await console.say(command="sit", seat=seat)
                await console.sell(seat)
            while house.phase("washington") == "opening":
                who = floor if floor.messages[-1]["felt"]["steps"] else dealer
                await who.does("washington", **who.messages[-1]["felt"]["steps"][0]["command"])
            while house.phase("washington") != "dealing":
                await console.go_on()
            await console.say(command="read_card", text="1x")
            assert house.phase("washington") == "suspended"
            ruling = house.room.pit().queue[0]
            assert ruling.kind == "ruling"
            await console.say(command="sit", seat=4)
            assert house.room.pit().queue[0] == ruling  # a reason that is being written is not lost
            await floor.does("washington", command="rule", ruling="continue", reason="it was the ace")
            await console.say(command="read_card", text="10♠")
            assert console.felt["seats"][0]["cards"] == ["Ts"]

    asyncio.run(story())


def test_an_automatic_table_takes_nothing_from_a_dealer() -> None:
    async def story() -> None:
        async with open_house("washington") as house:
            dealer = await house.staff("petra", "dealer")
            assert await dealer.is_refused("washington", command="read_card", text="9h") == "automatic_table"
            assert await dealer.is_refused("washington", command="burn_card") == "automatic_table"

    asyncio.run(story())


def test_a_dealer_opens_a_table_only_where_the_floor_is_automatic() -> None:
    async def story() -> None:
        async with open_house("washington", dealer="person", floor="person") as house:
            dealer = await house.staff("petra", "dealer")
            assert await dealer.is_refused("washington", command="open_table") == "not_allowed"

    asyncio.run(story())


def test_md_10_d_2_a_server_draws_the_hot_spot_of_a_real_wheel_and_the_dealer_cannot_name_it() -> None:
    def drawn(rules: Rules) -> Rules:
        spin = rules.bonus_spin
        assert spin is not None
        hot_spot = replace(spin.hot_spot, selection="random_draw", unbet_position="respin")
        return replace(rules, bonus_spin=replace(spin, hot_spot=hot_spot))

    async def story() -> None:
        async with open_house("maryland", dealer="person", rules=drawn) as house:
            dealer = await house.staff("petra", "dealer", "maryland")
            console = Console(house, dealer, "maryland", iter(["9c", "Js", "Ah"]))
            await console.say(command="open_table")
            for seat in SEATS:
                await console.say(command="sit", seat=seat, patron=f"player {seat}")
            while house.phase("maryland") != "betting" or console.felt["steps"][0]["step"] != "bets":
                await console.go_on()
            await console.bet()
            for seat in SEATS:
                await console.say(command="place_wager", seat=seat, wager="bonus_spin", amount=5_00)
            await console.say(command="call_no_more_bets")
            await console.say(command="count_side_wagers", counts=[["progressive", 0], ["bonus_spin", 2]])
            while house.phase("maryland") != "side_bets":
                await console.go_on()
            seat = console.felt["steps"][0]["seat"]
            assert seat in SEATS
            other = {"command": "spin_wheel", "hot_seat": 3 - seat, "hot": "200", "community": "25"}
            assert await dealer.is_refused("maryland", **other) == "hot_seat_is_drawn"
            assert await dealer.is_refused("maryland", command="draw_hot_seat", seat=3 - seat) == "bad_command"
            await console.go_on()
            events = [decode(record) for record in house.room.store.read(stream_of("maryland"))]
            draws = [event for event in events if isinstance(event, e.HotSeatDrawn)]
            assert draws[-1] == e.HotSeatDrawn(seat)
            assert all(event.again for event in draws[:-1])
            assert [event.hot_seat for event in events if isinstance(event, e.WheelSpun)] == [seat]

    asyncio.run(story())
