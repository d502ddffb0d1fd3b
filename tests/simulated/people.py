"""People in the simulated house: players who send until they are answered, the floor, and a cheat."""

import asyncio
import itertools
from typing import TYPE_CHECKING, Any

import msgspec

from tests.simulated.checks import ACCOUNT
from wartable.live.people.orders import Speaker
from wartable.live.wire.messages import Answer
from wartable.live.wire.roles import AnyRole

if TYPE_CHECKING:
    from tests.simulated.world import Server, World

PATIENCE = 6.0
UNKNOWN = ("outcome_unknown", "elsewhere", "too_many", "going_down")
"""A person who is told this knows nothing, and sends the same again; `store_down` says that nothing was kept."""


class Sent(msgspec.Struct):
    """An order as its sender knows it."""

    id: str
    body: dict[str, Any]
    copies: int = 0
    answer: Answer | None = None
    """The first that was certain."""


class Player:
    """A person at one server at a time, who looks at what was pushed and does something about it."""

    def __init__(self, world: "World", name: str, seat: int, role: AnyRole = "player") -> None:
        self.world, self.seat = world, seat
        account = f"{name}{ACCOUNT}" if role == "player" else ""
        self.speaker = Speaker(account or name, role, account, name)
        self.server: Server | None = None
        self.sent: dict[str, Sent] = {}
        self.view: dict[str, Any] = {}
        self._ids = itertools.count(1)
        self._answered: dict[str, asyncio.Event] = {}

    # The socket

    def push(self, table: str, message: bytes) -> None:
        """From the server, by the network; what is on its way when the line drops never arrives."""
        self.world.later(self._sees, self.server, table, message)

    def _sees(self, server: "Server | None", table: str, message: bytes) -> None:
        if server is not None and server is self.server and server.alive:
            self.world.checks.look_at_view(self.speaker, table, message)
            self.view = msgspec.json.decode(message)

    def connect(self) -> None:
        """To any server that is there."""
        alive = [server for server in self.world.servers.values() if server.alive]
        if alive and self.server is None:
            self.server = self.world.rng.choice(alive)
            live = self.server.room.tables[self.world.table]
            live.watch(self)
            self.push(live.id, live.whole(self))

    def drop(self) -> None:
        """The line to the server is gone."""
        if self.server is not None and self.server.alive:
            self.server.room.tables[self.world.table].unwatch(self)
        self.server, self.view = None, {}

    # Asking

    async def ask(self, **body: Any) -> Answer:
        """Until the answer is certain; the same order may be on its way several times."""
        sent = Sent(f"{next(self._ids)}", body)
        self.sent[sent.id] = sent
        event = self._answered[sent.id] = asyncio.Event()
        while sent.answer is None:
            self._send(sent)
            try:
                async with asyncio.timeout(PATIENCE):
                    await event.wait()
            except TimeoutError:
                self.connect()
            event.clear()
        return sent.answer

    def _send(self, sent: Sent) -> None:
        rng, rates = self.world.rng, self.world.rates
        copies = 1 + (rng.randrange(100) < rates.twice) * rng.randint(1, 2)
        for _ in range(copies):
            sent.copies += 1
            if rng.randrange(100) >= rates.lost_message:
                self.world.later(self._arrives, self.server, sent.id, sent.body)

    def _arrives(self, server: "Server | None", id_: str, body: dict[str, Any]) -> None:
        if server is not None and server.alive:
            self.world.spawn(self._order(server, id_, body))

    async def _order(self, server: "Server", id_: str, body: dict[str, Any]) -> None:
        def deliver(answer: Answer) -> None:
            if server.alive and self.world.rng.randrange(100) >= self.world.rates.lost_message:
                self.world.later(self._hears, id_, msgspec.json.encode(answer), server)

        if "confirm" in body:
            deliver(await server.room.confirm(self.speaker, id_, body["confirm"]))
        else:
            await server.room.order(self.speaker, self.world.table, id_, body, deliver)

    def _hears(self, id_: str, answer: bytes, server: "Server") -> None:
        """An answer that comes a second time must be the same, byte for byte, where something was done."""
        if not server.alive:
            return
        sent, read = self.sent[id_], msgspec.json.decode(answer, type=Answer)
        certain = read.ok or (read.refused is not None and read.refused.why not in UNKNOWN)
        if certain and sent.answer is not None and sent.answer.ok and read.ok:
            self.world.checks.must(sent.answer == read, "A1: two answers to", id_, sent.answer, read)
        if certain and sent.answer is None:
            sent.answer = read
        self._answered[id_].set()

    # Playing

    async def live(self) -> None:
        """Until the world ends."""
        while True:
            await asyncio.sleep(self.world.rng.uniform(0.3, 2.0))
            self.connect()
            if self.view:
                await self.act()

    async def act(self) -> None:
        rng, you, felt = self.world.rng, self.view["you"] or {}, self.view["felt"]
        here = {"seat": self.seat}
        if self.seat not in you["seats"]:
            if "sit" in you["can"] and not felt["seats"][self.seat - 1]["taken"]:
                await self.ask(command="sit", **here)
        elif choice := you["choice"]:
            if rng.random() < 0.9:
                command = rng.choice(("go_to_war", "go_to_war", "surrender"))
                await self.ask(command=command, seat=choice["seat"], bettor=choice["bettor"])
        elif you["look"]:
            await self.ask(**rng.choice(({"command": "confirm_step", "step": "look"}, {"command": "decline_look"})))
        elif cut := you["cut"]:
            await self.ask(command="cut_cards", depth=rng.randint(cut["least"], cut["most"]), words="mice")
        elif you["bank"]:
            bank = {"command": "post_bank", "amount": 100_00, "words": "mice"}
            await self.ask(**(bank if rng.random() < 0.8 else {"command": "decline_bank"}))
        elif felt["phase"] == "betting" and you["bets"] and rng.random() < 0.8:
            await self.bet(you)
        elif you["may_be_ready"] and self.server is not None and self.server.alive:
            self.server.room.set_ready(self.speaker, self.world.table, ready=True)

    async def bet(self, you: dict[str, Any]) -> None:
        rng = self.world.rng
        if any(bet["made"] for bet in you["bets"] if bet["seat"] == self.seat) and rng.random() < 0.8:
            if you["may_be_ready"] and self.server is not None and self.server.alive:
                self.server.room.set_ready(self.speaker, self.world.table, ready=True)
            return
        wagers = {"initial": rng.choice((10_00, 20_00, 50_00)), **({"tie": 5_00} if rng.random() < 0.4 else {})}
        await self.ask(command="put_wagers", seat=self.seat, wagers=wagers)


class Cheat(Player):
    """Sits like anyone else, and tries everything that is not allowed."""

    async def act(self) -> None:
        rng = self.world.rng
        if rng.randrange(100) >= self.world.rates.hostile:
            await super().act()
            return
        other = rng.choice([seat for seat in (1, 2, 3) if seat != self.seat])
        await self.ask(
            **rng.choice(
                (
                    {"command": "put_wagers", "seat": other, "wagers": {"initial": 10_00}},
                    {"command": "put_wagers", "seat": self.seat, "wagers": {"initial": 400_00, "tie": 100_00}},
                    {"command": "put_wagers", "seat": self.seat, "wagers": {"initial": -10_00}},
                    {"command": "place_wager", "seat": self.seat, "wager": "initial", "amount": 10_00, "patron": "ann"},
                    {"command": "go_to_war", "seat": other},
                    {"command": "surrender", "seat": other},
                    {"command": "leave", "seat": other},
                    {"command": "sit", "seat": other, "patron": "ann"},
                    {"command": "void_round", "reason": "I lost"},
                    {"command": "turn_card", "card": "Ah"},
                    {"command": "settle_hand"},
                    {"command": "call_no_more_bets"},
                    {"command": "nonsense", "seat": [[]]},
                    {"command": "put_wagers", "seat": 10**9, "wagers": {}},
                )
            )
        )
        await self._change_a_body()

    async def _change_a_body(self) -> None:
        """An id that was used before, for something else: it must be refused by name."""
        done = [sent for sent in self.sent.values() if sent.answer and sent.answer.ok and sent.answer.receipt]
        if not done or self.server is None or not self.server.alive:
            return
        sent = self.world.rng.choice(done)
        other = {"command": "put_wagers", "seat": self.seat, "wagers": {"initial": 30_00}}
        answered: list[Answer] = []
        await self.server.room.order(self.speaker, self.world.table, sent.id, other, answered.append)
        await asyncio.sleep(1)
        self.world.checks.must(not any(answer.ok for answer in answered), "A1: another body was done under", sent.id)


class Floor(Player):
    """Two people of the floor, who now and then void a round or order a shuffle; one alone can do nothing."""

    async def act(self) -> None:
        rng = self.world.rng
        await asyncio.sleep(rng.uniform(5, 40))
        if rng.random() < 0.3:
            await self.ask(command="order_reshuffle")
            return
        asked = await self.ask(command="void_round", reason="a card fell to the floor")
        if asked.ok and asked.request:
            alone = await self.ask(confirm=asked.request)
            self.world.checks.must(not alone.ok, "A2: one key was enough for", asked.request)
            await self.world.second.ask(confirm=asked.request)
