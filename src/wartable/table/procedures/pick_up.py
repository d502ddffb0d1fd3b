"""Picking up: hand after hand in the order of settlement, the dealer's last, so that every hand can be rebuilt."""

from msgspec import UNSET
from msgspec.structs import replace

from wartable.cards import Card
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.decks import FACE_DOWN, UNSEEN
from wartable.table.invariants import TableBroken
from wartable.table.procedures import banking, idle
from wartable.table.procedures.cover_card import player_of_hand
from wartable.table.procedures.deal import no_card_left
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Box, Round, Table, is_continuous
from wartable.table.stock import is_tracked
from wartable.table.turns import hands_beside_a_war, is_at_war
from wartable.table.words import DEALER_SEAT, Actor, ShuffleReason


def pick_up_cards(table: Table, command: c.PickUpCards, by: Actor) -> Decided:
    """Put the cards into the rack, in the named order or another that the dealer reports.

    Unless a war is to come, the round is over.
    """
    fighting = is_at_war(table)
    hands = hands_beside_a_war(table, fighting=fighting)
    if command.order:
        if sorted(command.order) != sorted(seat for seat, _ in hands):
            return Refused(Refusal.ORDER_IS_BAD, table.rules.steps["pick_up"].clauses)
        hands = tuple(sorted(hands, key=lambda hand: command.order.index(hand[0])))
    picked = e.CardsPickedUp(hands)
    return (picked,) if fighting else (picked, *end_of_round(table))


def end_of_round(table: Table) -> tuple[e.Event, ...]:
    """Return the events after a round: the bank is released; then a shuffle, an offer of the bank, or an idle table."""
    released = banking.release_bank(table)
    ended = (*released, e.RoundEnded(table.round.number))
    if idles := idle.idle_if_empty(table):
        return (*ended, *idles)
    if reason := shuffle_reason(table):
        return (*ended, e.ShuffleBegun(reason))
    if table.rules.bank.by == "player":
        return (*ended, *banking.offer_bank_events(banking.bank_released(table, released[0]) if released else table))
    return ended


def shuffle_reason(table: Table) -> ShuffleReason | None:
    """Return why the cards are shuffled after this round, if they are; an empty shoe is a reason.

    Decks that are due leave the table instead: no player is offered the cut of cards that are never dealt.
    """
    if table.deck_change_due and is_tracked(table):
        return None
    if table.shuffle_due is not None:
        return table.shuffle_due
    if no_card_left(table.cards) and not is_continuous(table):
        return "irregularity"
    return "every_round" if table.rules.shuffle.when == "every_round" and not is_continuous(table) else None


def cards_picked_up(table: Table, event: e.CardsPickedUp) -> Table:
    """Put the cards into the rack; one that was taken back and never read again was counted as the next card.

    Where another card was drawn in its place meanwhile, that one left the shoe.
    """
    picked: tuple[Card, ...] = ()
    round_, boxes = table.round, list(table.boxes)
    for seat, hand in event.hands:
        picked += hand
        if seat == DEALER_SEAT:
            round_ = replace(round_, dealer_picked_up=True)
        elif table.rules.electronic is None:
            boxes[seat - 1] = replace(boxes[seat - 1], picked_up=True)
    if table.rules.electronic is not None:
        seats = [seat for seat, _ in event.hands]
        hands = enumerate(round_.community, start=1)
        community = tuple([replace(hand, picked_up=True) if number in seats else hand for number, hand in hands])
        round_ = replace(round_, community=community)
    cards = replace(table.cards, rack=table.cards.rack + picked)
    if FACE_DOWN in picked:
        unread = picked.count(FACE_DOWN)
        ahead = min(unread, cards.drawn_ahead)
        cards = replace(cards, drawn_ahead=cards.drawn_ahead - ahead, in_shoe=cards.in_shoe - (unread - ahead))
        round_ = replace(round_, unread=UNSET)
    return replace(table, cards=cards, round=round_, boxes=tuple(boxes))


def round_ended(table: Table, event: e.RoundEnded) -> Table:
    """Clear the boxes, and remember whose hands lay there. A continuous shuffler takes the discards back."""
    boxes, hands = list(table.boxes), []
    for box in table.boxes:
        if box.bettors:
            if [bettor for bettor in box.bettors if bettor.in_play]:
                raise TableBroken("a round ends with a wager that is not settled")
            if box.card is not None:
                hands.append((box.seat, player_of_hand(box)))
            boxes[box.seat - 1] = Box(box.seat, box.patron, presence=box.presence)
    cards, found = table.cards, replace(table.found, misdelivered=False, forgotten=0)
    if is_continuous(table):
        cards = replace(cards, in_shoe=cards.in_shoe + len(cards.rack), rack=(), seen=UNSEEN)
        found = replace(found, face_up=0)
    counted = table.rules.cut.cover_card_within_cards is not None
    round_ = Round(event.round, players=tuple(hands)) if counted else Round(event.round)
    return replace(table, boxes=tuple(boxes), cards=cards, round=round_, call=None, found=found, relieved=UNSET)
