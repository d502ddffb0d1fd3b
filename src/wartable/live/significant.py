"""Significant events: what a floor wants to see go by, and a laboratory to find again."""

from collections import deque
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from wartable.live import house as h
from wartable.live.messages import Significant
from wartable.live.mirror import Happened
from wartable.live.moments import Moment, milliseconds
from wartable.live.requests import Request
from wartable.table import Event
from wartable.table import events as e
from wartable.table.sentences import Words, say

MAX_KEPT = 100
LARGE_WIN = 1_000_00
"""A pay of this much is significant."""

SIGNIFICANT: frozenset[type[Event]] = frozenset(
    {
        e.TableOpened,
        e.TableClosed,
        e.DecksChanged,
        e.DeckChangeCalled,
        e.DealerTookOver,
        e.ReshuffleOrdered,
        e.RecutOrdered,
        e.ProgressiveWon,
        e.WinValidated,
        e.MeterPaid,
        e.MeterCorrected,
        e.RateChanged,
        e.FloorCalled,
        e.FloorRuled,
        e.RoundVoided,
        e.CardTakenBack,
        e.CardMisread,
        e.PlayersReleased,
        e.WagersAbandoned,
        e.DeviceFailed,
        e.DeviceCovered,
        e.DeviceRestored,
        e.ShufflerJammed,
    }
)


def is_significant(happened: Happened) -> bool:
    """Whether the floor wants to see it: by its kind, by a large pay, or because the house decided for somebody."""
    event = happened.event
    if isinstance(event, e.WagerSettled):
        return event.paid >= LARGE_WIN
    if isinstance(event, e.TieSurrendered):
        return event.by != "player"
    return type(event) in SIGNIFICANT


def say_of_house(event: object) -> str:
    """What the floor wants to know of the accounts; nothing of all else that the house's log tells."""
    match event:
        case h.PersonAdded(person=person, role=role):
            return f"An account was opened for {person}, {role}."
        case h.PersonLocked(person=person):
            return f"The account of {person} was locked."
        case h.SignInLocked(person=person):
            return f"Three bad sign-ins locked the account of {person} for a while."
        case h.PersonUnlocked(person=person):
            return f"The account of {person} was unlocked."
        case h.PasswordChanged(person=person):
            return f"The password of {person} was changed."
        case h.RoleChanged(person=person, role=role):
            return f"The account of {person} is {role} from now on."
        case h.IntegrityFailed(table=table, what=what, says=says):
            goes_on = "The table was read from its log." if what == "snapshot" else "The table is closed."
            return f"Table {table}: {says}. {goes_on}"
    return ""


class Ticker:
    """The last significant events of all tables, and of the house."""

    def __init__(self) -> None:
        self._last: deque[Significant] = deque(maxlen=MAX_KEPT)

    def hear(self, table: str, happened: Sequence[Happened], words: Words) -> bool:
        """Keep what is significant of these, and say whether anything was."""
        before = len(self._last)
        for one in happened:
            if is_significant(one):
                self._last.append(
                    Significant(
                        at=milliseconds(one.at),
                        table=table,
                        version=one.version,
                        name=str(type(one.event).__struct_config__.tag),
                        says=say(one.event, words),
                        clauses=getattr(one.event, "clauses", ()),
                        by=one.command_id,
                    )
                )
        return len(self._last) > before

    def hear_house(self, event: object, at: Moment, version: int) -> None:
        """Keep what the log of the house tells, if it is significant."""
        if isinstance(event, h.HouseEvent) and (says := say_of_house(event)):
            name = str(type(event).__struct_config__.tag)
            by, table = getattr(event, "by", ""), getattr(event, "table", "")
            self._last.append(Significant(milliseconds(at), table, version, name, says, (), by))

    def hear_call(self, request: Request, at: Moment, version: int) -> None:
        """Keep who came when a dealer called."""
        if request.is_call and request.state == "confirmed":
            says = f"{request.first} called the floor. {request.says}"
            self._last.append(Significant(milliseconds(at), request.table, version, "floor_answered", says, (), ""))

    def last(self, people: Callable[[str], str]) -> tuple[Significant, ...]:
        """The newest first, with the people behind each command; a second key is known only after it was turned."""
        return tuple(replace(one, by=people(one.by)) for one in reversed(self._last))
