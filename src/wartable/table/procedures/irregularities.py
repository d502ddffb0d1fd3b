"""Cards that the shoe gives out of order: face up, drawn in error, or misread."""

from msgspec import UNSET
from msgspec.structs import replace

from wartable.rulebook import HOUSE_RULE
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.calls import call_floor, open_rulings
from wartable.table.procedures.cover_card import end_the_shoe
from wartable.table.procedures.deal import burns_due, draw, expose, impossible, see, uncover
from wartable.table.procedures.void import void_events
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table, round_is_open
from wartable.table.words import MAX_NAME, Actor

MAX_FACE_UP = 52


def report_face_up_cards(table: Table, command: c.ReportFaceUpCards, by: Actor) -> Decided:
    """Rack a card found face up in the shoe; with a second one the rules may void the round, which the floor does."""
    if not 1 <= len(command.cards) <= min(MAX_FACE_UP, table.cards.in_shoe):
        return Refused(Refusal.NO_SUCH_CARD)
    seen = table
    for card in command.cards:
        if refused := impossible(seen, card):
            return refused
        seen = replace(seen, cards=see(seen.cards, card))
    racked = e.FaceUpCardsRacked(command.cards)
    before = table.found.face_up if table.rules.irregularity.when_found else table.round.face_up
    if before + len(command.cards) > 1:
        return racked, *_several(table, by)
    if table.rules.irregularity.faceup == "rack":
        return (racked,)
    choices = open_rulings(table, ("continue", "void"))
    return racked, call_floor(table, "face_up_card", choices, "irregularity.faceup")


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
    cards, more = table.cards, len(event.cards)
    calls = (table.call, *table.found.waiting)
    before = (table.found.reported or ()) if any(call and call.reason == "face_up_cards" for call in calls) else ()
    for card in event.cards:
        cards = see(replace(cards, in_shoe=cards.in_shoe - 1), card)
    return replace(
        table,
        cards=replace(cards, rack=cards.rack + event.cards),
        round=replace(table.round, face_up=table.round.face_up + more, error=True),
        found=replace(table.found, face_up=table.found.face_up + more, reported=(*before, *event.cards)),
    )


def report_drawn_card(table: Table, command: c.ReportDrawnCard, by: Actor) -> Decided:
    """Use an unseen card drawn in error as the next card; the floor decides on a card that was seen."""
    rule = table.rules.irregularity
    if not table.cards.in_shoe:
        return Refused(Refusal.SHOE_IS_EMPTY)
    if command.card is not None:
        call = call_floor(
            table, "exposed_card", open_rulings(table, rule.exposed_card_choices), "irregularity.exposed_card"
        )
        return impossible(table, command.card) or (e.CardExposed(command.card, None), call)
    if rule.drawn_in_error == "next_card":
        return (e.CardDrawnInError(),)
    choices = open_rulings(table, ("next_card", "void"))
    return e.CardDrawnInError(), call_floor(table, "drawn_card", choices, "irregularity.drawn_in_error")


def card_drawn_in_error(table: Table, event: e.CardDrawnInError) -> Table:
    cards = table.cards
    cards = replace(cards, in_shoe=cards.in_shoe - 1, drawn_ahead=cards.drawn_ahead + 1)
    return replace(table, cards=cards, round=replace(table.round, error=True))


def card_exposed(table: Table, event: e.CardExposed) -> Table:
    """Lay the card aside until the floor has ruled; at a seat it was misdelivered.

    Where the rules let the hand continue, it may overtake burns that are due; not behind another card that waits.
    """
    first = table.cards.exposed is None
    table = expose(replace(table, cards=draw(table.cards, event.card)), event.card)
    found = table.found
    if event.seat is not None:
        found = replace(found, misdelivered=True)
        if first and table.rules.irregularity.forgotten_burn == "continue":
            found = replace(found, overtaken=burns_due(table) or UNSET)
    return replace(table, found=found, round=replace(table.round, error=True))


def exposed_card_racked(table: Table, event: e.ExposedCardRacked) -> Table:
    table = uncover(table)
    return replace(table, cards=replace(table.cards, rack=(*table.cards.rack, event.card)))


def report_misread(table: Table, command: c.ReportMisread, by: Actor) -> Decided:
    """Call the floor for a reading that cannot be the next card; it does not enter. No text knows such a reading."""
    called = e.FloorCalled("misread_card", ("continue", "void"), (HOUSE_RULE,))
    return e.CardMisread(command.text[:MAX_NAME], command.why), called


def card_misread(table: Table, event: e.CardMisread) -> Table:
    return table
