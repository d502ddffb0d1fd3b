"""Sitting down and leaving."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.decks import CutState
from wartable.table.phases import MADE_READY
from wartable.table.procedures import idle
from wartable.table.procedures.offers import lapse_for
from wartable.table.procedures.theirs import spelled_otherwise
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table, round_is_open
from wartable.table.words import DEALER_SEAT, Actor, Seat, name_is_bad

BETWEEN_ROUNDS = frozenset({"shuffling", "cutting", "loading", "banking", "betting"})
MOST_LEFT = 64
"""The players of one shoe who are remembered after they left."""
IDLES_WHEN_EMPTY = BETWEEN_ROUNDS | {"waking"}
"""Phases in which the table becomes idle when the last player leaves."""


def sit(table: Table, command: c.Sit, by: Actor) -> Decided:
    """Seat a patron; several boxes of one patron lie side by side, up to the house's maximum."""
    box = table.box(command.seat)
    if box is None:
        return Refused(Refusal.NO_SUCH_SEAT)
    if by.role == "player" and by.patron != command.patron:
        return Refused(Refusal.NOT_YOUR_SEAT)
    if name_is_bad(command.patron):
        return Refused(Refusal.NAME_IS_BAD)
    if refused := spelled_otherwise(table, command.patron):
        return refused
    if box.patron:
        return Refused(Refusal.SEAT_IS_TAKEN)
    own = [b.seat for b in table.boxes if b.patron == command.patron]
    if len(own) >= table.rules.table.boxes:
        return Refused(Refusal.BOXES_ARE_USED_UP, table.rules.cite["table.boxes"])
    if own and command.seat + 1 not in own and command.seat - 1 not in own:
        return Refused(Refusal.BOX_IS_NOT_ADJACENT, table.rules.cite["table.boxes"])
    return (e.PlayerSat(command.seat, command.patron, "remote" if by.role == "player" else "at_table"),)


def player_sat(table: Table, event: e.PlayerSat) -> Table:
    box = table.boxes[event.seat - 1]
    table = _arrived(table, event.patron)
    table = table.with_box(replace(box, patron=event.patron, presence=event.presence))
    if round_is_open(table):
        table = replace(table, round=replace(table.round, taken=(*(table.round.taken or ()), event.seat)))
    return idle.wake(_offer_cut_to_the_first(_offer_again(table, event), event.seat))


def _arrived(table: Table, patron: str) -> Table:
    """Note the arrival. A player who changes seats while the cards are made ready keeps the place in the order."""
    if patron in table.arrivals:
        return table
    here = (*table.arrivals, patron)
    came = _in_order(table)
    if came is UNSET:
        return replace(table, arrivals=here)
    came = came if patron in came else (*came, patron)
    return replace(table, came=came, arrivals=tuple(one for one in came if one in here))


def _in_order(table: Table) -> tuple[str, ...] | UnsetType:
    """Return every player who came while the cards are made ready; earlier releases forgot those who left."""
    if table.rules.of_the_first_edition or table.phase not in MADE_READY:
        return UNSET
    return table.came or table.arrivals


def _offer_again(table: Table, event: e.PlayerSat) -> Table:
    """Give the look or the cut of a new game back to the first arrival, who only changed seats."""
    if table.came is UNSET or table.arrivals[0] != event.patron or not table.offer:
        return table
    if table.offer.what == "look":
        return replace(table, offer=UNSET)
    asked = event.patron in (table.cut.declined_by or ()) or table.shuffle_reason not in ("opening", "idle")
    if asked:
        return table
    return replace(table, offer=UNSET, cut=replace(table.cut, offer=event.seat, cutter=None, patron=UNSET))


def _offer_cut_to_the_first(table: Table, seat: Seat) -> Table:
    """Offer the cut of new cards that no player was there for to the first player who arrives."""
    waits = table.phase == "cutting" and table.cut == CutState(offer=DEALER_SEAT)
    if waits and len(table.arrivals) == 1 and table.rules.cut.by == "players":
        return replace(table, cut=CutState(offer=seat))
    return table


def leave(table: Table, command: c.Leave, by: Actor) -> Decided:
    """Let a player go when none of their money is in play."""
    box = table.box(command.seat)
    if box is None:
        return Refused(Refusal.NO_SUCH_SEAT)
    if not box.patron:
        return Refused(Refusal.SEAT_IS_EMPTY)
    if by.role == "player" and by.patron != box.patron:
        return Refused(Refusal.NOT_YOUR_SEAT)
    in_play = any(bettor.in_play for bettor in box.bettors)
    banks = table.banker.posted and table.banker.seat == command.seat
    if in_play or banks or (box.bettors and table.rules.wager.stay_seated):
        return Refused(Refusal.STAY_UNTIL_THE_ROUND_ENDS, table.rules.cite["wager.stay_seated"])
    if table.phase == "banking" and table.banker.offer == command.seat:
        return Refused(Refusal.NOT_NOW, table.rules.steps["offer_bank"].clauses)
    left = e.PlayerLeft(command.seat, box.patron, sat_by_cards=True)
    idles = idle.idle_if_empty(player_left(table, left)) if table.phase in IDLES_WHEN_EMPTY else ()
    return *lapse_for(table, command.seat), left, *idles


def player_left(table: Table, event: e.PlayerLeft) -> Table:
    table = table.with_box(replace(table.boxes[event.seat - 1], patron="", presence=None))
    if event.sat_by_cards:
        left = tuple(one for one in table.left or () if one != (event.seat, event.patron))
        table = replace(table, left=(*left, (event.seat, event.patron))[-MOST_LEFT:])
    if any(box.patron == event.patron for box in table.boxes):
        return table
    table = replace(table, came=_in_order(table))
    return replace(table, arrivals=tuple(patron for patron in table.arrivals if patron != event.patron))
