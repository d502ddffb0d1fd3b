"""A wager that lay on the layout before the call, and that the dealer had not entered.

Betting closes at the call in every rulebook, so nothing is bet after it: two people say that the chips lay there, and
the floor enters them. Once a card of the round is out, the outcome can be known, and the wager goes back.
"""

from msgspec.structs import replace

from wartable.rulebook import SIDE, WAGERS, Wager, cards_of_a_round
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.betting import open_wagers, place_wager
from wartable.table.procedures.calls import reason_is_bad
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table
from wartable.table.words import Actor


def enter_late_wager(table: Table, command: c.EnterLateWager, by: Actor) -> Decided:
    """Enter the wager with the reason, by the same limits as any other."""
    if refused := late_wager_is_refused(table, command):
        return refused
    wager = (command.wager, command.amount, command.bettor, command.instrument)
    placed = place_wager(table, c.PlaceWager(command.seat, *wager, patron=command.patron), by)
    if isinstance(placed, Refused):
        return placed
    if command.wager == "initial" and not command.bettor and _is_short_of_cards(table):
        return Refused(Refusal.SHOE_IS_OVER, table.rules.steps["shoe_over"].clauses)
    return tuple(replace(one, reason=command.reason) if isinstance(one, e.WagerPlaced) else one for one in placed)


def _is_short_of_cards(table: Table) -> bool:
    """Whether the shoe holds too few cards for one more hand in the longest round."""
    hands = 1 + len([box for box in table.boxes if box.bettors])
    return table.cards.in_shoe + table.cards.drawn_ahead < cards_of_a_round(table.rules, hands)


def late_wager_is_refused(table: Table, command: c.EnterLateWager) -> Refused | None:
    """Return why such a wager is not entered after the call; its amount is looked at elsewhere.

    Side wagers are locked by their device at the call, and players place their own at a sealed shoe and on screens.
    """
    steps = table.rules.steps
    if command.wager in SIDE and WAGERS[command.wager].offered(table.rules):
        return Refused(Refusal.NO_WAGER_IS_LATE, steps["count_side_wagers"].clauses)
    if table.sealed or table.rules.electronic is not None:
        return Refused(Refusal.NO_WAGER_IS_LATE, steps["no_more_bets"].clauses)
    if a_card_is_out(table):
        return Refused(Refusal.WAGER_IS_LATE, steps["no_more_bets"].clauses)
    if command.seat in (table.round.taken or ()) and not command.bettor:
        return Refused(Refusal.CAME_AFTER_THE_CALL, steps["no_more_bets"].clauses)
    return Refused(Refusal.REASON_IS_MISSING) if reason_is_bad(command.reason) else None


def a_card_is_out(table: Table) -> bool:
    """Whether a card of this round was seen, even one that was taken back, misread or laid at a wrong place.

    One that was entered may have been seen too, even if it was taken out afterwards.
    """
    round_ = table.round
    dealt = round_.dealer_card is not None or any(box.card is not None for box in table.boxes)
    return dealt or round_.error or bool(round_.unread) or table.cards.exposed is not None


def can_enter_late(table: Table) -> bool:
    """Whether a wager that lay there before the call can still be entered."""
    in_time = table.phase in ("counting", "dealing") and not a_card_is_out(table)
    return in_time and not table.sealed and table.rules.electronic is None


def late_wagers(table: Table, bettor: str = "") -> tuple[Wager, ...]:
    """Return the wagers that can be entered after the call, by the seated player or behind the seat."""
    return tuple(wager for wager in open_wagers(table, bettor) if wager not in SIDE) if can_enter_late(table) else ()
