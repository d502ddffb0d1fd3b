"""The floor's list of significant events, as they happen; `wartable.audit.significant` says which those are."""

from collections import deque
from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from wartable import cage
from wartable.audit import LARGE, RequestConfirmed, is_significant, say_of_house
from wartable.live.history import Happened
from wartable.live.moments import Moment, milliseconds
from wartable.live.people import Request
from wartable.live.wire import Significant
from wartable.money import Cents
from wartable.store import name_of
from wartable.table import MeterPaid, Words, say

MAX_KEPT = 100


class Ticker:
    """The last significant events of all tables, and of the house."""

    def __init__(self, large: Cents = LARGE) -> None:
        self._large = large
        self._last: deque[Significant] = deque(maxlen=MAX_KEPT)
        self.on_jackpot: list[Callable[[str, MeterPaid], None]] = []
        """Called with the table and what its meter has just paid."""

    def hear(self, table: str, happened: Sequence[Happened], words: Words) -> bool:
        """Keep the significant events of these, and return whether there were any."""
        for event in (one.event for one in happened if isinstance(one.event, MeterPaid)):
            for tell in self.on_jackpot:
                tell(table, event)
        found = [one for one in happened if is_significant(name_of(type(one.event)), one.event, self._large)]
        self._last.extend(
            Significant(
                at=milliseconds(one.at),
                table=table,
                version=one.version,
                name=name_of(type(one.event)),
                says=say(one.event, words),
                clauses=getattr(one.event, "clauses", ()),
                by=one.command_id,
            )
            for one in found
        )
        return bool(found)

    def hear_house(self, event: msgspec.Struct, at: Moment, version: int, command_id: str) -> None:
        """Keep a significant event of the house."""
        name = name_of(type(event))
        if isinstance(event, RequestConfirmed):
            return  # hear_request tells it, with the first key
        if is_significant(name, event, self._large) and (says := say_of_house(event)):
            by = command_id if isinstance(event, cage.CageEvent) else getattr(event, "by", "")
            table = getattr(event, "table", "")
            self._last.append(Significant(milliseconds(at), table, version, name, says, (), by))

    def hear_request(self, request: Request, at: Moment, version: int) -> None:
        """Keep the two people of a confirmed request: the dealer's call, or two keys."""
        if request.state == "confirmed":
            name = "request_confirmed"
            what = str(request.command.get("command", "")).replace("_", " ")
            asked = f"{request.first} called the floor." if request.is_call else f"{request.first} asked to {what}."
            says = f"{asked} {request.says}"
            self._last.append(Significant(milliseconds(at), request.table, version, name, says, (), ""))

    def last(self, people: Callable[[str], str]) -> tuple[Significant, ...]:
        """Return the newest first, with the people behind each command as far as they are known by now."""
        return tuple(replace(one, by=people(one.by)) for one in reversed(self._last))
