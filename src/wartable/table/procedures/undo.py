"""Taking back a card that was entered wrongly, with the floor's approval.

Nothing has followed from the last card. What was settled with an earlier one is reversed, and settled again.
"""

from msgspec.structs import replace

from wartable.rulebook import HOUSE_RULE
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.calls import reason_is_bad
from wartable.table.procedures.deal import unsee
from wartable.table.procedures.misplaced import (
    can_compare_again,
    compared_with,
    entered_cards,
    picked_up,
    undone,
    waits_again,
)
from wartable.table.procedures.void import reverse_war
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table
from wartable.table.words import DEALER_SEAT, Actor, Seat

LEAVES_THE_CARD: frozenset[type[e.Event]] = frozenset(
    {
        e.CardDealt,
        e.CardMisread,
        e.FloorCalled,
        e.FloorRuled,
        e.PlayerSat,
        e.PlayerLeft,
        e.ReshuffleOrdered,
        e.DeckChangeCalled,
        e.DutyTaken,
        e.DutyLeft,
        e.MeterSynced,
        e.StepConfirmed,
        e.CardsShuffled,
    }
)
"""Events after which the last card can still be taken back."""


def undo_card(table: Table, command: c.UndoCard, by: Actor) -> Decided:
    """Take a card back; only real cards can be misread, so the cards of a sealed shoe stay."""
    turned = table.round.turned
    if table.sealed:
        return Refused(Refusal.SEALED_CARDS_STAY)
    if reason_is_bad(command.reason):
        return Refused(Refusal.REASON_IS_MISSING)
    if command.seat is not None and (turned is None or turned.seat != command.seat):
        return _undo_earlier(table, command.seat, command.reason)
    if turned is None:
        return Refused(Refusal.NO_CARD_TO_TAKE_BACK)
    return (e.CardTakenBack(turned.seat, turned.card, turned.deal, command.reason),)


def _undo_earlier(table: Table, seat: Seat, reason: str) -> Decided:
    """Take back the card of a hand, and reverse what was settled with it; a war deal is completed first."""
    if table.phase == "war_dealing":
        return Refused(Refusal.NOT_NOW)
    found = [one for one in entered_cards(table) if one[0] == seat]
    if not found or table.rules.electronic is not None:
        return Refused(Refusal.NO_CARD_TO_TAKE_BACK)
    _, card, deal, is_open = found[-1]
    if not is_open and not can_compare_again(table, seat, deal):
        return Refused(Refusal.HAND_IS_SETTLED)
    compared = compared_with(table, seat, deal)
    reversed_lines: list[e.Event] = []
    for box in compared:
        reversed_lines.extend(reverse_war(box) if deal == "war" else undone(box, (HOUSE_RULE,)))
    return (e.CardTakenBack(seat, card, deal, reason, picked_up(compared)), *reversed_lines)


def card_taken_back(table: Table, event: e.CardTakenBack) -> Table:
    """Take the card's face back; nothing is due before it is read again, and compared again."""
    table = waits_again(table, event.seat, event.deal)
    cards = unsee(table.cards, event.card)
    table = replace(
        table,
        cards=replace(cards, drawn_ahead=cards.drawn_ahead + 1),
        round=replace(table.round, war_burns_due=0),
    )
    if event.seat == DEALER_SEAT:
        return replace(table, round=replace(table.round, **{_dealers(event): None}))
    if table.rules.electronic is not None:
        return _off_the_middle(table, event)
    box = replace(table.boxes[event.seat - 1], **{_players(event): None})
    return replace(table, boxes=table.boxes_with(box))


def _off_the_middle(table: Table, event: e.CardTakenBack) -> Table:
    """A community card is the card of every seat that bets on it."""
    hands = table.round.community
    place = event.seat - 1
    hands = (*hands[:place], replace(hands[place], war_card=None)) if event.deal == "war" else hands[:place]
    hands += table.round.community[event.seat :]
    boxes = tuple(
        replace(box, **{_players(event): None}) if box.community == event.seat else box for box in table.boxes
    )
    return replace(table, boxes=boxes, round=replace(table.round, community=hands))


def _players(event: e.CardTakenBack) -> str:
    return "war_card" if event.deal == "war" else "card"


def _dealers(event: e.CardTakenBack) -> str:
    return f"dealer_{_players(event)}"
