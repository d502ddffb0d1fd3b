"""Bots and watchers for the bench: as little work as possible on their side, so that the server's is measured."""

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
    cut: dict[str, int] | None = None


class _Bettor(msgspec.Struct, frozen=True):
    initial: int


class _Seat(msgspec.Struct, frozen=True):
    bettors: tuple[_Bettor, ...]


class _Felt(msgspec.Struct, frozen=True):
    phase: str
    round: int
    seats: tuple[_Seat, ...]


class _Message(msgspec.Struct, frozen=True):
    """What a bot looks at of any message."""

    type: Literal["hello", "table", "update", "you", "answer", "problem", "bye", "pong"]
    version: Any = 0
    id: str = ""
    ok: bool = False
    felt: _Felt | None = None
    you: _You | None = None


class _Seen(msgspec.Struct, frozen=True):
    """What a watcher looks at."""

    type: str
    version: Any = 0
    events: tuple[msgspec.Raw, ...] = ()


_decode = msgspec.json.Decoder(_Message).decode
_see = msgspec.json.Decoder(_Seen).decode
UPDATE, VERSION = b'{"type":"update"', b'"version":'


class Watcher:
    """Hears of everything at one table, and says nothing. One at each table counts the events; the others only when."""

    def __init__(self, table: str, samples: Samples, *, counts: bool) -> None:
        self._table, self._samples, self._counts = table, samples, counts
        self.line = Line(self)

    async def come(self, port: int) -> None:
        """Be there from now on."""
        await self.line.connect(port, "", self._table)
        self.line.send({"type": "watch", "tables": [self._table]})

    def hear(self, text: bytes) -> None:
        """Something happened at the table, or somebody came or went."""
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
    """A guest who bets in every round, and gives up every tie."""

    def __init__(self, table: str, seat: int, samples: Samples, turns: Turns) -> None:
        self._table, self._seat, self._samples, self._turns = table, seat, samples, turns
        self._ids = itertools.count(1)
        self._asking = False
        self._asked = ("", 0, "")
        self._done: object = None
        self.sits = False
        self.line = Line(self)

    async def come(self, port: int, cookie: str) -> None:
        """Be there from now on."""
        await self.line.connect(port, cookie, self._table)
        self.line.send({"type": "watch", "tables": [self._table]})

    def hear(self, text: bytes) -> None:
        """An answer, or the table as it stands now."""
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
        elif you.cut is not None:
            self._ask("cut", {"command": "cut_cards", "depth": you.cut["stack"] // 2})
        elif you.choice is not None:
            self._ask("choose", {"command": "surrender", "seat": seat, "bettor": you.choice.bettor})
        elif felt.phase == "betting" and not felt.seats[seat - 1].bettors and self._done != felt.round:
            self._done = felt.round
            self._ask("bet", {"command": "put_wagers", "seat": seat, "wagers": {"initial": STAKE}})

    def _ask(self, what: str, command: dict[str, Any]) -> None:
        """Say it in turn; until it is answered nothing else is said."""
        self._asking = True

        def say(due: int) -> None:
            id_ = f"b{next(self._ids)}"
            self._asked = (id_, due, what)
            self.line.send({"type": "do", "id": id_, "table": self._table, "command": command})

        self._turns.queue(say)
