"""The state of a table: enough to continue after any event, and no card that has not been turned."""

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from wartable.cards import Card
from wartable.money import Cents, Rate
from wartable.rulebook import CHIPS, MeterName, Rules, Ruling, Stakes, Wager
from wartable.table.decks import Cards, CutState, Seal, Stock
from wartable.table.events import CardDealt, ProgressiveWon, WagerSettled, WheelSpun
from wartable.table.words import CallReason, DealName, OfferOf, Outcome, Phase, Presence, Seat, ShuffleReason

Choice = Literal["", "war", "surrender"]


def in_order(card: Card | None, war_card: Card | None) -> tuple[Card, ...]:
    """Return the cards of a hand, in the order they were dealt."""
    if war_card is None:
        return () if card is None else (card,)
    return (war_card,) if card is None else (card, war_card)


class AtWar(msgspec.Struct, frozen=True, gc=False):
    """What a player at war was asked before the war is dealt."""

    confirmed: bool = False
    """Whether the dealer saw the war wager of a player at the table."""
    tie: Literal["", "offered", "placed", "declined"] = ""
    """The offer of a tie wager on the war deal, and its answer."""


class Bettor(msgspec.Struct, frozen=True, gc=False):
    """A person with wagers at a box: the seated player, or a named bettor behind. Stakes are those now in play."""

    name: str
    patron: str
    stakes: Stakes
    covered: Cents = 0
    matched: Cents = 0
    choice: Choice = ""
    lines: tuple[WagerSettled, ...] = ()
    presence: Presence | None = None
    at_war: AtWar | None = None

    @property
    def in_play(self) -> bool:
        """Whether any wager of this bettor is still to be settled."""
        return any(map(self.stakes.__getitem__, CHIPS))

    @property
    def chips(self) -> Cents:
        """The money that lies in front of this bettor; a coupon is not money."""
        return sum(map(self.stakes.__getitem__, CHIPS))


class Box(msgspec.Struct, frozen=True, gc=False):
    """One betting position."""

    seat: Seat
    patron: str = ""
    bettors: tuple[Bettor, ...] = ()
    community: int = 0
    """The community card this seat bets on, in the electronic form."""
    card: Card | None = None
    war_card: Card | None = None
    outcome: Outcome | None = None
    war_outcome: Outcome | None = None
    missed: bool = False
    picked_up: bool = False
    presence: Presence | None = None
    """How the seated player is present; None in logs of earlier releases."""

    @property
    def at_war(self) -> bool:
        """Whether a bettor here has a war wager in play; the box then takes one war card."""
        return self.has_stake("war")

    def has_stake(self, wager: Wager) -> bool:
        for bettor in self.bettors:  # noqa: SIM110 - asked ten times a round, and a generator takes twice as long
            if bettor.stakes[wager]:
                return True
        return False

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards of this box, in the order they were dealt."""
        return in_order(self.card, self.war_card)


class CommunityHand(msgspec.Struct, frozen=True, gc=False):
    """A card in the middle that any number of seats may bet on, in the electronic form."""

    card: Card | None
    """None where the dealer passed it over."""
    war_card: Card | None = None
    picked_up: bool = False

    @property
    def hand(self) -> tuple[Card, ...]:
        """Its cards, in the order they were dealt."""
        return in_order(self.card, self.war_card)


class Meter(msgspec.Struct, frozen=True, gc=False):
    """A progressive meter at this table."""

    reading: Cents
    rate: Rate
    just_hit: bool = False
    """Whether the meter was paid out and not fed since: only then may its rate change."""


class Round(msgspec.Struct, frozen=True, gc=False):
    """The round in play."""

    number: int = 0
    dealer_card: Card | None = None
    dealer_war_card: Card | None = None
    dealer_picked_up: bool = False
    war_burns: int = 0
    war_burns_due: int = 0
    turned: CardDealt | None = None
    """The last card, while it can still be taken back."""
    face_up: int = 0
    voided: bool = False
    error: bool = False
    """Whether the deal had an error."""
    community: tuple[CommunityHand, ...] = ()
    side_wagers: int = 0
    """The number of side wagers that the system accepted and the dealer collected."""
    miscounts: int = 0
    """How often the dealer's count of the side wagers differed from the system's."""
    counted: tuple[tuple[Wager, int], ...] | UnsetType = UNSET
    """The dealer's last count of the side wagers that differed."""
    refused: tuple[Seat, ...] = ()
    """The seats whose hand, by a ruling of the floor, is not the one that was read."""
    spun: WheelSpun | None = None
    side_bets_settled: bool = False
    meter_moves: tuple[tuple[MeterName, Cents], ...] = ()
    """What this round added to or took from each meter, so that a void can reverse it."""
    players: tuple[tuple[Seat, str], ...] | UnsetType = UNSET
    """After the round, and until the next begins: the player of each hand."""
    hot_seat: Seat | UnsetType = UNSET
    """The position that the program drew for the hot spot of a real wheel."""
    unmatched: bool | UnsetType = UNSET
    """Whether a player's bank gave back a part of an initial wager that it cannot match in a war."""
    taken: tuple[Seat, ...] | UnsetType = UNSET
    """The seats that a player took since the call that closed the betting: no wager of theirs lay there before."""
    unread: tuple[Seat, ...] | UnsetType = UNSET
    """The hands whose card was taken back and is not read again yet."""
    unreplaced: tuple[Seat, ...] | UnsetType = UNSET
    """The hands whose card lay face up, went to the discard rack, and is not replaced by the next one yet."""
    ruled: tuple[tuple[DealName, Seat], ...] | UnsetType = UNSET
    """The hands that have, or wait for, their card of a deal by a ruling of the floor, out of the order of the deal."""
    stand: tuple[Seat, ...] | UnsetType = UNSET
    """The hands of players who walked away after the cards had decided the side wagers there, which stand."""

    @property
    def dealer_hand(self) -> tuple[Card, ...]:
        """The dealer's cards, in the order they were dealt."""
        return in_order(self.dealer_card, self.dealer_war_card)


class Offer(msgspec.Struct, frozen=True, gc=False):
    """A question to a named person that is not answered yet."""

    what: OfferOf
    seat: Seat
    patron: str


class Banker(msgspec.Struct, frozen=True, gc=False):
    """The player who banks: the posted amount, the coverage and money left, and the next player to be offered."""

    offer: Seat = 0
    declined: tuple[Seat, ...] = ()
    seat: Seat = 0
    patron: str = ""
    posted: Cents = 0
    left: Cents = 0
    money: Cents = 0
    last: str = ""
    """The player who banked the last round that was played, and how many in a row."""
    rounds: int = 0
    declined_by: tuple[str, ...] | UnsetType = UNSET
    """The players who declined this offer. In logs of the first edition the seats alone count."""


class Call(msgspec.Struct, frozen=True, gc=False):
    """The reason of a call to the floor, and the possible rulings."""

    reason: CallReason
    choices: tuple[Ruling, ...]
    resume: Phase
    clauses: tuple[str, ...] = ()
    seat: Seat | None = None
    bettor: str = ""


class OutOfOrder(msgspec.Struct, frozen=True, gc=False):
    """What was found out of order, and is not over yet."""

    face_up: int = 0
    """The cards found face up in this shoe."""
    misdelivered: bool = False
    """Whether a card of this round was delivered to a wrong place; the rules may then let players out of the hand."""
    forgotten: int = 0
    """The forgotten burns about which the floor is called."""
    owed: int = 0
    """The forgotten burns that are made now."""
    owed_by_war: bool = False
    """Whether the burns that are owed belong to a war."""
    exposed: tuple[Card, ...] = ()
    """The cards that wait for the floor behind the exposed one."""
    waiting: tuple[Call, ...] = ()
    """The calls that wait behind the one on which the floor rules now."""
    included: tuple[str, ...] = ()
    """The patrons who have a right to be in the next round."""
    overtaken: int | UnsetType = UNSET
    """The burns that were due when the first of the cards came out on which the floor has not ruled yet."""
    reported: tuple[Card, ...] | UnsetType = UNSET
    """The cards of the last report of cards that lie face up, which the floor may find wrong."""
    in_play: int | UnsetType = UNSET
    """The further cards of that report which were dealt, and stay until the floor has ruled."""


class Table(msgspec.Struct, frozen=True, gc=False):
    """A table between two events."""

    rules: Rules
    boxes: tuple[Box, ...]
    phase: Phase = "closed"
    cards: Cards = Cards()
    stock: Stock | None = None
    """None at a table whose log is older than this record."""
    round: Round = Round()
    cut: CutState = CutState()
    seal: Seal = Seal()
    banker: Banker = Banker()
    call: Call | None = None
    meters: Mapping[str, Meter] = {}
    wins: tuple[ProgressiveWon, ...] = ()
    """Progressive hands that wait for validation."""
    resume: Phase = "betting"
    dealer: str = ""
    new_dealer: bool = False
    on_duty: tuple[str, ...] | None = None
    """The persons of the floor who are on duty here; None where none is, as in logs of earlier releases."""
    arrivals: tuple[str, ...] = ()
    left: tuple[tuple[Seat, str], ...] | UnsetType = UNSET
    """The players who left a seat since the last shoe was loaded: a card that is found touched may be theirs."""
    came: tuple[str, ...] | UnsetType = UNSET
    """While the cards are made ready: every player in the order of arrival, also those who left their seat."""
    todo: tuple[tuple[str, int], ...] = ()
    done: tuple[str, ...] = ()
    device: Literal["working", "jammed", "failed", "covered"] = "working"
    shuffle_due: ShuffleReason | None = None
    shuffle_reason: ShuffleReason = "opening"
    shoes: int = 0
    cover_seat: Seat | None = None
    deck_change_due: bool = False
    change_ruled_by: tuple[str, ...] | UnsetType = UNSET
    """The clauses under which the floor ruled that the decks are changed."""
    found: OutOfOrder = OutOfOrder()
    entered: tuple[Seat, str, Wager] | None = None
    """The last wager that a dealer entered for a player at the table, while the dealer alone can correct it."""
    offer: Offer | UnsetType = UNSET
    """The open offer. States of earlier releases have none, so that they keep their bytes."""
    face_up: bool | UnsetType = UNSET
    """Whether a player asked that the idle cards lie face up."""
    cover_patron: str | UnsetType = UNSET
    """The player at whose hand the cover card came out, wherever that player sits now."""
    cover_leads: bool | UnsetType = UNSET
    """Whether the cover card came before any card for the wagers that lie there."""
    relieved: tuple[str, ...] | UnsetType = UNSET
    """The dealers who were relieved while the floor could still verify or rule on what they did."""
    opened_seals: tuple[tuple[str, str], ...] | UnsetType = UNSET
    """The supplier and the number of each seal that was opened here, also before the table was closed."""
    released: bool | UnsetType = UNSET
    """Whether the batch from the shuffler goes to the shoe unspread, as the rules allow unless a player asks."""

    @property
    def sealed(self) -> bool:
        return bool(self.seal.shoe)

    def box(self, seat: Seat) -> Box | None:
        return self.boxes[seat - 1] if 1 <= seat <= len(self.boxes) else None

    def with_box(self, box: Box) -> "Table":
        return replace(self, boxes=self.boxes_with(box))

    def boxes_with(self, box: Box) -> tuple[Box, ...]:
        boxes = list(self.boxes)
        boxes[box.seat - 1] = box
        return tuple(boxes)


def new_table(rules: Rules) -> Table:
    """Return a closed table under these rules."""
    return Table(rules=rules, boxes=tuple(Box(seat) for seat in range(1, rules.seats + 1)))


def put_bettor(box: Box, old: Bettor, new: Bettor) -> Box:
    """Return the box with one bettor in place of another."""
    bettors = list(box.bettors)
    bettors[bettors.index(old)] = new
    return replace(box, bettors=tuple(bettors))


def change_bettor(box: Box, name: str, **changes: object) -> Box:
    return replace(box, bettors=tuple([replace(b, **changes) if b.name == name else b for b in box.bettors]))


def put_stake(box: Box, name: str, wager: Wager, amount: Cents) -> Box:
    return replace(
        box,
        bettors=tuple([replace(b, stakes={**b.stakes, wager: amount}) if b.name == name else b for b in box.bettors]),
    )


def has_bets(table: Table) -> bool:
    """Whether wagers lie at any box."""
    for box in table.boxes:  # noqa: SIM110 - asked before each round, and a generator takes twice as long
        if box.bettors:
            return True
    return False


def has_players(table: Table) -> bool:
    """Whether a player sits at the table."""
    for box in table.boxes:  # noqa: SIM110 - asked after each round, and a generator takes twice as long
        if box.patron:
            return True
    return False


def bettor_at(box: Box, name: str) -> Bettor | None:
    """Return the bettor of this name at the box, if there is one."""
    for bettor in box.bettors:
        if bettor.name == name:
            return bettor
    return None


def is_continuous(table: Table) -> bool:
    """Whether a continuous shuffler is in use: it deals without a cut and takes cards back after every round."""
    return table.rules.shuffler.kind == "continuous" and table.device != "covered"


ROUND_IS_OPEN: frozenset[Phase] = frozenset(
    {
        "counting",
        "dealing",
        "settling",
        "deciding",
        "picking_up",
        "war_wagers",
        "war_dealing",
        "war_settling",
        "validating",
        "side_bets",
    }
)


def standing_phase(table: Table) -> Phase:
    """Return the current phase, or the interrupted one while the floor is called."""
    return table.call.resume if table.call and table.phase == "suspended" else table.phase


def round_is_open(table: Table) -> bool:
    """Whether a round is in play: cards are due, on the layout, or waiting for a ruling of the floor."""
    return standing_phase(table) in ROUND_IS_OPEN


def chips_on(table: Table, patron: str) -> Cents:
    """Return a patron's money on the layout, and in the bank where the patron banks; all of it may come back."""
    mine = (bettor for box in table.boxes for bettor in box.bettors if bettor.patron == patron)
    return sum(bettor.chips for bettor in mine) + (table.banker.money if table.banker.patron == patron else 0)
