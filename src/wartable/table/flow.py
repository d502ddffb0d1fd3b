"""Where a round goes on: the phase that follows when the one under way has nothing left to do."""

from msgspec.structs import replace

from wartable.table.side_bets import side_bets_due, spin_is_early, spins_open
from wartable.table.state import Table
from wartable.table.turns import (
    hands_to_pick_up,
    next_to_ask,
    next_to_deal,
    next_to_settle,
    next_war_card,
    next_war_to_settle,
    wars,
)
from wartable.table.words import Phase


def go_on(table: Table) -> Table:
    """The table in the phase it belongs in now."""
    phase = _phase(table)
    return table if phase == table.phase else replace(table, phase=phase)


def _phase(table: Table) -> Phase:
    match table.phase:
        case "dealing":
            return _while_dealing(table)
        case "settling" | "deciding":
            return _after_original(table)
        case "picking_up":
            if wars(table):
                return "picking_up" if hands_to_pick_up(table) else "war_wagers"
            return _at_the_end(table)
        case "side_bets":
            return "side_bets" if _side_bets_wait(table) else _after_original(table)
        case "war_dealing" | "war_settling" | "war_wagers":
            return _while_at_war(table)
        case other:
            return other


def _while_dealing(table: Table) -> Phase:
    if not any(box.bettors and not box.missed for box in table.boxes):
        return "picking_up"
    return "settling" if next_to_deal(table) is None else "dealing"


def _after_original(table: Table) -> Phase:
    """Every hand is settled, then every tied player is asked, then the cards of those who are out are picked up."""
    if next_to_settle(table) is not None:
        return "settling"
    if spin_is_early(table) and spins_open(table):
        return "side_bets"
    if next_to_ask(table) is not None:
        return "deciding"
    if wars(table):
        return "picking_up" if hands_to_pick_up(table) else "war_wagers"
    return _at_the_end(table)


def _side_bets_wait(table: Table) -> bool:
    """Before the wars only an early wheel waits; afterwards everything that is open does."""
    if wars(table) or next_to_ask(table) is not None:
        return spin_is_early(table) and spins_open(table)
    return side_bets_due(table)


def _at_the_end(table: Table) -> Phase:
    """Side bets that are still open are settled before the last cards are picked up."""
    return "side_bets" if side_bets_due(table) else "picking_up"


def _while_at_war(table: Table) -> Phase:
    """A war that nobody is left in is over."""
    if table.phase == "war_settling":
        return _at_the_end(table) if next_war_to_settle(table) is None else "war_settling"
    if not wars(table):
        return _at_the_end(table)
    if table.phase == "war_dealing" and next_war_card(table) is None:
        return "war_settling"
    return table.phase
