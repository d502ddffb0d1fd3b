"""A table as its log has made it, and what the views need besides: the round so far, the last rounds, the countdown.

A mirror holds nothing that is not in the log, so any server can have one, and a restart gives the same one again.
"""

from collections import deque
from collections.abc import Iterable, Iterator

import msgspec

from wartable.audit import HOW_STATES_BREAK
from wartable.ledger import BANK, patron, postings
from wartable.live.history.bound import LogBroken, hold, read
from wartable.live.history.rounds import RoundOver, summarise
from wartable.live.moments import Moment
from wartable.money import Cents
from wartable.rulebook import Rules
from wartable.store import Recorded
from wartable.table import Event, Table, evolve, new_table, next_to_ask, open_offer
from wartable.table import events as e

MAX_ROUNDS_KEPT = 12
MAX_CHECKPOINTS = 200
MAX_EVENTS_KEPT = 1_000
"""Of the round so far; a round has far fewer unless a player keeps betting and taking back."""

STREAM = "table/"
PATRON = patron("")


def stream_of(table: str) -> str:
    return f"{STREAM}{table}"


CountdownKey = tuple[str | int, ...]


class Happened(msgspec.Struct, frozen=True):
    """One event with its place in the log."""

    version: int
    at: Moment
    command_id: str
    round: int
    event: Event

    @property
    def own(self) -> str:
        """`clock` or `auto` where the table acted by itself, `bot` where a neighbour did."""
        maker = self.command_id.partition("/")[0]
        return maker if maker in ("clock", "auto", "bot") else ""


class Mirror:
    """One table, event by event."""

    def __init__(self, rules: Rules) -> None:
        self.table: Table = new_table(rules)
        self.version = 0
        self.chain = b""
        self.at: Moment = 0
        self.round_so_far: deque[Happened] = deque(maxlen=MAX_EVENTS_KEPT)
        self.rounds: deque[RoundOver] = deque(maxlen=MAX_ROUNDS_KEPT)
        self.sealed_at = 0
        self.decks_opened: Moment = 0
        self.moved: dict[str, Cents] = {}
        """What the table's own events have moved to each of its accounts; patrons' are not the table's."""
        self.checkpoints: dict[int, Table] = {}
        """The table after each of the last rounds, by version, so that a round can be shown again at once."""
        self.countdown: CountdownKey = ()
        self.since: Moment = 0
        self.last_bet: Moment = 0

    def follow(self, record: Recorded) -> Happened:
        """Apply one record; raise LogBroken where it does not follow the last, or cannot have happened."""
        hold(self.chain, self.version, record)
        event = read(record)
        try:
            return self.take(record.version, event, record.at, record.command_id, record.chain)
        except HOW_STATES_BREAK as error:
            why = f"this record cannot have happened here ({type(error).__name__}: {error})"
            raise LogBroken(record.stream, record.version, why) from error

    def take(self, version: int, event: Event, at: Moment, command_id: str, chain: bytes) -> Happened:
        happened = Happened(version, at, command_id, self.table.round.number, event)
        self.note(happened)
        self.table = evolve(self.table, event)
        self._count(event)
        self.version, self.at, self.chain = version, at, chain
        if isinstance(event, e.RoundEnded):
            self._keep_checkpoint()
        key = countdown_key(self.table)
        if key != self.countdown:
            self.countdown, self.since = key, at
        return happened

    @property
    def won(self) -> Cents:
        """What the table has won: its bank without what came from the cage and what was sold for cash."""
        return self.moved.get(BANK, 0)

    def _count(self, event: Event) -> None:
        for posting in postings(event):
            account = posting.account
            if account.startswith(PATRON):
                continue
            held = self.moved.get(account, 0) + posting.cents
            if held:
                self.moved[account] = held
            else:
                self.moved.pop(account, None)

    def _keep_checkpoint(self) -> None:
        self.checkpoints[self.version] = self.table
        if len(self.checkpoints) > MAX_CHECKPOINTS:
            del self.checkpoints[next(iter(self.checkpoints))]

    def note(self, happened: Happened) -> None:
        """Remember what the views need of an event besides the table."""
        match happened.event:
            case e.RoundEnded(round=number):
                self._end_round(happened, number)
                return
            case e.ShoeSealed():
                self.sealed_at = happened.version
            case e.TableOpened() | e.DecksChanged():
                self.decks_opened = happened.at
            case e.WagerPlaced() | e.PlayerSat() | e.ShoeLoaded():
                self.last_bet = happened.at
        self.round_so_far.append(happened)

    def _end_round(self, ended: Happened, number: int) -> None:
        first = self.round_so_far[0].version if self.round_so_far else ended.version
        events = [happened.event for happened in self.round_so_far]
        self.rounds.append(summarise(events, number, first, ended.version, ended.at))
        self.round_so_far.clear()


def happened_in(records: Iterable[Recorded]) -> Iterator[Happened]:
    """Yield records with their events and rounds."""
    number = 0
    for record in records:
        event = read(record)
        if isinstance(event, e.NoMoreBetsCalled):
            number = event.round
        yield Happened(record.version, record.at, record.command_id, number, event)


def countdown_key(table: Table) -> CountdownKey:
    """Return what people are given time for now; a countdown begins when this changes."""
    match table.phase:
        case "betting" if any(box.bettors for box in table.boxes):
            return "bets", table.round.number
        case "deciding" if turn := next_to_ask(table):
            return "choice", table.round.number, turn[0].seat, turn[1].name
        case "war_wagers":
            return "war_wagers", table.round.number
        case "opening" | "waking" if offer := open_offer(table):
            return "look", table.shoes, offer.patron, len(table.todo)
        case "cutting" if table.cut.offer and not table.cut.reinsert:
            return "cut", table.seal.shoe, table.shoes, table.cut.offer, len(table.cut.declined)
        case "banking" if table.banker.offer:
            return "bank", table.round.number, table.banker.offer, len(table.banker.declined)
    return ()
