"""The one driver of a table: the house does its steps, a source gives the cards, a policy decides for the people.

It uses no randomness: the same table, source and policy give the same commands and events.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from wartable.rulebook import Rules
from wartable.runner.awaited import awaited, cover_card_may_come
from wartable.runner.policy import FixedPolicy, Policy
from wartable.runner.source import Seals, Source, TurnedCards
from wartable.table import (
    DEALER,
    FLOOR,
    SHOE,
    Actor,
    Command,
    Event,
    Refused,
    RoundEnded,
    Seat,
    Table,
    act,
    at_war,
    has_offer,
    new_table,
    next_of_the_house,
    next_to_ask,
    open_offer,
)
from wartable.table import commands as c

MAX_ACTS = 100_000
"""More commands than any shoe takes."""

WheelStop = Callable[[Table], c.SpinWheel]
"""A function that says where the wheel stops."""
Due = tuple[Actor, Command]


class CannotGoOn(RuntimeError):
    """The table refused a command, or nothing is due before the end is reached. `why` is the reason alone."""

    def __init__(self, why: str, where: str) -> None:
        super().__init__(f"{where}: {why}")
        self.why = why


class Act(NamedTuple):
    """One command that was accepted, its events, and the table after it."""

    by: Actor
    command: Command
    events: tuple[Event, ...]
    table: Table


class Runner:
    """A table with a source of cards and a policy for its people."""

    def __init__(
        self, table: Table, source: Source | None = None, policy: Policy | None = None, wheel: WheelStop | None = None
    ) -> None:
        self.table = table
        self._source = source or TurnedCards(())
        self._seals = source if isinstance(source, Seals) else None
        self._policy = policy or FixedPolicy()
        self._wheel = wheel

    def do(self, command: Command, by: Actor = DEALER) -> Act:
        done = act(self.table, command, by)
        if isinstance(done, Refused):
            raise CannotGoOn(str(done), f"{command} by the {by.role} in {self.table.phase}")
        self.table, events = done
        for event in events:
            self._source.hear(event)
        return Act(by, command, events, self.table)

    def open(self, seat: Seat = 1, patron: str = "seat 1", dealer: str = "dealer") -> list[Act]:
        """Open the table for its first player, who looks at the cards and cuts; then it waits for bets or a bank."""
        opened = [self.do(c.OpenTable(dealer), FLOOR), self.do(c.Sit(seat, patron))]
        return opened + list(self.until(lambda done: done.table.cards.loaded and not done.table.cards.burns_due))

    def round(self) -> list[Act]:
        return list(self.until(lambda done: any(isinstance(event, RoundEnded) for event in done.events)))

    def acts(self) -> Iterator[Act]:
        """Yield one act after the other while the iterator is read, as long as anything is due."""
        while due := self._due():
            by, command = due
            yield self.do(command, by)

    def shoe(self) -> Iterator[Act]:
        """Continue to the end of the current or next shoe, and to its reveal where it was sealed."""
        played = self.table.cards.loaded

        def is_over(done: Act) -> bool:
            nonlocal played
            loaded, sealed = done.table.cards.loaded, self._seals and done.table.seal.ended
            over = played and not loaded and not sealed
            played = played or loaded
            return over

        return self.until(is_over)

    def until(self, is_over: Callable[[Act], bool]) -> Iterator[Act]:
        """Continue up to and including the act that ends it."""
        for done in islice(self.acts(), MAX_ACTS):
            yield done
            if is_over(done):
                return
        raise CannotGoOn("nothing more is due before the end", f"in {self.table.phase}")

    def _due(self) -> Due | None:
        """The next command and its role; None where the table waits for people who do nothing."""
        table = self.table
        what = awaited(table, seals=self._seals is not None)
        if what in ("burn", "card") and cover_card_may_come(table) and self._cover_card_is_next():
            return SHOE, c.MeetCoverCard()
        match what:
            case "card":
                return SHOE, c.TurnCard(self._source.next_card())
            case "burn":
                return DEALER, c.BurnCard()
            case "empty":
                return FLOOR, c.VoidRound("the shoe is empty")
            case "spin" if self._wheel:
                return SHOE, self._wheel(table)
            case "seal" | "reveal" if self._seals:
                return SHOE, self._sealing(self._seals)
        return self._people(what) or next_of_the_house(table)

    def _cover_card_is_next(self) -> bool:
        if self._seals:
            return self._seals.cover_card_next()
        return self.table.cards.in_shoe <= self.table.cut.behind

    def _sealing(self, source: Seals) -> Command:
        ended = self.table.seal.ended
        return c.SealShoe(source.commitment) if ended is None else c.RevealShoe(source.seed(ended))

    def _people(self, what: str) -> Due | None:
        table, policy = self.table, self._policy
        match what:
            case "bets" | "war_wagers" if wager := policy.wager(table):
                return DEALER if wager.bettor else self._player(wager.seat), wager
            case "war_wagers" if offered := [(box, b) for box, b in at_war(table) if has_offer(b)]:
                box, bettor = offered[0]
                return Actor("player", bettor.patron), c.DeclineWarTie(box.seat, bettor.name)
            case "choice" if turn := next_to_ask(table):
                seat, name = turn[0].seat, turn[1].name
                war = policy.goes_to_war(table, seat, name)
                return Actor("player", turn[1].patron), c.GoToWar(seat, name) if war else c.Surrender(seat, name)
            case "look" if offer := open_offer(table):
                looked = c.ConfirmStep("look") if policy.looks(table, offer.seat) else c.DeclineLook()
                return Actor("player", offer.patron), looked
            case "cut" if table.cut.offer:
                return self._player(table.cut.offer), policy.cuts(table, table.cut.offer)
            case "bank":
                return DEALER, self._bank(table.banker.offer)
        return None

    def _bank(self, offered: Seat) -> Command:
        if not offered:
            return c.OfferBank()
        amount = self._policy.banks(self.table, offered)
        return c.PostBank(amount) if amount else c.DeclineBank()

    def _player(self, seat: Seat) -> Actor:
        box = self.table.box(seat)
        return Actor("player", box.patron if box else "")


def open_table(rules: Rules, seat: Seat = 1) -> Table:
    """Return a table under these rules whose first player sits at this seat; it waits for bets, or for a bank."""
    runner = Runner(new_table(rules))
    runner.open(seat, f"seat {seat}")
    return runner.table


def play_shoe(
    table: Table, source: Source, policy: Policy | None = None, wheel: WheelStop | None = None
) -> tuple[Event, ...]:
    """Return the events of one shoe, played to its end."""
    return tuple(event for done in Runner(table, source, policy, wheel).shoe() for event in done.events)
