"""Bots and watchers for the bench: they do as little work as possible, so that the server's work is measured."""

import itertools
from time import perf_counter_ns
from typing import Any, Literal

import msgspec

from bench.samples import Samples
from bench.sockets import Line
from bench.turns import Turns

STAKE = 10_00


class _Choice(msgspec.Struct, frozen=True):
    seat: int
    bettor: str


class _You(msgspec.Struct, frozen=True):
    seats: tuple[int, ...] = ()
    choice: _Choice | None = None
    look: dict[str, Any] | None = None
    cut: dict[str, Any] | None = None


class _Bettor(msgspec.Struct, frozen=True):
    initial: int


class _Seat(msgspec.Struct, frozen=True):
    bettors: tuple[_Bettor, ...]


class _Felt(msgspec.Struct, frozen=True):
    phase: str
    round: int
    seats: tuple[_Seat, ...]


class _Message(msgspec.Struct, frozen=True):
    """The part of any message that a bot reads."""

    type: Literal["hello", "table", "update", "you", "answer", "problem", "bye", "pong"]
    version: Any = 0
    id: str = ""
    ok: bool = False
    felt: _Felt | None = None
    you: _You | None = None


class _Seen(msgspec.Struct, frozen=True):
    """The part of a message that a watcher reads."""

    type: str
    version: Any = 0
    events: tuple[msgspec.Raw, ...] = ()


_decode = msgspec.json.Decoder(_Message).decode
_see = msgspec.json.Decoder(_Seen).decode
UPDATE, VERSION = b'{"type":"update"', b'"version":'


class Watcher:
    """A silent watcher of one table. One at each table counts the events; the others only note the time."""

    def __init__(self, table: str, samples: Samples, *, counts: bool) -> None:
        self._table, self._samples, self._counts = table, samples, counts
        self.line = Line(self)

    async def come(self, port: int) -> None:
        await self.line.connect(port, "", self._table)
        self.line.send({"type": "watch", "tables": [self._table]})

    def hear(self, text: bytes) -> None:
        """Receive an event, or a change in who is at the table."""
        if not text.startswith(UPDATE):
            return
        now = perf_counter_ns()
        if self._counts:
            seen = _see(text)
            self._samples.count(len(seen.events))
            version = int(seen.version)
        else:
            at = text.find(VERSION) + len(VERSION)
            version = int(text[at : text.find(b",", at)])
        self._samples.seen(self._table, version, now)


class Bot:
    """A guest who bets in every round, and surrenders every tie."""

    def __init__(self, table: str, seat: int, samples: Samples, turns: Turns) -> None:
        self._table, self._seat, self._samples, self._turns = table, seat, samples, turns
        self._ids = itertools.count(1)
        self._asking = False
        self._asked = ("", 0, "")
        self._done: object = None
        self.sits = False
        self.line = Line(self)

    async def come(self, port: int, cookie: str) -> None:
        await self.line.connect(port, cookie, self._table)
        self.line.send({"type": "watch", "tables": [self._table]})

    def hear(self, text: bytes) -> None:
        """Receive an answer, or the current table."""
        if self._asking and text.startswith(UPDATE):
            return
        message = _decode(text)
        if message.type == "answer":
            self._answered(message, perf_counter_ns())
        elif message.felt is not None and message.you is not None and not self._asking:
            self._look(message.felt, message.you)

    def _answered(self, message: _Message, now: int) -> None:
        id_, due, what = self._asked
        if message.id != id_:
            return
        self._asking = False
        if not message.ok:
            self._samples.refused()
            self._done = None
            self.line.send({"type": "resync", "table": self._table})
            return
        self._samples.answered(self._table, int(message.version), now - due, now)
        self.sits = True
        if what == "bet":
            self.line.send({"type": "ready", "table": self._table})

    def _look(self, felt: _Felt, you: _You) -> None:
        seat = self._seat
        if not you.seats:
            self._ask("sit", {"command": "sit", "seat": seat})
        elif you.look is not None:
            self._ask("look", {"command": "confirm_step", "step": "look"})
        elif you.cut is not None:
            self._ask("cut", {"command": "cut_cards", "depth": you.cut["stack"] // 2})
        elif you.choice is not None:
            self._ask("choose", {"command": "surrender", "seat": seat, "bettor": you.choice.bettor})
        elif felt.phase == "betting" and not felt.seats[seat - 1].bettors and self._done != felt.round:
            self._done = felt.round
            self._ask("bet", {"command": "put_wagers", "seat": seat, "wagers": {"initial": STAKE}})

    def _ask(self, what: str, command: dict[str, Any]) -> None:
        """Send a command in turn; wait for its answer before the next."""
        self._asking = True

        def say(due: int) -> None:
            id_ = f"b{next(self._ids)}"
            self._asked = (id_, due, what)
            self.line.send({"type": "do", "id": id_, "table": self._table, "command": command})

        self._turns.queue(say)
