"""A table under watch: what must hold after every command, good or bad, is looked at after every command."""

import msgspec

from tests.seen import own, seen
from tests.table.samples import any_of
from tests.table.tally import Chips, Count
from tests.told import AUDITOR, CLOCK, DEALER, FLOOR, SHOE, player
from wartable.ledger import balances
from wartable.live.telling.felt import Seats
from wartable.live.wire.views import AUDIENCES
from wartable.money import Cents
from wartable.rulebook import Rules
from wartable.table import Actor, Event, Refused, Step, Table, act, decide, evolve, new_table, replay, steps
from wartable.table import events as e
from wartable.table.commands import Command
from wartable.table.events import EVENTS
from wartable.table.procedures.meters import opening_meters

# Phases in which the table may rightly have nothing to do: it waits for the floor, for a player, or for a bank.
MAY_WAIT = frozenset({"closed", "idle", "banking"})
STRANGER = "patron-stranger"
METER = Actor("meter")
HOUSE = (DEALER, FLOOR, SHOE, METER, CLOCK, AUDITOR)

_write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(any_of(EVENTS)).decode


def sender(table: Table, step: Step, role: str) -> Actor | None:
    """Who would send a step's command in this role; no player where it is a player's and none is here."""
    if role != "player":
        return next(actor for actor in HOUSE if actor.role == role)
    patron = table.boxes[step.seat - 1].patron if step.seat else next(iter(table.arrivals), "")
    return player(patron) if patron else None


class Watch:
    """A table, everything that happened at it, and a second opinion on all of it."""

    def __init__(self, rules: Rules) -> None:
        self.table = new_table(rules)
        self.events: list[Event] = []
        self.accounts: dict[str, Cents] = {}
        self.names: set[str] = {STRANGER}
        self._mirror = self.table
        self._seats = Seats()
        self._chips = Chips(rules)
        self._count = Count(rules)

    def send(self, by: Actor, command: Command) -> tuple[Event, ...] | Refused:
        """Ask the table, and look at everything."""
        before = self.table
        decided = decide(before, command, by)
        assert decide(before, command, by) == decided, "the same question had two answers"
        done = act(before, command, by)
        if isinstance(done, Refused):
            assert done == decided
            assert self._mirror == before, "a refusal changed something"
            return done
        self.table, events = done
        assert events == decided
        assert events, f"{command} was accepted, and nothing happened"
        self._hear(events)
        self._look()
        return events

    def _hear(self, events: tuple[Event, ...]) -> None:
        self.events.extend(events)
        self.accounts = balances(events, self.accounts)
        for event in events:
            self._look_into_the_shuffler(event)
            self._mirror = evolve(self._mirror, _read(_write(event)))
            self._chips.hear(event)
            self._count.hear(event)

    def _look_into_the_shuffler(self, event: Event) -> None:
        """The shuffler has room for one batch: none is shuffled while the other is inside, and none else is emptied."""
        stock = self._mirror.stock
        inside = [number for number, batch in enumerate(stock.batches) if batch.place == "shuffler"] if stock else []
        assert len(inside) < 2, "two batches are in the shuffler"
        match event:
            case e.CardsShuffled(batch=batch, steps=("machine_shuffle",)) | e.StepConfirmed(
                "empty_device", batch=batch
            ):
                assert batch in inside or not inside, f"{event}, and another batch is in the shuffler"
            case _:
                pass

    def _look(self) -> None:
        assert self._mirror == self.table, "replaying what was written down gives another table"
        self._look_at_the_money()
        self._count.agree(self.table)
        self._look_at_the_steps()
        self._look_at_the_views()

    def _look_at_the_money(self) -> None:
        assert sum(self.accounts.values()) == 0
        self._chips.agree(self.accounts, self.table)
        if self.table.rules.bank.by == "player":
            assert self.accounts.get("bank", 0) == self.table.banker.money
        for name, start in opening_meters(self.table.rules).items():
            reading = self.table.meters[name].reading if self.table.meters else start.reading
            assert reading - start.reading == self.accounts.get(f"meter/{name}", 0)
            assert reading >= 0

    def _look_at_the_steps(self) -> None:
        proposed = steps(self.table)
        assert proposed or self.table.phase in MAY_WAIT, "the table stands still"
        for step in proposed:
            assert step.by
            assert step.says
            assert step.clauses
            if step.usual is None:
                continue
            for role in step.by:
                by = sender(self.table, step, role)
                if by is not None:
                    answer = decide(self.table, step.usual, by)
                    assert not isinstance(answer, Refused), f"{step} is proposed to {role} and refused: {answer}"

    def _look_at_the_views(self) -> None:
        """Through the eyes of one audience and of two players, in turn; together they have all looked soon."""
        seen(self.table, AUDIENCES[len(self.events) % len(AUDIENCES)], self._seats)
        public = _write(seen(self.table, "player", self._seats)).decode()
        self.names.update(self.table.arrivals, (b.patron for box in self.table.boxes for b in box.bettors))
        people = (STRANGER, *self.table.arrivals)
        for turn in {len(self.events) % len(people), (len(self.events) + 1) % len(people)}:
            self._look_as(people[turn], public)

    def _look_as(self, patron: str, public: str) -> None:
        """No player reads another patron's name, or the name another patron goes by behind a seat."""
        shown = public + _write(own(self.table, patron)).decode()
        behind = [bettor for box in self.table.boxes for bettor in box.bettors if bettor.name]
        mine = {patron, *(bettor.name for bettor in behind if bettor.patron == patron)}
        leaked = [name for name in {*self.names, *(bettor.name for bettor in behind)} - mine if name in shown]
        assert not leaked, f"{patron} sees {leaked} in {shown}"

    def replay_all(self) -> None:
        """Check that a replay from the first event gives this table."""
        assert replay(new_table(self.table.rules), self.events) == self.table
        assert balances(self.events) == self.accounts
