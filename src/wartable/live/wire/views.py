"""What goes over the wire about a table: a felt for each audience, and one person's own part beside it.

A view starts empty and names what may be known. There are four audiences: `player` (also guests and watchers),
`dealer`, `floor` and `auditor`. All clients of an audience get the same bytes; `You` holds the rest.
"""

from typing import Any, Literal

import msgspec

from wartable.cards import Card
from wartable.live.wire.console import ConsoleView, ReadyCommand
from wartable.money import Cents
from wartable.rulebook import STAKED, MeterName, Result, Ruling, Stakes, Wager
from wartable.table import CallReason, Outcome, Phase, Seat

Audience = Literal["player", "dealer", "floor", "auditor"]
AUDIENCES: tuple[Audience, ...] = ("player", "dealer", "floor", "auditor")
Milliseconds = int
"""Since 1970, in UTC, where a moment is meant."""


class LineView(msgspec.Struct, frozen=True):
    """One settled wager: what moved, why, and the clauses that decide it."""

    wager: Wager
    result: Result
    staked: Cents
    collected: Cents
    returned: Cents
    paid: Cents
    says: str
    clauses: tuple[str, ...]


# `place` 0 is the seated player; 1, 2 … stand behind the seat, and `bettor` names them, for the house only.
# The amount on each wager stands beside them under the wager's name.
_StakesView: Any = msgspec.defstruct(
    "_StakesView", [("place", int), ("bettor", str), *((wager, Cents) for wager in STAKED)], frozen=True
)


class BettorView(_StakesView, frozen=True):  # type: ignore[misc,call-arg]
    """What lies in front of one bettor now, and what was settled this round."""

    covered: Cents
    """How much of the initial wager a player's bank covers; 0 where the house banks."""
    matched: Cents
    """The bank's stake beside a war."""
    choice: Literal["", "war", "surrender"]
    lines: tuple[LineView, ...]
    net: Cents
    """What the settled lines have won or lost by now."""

    @property
    def stakes(self) -> Stakes:
        """The amount on each wager."""
        fields = msgspec.structs.asdict(self)
        return {wager: fields[wager] for wager in STAKED}


class SeatView(msgspec.Struct, frozen=True):
    """One betting position."""

    seat: Seat
    taken: bool
    name: str
    """The screen name its player chose; empty where the seat is free."""
    colour: str
    """The colour its player chose: `rose`, `sky`, `mint`, `lilac` or `sand`; empty for none."""
    patron: str | None
    """The account, for the house only."""
    away: bool
    banks: bool
    hand: int
    """Which community card the seat bets on, in the electronic form; 0 otherwise."""
    cards: tuple[Card, ...]
    outcome: Outcome | None
    war_outcome: Outcome | None
    missed: bool
    picked_up: bool
    asked: bool
    """This seat has to answer now: the look, the cut, the bank, or surrender and war."""
    ready: bool
    """Its player waits for the deal."""
    bettors: tuple[BettorView, ...]


class ShoeView(msgspec.Struct, frozen=True):
    """The shoe as every audience sees it: how many cards are out and where the cover card is, never which."""

    number: int
    """Of the sealed shoe; 0 where real cards are dealt."""
    commitment: str
    batch: int
    """0 or 1: which backs."""
    loaded: bool
    stack: int
    left: int
    behind: int
    """Cards behind the cover card; 0 where there is none."""
    cover_card_met: bool
    reveal_due: bool
    rack: int
    words: int = 0
    """Texts that players have added to the order of this sealed shoe."""
    closed: bool = False
    """No more can be added: the first bets on this shoe were closed, and its order is fixed."""


class CallView(msgspec.Struct, frozen=True):
    """What the floor was called for: where, about which card, and what it may rule."""

    reason: CallReason
    seat: Seat | None
    bettor: str
    card: Card | None
    choices: tuple[Ruling, ...]


class BankView(msgspec.Struct, frozen=True):
    """A player's bank."""

    seat: Seat
    posted: Cents
    left: Cents


class MeterView(msgspec.Struct, frozen=True):
    """A progressive meter."""

    meter: MeterName
    reading: Cents
    rate: str = ""
    """The share of each wager that feeds it; for the floor only."""
    rate_may_change: bool = False
    """Whether it was hit and nothing was added since; for the floor only."""
    filed: str = ""
    """The share that the house filed, the only one that the floor may put in force; for the floor only."""


class WinStepView(msgspec.Struct, frozen=True):
    """One thing that is done before a progressive win is paid."""

    step: str
    done: bool


class WinView(msgspec.Struct, frozen=True):
    """A progressive hand that waits for validation."""

    seat: Seat
    hand: str
    pays: Cents
    """What it pays at the meter's reading of now."""
    steps: tuple[WinStepView, ...]
    lit: bool = False
    """Whether the system has lit the light of this position."""


class SpinView(msgspec.Struct, frozen=True):
    """Where the wheel stopped this round."""

    hot_seat: Seat
    hot: str
    community: str


ClockOn = Literal["bets", "choice", "war_wagers", "look", "cut", "recut", "bank", "leave"]


class ClockView(msgspec.Struct, frozen=True):
    """A countdown that is running, and for whom."""

    on: ClockOn
    seat: Seat | None
    began: Milliseconds
    ends: Milliseconds
    says: str
    """What happens when it is over, by the house's declared rule."""


class StepView(msgspec.Struct, frozen=True):
    """One thing to do: who does it, in words, and why."""

    step: str
    by: tuple[str, ...]
    says: str
    clauses: tuple[str, ...]
    command: ReadyCommand | None
    """Ready to send with `do`, where there is nothing to choose."""
    seat: Seat | None
    bettor: str
    answers: tuple[ReadyCommand, ...] = ()
    """Where a verdict is asked for: the commands that give it, yes and then no. None of them is suggested."""


class FeltView(msgspec.Struct, frozen=True):
    """A table as one audience may know it."""

    rulebook: str
    phase: Phase
    round: int
    says: str
    """The dealer's words."""
    dealer: str
    on_duty: tuple[str, ...]
    """The persons of the floor who are on duty here, for the house alone."""
    seats: tuple[SeatView, ...]
    dealer_cards: tuple[Card, ...]
    dealer_picked_up: bool
    community_cards: tuple[tuple[Card, ...], ...]
    war_burns: int
    shoe: ShoeView
    meters: tuple[MeterView, ...]
    bank: BankView | None
    wins: tuple[WinView, ...]
    spin: SpinView | None
    clock: ClockView | None
    device: Literal["working", "jammed", "failed", "covered"]
    deck_change_due: bool
    call: CallView | None
    """What the floor was called for; the house only."""
    releasable: tuple[Seat, ...]
    """Seats that may be let out of the hand after a dealing error; for the floor only."""
    steps: tuple[StepView, ...]
    """What this audience does next; the first is the usual thing, with its command if nothing is to choose."""
    console: ConsoleView | None
    """For the dealer alone."""
    watching: int | None = None
    """At a private table: how many people are here without a seat; nothing elsewhere."""


class BetView(msgspec.Struct, frozen=True):
    """A wager that is open to this person now."""

    seat: Seat
    bettor: str
    wager: Wager
    made: Cents
    min: Cents
    max: Cents | None
    step: Cents
    """Amounts are multiples of this."""
    stakes: tuple[Cents, ...]
    """Where it is not empty, exactly these amounts."""
    take_back: bool
    whole: Cents | None = None
    """The payout limit can cut the win of a larger amount."""


class AdviceView(msgspec.Struct, frozen=True):
    """Which answer to a tie is better with the cards seen so far; a practice table says it, a live one never."""

    better: Literal["war", "surrender", "even"]
    by: Cents
    """On average, to the nearest cent of this wager."""
    fraction: str
    """The same per unit of the initial wager, exactly."""
    tie: str
    """The chance that the war deal ties, exactly."""


class ChoiceView(msgspec.Struct, frozen=True):
    """Surrender or war, with what each costs."""

    seat: Seat
    bettor: str
    surrender_back: Cents
    surrender_lost: Cents
    war_stake: Cents
    enough_for_war: bool
    advice: AdviceView | None = None


class LookView(msgspec.Struct, frozen=True):
    """The cards lie on the layout for this person to look at."""

    seat: Seat
    decks: int
    batch: int
    """0 or 1: which backs."""
    face_up: bool
    """Whether they lie face up; otherwise this person may ask for it."""


class CutView(msgspec.Struct, frozen=True):
    """The cut is this person's."""

    seat: Seat
    stack: int
    least: int
    most: int
    words_max: int
    """Bytes of the words that may be added; 0 where the shoe is not sealed."""


class WordsView(msgspec.Struct, frozen=True):
    """Words of this person's own may be added to the order of the sealed shoe, with a wager."""

    added: int
    """How many texts of theirs are part of it."""
    most: int
    """Bytes of one text."""


class BankOfferView(msgspec.Struct, frozen=True):
    """The bank is offered to this person."""

    seat: Seat
    most: Cents
    """What this person can post, in chips and besides the room's fee."""
    least: Cents = 0
    step: Cents = 1
    """A bank is a multiple of the smallest chip."""
    fee: Cents = 0
    """The flat fee of the room, which goes down with the bank; 0 where none is filed."""


NeighboursOffer = Literal["", "may_come", "may_go"]
"""What a player may ask of the neighbours of an automatic table: to sit down, to leave, or nothing."""

HandResult = Literal["win", "lose", "push", "surrender", "void", "war_won", "war_lost"]


class HistoryView(msgspec.Struct, frozen=True):
    """One hand of one's own that is over."""

    round: int
    seat: Seat
    cards: tuple[Card, ...]
    dealer_cards: tuple[Card, ...]
    result: HandResult
    net: Cents
    lines: tuple[LineView, ...]
    """Why: every wager of the hand as it was settled."""
    behind: bool = False
    """Whether the wagers lay behind another player's seat."""


class BehindView(msgspec.Struct, frozen=True):
    """A person's own wagers behind another player's seat."""

    seat: Seat
    place: int
    """Among the bettors of the seat."""


class You(msgspec.Struct, frozen=True):
    """What is one person's own at this table."""

    patron: str
    name: str
    balance: Cents
    seats: tuple[Seat, ...]
    can: tuple[str, ...]
    """The commands that the phase and the role allow now."""
    behind: tuple[BehindView, ...] = ()
    bets: tuple[BetView, ...] = ()
    choice: ChoiceView | None = None
    look: LookView | None = None
    ask_for_shuffle: bool = False
    """Whether this person may ask that the batch from the shuffler be spread and shuffled before it is dealt."""
    cut: CutView | None = None
    bank: BankOfferView | None = None
    may_be_ready: bool = False
    words: WordsView | None = None
    """While words may still be added to the sealed shoe."""
    envy: Cents = 0
    """What a hand that waits for validation will bring this person besides."""
    history: tuple[HistoryView, ...] | None = None
    """Of the last twelve rounds with a whole table, of the round that has just ended with an update, otherwise null."""
    neighbours: NeighboursOffer = ""
    """Whether this person may send `invite_neighbours` or `dismiss_neighbours`."""
    says: str = ""
    """The dealer's words to this person, where the felt's `says` asks this person for something."""
    heard: str = ""
    """The last event in the second person, where it concerns this person; empty otherwise."""
