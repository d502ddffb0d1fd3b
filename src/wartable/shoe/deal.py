"""Whole shoes at a real table: the house does its steps, a source gives the cards, a policy speaks for the players.

Nothing here is left to chance: the same table, source and policy give the same events. Whoever burns never learns the
face, and the table is told of a card only when it is turned.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

import msgspec

from wartable.money import Cents
from wartable.shoe.source import Hears, Jam, Seals, Source
from wartable.table import Actor, Command, Event, Refused, Table, act, next_of_the_house, steps
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.actors import DEALER, FLOOR, SHOE
from wartable.table.leaving import DEALING, burn_is_due, cover_card_may_come, seal_is_due, shoe_is_empty
from wartable.table.procedures.betting import open_wagers
from wartable.table.procedures.seal import takes_words
from wartable.table.state import bettor_at
from wartable.table.turns import next_to_ask
from wartable.table.words import Seat, Wager

MAX_ACTS = 100_000
"""More than any shoe takes; a table that does not come to an end is our mistake."""

JAMMED: tuple[Actor, Command] = (SHOE, c.ReportJam())

Wheel = Callable[[Table], c.SpinWheel]
"""Where the wheel stops."""


class CannotGoOn(RuntimeError):
    """The table refused what it had asked for, or nobody knows what comes next."""


class Policy(Protocol):
    """What the players do. It sees the table, which holds no card that has not been turned."""

    def wager(self, table: Table, /) -> c.PlaceWager | None:
        """The next wager, or nothing when everybody has bet."""
        ...

    def goes_to_war(self, table: Table, seat: Seat, bettor: str, /) -> bool:
        """War, or surrender."""
        ...

    def cuts(self, table: Table, seat: Seat, /) -> c.CutCards:
        """How the player who is offered the cut cuts."""
        ...

    def banks(self, table: Table, seat: Seat, /) -> Cents:
        """What the player who is offered the bank posts; nothing declines it."""
        ...


class Everybody(msgspec.Struct, frozen=True):
    """Everybody who sits does the same thing in every round."""

    stakes: tuple[tuple[Wager, Cents], ...] = (("initial", 10_00),)
    war: bool = True
    bank: Cents = 100_000_00
    words: str = "luck"
    """What each adds to a sealed shoe."""

    def wager(self, table: Table) -> c.PlaceWager | None:
        """Seat by seat, each wager that is open and not yet made."""
        hands = table.rules.electronic.community_cards if table.rules.electronic else 0
        for box in table.boxes:
            if not box.patron or box.patron == table.banker.patron:
                continue
            bettor = bettor_at(box, "")
            for wager, stake in self.stakes:
                if wager not in open_wagers(table) or (bettor and getattr(bettor, wager)):
                    continue
                if wager == "war_tie" and not (bettor and bettor.choice == "war"):
                    continue
                hand = (box.seat - 1) % hands + 1 if hands and wager == "initial" else 0
                words = self.words if takes_words(table, box.patron) else ""
                return c.PlaceWager(box.seat, wager, stake, hand=hand, words=words)
        return None

    def goes_to_war(self, _table: Table, _seat: Seat, _bettor: str) -> bool:
        return self.war

    def cuts(self, table: Table, _seat: Seat) -> c.CutCards:
        return c.CutCards(table.rules.stack // 2, self.words if table.sealed else "")

    def banks(self, _table: Table, _seat: Seat) -> Cents:
        return self.bank


class Act(NamedTuple):
    """One thing that was done, and the table after it."""

    by: Actor
    command: Command
    events: tuple[Event, ...]
    table: Table


def play_shoe(table: Table, source: Source, policy: Policy, wheel: Wheel | None = None) -> tuple[Event, ...]:
    """Play one shoe to its end and, where it was sealed, to its reveal."""
    return tuple(event for done in acts(table, source, policy, wheel) for event in done.events)


def acts(table: Table, source: Source, policy: Policy, wheel: Wheel | None = None) -> Iterator[Act]:
    """One act after the other, until the shoe that is in play (or about to be) is over."""
    played = False
    told = _Told(source)
    jammed = False
    # Asked once, because to ask what a source can do takes longer than to deal from it.
    seals = source if isinstance(source, Seals) else None
    for _ in range(MAX_ACTS):
        played = played or table.cards.loaded
        if played and not table.cards.loaded and not jammed and not (seals and table.seal.ended):
            return
        by, command = JAMMED if jammed else _seal(table, seals) or _next(table, source, policy, wheel)
        done = act(table, command, by)
        if isinstance(done, Refused):
            raise CannotGoOn(f"{command} by the {by.role} in {table.phase}: {done}")
        table, events = done
        jammed = told.jams_over(events)
        yield Act(by, command, events, table)
    raise CannotGoOn(f"the shoe is not over after {MAX_ACTS} acts")


class _Told:
    """What a source hears. Where its device jams at a burned card, that card leaves when the jam has been reported."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._hears = source if isinstance(source, Hears) else None
        self._waiting: deque[Event] = deque()

    def jams_over(self, events: Iterable[Event]) -> bool:
        """Tell the source what happened, in order; whether it jammed, and has still to hear the rest."""
        self._waiting.extend(events)
        while self._waiting:
            try:
                self._tell(self._waiting[0])
            except Jam:
                return True
            self._waiting.popleft()
        return False

    def _tell(self, event: Event) -> None:
        if self._hears:
            self._hears.hear(event)
        elif isinstance(event, e.CardBurned):
            self._source.next_card()  # the face of a burned card is dropped here


def _next(table: Table, source: Source, policy: Policy, wheel: Wheel | None) -> tuple[Actor, Command]:
    """What is done next, and by whom."""
    return (
        _cover_card(table, source)
        or _card(table, source)
        or _choice(table, policy)
        or _spin(table, wheel)
        or _house(table)
    )


Next = tuple[Actor, Command] | None


def _seal(table: Table, source: Seals | None) -> Next:
    if source is None:
        return None
    if table.seal.ended is not None:
        return SHOE, c.RevealShoe(source.seed(table.seal.ended))
    return (SHOE, c.SealShoe(source.commitment)) if seal_is_due(table) else None


def _cover_card(table: Table, source: Source) -> Next:
    return (SHOE, c.MeetCoverCard()) if cover_card_may_come(table) and source.cover_card_next() else None


def _card(table: Table, source: Source) -> Next:
    if table.phase not in DEALING:
        return None
    if shoe_is_empty(table):
        return FLOOR, c.VoidRound("the shoe is empty")
    if burn_is_due(table):
        return DEALER, c.BurnCard()
    try:
        return SHOE, c.TurnCard(source.next_card())
    except Jam:
        return JAMMED


def _choice(table: Table, policy: Policy) -> Next:
    """Where a player chooses."""
    match table.phase:
        case "cutting" if table.cut.offer and not table.cut.reinsert:
            return _player(table, table.cut.offer), policy.cuts(table, table.cut.offer)
        case "banking" if not burn_is_due(table) and not table.deck_change_due:
            return DEALER, _bank(table, policy)
        case "betting" | "war_wagers" if not burn_is_due(table) and not table.deck_change_due:
            wager = policy.wager(table)
            return (_player(table, wager.seat) if wager.words else DEALER, wager) if wager else None
        case "deciding" if turn := next_to_ask(table):
            seat, name = turn[0].seat, turn[1].name
            war = policy.goes_to_war(table, seat, name)
            return Actor("player", turn[1].patron), c.GoToWar(seat, name) if war else c.Surrender(seat, name)
    return None


def _bank(table: Table, policy: Policy) -> Command:
    if not table.banker.offer:
        return c.OfferBank()
    amount = policy.banks(table, table.banker.offer)
    return c.PostBank(amount) if amount else c.DeclineBank()


def _player(table: Table, seat: Seat) -> Actor:
    return Actor("player", table.boxes[seat - 1].patron)


def _spin(table: Table, wheel: Wheel | None) -> Next:
    asked = table.phase == "side_bets" and any(step.step == "spin" for step in steps(table))
    return (SHOE, wheel(table)) if asked and wheel else None


def _house(table: Table) -> tuple[Actor, Command]:
    """The step that the table asks for, done by whoever of the house may."""
    if due := next_of_the_house(table):
        return due
    raise CannotGoOn(f"nobody knows what to do next in {table.phase}")
