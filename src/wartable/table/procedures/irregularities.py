"""Cards that the shoe gives out of order: drawn in error, or misread."""

from msgspec import UNSET
from msgspec.structs import replace

from wartable.rulebook import HOUSE_RULE
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.calls import call_floor, open_rulings
from wartable.table.procedures.deal import burns_due, draw, expose, impossible, uncover
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table
from wartable.table.words import MAX_NAME, Actor


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

    Where the rules let the hand continue, a misdelivered card may overtake burns that are due. One that waits behind
    another was out before the floor was called: it overtakes the burns that were due then, and none that came since.
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
    """No card enters, but a card of the round was out: its face was before the reader, or in what the dealer typed."""
    return replace(table, round=replace(table.round, error=True))
