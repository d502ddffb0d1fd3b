"""Settling the side bets, each by its own module: at the end of the round, or the wheel before the wars."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from wartable.rulebook import SIDE, Wager
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.progressive import envy_lines, left_to_the_end
from wartable.table.procedures.spin import spin_lines
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.side_bets import spin_triggered
from wartable.table.state import Table
from wartable.table.turns import is_at_war, next_to_ask
from wartable.table.words import Actor

LINES: Mapping[Wager, Callable[[Table], tuple[e.Event, ...]]] = {"progressive": envy_lines, "bonus_spin": spin_lines}
"""The settlement of each side bet. A progressive is settled with its hand or just before; then its envy is due."""
EARLY: tuple[Wager, ...] = ("bonus_spin",)
"""The side bets that are settled while hands are still undecided."""


def settle_side_bets(table: Table, command: c.SettleSideBets, by: Actor) -> Decided:
    """Settle the open side bets: progressives left to the end, then every other in the order of settlement."""
    early = _before_the_wars(table)
    if not early and (progressive := left_to_the_end(table)):
        return progressive
    if spin_triggered(table) and table.round.spun is None:
        return Refused(Refusal.SPIN_COMES_FIRST, table.rules.steps["spin"].clauses)
    return *(event for wager in (EARLY if early else SIDE) for event in LINES[wager](table)), e.SideBetsSettled()


def _before_the_wars(table: Table) -> bool:
    return next_to_ask(table) is not None or is_at_war(table)


def side_bets_settled(table: Table, event: e.SideBetsSettled) -> Table:
    """After an early wheel the wars are fought, and what they decide is settled at the end."""
    if _before_the_wars(table):
        return table
    return replace(table, round=replace(table.round, side_bets_settled=True))
