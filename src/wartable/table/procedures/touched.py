"""A card that a player touched: recorded, and the floor decides whether the decks stay."""

from wartable.cards import is_card
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.calls import call_floor
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table
from wartable.table.words import Actor, Seat


def sat_at(table: Table, seat: Seat) -> tuple[str, ...]:
    """Return who sits at a seat and who sat there since the shoe was loaded: any of them may have touched a card."""
    box = table.box(seat)
    here = box.patron if box else ""
    return tuple(dict.fromkeys(one for one in (here, *(who for at, who in table.left or () if at == seat)) if one))


def report_touched_card(table: Table, command: c.ReportTouchedCard, by: Actor) -> Decided:
    """Call the floor to a player who touched a card; the floor looks at the card, and may have the decks changed.

    The player may have left since. Where several have sat at the seat, the report names one of them.
    """
    box = table.box(command.seat)
    if box is None:
        return Refused(Refusal.NO_SUCH_SEAT)
    sat = sat_at(table, command.seat)
    if command.patron is None and len(sat) > 1:
        return Refused(Refusal.PERSON_IS_NOT_NAMED, table.rules.cite["irregularity.touched_card"])
    patron = (*sat, "")[0] if command.patron is None else command.patron
    if patron and patron not in (*sat, *(bettor.patron for bettor in box.bettors)):
        return Refused(Refusal.NOT_YOUR_SEAT)
    if command.card is not None and not is_card(command.card):
        return Refused(Refusal.NO_SUCH_CARD)
    call = call_floor(table, "touched_card", ("continue", "change_decks"), "irregularity.touched_card", command.seat)
    return e.CardTouched(command.seat, command.card, patron), call


def card_touched(table: Table, event: e.CardTouched) -> Table:
    return table
