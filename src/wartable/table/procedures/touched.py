"""A card that a player touched: recorded, and the floor decides whether the decks stay."""

from wartable.cards import is_card
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.calls import call_floor
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table
from wartable.table.words import Actor


def report_touched_card(table: Table, command: c.ReportTouchedCard, by: Actor) -> Decided:
    """Call the floor to a player who touched a card; the floor looks at the card, and may have the decks changed."""
    box = table.box(command.seat)
    if box is None:
        return Refused(Refusal.NO_SUCH_SEAT)
    patron = box.patron if command.patron is None else command.patron
    if patron and patron not in (box.patron, *(bettor.patron for bettor in box.bettors)):
        return Refused(Refusal.NOT_YOUR_SEAT)
    if command.card is not None and not is_card(command.card):
        return Refused(Refusal.NO_SUCH_CARD)
    call = call_floor(table, "touched_card", ("continue", "change_decks"), "irregularity.touched_card", command.seat)
    return e.CardTouched(command.seat, command.card, patron), call


def card_touched(table: Table, event: e.CardTouched) -> Table:
    return table
