"""Taking back a card that was entered wrongly, with the floor's approval.

Nothing has followed from the last card. What was settled with an earlier one is reversed, and settled again.
"""

from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from wartable.cards import Card
from wartable.rulebook import HOUSE_RULE
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.calls import call_to_missed_hand, reason_is_bad
from wartable.table.procedures.deal import unsee
from wartable.table.procedures.misplaced import (
    Entered,
    compared_with,
    entered_cards,
    off_the_rack,
    picked_up,
    place_of,
    undone,
    waits_again,
    without_war,
)
from wartable.table.procedures.ruled import ruled_no_more
from wartable.table.procedures.void import reverse_beside, reverse_war
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.side_bets import side_wagers_stand, wins_meter
from wartable.table.state import Box, CommunityHand, Table, standing_phase
from wartable.table.turns import boxes_in, next_war_card
from wartable.table.words import DEALER_SEAT, Actor, DealName, Phase, Seat

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
WAR_IS_DEALT: frozenset[Phase] = frozenset({"war_settling", "picking_up", "side_bets"})
"""The phases in which a war card is taken back, unless a war is still to be dealt."""


def undo_card(table: Table, command: c.UndoCard, by: Actor) -> Decided:
    """Take a card back; only real cards can be misread, so the cards of a sealed shoe stay."""
    turned = table.round.turned
    if table.sealed:
        return Refused(Refusal.SEALED_CARDS_STAY)
    if command.absent and table.rules.electronic is not None:
        return Refused(Refusal.NOT_NOW)
    if reason_is_bad(command.reason):
        return Refused(Refusal.REASON_IS_MISSING)
    if command.seat is not None and (turned is None or not _is_named(turned, command)):
        return _undo_earlier(table, command.seat, command)
    if turned is None:
        return Refused(Refusal.NO_CARD_TO_TAKE_BACK)
    back = e.CardTakenBack(turned.seat, turned.card, turned.deal, command.reason, absent=command.absent)
    return back, *_passed_over(table, back)


def _is_named(turned: e.CardDealt, command: c.UndoCard) -> bool:
    return turned.seat == command.seat and command.deal in (None, turned.deal)


def _undo_earlier(table: Table, seat: Seat, command: c.UndoCard) -> Decided:
    """Take back the card of a hand, and reverse what was settled with it; a war deal is completed first."""
    found = [one for one in entered_cards(table, racked=True) if one[0] == seat and command.deal in (None, one[2])]
    if table.phase != "war_dealing" and not found:
        return Refused(Refusal.NO_CARD_TO_TAKE_BACK)
    taken = take_away(table, found[-1], (HOUSE_RULE,)) if found else Refused(Refusal.NOT_NOW)
    if isinstance(taken, Refused):
        return taken
    _, card, deal, _ = found[-1]
    back = e.CardTakenBack(seat, card, deal, command.reason, taken.back, taken.war, command.absent)
    return back, *taken.reversed, *_passed_over(table, back)


def _passed_over(table: Table, event: e.CardTakenBack) -> tuple[e.Event, ...]:
    """A hand that had no card when the deal went on was missed: the floor rules on it before another card is dealt."""
    if not event.absent or event.deal == "war" or event.seat == DEALER_SEAT:
        return ()
    order = [box.seat for box in boxes_in(table, table.rules.deal.direction)]
    later = order[order.index(event.seat) + 1 :]
    went_on = table.round.dealer_card is not None or any(table.boxes[seat - 1].card for seat in later)
    return (call_to_missed_hand(table, event.seat, can_deal=True),) if went_on else ()


class TakenAway(NamedTuple):
    """What follows when a card is taken from its hand."""

    back: tuple[tuple[Seat, Card], ...]
    war: tuple[Card, ...]
    reversed: tuple[e.Event, ...]


def take_away(table: Table, found: Entered, clauses: tuple[str, ...]) -> TakenAway | Refused:
    """Return what follows when a card is taken from its hand: what was settled with it is reversed."""
    seat, _, deal, is_open = found
    phase = standing_phase(table)
    if phase == "war_dealing":
        return Refused(Refusal.NOT_NOW)
    box = table.box(seat) if table.rules.electronic is None else None
    if box is not None and box.missed:
        return Refused(Refusal.HAND_IS_NOT_IN_PLAY)
    if deal == "war" and (phase not in WAR_IS_DEALT or next_war_card(table) is not None):
        return Refused(Refusal.NOT_NOW)
    compared = _compared(table, seat, deal)
    if not is_open and (stays := why_it_stays(table, (*compared, *_stand_beside(table, seat)), deal)):
        return stays
    lines: list[e.Event] = []
    for box in _settled_again(table, seat, deal):
        if box.missed:
            lines.extend(reverse_beside(table, box, deal, prizes=True))
        else:
            lines.extend(reverse_war(box, prizes=True) if deal == "war" else undone(box, clauses, prizes=True))
    back = _community_cards_from_the_rack(table, seat, compared, deal) or cards_from_the_rack(compared, deal)
    return TakenAway(back, _racked(table, seat, deal), tuple(lines))


def why_it_stays(table: Table, compared: tuple[Box, ...], deal: DealName) -> Refused | None:
    """Why what was settled with a card cannot be settled again.

    A win waits for the floor; or a meter, an envy bonus or the wheel has paid, and others were paid after it.
    """
    if not table.rules.irregularity.when_found or table.round.voided or table.wins:
        return Refused(Refusal.HAND_IS_SETTLED)
    if table.rules.bank.by == "player" and (went_on := _bank_went_on(table, deal)):
        return Refused(Refusal.BANK_WENT_ON, went_on)
    if table.round.spun is not None:
        return Refused(Refusal.PRIZE_STANDS, table.rules.steps["spin"].clauses)
    boxes = {box.seat for box in compared}
    for box in table.boxes:
        for line in (line for bettor in box.bettors for line in bettor.lines if line.paid):
            hit = line.wager == "progressive" and box.seat in boxes and wins_meter(table.rules, line.result)
            if hit or line.wager == "envy":
                return Refused(Refusal.PRIZE_STANDS, line.clauses)
    return None


def _compared(table: Table, seat: Seat, deal: DealName) -> tuple[Box, ...]:
    """The hands that are settled again with a card. A player's bank pays in turn, as far as it goes: all of them."""
    compared = compared_with(table, seat, deal)
    return compared_with(table, DEALER_SEAT, deal) if compared and table.rules.bank.by == "player" else compared


def _settled_again(table: Table, seat: Seat, deal: DealName) -> tuple[Box, ...]:
    """The same hands, and those out of the round whose tie or side wagers may have been settled with the card.

    What a player's bank settled is reversed from the last to the first.
    """
    again = (*_compared(table, seat, deal), *_settled_beside(table, seat))
    return tuple(sorted(again, key=lambda box: box.seat, reverse=bool(table.banker.posted)))


def _settled_beside(table: Table, seat: Seat) -> tuple[Box, ...]:
    """The hands out of the round that may have been settled with a card: one place's or, for the dealer's, all."""
    return tuple(box for box in table.boxes if box.missed and seat in (place_of(box), DEALER_SEAT))


def _stand_beside(table: Table, seat: Seat) -> tuple[Box, ...]:
    """Those of them whose side wagers stand."""
    return tuple(box for box in _settled_beside(table, seat) if side_wagers_stand(table, box))


def _bank_went_on(table: Table, deal: DealName) -> tuple[str, ...]:
    """The clauses by which a player's bank has done what cannot be undone by seat: it has matched a war that is dealt,
    or given back what it cannot match."""
    if deal == "original" and any(box.war_card for box in table.boxes):
        return table.rules.steps["war_wagers"].clauses
    return table.rules.cite["bank.partial"] if table.round.unmatched else ()


def _racked(table: Table, seat: Seat, deal: DealName) -> tuple[Card, ...]:
    """The cards of a war that is not fought when a card of the original deal is taken back."""
    if deal == "war":
        return ()
    compared = [box for box in _compared(table, seat, deal) if box.war_card is not None]
    fought = [box for box in compared if not (_in_the_middle(table, box) or box).picked_up]
    laid = {place_of(box): box.war_card for box in fought}.values()
    dealers = table.round.dealer_war_card if _ends_the_war(table, seat) else None
    return tuple(card for card in (*laid, dealers) if card is not None)


def _in_the_middle(table: Table, box: Box) -> CommunityHand | None:
    """The community hand that a box bets on, in the electronic form."""
    return table.round.community[box.community - 1] if box.community else None


def _ends_the_war(table: Table, seat: Seat) -> bool:
    """Whether no other hand fought the war that goes with a card of the original deal."""
    return seat == DEALER_SEAT or not any(box.war_card for box in table.boxes if place_of(box) != seat)


def _community_cards_from_the_rack(
    table: Table, seat: Seat, compared: tuple[Box, ...], deal: DealName
) -> tuple[tuple[Seat, Card], ...]:
    """The community cards that come back: the one that is read again, and those that are compared again.

    Where a war card is read again, both cards of the hand come back.
    """
    places = {seat, *(box.community for box in compared)}
    numbered = enumerate(table.round.community, start=1)
    lie = [(at, hand) for at, hand in numbered if at in places and hand.picked_up]
    return tuple((at, card) for at, hand in lie for card in (hand.hand if deal == "war" else hand.hand[:1]))


def cards_from_the_rack(compared: tuple[Box, ...], deal: DealName) -> tuple[tuple[Seat, Card], ...]:
    """The cards that come back: where a war card is read again, both cards of the hand."""
    if deal == "original":
        return picked_up(compared)
    return tuple((box.seat, card) for box in compared if box.picked_up for card in box.hand)


def card_taken_back(table: Table, event: e.CardTakenBack) -> Table:
    """Take the card's face back; nothing is due before it is read again, and compared again."""
    table = off_its_hand(table, Place(event.seat, event.deal, event.back, event.war))
    cards = unsee(table.cards, event.card)
    if event.absent:
        unread = tuple(seat for seat in table.round.unread or () if seat != event.seat) or UNSET
        cards = replace(cards, in_shoe=cards.in_shoe + 1)
        round_ = ruled_no_more(table.round, event.deal, (event.seat,))
        return replace(table, cards=cards, round=replace(round_, unread=unread, error=True))
    round_ = replace(table.round, unread=(*(table.round.unread or ()), event.seat))
    return replace(table, cards=replace(cards, drawn_ahead=cards.drawn_ahead + 1), round=round_)


class Place(NamedTuple):
    """The hand and the deal of a card, with the cards that come back from the rack and those that go there."""

    seat: Seat
    deal: DealName
    back: tuple[tuple[Seat, Card], ...]
    war: tuple[Card, ...]


def off_its_hand(table: Table, event: Place) -> Table:
    """Return the table without the card: its hand has the next one, and is compared again.

    A war that was fought after a card of the original deal goes to the rack.
    """
    compared = _compared(table, event.seat, event.deal)
    ends = event.deal == "original" and _ends_the_war(table, event.seat)
    table = waits_again(table, compared, event.deal)
    if event.deal == "original":
        for box in compared:
            table = table.with_box(replace(table.boxes[box.seat - 1], war_card=None, war_outcome=None))
        table = replace(table, round=ruled_no_more(table.round, "war", tuple(map(place_of, compared))))
        if ends and table.round.dealer_war_card is not None:
            table = without_war(table)
    again = {box.seat for box in compared}
    cards = replace(table.cards, rack=table.cards.rack + event.war)
    refused = tuple(seat for seat in table.round.refused if seat not in again)
    settled = table.round.side_bets_settled and not again and not _stand_beside(table, event.seat)
    table = replace(
        table,
        cards=cards,
        round=replace(table.round, war_burns_due=0, refused=refused, side_bets_settled=settled),
    )
    if table.rules.electronic is not None:
        table = _off_the_middle(table, event, compared)
    if event.seat == DEALER_SEAT:
        return replace(table, round=replace(table.round, **{_dealers(event): None}))
    if table.rules.electronic is not None:
        return table
    box = replace(table.boxes[event.seat - 1], **{_players(event): None})
    return replace(table, boxes=table.boxes_with(box))


def _off_the_middle(table: Table, event: Place, compared: tuple[Box, ...]) -> Table:
    """A community card is the card of every seat that bets on it; the last one that was dealt leaves no place."""
    cards, hands = table.cards, list(table.round.community)
    for number, card in event.back:
        cards = off_the_rack(cards, card)
        hands[number - 1] = replace(hands[number - 1], picked_up=False)
    if event.deal == "original":
        for number in {box.community for box in compared}:
            hands[number - 1] = replace(hands[number - 1], war_card=None)
    table = replace(table, cards=cards)
    if event.seat == DEALER_SEAT:
        return replace(table, round=replace(table.round, community=tuple(hands)))
    place = event.seat - 1
    if event.deal == "war":
        hands[place] = replace(hands[place], war_card=None)
    elif event.seat == len(hands):
        hands.pop()
    else:
        hands[place] = CommunityHand(None)
    boxes = tuple(
        replace(box, **{_players(event): None}) if box.community == event.seat else box for box in table.boxes
    )
    return replace(table, boxes=boxes, round=replace(table.round, community=tuple(hands)))


def _players(event: Place) -> str:
    return "war_card" if event.deal == "war" else "card"


def _dealers(event: Place) -> str:
    return f"dealer_{_players(event)}"
