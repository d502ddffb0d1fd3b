"""A table told in the dealer's words, for tests that read like a round.

`Told.at("wisconsin")` opens a table and makes it ready for bets; then people bet, cards are dealt, ties are decided.
Every command goes through the real table; every event is kept in `events`.
"""

from typing import Any, TypeVar

from msgspec.structs import replace

from wartable.cards import Card, parse
from wartable.ledger import balances, patron
from wartable.money import Cents, format_cents, parse_cents
from wartable.rulebook import EDITION, Rules, as_of, load_rulebook, rulebook_names, rules_in_force
from wartable.rulebook.house import choose
from wartable.rulebook.rules import MeterName
from wartable.rulebook.wagers import Wager
from wartable.table import Actor, Event, Refused, Table, act, evolve, new_table, next_of_the_house, waits_for_a_player
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.commands import Command
from wartable.table.events import WagerReturned, WagerSettled
from wartable.table.procedures.seal import commitment_of, terms_of
from wartable.table.side_bets import wheel_of
from wartable.table.stock import cover_cards_with
from wartable.table.turns import next_to_ask

T = TypeVar("T", bound=Event)

RULEBOOKS = tuple(dict.fromkeys(rulebook_names().values()))
"""Every state that there is a rulebook of."""

DEALER, FLOOR, SHOE, CLOCK, AUDITOR = (
    Actor("dealer"),
    Actor("floor"),
    Actor("shoe"),
    Actor("clock"),
    Actor("auditor"),
)
METER = Actor("meter")
FIRST = "seat 1"
"""The player who comes to a table that waits for its first."""


def player(name: str) -> Actor:
    return Actor("player", name)


def rules_of(rulebook: str, house: dict[str, Any] | None = None, edition: int = EDITION) -> Rules:
    """The rules in force at a house that chose these keys of a house file, under an edition of the law."""
    book = as_of(load_rulebook(rulebook_names()[rulebook]), edition)
    choices, findings = choose(book, house or {})
    assert not [finding for finding in findings if finding.severity == "error"], findings
    return rules_in_force(book, choices)


def seal_of(rules: Rules, seed: bytes) -> c.SealShoe:
    """The seal of a shoe with this seed, at a table under these rules."""
    return c.SealShoe(commitment_of(seed, terms_of(rules.decks, wheel_of(rules))))


def done(told: "Told", step: str) -> Command:
    """The command that says that a step is done; decks are counted when they are received."""
    rules, batch = told.table.rules, told.table.todo[0][1] if told.table.todo else 0
    return c.ReceiveDecks(rules.decks, cover_cards_with(rules, batch)) if step == "receive" else c.ConfirmStep(step)


def cards_of(text: str) -> tuple[Card, ...]:
    """Cards from a text such as "7s 7d"."""
    return tuple(parse(word) for word in text.split())


class Told:
    """A table and everything that has happened at it."""

    def __init__(self, rules: Rules) -> None:
        self.table: Table = new_table(rules)
        self.events: list[Event] = []
        self._first_came = False

    @classmethod
    def closed(cls, rulebook: str, house: dict[str, Any] | None = None, edition: int = EDITION) -> "Told":
        """A table before its day begins."""
        return cls(rules_of(rulebook, house, edition))

    @classmethod
    def at(cls, rulebook: str, house: dict[str, Any] | None = None, edition: int = EDITION) -> "Told":
        """A table that is open and waits for bets (for a bank, where a player banks), with every seat free.

        The player for whom it was opened has left again. Today such a table becomes idle; in the logs of earlier
        releases it does not, and tests of anything else start there.
        """
        told = cls.closed(rulebook, house, edition)
        told.does(FLOOR, c.OpenTable("Dana"))
        told.goes_on().hears(e.PlayerLeft(1, FIRST))
        if told.table.phase == "banking":
            told.hears(e.BankOffered(0))
        return told

    def hears(self, event: Event) -> None:
        """Apply an event that no command of today brings about."""
        self.table = evolve(self.table, event)
        self.events.append(event)

    # Speaking

    def does(self, by: Actor, command: Command) -> tuple[Event, ...]:
        """Send a command that is accepted. A table that the last player has left is idle already."""
        if isinstance(command, c.DeclareIdle) and self.table.phase == "idle":
            return ()
        done = act(self.table, self._entered(by, command), by)
        assert not isinstance(done, Refused), f"{command} by {by.role} in {self.table.phase}: {done}"
        self.table, events = done
        self.events.extend(events)
        return events

    def refuses(self, by: Actor, command: Command) -> Refused:
        """Send a command that is refused, and return the refusal."""
        done = act(self.table, self._entered(by, command), by)
        assert isinstance(done, Refused), f"{command} by {by.role} in {self.table.phase} was accepted: {done[1]}"
        return done

    def _entered(self, by: Actor, command: Command) -> Command:
        """A cut that the dealer sends is that of the walk-in to whom the cut is offered."""
        if by == DEALER and isinstance(command, c.CutCards):
            return replace(command, seat=self.table.cut.offer or 0)
        return command

    def goes_on(self, *phases: str) -> "Told":
        """The house does its steps until a player has to choose, or the table leaves these phases.

        A player who is offered a look at the cards looks at them. A table that waits for its first player gets one, who
        declines the cut.
        """
        while (not phases or self.table.phase in phases) and (turn := self._next()):
            self.does(*turn)
        return self

    def _next(self) -> tuple[Actor, Command] | None:
        offer = self.table.offer
        if offer and offer.what == "look":
            return player(offer.patron), c.ConfirmStep("look")
        if waits_for_a_player(self.table):
            self._first_came = True
            return DEALER, c.Sit(1, FIRST)
        if offer and offer.patron == FIRST and self._first_came and self.table.shuffle_reason == "opening":
            return player(FIRST), c.DeclineCut()
        return next_of_the_house(self.table)

    # People

    def sits(self, seat: int, name: str | None = None) -> "Told":
        """A patron takes a seat; without a name, the patron is called after it, and may sit there already."""
        if name or self.table.boxes[seat - 1].patron != f"seat {seat}":
            self.does(DEALER, c.Sit(seat, name or f"seat {seat}"))
        return self

    def comes_online(self, seat: int, name: str | None = None) -> "Told":
        """A patron takes a seat from a device of their own."""
        name = name or f"seat {seat}"
        self.does(player(name), c.Sit(seat, name))
        return self

    def who_speaks(self, seat: int) -> Actor:
        """The dealer for a player at the table; a remote player speaks alone."""
        box = self.table.boxes[seat - 1]
        return player(box.patron) if box.presence == "remote" else DEALER

    def banks(self, seat: int, amount: str) -> "Told":
        """A player takes the bank; every player before declines."""
        if not self.table.boxes[seat - 1].patron:
            self.sits(seat)
        if not self.table.banker.offer:
            self.does(DEALER, c.OfferBank())
        while self.table.banker.offer != seat:
            self.does(DEALER, c.DeclineBank())
        self.does(DEALER, c.PostBank(parse_cents(amount)))
        return self

    def bets(self, seat: int, initial: str, tie: str | None = None, bettor: str = "") -> "Told":
        """Wagers go down in front of a seat, or behind it."""
        if not self.table.boxes[seat - 1].patron:
            self.sits(seat)
        by, words = self.who_speaks(seat), ""
        if self.table.seal.terms:
            by, words = player(self.table.boxes[seat - 1].patron), f"seat {seat}"
        self.does(by, c.PlaceWager(seat, "initial", parse_cents(initial), bettor, words=words))
        if tie is not None:
            self.does(self.who_speaks(seat), c.PlaceWager(seat, "tie", parse_cents(tie), bettor))
        return self

    # The round

    def deals(self, cards: str) -> "Told":
        """No more bets; then these cards, one after the other, burns included where they are due."""
        if self.table.phase == "betting":
            self.does(DEALER, c.CallNoMoreBets())
        for card in cards_of(cards):
            self.goes_on("war_wagers", "dealing", "war_dealing")
            self.does(SHOE, c.TurnCard(card))
        return self

    def settles(self) -> "Told":
        """Every hand of the deal under way is settled."""
        return self.goes_on("settling", "war_settling")

    def war(self, seat: int, tie: str | None = None, bettor: str = "") -> "Told":
        """A tied bettor goes to war; a tie wager on the war deal follows when the war wagers are down."""
        self.settles().does(DEALER, c.GoToWar(seat, bettor))
        if tie is not None:
            self.goes_on("picking_up")
            self.does(DEALER, c.PlaceWager(seat, "war_tie", parse_cents(tie), bettor))
        return self

    def sees_the_war(self) -> "Told":
        """The dealer looks at every war wager, and every player at war makes no more tie wager."""
        while self.table.phase == "war_wagers" and (turn := next_of_the_house(self.table)):
            if isinstance(turn[1], c.ConfirmWarWagers):
                break
            self.does(*turn)
        return self

    def confirms_the_war(self) -> tuple[Event, ...]:
        """Then the war wagers are confirmed."""
        return self.sees_the_war().does(DEALER, c.ConfirmWarWagers())

    def surrenders(self, seat: int, bettor: str = "") -> "Told":
        """A tied bettor gives up half."""
        self.settles().does(DEALER, c.Surrender(seat, bettor))
        return self

    def war_deals(self, cards: str) -> "Told":
        """The others' cards are picked up, the war wagers are confirmed, cards are burned and these are dealt."""
        self.goes_on("picking_up", "war_wagers")
        return self.deals(cards)

    def meets_cover_card(self, seat: int | None = None) -> tuple[Event, ...]:
        """The cover card comes out now, where the dealer had put it back: the stack was cut for this test."""
        table = self.table
        if table.cut.behind:
            self.table = replace(table, cut=replace(table.cut, behind=table.cards.in_shoe))
        return self.does(SHOE, c.MeetCoverCard(seat))

    def ends(self) -> "Told":
        """The round is settled and picked up."""
        return self.goes_on("settling", "picking_up", "war_wagers", "war_settling")

    # Side bets

    def bets_on(self, wager: Wager, *seats: int, amount: str = "5.00", initial: str = "10.00") -> "Told":
        """Each of these seats makes a side wager, beside an initial wager that is made first where none lies there."""
        for seat in seats:
            if not self.table.boxes[seat - 1].bettors:
                self.bets(seat, initial)
            self.does(self.who_speaks(seat), c.PlaceWager(seat, wager, parse_cents(amount)))
        return self

    def bets_on_hand(self, seat: int, hand: int, initial: str = "10.00") -> "Told":
        """A seat bets on a community card of the electronic form."""
        if not self.table.boxes[seat - 1].patron:
            self.sits(seat)
        self.does(DEALER, c.PlaceWager(seat, "initial", parse_cents(initial), hand=hand))
        return self

    def closes(self) -> "Told":
        """No more bets; the side wagers are counted against the system and go into the inventory."""
        self.does(DEALER, c.CallNoMoreBets())
        return self.goes_on("counting")

    def validates(self) -> "Told":
        """Hands are settled as far as possible; what wins the progressive is checked, validated and paid."""
        return self.goes_on("settling", "war_settling", "validating")

    def wars_all(self) -> "Told":
        """Every tied player goes to war."""
        self.validates()
        while turn := self.asked():
            self.does(DEALER, c.GoToWar(*turn))
        return self

    def spins(self, hot_seat: int, hot: str, community: str) -> "Told":
        """Everything before the wheel is settled; then its rings stop here."""
        self.validates()
        self.goes_on("validating", "side_bets").does(SHOE, c.SpinWheel(hot_seat, hot, community))
        return self

    def finishes(self) -> "Told":
        """Hands, side bets and cards: the round is over."""
        return self.goes_on("settling", "war_settling", "validating", "side_bets", "picking_up")

    def syncs(self, meter: MeterName, reading: str, *, paid_elsewhere: bool = False) -> "Told":
        """The link says where a meter stands."""
        self.does(METER, c.SyncMeter(meter, parse_cents(reading), paid_elsewhere))
        return self

    def reads(self, meter: MeterName) -> str:
        return format_cents(self.table.meters[meter].reading)

    # Looking

    def asked(self) -> tuple[int, str] | None:
        """Which tied bettor is asked now."""
        turn = next_to_ask(self.table)
        return (turn[0].seat, turn[1].name) if turn else None

    def lines(self, seat: int, bettor: str = "") -> dict[Wager, WagerSettled]:
        """Return the last settlement of each wager of a bettor."""
        return {
            event.wager: event
            for event in self.events
            if isinstance(event, WagerSettled) and (event.seat, event.bettor) == (seat, bettor)
        }

    def net(self, seat: int, bettor: str = "") -> str:
        """What a bettor has won or lost by now."""
        name = next(
            event.patron
            for event in self.events
            if isinstance(event, WagerSettled | WagerReturned) and (event.seat, event.bettor) == (seat, bettor)
        )
        return format_cents(self.accounts().get(patron(name), 0))

    def accounts(self) -> dict[str, Cents]:
        """Every account that is not at nothing."""
        return balances(self.events)

    def happened(self, kind: type[T]) -> list[T]:
        return [event for event in self.events if isinstance(event, kind)]
