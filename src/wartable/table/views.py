"""What each role may know. A view starts empty and names what may be known, so a new secret is hidden by default.

The state holds no card that was not turned, so no view can show one. What a view keeps back is who people are: players
see their own name and that a seat is taken; the dealer, the floor and the auditor see who sits there.
"""

import msgspec
from msgspec.structs import replace

from wartable.cards import Card
from wartable.money import Cents
from wartable.rulebook import Ruling, Stakes
from wartable.table.state import Bettor, Box, Table, bettor_at
from wartable.table.steps import Step, steps
from wartable.table.words import DEALER_SEAT, Actor, CallReason, Phase, Seat

SEES_CALLS = frozenset({"dealer", "floor", "auditor"})
SEES_NAMES = frozenset({"dealer", "floor", "auditor"})


class WagersView(msgspec.Struct, frozen=True):
    """What lies in front of one bettor."""

    bettor: str
    stakes: Stakes
    choice: str
    settled: tuple[tuple[str, str, Cents], ...]
    """Wager, result and pay of everything settled this round."""


class BoxView(msgspec.Struct, frozen=True):
    """One betting position."""

    seat: Seat
    taken: bool
    mine: bool
    patron: str | None
    community: int
    cards: tuple[Card, ...]
    wagers: tuple[WagersView, ...]


class CallView(msgspec.Struct, frozen=True):
    """What the floor was called for: where, about which card, and what it may rule."""

    reason: CallReason
    seat: Seat | None
    bettor: str
    card: Card | None
    choices: tuple[Ruling, ...]


class TableView(msgspec.Struct, frozen=True):
    """A table as one viewer may know it."""

    rulebook: str
    phase: Phase
    round: int
    boxes: tuple[BoxView, ...]
    dealer_cards: tuple[Card, ...]
    community_cards: tuple[tuple[Card, ...], ...]
    meters: dict[str, Cents]
    cards_in_rack: int
    sealed_shoe: int
    commitment: str
    """What was published of the sealed shoe in play, or of the last one until it is revealed."""
    bank_seat: Seat | None
    bank_left: Cents | None
    call: CallView | None
    steps: tuple[Step, ...]


def view(table: Table, viewer: Actor) -> TableView:
    """The table as this viewer may know it."""
    bank = table.banker if table.banker.posted else None
    return TableView(
        rulebook=table.rules.rulebook,
        phase=table.phase,
        round=table.round.number,
        boxes=tuple(_box(box, viewer) for box in table.boxes),
        dealer_cards=table.round.dealer_hand,
        community_cards=tuple(community.hand for community in table.round.community),
        meters={name: meter.reading for name, meter in table.meters.items()},
        cards_in_rack=len(table.cards.rack),
        sealed_shoe=table.seal.shoe,
        commitment=table.seal.commitment,
        bank_seat=bank.seat if bank else None,
        bank_left=bank.left if bank else None,
        call=call_view(table) if viewer.role in SEES_CALLS else None,
        steps=tuple(_step(table, step, viewer) for step in steps(table) if viewer.role in step.by),
    )


def call_view(table: Table) -> CallView | None:
    """What the floor was called for, if it was."""
    call = table.call
    return CallView(call.reason, call.seat, call.bettor, table.cards.exposed, call.choices) if call else None


def _step(table: Table, step: Step, viewer: Actor) -> Step:
    """A step as this viewer may read it: a bettor behind a seat is named to the house and to that bettor only."""
    box = table.box(step.seat or DEALER_SEAT)
    bettor = bettor_at(box, step.bettor) if box and step.bettor else None
    if bettor is None or viewer.role in SEES_NAMES or viewer.patron == bettor.patron:
        return step
    return replace(step, bettor="")


def _box(box: Box, viewer: Actor) -> BoxView:
    mine = viewer.role == "player" and box.patron != "" and box.patron == viewer.patron
    return BoxView(
        seat=box.seat,
        taken=bool(box.patron),
        mine=mine,
        patron=box.patron if mine or viewer.role in SEES_NAMES else None,
        community=box.community,
        cards=box.hand,
        wagers=tuple(_wagers(bettor, viewer) for bettor in box.bettors),
    )


def _wagers(bettor: Bettor, viewer: Actor) -> WagersView:
    own = viewer.role == "player" and viewer.patron == bettor.patron
    return WagersView(
        bettor=bettor.name if own or viewer.role in SEES_NAMES else "",
        stakes=bettor.stakes,
        choice=bettor.choice,
        settled=tuple((line.wager, line.result, line.paid) for line in bettor.lines),
    )
