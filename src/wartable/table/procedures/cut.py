"""The cut: who is offered it, how deep it goes, and where the cover card lies afterwards."""

from msgspec import UNSET
from msgspec.structs import replace

from wartable.rulebook import Depth
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.decks import CutState
from wartable.table.procedures.calls import reason_is_bad
from wartable.table.procedures.offers import pass_the_cut, waits_for_a_player
from wartable.table.procedures.seal import cut_seal, seal_is_due, words_are_bad
from wartable.table.procedures.theirs import not_theirs
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table
from wartable.table.turns import next_cutter, occupied, seat_of
from wartable.table.words import DEALER_SEAT, Actor, Seat


def _not_the_cutter(table: Table, by: Actor) -> Refused | None:
    """The player offered the cut answers. The dealer enters a walk-in's answer, and cuts if every player declined."""
    offer, clauses = table.cut.offer, table.rules.steps["offer_cut"].clauses
    if offer is None or table.cut.reinsert:
        return Refused(Refusal.NO_CUT_IS_OFFERED)
    if waits_for_a_player(table):
        return Refused(Refusal.NO_PLAYER_HAS_COME, clauses)
    if offer == DEALER_SEAT:
        return Refused(Refusal.NOT_YOUR_TURN, clauses) if by.role == "player" else None
    return not_theirs(table.boxes[offer - 1], by, clauses, Refusal.NOT_YOUR_TURN)


def cut_cards(table: Table, command: c.CutCards, by: Actor) -> Decided:
    """Cut at the required depth or more from both ends, and only after the shoe is sealed, if it is.

    The dealer enters what was done at the table, so an improper cut is recorded where the rules know a recut.
    """
    if refused := _not_the_cutter(table, by):
        return refused
    offer = table.cut.offer or DEALER_SEAT
    if by.role == "dealer" and command.seat != offer:
        return Refused(Refusal.NOT_YOUR_TURN, table.rules.steps["offer_cut"].clauses)
    if seal_is_due(table):
        return Refused(Refusal.SEAL_COMES_FIRST)
    if words_are_bad(command.words, by):
        return Refused(Refusal.WORDS_ARE_BAD)
    rules, seat = table.rules, offer
    least, most = depths_allowed(table)
    if not least <= command.depth <= most:
        if by.role == "dealer" and rules.cut.recut and 0 < command.depth < rules.stack:
            return (e.CutFoundImproper(seat, command.depth),)
        return Refused(Refusal.CUT_IS_TOO_SHALLOW, rules.cite["cut.depth"])
    patron = "" if seat == DEALER_SEAT else table.boxes[seat - 1].patron
    entered = by.role == "dealer" and seat != DEALER_SEAT
    return (e.CardsCut(seat, command.depth, command.words, entered, patron),)


def cut_found_improper(table: Table, event: e.CutFoundImproper) -> Table:
    """Leave the offer with the person who cut, who cuts again unless the floor gives the recut to the next."""
    patron = "" if event.seat == DEALER_SEAT else table.boxes[event.seat - 1].patron
    return replace(table, cut=replace(table.cut, cutter=event.seat, patron=patron or UNSET))


def cards_cut(table: Table, event: e.CardsCut) -> Table:
    table = cut_seal(table, table.boxes[event.seat - 1].patron if event.words else "")
    cut = replace(table.cut, cutter=event.seat, reinsert=True, patron=event.patron or UNSET)
    return replace(table, offer=UNSET, cut=cut)


def decline_cut(table: Table, command: c.DeclineCut, by: Actor) -> Decided:
    """Pass the offer of the cut on; the dealer cannot decline."""
    if refused := _not_the_cutter(table, by):
        return refused
    if not table.cut.offer:
        return Refused(Refusal.NO_CUT_IS_OFFERED, table.rules.steps["offer_cut"].clauses)
    return (e.CutDeclined(table.cut.offer, entered=by.role == "dealer"),)


def cut_declined(table: Table, event: e.CutDeclined) -> Table:
    return pass_the_cut(replace(table, offer=UNSET), event.seat)


def cover_depth(table: Table) -> Depth:
    """Return how deep the cover card goes back in: behind a cut, or into machine-shuffled cards that were not cut."""
    return table.rules.cut.machine_cover_card if table.cut.cutter is None else table.rules.cut.reinsert


def depths_allowed(table: Table) -> tuple[int, int]:
    """Return the least and the most cards above the cut or, once the cards are cut, behind the cover card."""
    stack, cut = table.rules.stack, table.rules.cut
    if not table.cut.reinsert:
        return cut.depth, stack - cut.depth
    return max(1, cover_depth(table).in_cards(stack) - cut.reinsert_tolerance_cards), stack - 1


def reinsert_cover_card(table: Table, command: c.ReinsertCoverCard, by: Actor) -> Decided:
    """Reinsert the cover card with enough cards behind it."""
    if not table.cut.reinsert:
        return Refused(Refusal.NOT_THE_NEXT_STEP, table.rules.steps["cut"].clauses)
    least, most = depths_allowed(table)
    if not least <= command.depth <= most:
        return Refused(Refusal.COVER_CARD_IS_TOO_DEEP, table.rules.cite["cut.reinsert"])
    return (e.CoverCardReinserted(command.depth),)


def cover_card_reinserted(table: Table, event: e.CoverCardReinserted) -> Table:
    return replace(table, cut=replace(table.cut, behind=event.depth))


def order_recut(table: Table, command: c.OrderRecut, by: Actor) -> Decided:
    """Have the cards cut again on the floor's order, before the shoe is loaded."""
    if table.rules.cut.recut and table.cut.offer is not None and table.cut.cutter is None:
        return Refused(Refusal.CUT_COMES_FIRST, table.rules.steps["offer_cut"].clauses)
    if not table.rules.cut.recut or table.cut.cutter is None:
        return Refused(Refusal.NO_RECUT_HERE, table.rules.cite["cut.recut"])
    if reason_is_bad(command.reason):
        return Refused(Refusal.REASON_IS_MISSING, table.rules.cite["cut.recut"])
    return (e.RecutOrdered(command.reason, command.same_person),)


def recut_ordered(table: Table, event: e.RecutOrdered) -> Table:
    """Offer the cut to the last cutter again, wherever that person sits now, or to the next person entitled."""
    last = _last_cutter(table) if event.same_person else None
    offer = _next_entitled(table) if last is None else last
    cut = CutState(offer=offer, declined=table.cut.declined, declined_by=table.cut.declined_by)
    return replace(table, offer=UNSET, cut=cut)


def _last_cutter(table: Table) -> Seat | None:
    """Return where the person who cut last sits now; None if that person has left."""
    last = table.cut.cutter or DEALER_SEAT
    if last == DEALER_SEAT or not table.cut.patron:
        return last if last == DEALER_SEAT or last in occupied(table) else None
    return seat_of(table, table.cut.patron, last)


def _next_entitled(table: Table) -> Seat:
    """Return the next person who was not asked yet; the dealer if there is none, or where the dealer alone cuts."""
    if table.rules.cut.by == "dealer":
        return DEALER_SEAT
    return next_cutter(table, table.cut.cutter or DEALER_SEAT, table.cut)
