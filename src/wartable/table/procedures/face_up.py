"""Cards that lie face up in the shoe: found there, or only when one of them was dealt."""

from msgspec import UNSET
from msgspec.structs import replace

from wartable.cards import Card
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.calls import call_floor, open_rulings
from wartable.table.procedures.cover_card import end_the_shoe
from wartable.table.procedures.deal import impossible, see
from wartable.table.procedures.misplaced import Entered, deals_again, entered_cards
from wartable.table.procedures.undo import Place, TakenAway, off_its_hand, take_away
from wartable.table.procedures.void import void_events
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table, round_is_open, standing_phase
from wartable.table.words import DEALER_SEAT, Actor, Seat

MAX_FACE_UP = 52


def report_face_up_cards(table: Table, command: c.ReportFaceUpCards, by: Actor) -> Decided:
    """Rack a card found face up in the shoe; with a second one the rules may void the round, which the floor does."""
    if command.seat is not None:
        return _dealt(table, command, command.seat, by)
    if not 1 <= len(command.cards) <= min(MAX_FACE_UP, table.cards.in_shoe):
        return Refused(Refusal.NO_SUCH_CARD)
    seen = table
    for card in command.cards:
        if refused := impossible(seen, card):
            return refused
        seen = replace(seen, cards=see(seen.cards, card))
    racked = e.FaceUpCardsRacked(command.cards)
    if _found_before(table) + len(command.cards) > 1:
        return racked, *_several(table, by)
    return racked, *_alone(table)


def _dealt(table: Table, command: c.ReportFaceUpCards, seat: Seat, by: Actor) -> Decided:
    """Rack the card that was dealt, and reverse what was settled with it; its hand has the next card.

    Where it makes the round void, it stays until the floor has ruled.
    """
    hands = len(table.boxes) if table.rules.electronic is None else table.rules.electronic.community_cards
    if not DEALER_SEAT <= seat <= hands:
        return Refused(Refusal.NO_SUCH_SEAT)
    if table.sealed:
        return Refused(Refusal.SEALED_CARDS_STAY)
    if not round_is_open(table) or table.round.voided or table.wins:
        return Refused(Refusal.NOT_NOW)
    found = _as_dealt(table, command)
    if found is None:
        return Refused(Refusal.NO_SUCH_CARD)
    _, card, deal, _ = found
    if deal == "original" and _war_deal_comes_first(table):
        return Refused(Refusal.NOT_NOW, table.rules.steps["war_deal_player"].clauses)
    several = _found_before(table) > 0
    if several and table.rules.irregularity.multi_faceup not in ("rack", "floor_call"):
        return e.FaceUpCardFound(seat, card, deal), *_several(table, by)
    clauses = table.rules.cite["irregularity.faceup"]
    taken = NOTHING_FOLLOWED if _is_next(table, found) else take_away(table, found, clauses)
    if isinstance(taken, Refused):
        return taken
    racked = e.FaceUpCardsRacked((card,), seat, deal, taken.back, taken.war)
    return racked, *taken.reversed, *(_several(table, by) if several else _alone(table))


def _war_deal_comes_first(table: Table) -> bool:
    """Whether the floor is called to a hand that got no war card: the war deal is put right before the original one."""
    return any(call and call.reason == "missed_war_card" for call in (table.call, *table.found.waiting))


def _found_before(table: Table) -> int:
    return table.found.face_up if table.rules.irregularity.when_found else table.round.face_up


def _as_dealt(table: Table, command: c.ReportFaceUpCards) -> Entered | None:
    """The one card of a report as it was dealt to its hand; the last such card, unless the deal is named."""
    last: Entered | None = None
    for entered in entered_cards(table, racked=True):
        seat, card, deal, _ = entered
        if seat == command.seat and command.cards == (card,) and command.deal in (None, deal):
            last = entered
    return last


NOTHING_FOLLOWED = TakenAway((), (), ())


def _is_next(table: Table, found: Entered) -> bool:
    """Whether a card of a war deal under way is replaced at once: no burn was made between it and the next card."""
    seat, card, deal, _ = found
    if standing_phase(table) != "war_dealing" or deal != "war":
        return False
    return table.rules.war.burn_pattern == "once" or table.round.turned == e.CardDealt(seat, card, deal)


def _alone(table: Table) -> tuple[e.Event, ...]:
    """What follows from the first card of a shoe."""
    if table.rules.irregularity.faceup == "rack":
        return ()
    choices = open_rulings(table, ("continue", "void"))
    return (call_floor(table, "face_up_card", choices, "irregularity.faceup"),)


def _several(table: Table, by: Actor) -> tuple[e.Event, ...]:
    """What follows from the second card of a shoe: without hands to void, the cards are shuffled all the same."""
    rule = table.rules.irregularity.multi_faceup
    if rule == "rack":
        return ()
    if rule == "floor_call":
        choices = open_rulings(table, ("void", "continue"))
        return (call_floor(table, "face_up_cards", choices, "irregularity.multi_faceup"),)
    if not table.rules.irregularity.when_found and round_is_open(table):
        clauses = table.rules.cite["irregularity.multi_faceup"]
        return void_events(table, "several cards lay face up in the shoe", clauses, reshuffle=True)
    if table.round.voided:
        return (e.ReshuffleOrdered(by.role),)
    if round_is_open(table) or table.call is not None:
        return (call_floor(table, "face_up_cards", ("void", "no_face_up_cards"), "irregularity.multi_faceup"),)
    return end_the_shoe(table)


def face_up_cards_racked(table: Table, event: e.FaceUpCardsRacked) -> Table:
    """Rack the cards. Until the floor has ruled on them, the table knows which ones were reported."""
    more = len(event.cards)
    if event.seat is not None:
        table = off_its_hand(table, Place(event.seat, event.deal, event.back, event.war))
        unreplaced = (*(table.round.unreplaced or ()), event.seat)
        table = replace(table, round=replace(table.round, unreplaced=unreplaced))
        table = deals_again(table, "war_dealing" if event.deal == "war" else "dealing")
        table = _counted(table, more)
    else:
        table = _counted(table, more, event.cards)
        cards = table.cards
        for card in event.cards:
            cards = see(replace(cards, in_shoe=cards.in_shoe - 1), card)
        table = replace(table, cards=cards)
    return replace(table, cards=replace(table.cards, rack=table.cards.rack + event.cards))


def face_up_card_found(table: Table, event: e.FaceUpCardFound) -> Table:
    """Count the card, which stays in play until the floor has ruled."""
    table = _counted(table, 1)
    return replace(table, found=replace(table.found, in_play=(table.found.in_play or 0) + 1))


def _counted(table: Table, more: int, reported: tuple[Card, ...] = ()) -> Table:
    """Return the table that has counted the cards; what the floor has not ruled on is kept."""
    calls = (table.call, *table.found.waiting)
    found = table.found
    if not any(call and call.reason == "face_up_cards" for call in calls):
        found = replace(found, reported=UNSET, in_play=UNSET)
    found = replace(found, face_up=found.face_up + more, reported=(*(found.reported or ()), *reported))
    return replace(table, found=found, round=replace(table.round, face_up=table.round.face_up + more, error=True))
