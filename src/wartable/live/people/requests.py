"""Two keys: what one person asks for and a different person confirms. Until then nothing has happened."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, Literal

import msgspec

from wartable.audit import house_events as h
from wartable.live.history import HouseLog, Mirror
from wartable.live.moments import Moment
from wartable.live.people.orders import read_command
from wartable.live.wire import CallFloor, Trouble
from wartable.store import Kept, OtherBody, Store, decode
from wartable.table import can_enter_late, round_is_open
from wartable.table import commands as c
from wartable.table import events as e

MAX_KEPT = 1_000
"""Requests that are remembered after they were decided."""

State = Literal["waits", "confirmed", "withdrawn"]

CONFIRMED = "request"
"""How the id of a command begins that two people asked for; the request's own name follows."""
WITHDRAWN = b"withdrawn"
"""What is asked under that id where nothing is to come of the request."""
KEYS = ("request_made", "request_confirmed")


class Request(msgspec.Struct):
    """A request, and how far it has come."""

    request: str
    table: str
    command: dict[str, Any]
    first: str
    at: Moment
    state: State = "waits"
    second: str = ""
    about: int = 0
    lapsed: bool = False
    """Whether the first person has been locked, or given another role, since."""

    @property
    def is_call(self) -> bool:
        """Whether the dealer only calls: the answer does nothing to the table."""
        return self.command.get("command") == CallFloor.__struct_config__.tag

    def why_not(self, second: str) -> Trouble | None:
        """Return why this person cannot turn the second key."""
        if self.first == second:
            return Trouble.SAME_PERSON
        return Trouble.REQUEST_LAPSED if self.lapsed and self.state == "waits" else None

    def is_same(self, other: "Request") -> bool:
        """Whether the same person asks for the same; one call at a time is enough, for any reason."""
        if (self.table, self.first, self.about) != (other.table, other.first, other.about):
            return False
        return self.command == other.command or (self.is_call and other.is_call)

    @property
    def says(self) -> str:
        """Tell the person who made it what became of it."""
        match self.state:
            case "waits":
                return "It waits."
            case "withdrawn":
                return f"{self.second} turned it down." if self.second != self.first else "It is withdrawn."
        return f"{self.second} is coming." if self.is_call else f"{self.second} turned the second key."


class Requests:
    """Every request, as the log of the house says."""

    def __init__(self, log: HouseLog) -> None:
        self._log = log
        self._requests: dict[str, Request] = {}
        self.on_decided: list[Callable[[Request], None]] = []
        """Told of every request that a second person has decided."""
        log.listen(self._hear)

    def all(self) -> tuple[Request, ...]:
        """Return all requests, the oldest first."""
        return tuple(self._requests.values())

    def waiting(self, table: str | None = None) -> tuple[Request, ...]:
        """Return what waits for a second person."""
        return tuple(one for one in self.all() if one.state == "waits" and table in (None, one.table))

    def find(self, request: str) -> Request | None:
        """Find a request that still waits."""
        found = self._requests.get(request)
        return found if found is not None and found.state == "waits" else None

    async def confirmed(self, request: str, by: str, id_: str) -> Request | None:
        """Find a request that the same person confirmed under the same id, because the answer may have been lost."""
        found = self._requests.get(request)
        if found is None or (found.state, found.second) != ("confirmed", by):
            return None
        return found if await self._log.has_kept(f"confirmed/{request}", id_.encode()) else None

    def people(self, command_id: str) -> str:
        """Return who asked for a command: one person, or those who have turned a key."""
        person, _, request = command_id.partition("/")
        found = self._requests.get(request) if person == CONFIRMED else None
        return " and ".join(filter(None, (found.first, found.second))) if found else person

    async def make(self, command_id: str, table: str, command: dict[str, Any], by: str, about: int = 0) -> str:
        """Record the first key or a dealer's call; return the existing request where this person has asked already."""
        request = sha256(command_id.encode()).hexdigest()[:16]
        body = msgspec.json.encode([table, command], order="deterministic")
        made = Request(request, table, command, by, 0, about=about)

        def decide() -> tuple[h.HouseEvent, ...] | str:
            waits = (one.request for one in self.waiting(table) if one.is_same(made))
            return next(waits, None) or (h.RequestMade(request, table, command, by, about),)

        asked = await self._log.decide(f"ask/{command_id}", body, decide)
        return asked if isinstance(asked, str) else request

    async def confirm(self, request: str, by: str, id_: str = "") -> bool:
        """Record the second key; return false where the request no longer waited."""
        return await self._decide(f"confirmed/{request}", id_.encode(), h.RequestConfirmed(request, by))

    async def withdraw(self, request: str, by: str) -> bool:
        """Nothing comes of it; no, where something has come of it already.

        The outcome of a request has one id, so the store keeps either the deed or the withdrawal and never both.
        """
        try:
            return await self._decide(f"{CONFIRMED}/{request}", WITHDRAWN, h.RequestWithdrawn(request, by))
        except OtherBody:
            return False

    async def _decide(self, command_id: str, body: bytes, event: h.RequestConfirmed | h.RequestWithdrawn) -> bool:
        decided = await self._log.decide(command_id, body, lambda: (event,) if self.find(event.request) else False)
        return isinstance(decided, Kept)

    def _hear(self, event: Any, at: Moment, _command_id: str) -> None:
        match event:
            case h.RequestMade(request=request, table=table, command=command, by=by, about=about):
                self._requests[request] = Request(request, table, command, by, at, about=about)
                self._forget()
            case h.RequestConfirmed(request=request, by=by) | h.RequestWithdrawn(request=request, by=by):
                found = self._requests.get(request)
                if found is not None:
                    found.state = "confirmed" if isinstance(event, h.RequestConfirmed) else "withdrawn"
                    found.second = by
                    for tell in self.on_decided:
                        tell(found)
            case h.PersonLocked(person=person) | h.RoleChanged(person=person):
                for one in self.waiting():
                    one.lapsed = one.lapsed or (one.first == person and not one.is_call)

    def _forget(self) -> None:
        decided = [name for name, one in self._requests.items() if one.state != "waits"]
        for name in decided[: max(0, len(decided) - MAX_KEPT)]:
            del self._requests[name]


def people_behind(command_id: str, store: Store) -> str:
    """Return who asked for a command: one person, or the two who turned a key each, from the house's log."""
    person, _, request = command_id.partition("/")
    if person != CONFIRMED:
        return person
    turned = (decode(record) for record in store.named(h.HOUSE, KEYS))
    return " and ".join(event.by for event in turned if event.request == request)


def place_of(said: msgspec.Struct, mirror: Mirror) -> int:
    """Return the version at which the subject of a command began, or a mark of its meter; 0 where it has neither."""
    table = mirror.table
    match said:
        case c.VoidRound() if round_is_open(table) and not table.round.voided:
            return _last(mirror, e.NoMoreBetsCalled)
        case c.EnterLateWager() if can_enter_late(table):
            return _last(mirror, e.NoMoreBetsCalled)
        case c.UndoCard(seat=seat) if table.round.turned is not None or seat is not None:
            return _last(mirror, e.CardDealt)
        case c.Rule() if table.call is not None:
            return _last(mirror, e.FloorCalled)
        case c.CorrectMeter(meter=name) | c.ChangeRate(meter=name):
            return _mark(table.meters[name]) if name in table.meters else 0
        case c.ReportFaceUpCards() | c.ReportJam() if round_is_open(table) and not table.round.voided:
            return _last(mirror, e.NoMoreBetsCalled)
    return 0


def is_past(said: msgspec.Struct, about: int, mirror: Mirror) -> bool:
    """Whether the subject of a request is over; a request of an old log does not name it, and counts as over."""
    return not about or place_of(said, mirror) != about


def has_lapsed(request: Request, mirror: Mirror | None) -> bool:
    """Whether a request has become pointless; one at a table that is not here now still waits."""
    if request.state != "waits" or request.is_call:
        return False
    return request.lapsed or (mirror is not None and _is_over(request, mirror))


def _is_over(request: Request, mirror: Mirror) -> bool:
    return is_past(read_command(request.command), request.about, mirror)


def _last(mirror: Mirror, kind: type[e.Event]) -> int:
    return next((one.version for one in reversed(mirror.round_so_far) if isinstance(one.event, kind)), 0)


def _mark(meter: msgspec.Struct) -> int:
    """Return a number that changes with the meter's reading and rate, small enough for any program."""
    return int.from_bytes(sha256(msgspec.json.encode(msgspec.to_builtins(meter))).digest()[:6])
