"""Hands that got no card: found at any time until the round is over.

Cards that were entered are moved to where they really lie. In the electronic form a community card is the hand of every
seat that bets on it.
"""

from collections.abc import Mapping

from msgspec import UNSET
from msgspec.structs import replace

from wartable.cards import Card
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.calls import call_floor, call_to_missed_hand
from wartable.table.procedures.coverage import Coverage
from wartable.table.procedures.deal import burn_without
from wartable.table.procedures.meters import take_back_share
from wartable.table.procedures.misplaced import (
    can_move,
    deals_again,
    off_the_rack,
    picked_up,
    place_of,
    undone,
    waits,
    without_war,
)
from wartable.table.procedures.missed_war import (
    is_about_the_war,
    report_missed_war_card,
    war_cards_reassigned,
    war_put_right,
)
from wartable.table.procedures.ruled import moved_on
from wartable.table.procedures.validation import drop_wins
from wartable.table.procedures.void import give_back_all, reverse, reverse_beside
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.side_bets import wins_meter
from wartable.table.state import Box, CommunityHand, Table, round_is_open, standing_phase
from wartable.table.turns import boxes_in, next_card_for, next_to_deal, waiting_to_be_read
from wartable.table.words import DEALER_SEAT, Actor, Seat

NO_CARD = "the hand was given no card"


def report_missed_hand(table: Table, command: c.ReportMissedHand, by: Actor) -> Decided:
    """Call the floor to a position that was skipped; it may find that the hand has its card.

    A card that was taken back is read again first: it lies in the order of the cards, and moves with the others.
    """
    box = table.box(command.seat)
    if box is None:
        return Refused(Refusal.NO_SUCH_SEAT)
    left_behind = was_left_behind(table, box)
    if not round_is_open(table) or table.round.voided or not box.bettors or (box.missed and not left_behind):
        return Refused(Refusal.HAND_IS_NOT_IN_PLAY)
    if standing_phase(table) == "counting":
        return Refused(Refusal.NOT_NOW, table.rules.cite["irregularity.missed_hand"])
    if not table.rules.irregularity.when_found:
        return _as_then(table, box)
    if next_card_for(table) in (table.round.unread or ()):
        return Refused(Refusal.NOT_THE_NEXT_STEP, table.rules.steps["deal_player"].clauses)
    if is_about_the_war(table, box, command):
        return Refused(Refusal.HAND_IS_NOT_IN_PLAY) if left_behind else report_missed_war_card(table, box)
    return (call_to_missed_hand(table, box.seat, can_deal=box.card is None or can_move(table)),)


def was_left_behind(table: Table, box: Box) -> bool:
    """Whether the floor ruled a hand lost that has a card. If the card is not its own, its wagers are void instead."""
    lost = table.rules.cite["abandon.may_lose"]
    lines = (line for bettor in box.bettors for line in bettor.lines)
    return box.missed and box.card is not None and any(line.clauses == lost for line in lines)


def _as_then(table: Table, box: Box) -> Decided:
    """The first edition of the law took a report only of the hand that was next, and voided it without the floor."""
    cite = table.rules.cite["irregularity.missed_hand"]
    if box.card is not None or (table.rules.electronic is None and next_to_deal(table) != box.seat):
        return Refused(Refusal.NOT_NOW, cite)
    if table.rules.irregularity.missed_hand == "void":
        return missed_hand_events(table, box)
    return (call_floor(table, "missed_hand", ("void_hand", "void"), "irregularity.missed_hand", box.seat),)


def _prizes_go_back(table: Table, missed: Box) -> bool:
    """Whether a missed hand gives back what its side wagers were paid: a hand without a card wins nothing.

    What a meter or the wheel has paid stands until the floor voids the round: others were paid after it.
    """
    won = (line for bettor in missed.bettors for line in bettor.lines if line.wager == "progressive" and line.paid)
    hits = (wins_meter(table.rules, line.result) for line in won)
    return not table.rules.of_the_first_edition and table.round.spun is None and not any(hits)


def missed_hand_events(table: Table, box: Box, *, in_the_war: bool = False) -> tuple[e.Event, ...]:
    """Return the events of a missed hand: its wagers go back, and the cards after it move to where they lie."""
    clauses = table.rules.cite["irregularity.missed_hand"]
    hands = [(one, _prizes_go_back(table, one)) for one in _sharing(table, box)]
    if in_the_war:
        moves = war_put_right(table, box, {one.seat: prizes for one, prizes in hands})
    else:
        moves = _put_right(table, box, void=True) if _was_dealt_past(table, box) else ()
    back = moves or tuple(line for one, prizes in hands for line in reverse(one, prizes=prizes))
    returned = tuple(line for one, prizes in hands for line in give_back_all(one, clauses, prizes=prizes))
    shares = take_back_share(table, returned, NO_CARD)
    seats = [one.seat for one, _ in hands]
    last = not moves and standing_phase(table) == "settling"
    reserved = Coverage(table).reserve_after_original({}, seats) if last else []
    return (*back, *returned, *shares, *reserved, *map(e.HandMissed, seats))


def deal_now_events(table: Table, box: Box, *, in_the_war: bool) -> Decided:
    """Return the events that let a missed hand have the next card."""
    if in_the_war:
        return war_put_right(table, box)
    if _was_dealt_past(table, box):
        return _put_right(table, box, void=False)
    return () if box.card is None and not box.missed else Refused(Refusal.CHOICE_IS_NOT_OPEN)


def _sharing(table: Table, missed: Box) -> tuple[Box, ...]:
    """The hands that a card was to be dealt to: one or, in the electronic form, every seat that bets on it."""
    others = [box for box in table.boxes if box.community and box.community == missed.community]
    return tuple(box for box in others if not box.missed or was_left_behind(table, box)) or (missed,)


def _was_dealt_past(table: Table, box: Box) -> bool:
    """Whether the cards that were entered from this hand on can be moved; not once the hand is out of the round.

    The number of a community card is counted on, also where none was entered after the one that was not dealt.
    """
    dealt_past = box.card is not None or 0 < box.community <= len(table.round.community) + 1
    gone = [one.seat for one in _sharing(table, box) if _prizes_go_back(table, one)]
    return dealt_past and (not box.missed or was_left_behind(table, box)) and can_move(table, gone)


def _put_right(table: Table, missed: Box, *, void: bool) -> tuple[e.Event, ...]:
    """Reverse what was settled on wrong cards, and move each card from the missed hand on to the next hand.

    What a void hand put up for a war goes back with its other wagers.
    """
    clauses = table.rules.cite["irregularity.missed_hand"]
    gone = {box.seat for box in _sharing(table, missed)} if void else set()
    reversed_lines: list[e.Event] = []
    for box in table.boxes:
        if box.seat in gone:
            reversed_lines.extend(reverse(box, prizes=True))
        else:
            reversed_lines.extend(reverse_beside(table, box) if box.missed else undone(box, clauses))
    hands, left = moved_on(table, "original", _as_entered(table), place_of(missed))
    without = (*_not_dealt(table), missed.community) if missed.community else ()
    return (*reversed_lines, e.CardsReassigned(hands, left, *_of_the_war(table), without))


def _as_entered(table: Table) -> list[tuple[Seat, Card | None]]:
    """The hands in the order of the deal, with the cards that were entered for them.

    A hand that left the round after it got a card keeps its place in that order.
    """
    if table.rules.electronic is not None:
        dealt = [hand.card for hand in table.round.community]
        cards = enumerate([*dealt, *[None] * (table.rules.electronic.community_cards - len(dealt))], start=1)
        order = [(number, card) for number, card in cards if number not in _not_dealt(table)]
    else:
        boxes = boxes_in(table, table.rules.deal.direction)
        order = [(box.seat, box.card) for box in boxes if _is_dealt_to(box)]
    return [*order, (DEALER_SEAT, table.round.dealer_card)]


def _is_dealt_to(box: Box) -> bool:
    return bool(box.bettors) and (not box.missed or box.card is not None)


def _not_dealt(table: Table) -> tuple[Seat, ...]:
    """The community cards that were missed before."""
    waiting = waiting_to_be_read(table.round)
    numbered = enumerate(table.round.community, start=1)
    return tuple(number for number, hand in numbered if hand.card is None and number not in waiting)


def _of_the_war(table: Table) -> tuple[tuple[Card, ...], tuple[tuple[Seat, Card], ...]]:
    """The cards of a war that is not fought, and the cards that come back from the rack."""
    if table.rules.electronic is not None:
        laid = [hand.war_card for hand in table.round.community if not hand.picked_up]
        numbered = enumerate(table.round.community, start=1)
        back = tuple((number, hand.card) for number, hand in numbered if hand.picked_up and hand.card is not None)
    else:
        laid = [box.war_card for box in table.boxes if not box.picked_up]
        back = picked_up(box for box in boxes_in(table, table.rules.deal.direction) if _is_dealt_to(box))
    return tuple(card for card in (table.round.dealer_war_card, *laid) if card is not None), back


def cards_reassigned(table: Table, event: e.CardsReassigned) -> Table:
    """Lay each card where it really is; what was compared with other cards is compared again.

    Cards that were picked up come back from the rack, and a war that was fought with other cards goes there.
    """
    if event.deal == "war":
        return war_cards_reassigned(table, event)
    lies = dict(event.hands)
    if table.rules.electronic is not None:
        table = _laid_in_the_middle(table, event)
    for box in table.boxes:
        if box.missed or not box.bettors:
            table = _beside_the_round(table, box, lies)
            continue
        table = waits(table, replace(box, war_card=None, war_outcome=None))
        card = lies.get(box.community or box.seat)
        table = table.with_box(replace(table.boxes[box.seat - 1], card=card))
    racked = event.war if event.racked is None else (*event.war, event.racked)
    table = replace(without_war(table), cards=replace(table.cards, rack=table.cards.rack + racked))
    table = replace(table, round=replace(table.round, dealer_card=lies.get(DEALER_SEAT), side_bets_settled=False))
    return deals_again(table, "dealing")


def _beside_the_round(table: Table, box: Box, lies: Mapping[Seat, Card]) -> Table:
    """Lay the card of a hand that left the round where it lies, too. Earlier releases left it in the rack.

    A hand that was left behind and turns out to have none has its wagers back on the layout by now.
    """
    card = box.card
    lies_here = None if card is None or box.community else lies.get(box.seat)
    has_none = box.has_stake("initial") and place_of(box) not in lies
    if box.picked_up:
        if card is None or (lies_here is None and not has_none):
            return table
        table = replace(table, cards=off_the_rack(table.cards, card))
    kept = None if has_none else card
    return table.with_box(replace(box, card=lies_here or kept, war_card=None, picked_up=False))


def _laid_in_the_middle(table: Table, event: e.CardsReassigned) -> Table:
    lies = dict(event.hands)
    last = max((*lies, *event.without))
    community = tuple(CommunityHand(lies.get(number)) for number in range(1, last + 1))
    cards = table.cards
    for _, card in event.back:
        cards = off_the_rack(cards, card)
    return replace(table, cards=cards, round=replace(table.round, community=community))


def hand_missed(table: Table, event: e.HandMissed) -> Table:
    """Take the hand out of the round; where the rules say so, its players have a right to be in the next one.

    What a player's bank had set aside for its war is free again, and a win of the hand is checked no further.
    """
    table = drop_wins(table, event.seat)
    box = table.boxes[event.seat - 1]
    reserved = sum(bettor.covered for bettor in box.bettors)
    bettors = tuple(replace(bettor, covered=0) if bettor.covered else bettor for bettor in box.bettors)
    stand = tuple(seat for seat in table.round.stand or () if seat != event.seat) or UNSET
    table = replace(table, round=replace(table.round, error=True, stand=stand))
    table = table.with_box(replace(box, missed=True, bettors=bettors))
    table = replace(table, banker=replace(table.banker, left=table.banker.left + reserved)) if reserved else table
    table = burn_without(table, box)
    if not table.rules.irregularity.include_next:
        return table
    patrons = tuple(bettor.patron for bettor in box.bettors if bettor.patron not in table.found.included)
    return replace(table, found=replace(table.found, included=table.found.included + patrons))
