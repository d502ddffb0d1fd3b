"""The floor's list of significant events, as they happen; `wartable.audit.significant` says which those are."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from wartable import cage
from wartable.audit.privacy import PersonalErased, PersonalExpired
from wartable.audit.reading.rules import RulesPutInForce
from wartable.audit.significant import LARGE, is_significant
from wartable.live.history import house as h
from wartable.live.history.mirror import Happened
from wartable.live.moments import Moment, milliseconds
from wartable.live.people.requests import Request
from wartable.live.wire.messages import Significant
from wartable.money import Cents, say_cents
from wartable.store import name_of
from wartable.table.sentences import Words, say

MAX_KEPT = 100

PLAIN: Mapping[type[msgspec.Struct], str] = {
    h.PersonAdded: "An account was opened for {person}, {role}.",
    h.PersonLocked: "The account of {person} was locked.",
    h.SignInLocked: "Three bad sign-ins locked the account of {person} for a while.",
    h.PersonUnlocked: "The account of {person} was unlocked.",
    h.PasswordChanged: "The password of {person} was changed.",
    h.RoleChanged: "The account of {person} is {role} from now on.",
    RulesPutInForce: "The rules of {rulebook} were put in force at table {table}.",
    PersonalErased: "What was known of patron {patron} was erased.",
    PersonalExpired: "What was known of {patrons} patrons was erased, because its time was over.",
}
"""Sentences with nothing to decide; of a confirmed request `Ticker.hear_request` tells."""


def _integrity_failed(event: h.IntegrityFailed) -> str:
    goes_on = "The table was read from its log." if event.what == "snapshot" else "The table is closed."
    return f"Table {event.table}: {event.says}. {goes_on}"


def _drop_counted(event: cage.DropCounted) -> str:
    counted, expected = say_cents(event.counted), say_cents(event.expected)
    return f"The drop of table {event.table} was counted at {counted}, expected {expected}."


TOLD: Mapping[type[msgspec.Struct], Callable[[Any], str]] = {
    cage.DropCounted: _drop_counted,
    h.IntegrityFailed: _integrity_failed,
    h.StoreRestored: lambda event: h.say_loss(event.streams),
}


def say_of_house(event: msgspec.Struct) -> str:
    """A significant event of the house in words; nothing where there are none for it."""
    kind = type(event)
    if kind in TOLD:
        return TOLD[kind](event)
    return PLAIN[kind].format_map(asdict(event)) if kind in PLAIN else ""


class Ticker:
    """The last significant events of all tables, and of the house."""

    def __init__(self, large: Cents = LARGE) -> None:
        self._large = large
        self._last: deque[Significant] = deque(maxlen=MAX_KEPT)

    def hear(self, table: str, happened: Sequence[Happened], words: Words) -> bool:
        """Keep what is significant of these, and say whether anything was."""
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
        """Keep what the log of the house tells, if it is significant."""
        name = name_of(type(event))
        if is_significant(name, event, self._large) and (says := say_of_house(event)):
            by = command_id if isinstance(event, cage.CageEvent) else getattr(event, "by", "")
            table = getattr(event, "table", "")
            self._last.append(Significant(milliseconds(at), table, version, name, says, (), by))

    def hear_request(self, request: Request, at: Moment, version: int) -> None:
        """Keep which two people a confirmed request was made by: the dealer's call, or two keys."""
        if request.state == "confirmed":
            name = "request_confirmed"
            what = str(request.command.get("command", "")).replace("_", " ")
            asked = f"{request.first} called the floor." if request.is_call else f"{request.first} asked to {what}."
            says = f"{asked} {request.says}"
            self._last.append(Significant(milliseconds(at), request.table, version, name, says, (), ""))

    def last(self, people: Callable[[str], str]) -> tuple[Significant, ...]:
        """The newest first, with the people behind each command; a second key is known only after it was turned."""
        return tuple(replace(one, by=people(one.by)) for one in reversed(self._last))
