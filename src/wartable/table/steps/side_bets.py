"""The steps of the side bets: the count, the wheel, and the verdicts on a win."""

from collections.abc import Iterator

from msgspec.structs import replace

from wartable.money import say_cents
from wartable.rulebook import WAGERS, listed
from wartable.table import commands as c
from wartable.table.commands import Command
from wartable.table.events import ProgressiveWon
from wartable.table.procedures import accepted, control_of, win_pays
from wartable.table.side_bets import spin_triggered
from wartable.table.state import Table
from wartable.table.steps.step import Step, make_step
from wartable.table.words import STANDS, WinCheck, next_check


def counting(table: Table) -> Iterator[Step]:
    step = make_step(table, "count_side_wagers", c.CountSideWagers(table.round.side_wagers, accepted(table)))
    again = "The count differs from the system. Count again: " if table.round.miscounts else ""
    kinds = listed([WAGERS[wager].short for wager, _ in accepted(table)], "and")
    yield replace(step, says=f"{again}{step.says} Count: {kinds}.", evidence="counts")


def validating(table: Table) -> Iterator[Step]:
    """The verdict on a win, with what it is about: the hand or the wheel, the amount, the internal control."""
    won, due = table.wins[0], next_check(table.done)
    yes: Command = c.ValidateWin(won.seat)
    no: Command = c.ValidateWin(won.seat, valid=False)
    if due != "validate_win":
        yes, no = c.CheckWin(won.seat, due, holds=True), c.CheckWin(won.seat, due, holds=False)
    step = make_step(table, due, yes, won.seat)
    again = "The floor let the win stand. Once more: " if STANDS in table.done else ""
    yield replace(step, says=f"{again}{step.says} {_about(table, won, due)}", evidence="verdict", answers=(yes, no))


def _about(table: Table, won: ProgressiveWon, check: WinCheck) -> str:
    box = table.boxes[won.seat - 1]
    if check == "check_light":
        return f"Seat {won.seat}."
    if check == "validate_win":
        control = control_of(table, won)
        under = f", under {control}" if control else ""
        return f"Seat {won.seat}: {say_cents(win_pays(table, won))}{under}."
    if won.of_the_wheel:
        return f"Seat {won.seat}: the wheel stopped at the {won.hand} jackpot."
    mine, dealers = " ".join(box.hand), " ".join(table.round.dealer_hand)
    return f"Seat {won.seat}: {mine}, dealer: {dealers}, {won.hand.replace('_', ' ')}."


def side_bets(table: Table) -> Iterator[Step]:
    if spin_triggered(table) and table.round.spun is None:
        yield make_step(table, "spin", seat=table.round.hot_seat or None)
    else:
        yield make_step(table, "side_bets", c.SettleSideBets())
