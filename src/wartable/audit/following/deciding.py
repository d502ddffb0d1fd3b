"""Following a table: every record is compared with what the table decides from the records before it.

From the state that the records before come to, the core is asked for the events of the command that the next records
show. What it decides must be what is kept: the stake that lay there, the cards compared, the row of the rulebook in
force, odds, coverage, coupons, limits and meters are all in that one answer. The table's day (seats, shuffles, cuts,
devices) moves no money: those records are only played, and may change no wager, no bank and no meter.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from wartable.audit.errors import AuditRefused
from wartable.audit.finding import NOT_CANONICAL, Finding, What
from wartable.audit.following.asked import asked, asked_of_the_day
from wartable.audit.following.keys import TwoKeys
from wartable.audit.following.shoes import FollowedShoes
from wartable.audit.following.told import how_they_differ, same
from wartable.audit.house_events import HOUSE
from wartable.audit.reading import RulesOverTime, rules_of, under
from wartable.store import Recorded, UnknownEvent, decode, is_canonical, name_of
from wartable.table import Event, Refused, Table, decide, evolve, hold, new_table, round_is_open
from wartable.table import commands as c
from wartable.table import events as e

HOW_STATES_BREAK = (
    RuntimeError,
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    ArithmeticError,
    StopIteration,
    UnknownEvent,
)
"""What deciding and evolving raise for a record that cannot have happened: they expect records that can. An event loop
that waits for a thread would wait for ever where a StopIteration leaves it."""

AT_ANY_TIME: frozenset[type[Event]] = frozenset(
    {
        e.StepConfirmed,
        e.CardsShuffled,
        e.DealerTookOver,
        e.DutyTaken,
        e.DutyLeft,
        e.DeckChangeCalled,
        e.PlayerSat,
        e.PlayerLeft,
        e.ReshuffleOrdered,
        e.ShuffleAskedFor,
        e.DeviceFailed,
        e.DeviceCovered,
        e.DeviceRestored,
    }
)
BETWEEN_ROUNDS: frozenset[type[Event]] = frozenset(
    {
        e.TableOpened,
        e.TableClosed,
        e.DecksReceived,
        e.DefectFound,
        e.BatchRefused,
        e.Offered,
        e.OfferLapsed,
        e.LookAnswered,
        e.FaceUpAskedFor,
        e.IdleCardsSpread,
        e.ShuffleBegun,
        e.CutDeclined,
        e.CutFoundImproper,
        e.CardsCut,
        e.CoverCardReinserted,
        e.RecutOrdered,
        e.ShoeLoaded,
        e.BankOffered,
        e.BankDeclined,
    }
)
THE_DAY = AT_ANY_TIME | BETWEEN_ROUNDS
"""Events that move no money and turn no card."""


class Departs(Exception):
    """A record is not what the table decides; nothing after it can be followed."""

    def __init__(self, version: int, what: What, says: str, stream: str = "") -> None:
        super().__init__(says)
        self.version, self.what, self.says, self.stream = version, what, says, stream

    def at(self, stream: str) -> Finding:
        return Finding(self.stream or stream, self.version, self.what, self.says)


class NotAccepted(Departs):
    """The table of this release refuses what the records show."""

    def of(self, form: str) -> Departs:
        """Return the departure; an earlier release, which did not say who deals, may have accepted the command."""
        earlier = "" if form else "; the log is of an earlier release, which may have accepted it"
        return Departs(self.version, self.what, f"{self.says}{earlier}", self.stream)


class Followed(NamedTuple):
    """One record, read, and the table after it."""

    version: int
    event: Event
    table: Table


def follow(
    table: str,
    rules: RulesOverTime,
    records: Iterable[Recorded],
    shoes: FollowedShoes | None = None,
    start: tuple[int, Table] | None = None,
    keys: TwoKeys | None = None,
) -> Iterator[Followed]:
    """Every record of a table from its first on, as far as it is what the table decides; then `Departs` says why.

    Those who know how the table stood at a version may start there, with the records after it.
    """
    coming, shoes, last = _Coming(records), shoes or FollowedShoes(table), start[0] if start else 0
    try:
        state = start[1] if start else new_table(rules_of(rules.at(1)))
    except AuditRefused as error:
        raise Departs(1, "state", str(error)) from None
    while coming.peek(0) is not None:
        try:
            if coming.version > 1:
                state = _under_new_rules(table, rules, coming.version, state)
            together = _decided(state, coming, keys)
        except NotAccepted as refused:
            raise refused.of(rules.at(coming.version).form) from None
        except AuditRefused as error:
            raise Departs(coming.version, "state", str(error)) from None
        for _ in range(together):
            version, event = coming.take()
            try:
                state = evolve(state, event)
                if type(event) is e.RoundEnded:
                    hold(state)
            except HOW_STATES_BREAK as error:
                raise Departs(version, "state", _cannot_follow(error)) from None
            if (wrong := shoes.hear(version, event, state)) is not None:
                raise Departs(*wrong)
            last = version
            yield Followed(version, event, state)
    _under_new_rules(table, rules, last + 1, state)


def _under_new_rules(table: str, rules: RulesOverTime, version: int, state: Table) -> Table:
    """Return the table under the rules that begin with this version; it has to be closed."""
    changed = rules.starting_at(version)
    if changed is None:
        return state
    if state.phase != "closed":
        says = f"rules of table {table} are put in force after version {changed.after}, where it was not closed"
        raise Departs(rules.said_at(changed), "rules", says, HOUSE)
    return under(state, rules_of(changed))


def _decided(state: Table, coming: "_Coming", keys: TwoKeys | None) -> int:
    """Return how many of the next records come from one command; each is what the table decides."""
    head = coming.peek(0)
    if type(head) in THE_DAY:
        return _decided_of_the_day(state, coming)
    nearest: tuple[int, Departs] | None = None
    for by, command in asked(state, coming):
        try:
            decided = decide(state, command, by)
        except HOW_STATES_BREAK as error:
            raise Departs(coming.version, "state", _cannot_follow(error)) from None
        if isinstance(decided, Refused):
            departs = NotAccepted(
                coming.version, "settlement", f"{_name(head)}: the table refuses this here: {decided}"
            )
            nearest = nearest or (0, departs)
            continue
        place = next((n for n, due in enumerate(decided) if not _is(coming.peek(n), due)), None)
        if place is None:
            if keys is not None and isinstance(command, c.CorrectMeter | c.EnterLateWager):
                _hold_keys(coming, command, keys)
            return len(decided)
        if nearest is None or place > nearest[0] or nearest[0] == 0:
            says = how_they_differ(coming.peek(place), decided[place])
            nearest = place, Departs(coming.version + place, "settlement", says)
    if nearest is None:
        raise Departs(coming.version, "settlement", f"{_name(head)}: no command leads to this record here")
    raise nearest[1]


def _hold_keys(coming: "_Coming", command: c.CorrectMeter | c.EnterLateWager, keys: TwoKeys) -> None:
    if says := keys.why_not(coming.version, coming.command_id, command):
        raise Departs(coming.version, "command", f"{_name(coming.peek(0))}: {says}")


def _decided_of_the_day(state: Table, coming: "_Coming") -> int:
    """Return the same between rounds: one record, or all of a command that idles the table or returns wagers."""
    for by, command in asked_of_the_day(coming):
        try:
            decided = decide(state, command, by)
        except HOW_STATES_BREAK as error:
            raise Departs(coming.version, "state", _cannot_follow(error)) from None
        if not isinstance(decided, Refused) and all(_is(coming.peek(n), due) for n, due in enumerate(decided)):
            return len(decided)
    _look_at_the_day(state, coming)
    return 1


def _is(kept: Event | None, due: Event) -> bool:
    return kept is not None and same(kept, due)


def _look_at_the_day(state: Table, coming: "_Coming") -> None:
    """Reject an event of the time between rounds that came within one, or that touches wagers, banks or meters."""
    event = coming.peek(0)
    if event is None:
        return
    if type(event) in BETWEEN_ROUNDS and round_is_open(state):
        raise Departs(coming.version, "state", f"{_name(event)}: a round is in play")
    try:
        after = evolve(state, event)
        hold(after)
    except HOW_STATES_BREAK as error:
        raise Departs(coming.version, "state", _cannot_follow(error)) from None
    if _money(after) != _money(state) and not isinstance(event, e.TableOpened):
        raise Departs(coming.version, "settlement", f"{_name(event)}: with it wagers, a bank or a meter change")


def _money(table: Table) -> tuple[object, ...]:
    """Return all that is money at a table or decides about it."""
    bettors = [box.bettors for box in table.boxes if box.bettors]
    return bettors, table.banker.posted, table.banker.left, table.banker.money, table.meters


def _name(event: Event | None) -> str:
    return "" if event is None else name_of(type(event)).replace("_", " ")


def _cannot_follow(error: Exception) -> str:
    why = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"the record does not follow from those before it: {why}"


class _Coming:
    """Records that are read as far ahead as they are asked for."""

    def __init__(self, records: Iterable[Recorded]) -> None:
        self._records = iter(records)
        self._read: deque[tuple[int, Event, str]] = deque()

    @property
    def version(self) -> int:
        return self._read[0][0]

    @property
    def command_id(self) -> str:
        return self._read[0][2]

    def peek(self, place: int) -> Event | None:
        """Return the event at a place from here; None after the last."""
        while len(self._read) <= place:
            record = next(self._records, None)
            if record is None:
                return None
            self._read.append((record.version, _read(record), record.command_id))
        return self._read[place][1]

    def take(self) -> tuple[int, Event]:
        version, event, _ = self._read.popleft()
        return version, event


def _read(record: Recorded) -> Event:
    try:
        event = decode(record)
    except (UnknownEvent, TypeError, ValueError) as error:
        raise Departs(record.version, "unreadable", str(error)) from None
    if not is_canonical(record, event):
        raise Departs(record.version, "form", NOT_CANONICAL)
    if not isinstance(event, Event):
        raise Departs(record.version, "state", f"{record.name}: this does not happen at a table")
    return event
