"""An evening at a table in the terminal: the real table, the real screen, and keys that are really pressed."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace
from textual.events import Key
from textual.pilot import Pilot

from tests.patience import PATIENCE
from tests.told import RULEBOOKS
from wartable.live.people.orders import Speaker
from wartable.play.app import PlayApp
from wartable.play.screen import TableScreen
from wartable.play.settings import PlaySettings, settings_for
from wartable.play.table import PlayTable, open_play_table
from wartable.rulebook import Rules, load_rulebook, rules_in_force
from wartable.store import decode

LONG = 3_000
"""Seconds that never pass in a test."""
MAX_PRESSED = 20
"""So often something is asked for before a test gives up."""
NARROW = (80, 24)
CHIPS = 1_000_00

WAR_IS_WON = {"maryland": "1385"}
"""A seed whose first round is a tie, and whose war the player wins."""
HOUSE_BANKS = tuple(name for name in RULEBOOKS if rules_in_force(load_rulebook(name)).bank.by == "house")
"""The rulebooks under which one person can bet alone; where players bank, another person has to hold the bank."""
LOST = "3"
"""A seed whose first round the player loses."""


def quick(where: str, *, chips: int = CHIPS, choice_seconds: int | None = None, **more: Any) -> PlaySettings:
    """A table that deals without a pause, where people have more time than any test takes, and a choice has no end."""
    settings = settings_for(where, **{"bots": 0, **more})
    never = dict.fromkeys(("bets_seconds", "war_wagers_seconds", "look_seconds", "cut_seconds", "bank_seconds"), LONG)
    one = replace(settings.plan.tables[0], pace=0, **never)

    def timed(rules: Rules) -> Rules:
        return replace(rules, decision=replace(rules.decision, timeout_s=choice_seconds))

    houses = {table: replace(filed, rules=timed(filed.rules)) for table, filed in settings.houses.items()}
    return replace(settings, plan=replace(settings.plan, tables=(one,), guest_chips=chips), houses=houses)


class Evening:
    """A person at the terminal."""

    def __init__(self, table: PlayTable, app: PlayApp, pilot: Pilot[None]) -> None:
        self.table = table
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> TableScreen:
        screen = self.app.screen_stack[1]
        assert isinstance(screen, TableScreen)
        return screen

    @property
    def lines(self) -> list[str]:
        strips = self.app.screen._compositor.render_strips()  # noqa: SLF001
        return ["".join(segment.text for segment in strip) for strip in strips]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    async def rest(self) -> None:
        """Until the table waits for a person and everything is drawn."""
        async with asyncio.timeout(PATIENCE):
            await self.app.workers.wait_for_complete()
            while not self._rests():
                await asyncio.sleep(0.001)
                await self.app.workers.wait_for_complete()
        assert not self.table.live.stopped, self.table.live.stopped
        self.table.live.tell_now()
        await self.pilot.pause(0)

    def _rests(self) -> bool:
        live = self.table.live
        return bool(live.stopped) or (live.driver.is_resting and bool(self.table.you.seats))

    async def until(self, happens: Callable[[], object]) -> None:
        """The neighbours play, until something has happened."""
        async with asyncio.timeout(PATIENCE):
            await self.rest()
            while not happens():
                await asyncio.sleep(0.001)
                await self.rest()
        await self.rest()  # what is kept already may not be told yet

    async def press(self, *keys: str) -> None:
        """As the driver hands keys over; the pilot's own way waits for an idle processor, and ours is never idle."""
        for key in keys:
            self.app.post_message(Key(key, key if len(key) == 1 else None))
            await self.pilot.pause(0)
            await self.rest()

    async def leave(self) -> None:
        """Leave by the key, without waiting."""
        self.app.post_message(Key("q", "q"))
        await self.pilot.pause(0)
        assert self.app._exit  # noqa: SLF001

    async def click(self, text: str) -> None:
        """Click where this is written."""
        y = next(number for number, line in enumerate(self.lines) if text in line)
        await self.pilot.click(offset=(self.lines[y].index(text) + 1, y))
        await self.rest()

    async def bets_are_open(self) -> None:
        """What is offered before is passed on."""
        for _ in range(MAX_PRESSED):
            await self.rest()
            if self.table.slip.bets and self.table.felt.phase == "betting":
                return
            you = self.table.you
            await self.press("n" if you.look or you.cut or you.bank else "s" if you.choice else "enter")
        raise AssertionError("bets never open")

    async def bank_is_yours(self) -> None:
        """Where players bank: what is offered before the bank is passed on."""

        def asked() -> object:
            return self.table.you.look or self.table.you.cut or self.table.you.bank

        for _ in range(MAX_PRESSED):
            await self.until(asked)
            if self.table.you.bank:
                return
            await self.press("n")
        raise AssertionError("the bank is never offered")

    async def play_round(self, *keys: str) -> None:
        """Bet with these keys and play the round to its end; a tie is surrendered."""
        await self.bets_are_open()
        number = self.table.felt.round
        await self.press(*keys, "enter")
        for _ in range(MAX_PRESSED):
            await self.rest()
            if self.table.history and self.table.history[0].round > number:
                return
            if self.table.you.choice:
                await self.press("s")
        raise AssertionError("the round does not end")

    async def floor(self, command: str) -> None:
        """The floor orders something."""
        answer = await self.table.room.ask(Speaker("vera", "floor"), self.table.live.id, command, {"command": command})
        assert answer.ok, answer.refused
        await self.rest()

    def events(self, kind: type[Any]) -> list[Any]:
        records = self.table.room.store.read(f"table/{self.table.live.id}")
        return [event for event in map(decode, records) if isinstance(event, kind)]

    def version(self) -> int:
        return self.table.live.log.mirror.version

    def money_is_whole(self) -> None:
        """Nothing came from nowhere and nothing is lost, and the screen shows what the store has."""
        store = self.table.room.store
        assert sum(store.balances().values()) == 0
        assert store.balance("patron/terminal") == self.table.you.balance


@asynccontextmanager
async def evening(settings: PlaySettings, size: tuple[int, int] = NARROW) -> AsyncIterator[Evening]:
    async with open_play_table(settings) as table:
        app = PlayApp(table)
        async with app.run_test(size=size) as pilot:
            told = Evening(table, app, pilot)
            await told.rest()
            yield told


def tell(
    story: Callable[[Evening], Coroutine[None, None, None]], settings: PlaySettings, size: tuple[int, int] = NARROW
) -> None:
    async def run() -> None:
        async with evening(settings, size) as told:
            await story(told)

    asyncio.run(run())
