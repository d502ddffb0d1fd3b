"""Computer players beside you: they bet when you do, and never know more than you."""

import asyncio
import random
import secrets
from contextlib import suppress
from typing import Any, Protocol

import msgspec

from wartable.live import BetView, FeltView, LiveTable, Room, Speaker, TableMessage, Update, You
from wartable.money import Cents
from wartable.play.settings import PlaySettings
from wartable.rulebook import Wager

NAMES = ("Ada", "Bruno", "Chiara", "Dmitri", "Esther", "Farid")
THINKS_MS = (400, 1_600)
"""The shortest and the longest time of an action, at a human pace."""
WAR_IN_TEN = 8
TIE_IN_TEN = 3
UNITS = (1, 1, 2, 3, 5)
"""A neighbour bets this multiple of the minimum."""

_decode = msgspec.json.Decoder(TableMessage | Update).decode
Command = dict[str, Any]


class PersonBeside(Protocol):
    """The person at the terminal, for whose company the neighbours are there."""

    @property
    def is_in(self) -> bool:
        """Whether the person plays this round."""
        ...

    @property
    def is_asked_first(self) -> bool:
        """Whether the bank comes to the person before a neighbour takes it."""
        ...


class Neighbour:
    """A player who watches the table and answers when asked."""

    def __init__(
        self, room: Room, live: LiveTable, speaker: Speaker, mind: random.Random, person: PersonBeside, words: str
    ) -> None:
        self.speaker = speaker
        self._words = words
        self._room = room
        self._live = live
        self._mind = mind
        self._person = person
        self._news = asyncio.Event()
        self._felt: FeltView
        self._you: You
        self._task = asyncio.create_task(self._live_on(), name=speaker.name)

    def push(self, _table: str, message: bytes) -> None:
        """Receive a message of the table."""
        told = _decode(message)
        self._felt = told.felt
        self._you = told.you or self._you
        self._news.set()

    async def stop(self) -> None:
        """Leave the table."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def _live_on(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            if self._answer(self._felt, self._you) is not None:
                await asyncio.sleep(self._mind.uniform(*THINKS_MS) * self._live.settings.pace / 100_000)
            await self._act()

    async def _act(self) -> None:
        """Act on the state after the pause, which may differ from the one before it."""
        you = self._you
        command = self._answer(self._felt, you)
        if command is not None:
            said = self._in_full(command, you)
            if sum(said.get("wagers", {}).values()) > you.balance:
                await self._room.desk.give(self.speaker.patron, self._room.floorplan.guest_chips)
            await self._room.ask(self.speaker, self._live.id, f"n-{secrets.token_hex(8)}", said)
        elif you.may_be_ready:
            self._live.set_ready(self.speaker.patron, ready=True)

    def _answer(self, felt: FeltView, you: You) -> Command | None:
        if not you.seats:
            free = [seat.seat for seat in felt.seats if not seat.taken]
            return {"command": "sit", "seat": free[0]} if free and "sit" in you.can else None
        if you.look is not None:
            return {"command": "decline_look"}
        if you.cut is not None:
            return {"command": "decline_cut"} if "decline_cut" in you.can else None
        if you.bank is not None:
            takes = you.bank.most >= you.bank.least and not self._person.is_asked_first
            return {"command": "post_bank" if takes else "decline_bank"}
        if you.choice is not None:
            return {"command": "go_to_war", "seat": you.choice.seat}
        initial = _own(you).get("initial") if felt.phase == "betting" else None
        plays = initial is not None and not initial.made and self._person.is_in
        return {"command": "put_wagers", "seat": you.seats[0]} if plays else None

    def _in_full(self, command: Command, you: You) -> Command:
        """Random choices are made once, when the command is sent."""
        match command["command"]:
            case "sit":
                return {**command, "seat": self._place()}
            case "go_to_war" if you.choice is not None:
                war = you.choice.enough_for_war and self._mind.randrange(10) < WAR_IN_TEN
                return {**command, "command": "go_to_war" if war else "surrender"}
            case "post_bank" if you.bank is not None:
                return {**command, "amount": you.bank.most, "words": self._words}
            case "put_wagers":
                hand = 1 + self._mind.randrange(len(self._felt.community_cards) or 1)
                wagers = self._wagers(you)
                hand = hand if self._live.rules.electronic else 0
                return {**command, "wagers": wagers, "hand": hand, "words": self._words}
        return command

    def _place(self) -> int:
        """A place beside the others, and not at the far end, where the house's players sit."""
        free = [seat.seat for seat in self._felt.seats if not seat.taken]
        middle = (len(self._felt.seats) + 1) // 2
        return min((seat for seat in free if seat != middle), key=lambda seat: abs(seat - middle), default=free[0])

    def _wagers(self, you: You) -> dict[str, Cents]:
        own = _own(you)
        wagers = {"initial": _amount(own["initial"], self._mind.choice(UNITS))}
        if "tie" in own and self._mind.randrange(10) < TIE_IN_TEN:
            wagers["tie"] = _amount(own["tie"], 1)
        return wagers


def _own(you: You) -> dict[Wager, BetView]:
    return {bet.wager: bet for bet in you.bets if bet.seat == you.seats[0] and not bet.bettor}


def _amount(bet: BetView, units: int) -> Cents:
    """A multiple of the minimum, rounded to the step, and at most the maximum."""
    least = -(-max(bet.min, 5_00) // bet.step) * bet.step
    return least if bet.max is not None and least * units > bet.max else least * units


async def seat_them(room: Room, live: LiveTable, settings: PlaySettings, person: PersonBeside) -> tuple[Neighbour, ...]:
    """Seat the neighbours, each with chips."""
    chance = random.Random(settings.seed or secrets.token_hex(16))
    seated = []
    for name in NAMES[: settings.bots]:
        patron = f"neighbour-{name.lower()}"
        await room.patrons.call(patron, name)
        if await room.patrons.refresh(patron) < room.floorplan.guest_chips:
            await room.desk.give(patron, room.floorplan.guest_chips)
        speaker = Speaker(patron, "guest", patron, name)
        neighbour = Neighbour(room, live, speaker, random.Random(chance.random()), person, settings.words)
        neighbour.push(live.id, live.whole(neighbour))
        live.watch(neighbour)
        seated.append(neighbour)
    return tuple(seated)
