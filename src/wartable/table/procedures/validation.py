"""Validating a win: the dealer looks at the hand and the light, the floor validates, and each of them may say no.

A no is recorded and calls the floor, which rules: check again, let the win stand, refuse it, or void the round. A win
that stands is checked once more where the no was, so that every win that is paid was verified.
"""

from msgspec.structs import replace

from wartable.money import Cents
from wartable.rulebook import Ruling
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.calls import reason_is_bad
from wartable.table.procedures.progressive import pay_progressive
from wartable.table.procedures.spin import pay_jackpot
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.side_bets import wins_meter
from wartable.table.state import Bettor, Box, Call, Table
from wartable.table.words import CHECKS, STANDS, Actor, WinCheck, next_check

ON_A_CHECK: tuple[Ruling, ...] = ("check_again", "win_stands", "no_win", "void")
ON_A_REFUSAL: tuple[Ruling, ...] = ("check_again", "no_win", "void")


def progressive_won(table: Table, event: e.ProgressiveWon) -> Table:
    resume = table.resume if table.phase == "validating" else table.phase
    return replace(table, resume=resume, wins=(*table.wins, event), done=())


def is_lit(table: Table, won: e.ProgressiveWon) -> bool:
    """Whether the system has lit the light of a win: it does so where it accepted the wager."""
    return table.boxes[won.seat - 1].has_stake(won.wager)


def check_win(table: Table, command: c.CheckWin, by: Actor) -> Decided:
    """Record the dealer's verdict. A no, or a light that the system did not light, calls the floor.

    Where the floor has let the win stand, a yes is enough for a light that the system did not light.
    """
    won, due = table.wins[0], next_check(table.done)
    if (command.seat, command.check) != (won.seat, due):
        return Refused(Refusal.NOT_THE_NEXT_STEP, table.rules.steps[due].clauses)
    checked = e.WinChecked(won.seat, due, command.holds)
    if not command.holds or not (is_lit(table, won) or STANDS in table.done):
        return checked, _dispute(table, won, due, ON_A_CHECK)
    return checked, *_paid_on_the_last_check(table, won, due)


def _dispute(table: Table, won: e.ProgressiveWon, check: WinCheck, choices: tuple[Ruling, ...]) -> e.FloorCalled:
    return e.FloorCalled("win_disputed", choices, table.rules.steps[check].clauses, won.seat)


def _paid_on_the_last_check(table: Table, won: e.ProgressiveWon, check: WinCheck) -> tuple[e.Event, ...]:
    """Pay a win that the dealer has checked, where the internal control asks for no more."""
    if check != CHECKS[-1] or floor_is_needed(table, won):
        return ()
    return e.WinValidated(won.seat, control_of(table, won), "dealer"), *_pay(table, won)


def floor_is_needed(table: Table, won: e.ProgressiveWon) -> bool:
    progressive = table.rules.progressive
    if won.wager != "progressive" or progressive is None:
        return True
    return progressive.floor_validates(wins_meter(table.rules, won.hand))


def control_of(table: Table, won: e.ProgressiveWon) -> str:
    """Return the name of the internal control under which a win is validated."""
    offer = table.rules.progressive if won.wager == "progressive" else table.rules.bonus_spin
    return offer.internal_control if offer else ""


def validate_win(table: Table, command: c.ValidateWin, by: Actor) -> Decided:
    """Validate the waiting win for the floor, after the dealer's checks; then it is paid. Or refuse it."""
    won = table.wins[0]
    if command.seat != won.seat or next_check(table.done) != "validate_win":
        return Refused(Refusal.NOT_THE_NEXT_STEP, table.rules.steps["validate_win"].clauses)
    if command.valid:
        return e.WinValidated(won.seat, control_of(table, won)), *_pay(table, won)
    if reason_is_bad(command.reason):
        return Refused(Refusal.REASON_IS_MISSING)
    checked = e.WinChecked(won.seat, "validate_win", holds=False, reason=command.reason)
    return checked, _dispute(table, won, "validate_win", ON_A_REFUSAL)


def win_checked(table: Table, event: e.WinChecked) -> Table:
    """Note the check that holds; the word of the floor was for this check alone."""
    done = tuple(check for check in table.done if check != STANDS)
    return replace(table, done=(*done, event.check) if event.holds else done)


def _pay(table: Table, won: e.ProgressiveWon) -> tuple[e.Event, ...]:
    box, bettor = _winner(table, won)
    spin = table.rules.bonus_spin
    if won.wager == "progressive" or spin is None:
        return pay_progressive(table, box, bettor, won.hand)
    return pay_jackpot(table, spin, box, bettor, wins=True)


def _winner(table: Table, won: e.ProgressiveWon) -> tuple[Box, Bettor]:
    """The seated bettor, who alone makes side wagers."""
    box = table.boxes[won.seat - 1]
    return box, next(bettor for bettor in box.bettors if not bettor.name)


def win_pays(table: Table, won: e.ProgressiveWon) -> Cents:
    """Return what a win that waits for the floor would be paid now."""
    return sum(event.paid for event in _pay(table, won) if isinstance(event, e.WagerSettled))


def win_validated(table: Table, event: e.WinValidated) -> Table:
    return replace(table, wins=table.wins[1:], done=())


def win_refused(table: Table, event: e.WinRefused) -> Table:
    """End the win; a hand that was verified stays the hand of its player, so that others may be paid for it."""
    refused = table.round.refused if event.hand_stands else (*table.round.refused, event.seat)
    return replace(table, wins=table.wins[1:], done=(), round=replace(table.round, refused=refused))


# What the floor rules on a win


def refuse(table: Table, call: Call) -> Decided:
    """The hand, or the wheel, does not win after all: its wager is lost.

    A hand that fails its own check is not what was read. A light, a validation or a wheel says nothing against it.
    """
    won, spin = table.wins[0], table.rules.bonus_spin
    box, bettor = _winner(table, won)
    if won.wager == "progressive" or spin is None:
        hand_stands = "verify_hand" in table.done
        return e.WinRefused(won.seat, hand_stands), *pay_progressive(table, box, bettor, "none")
    return e.WinRefused(won.seat, hand_stands=True), *pay_jackpot(table, spin, box, bettor, wins=False)


def drop_wins(table: Table, seat: int) -> Table:
    """Return the table without the wins of a seat whose wagers are gone; the first edition went on checking them."""
    if table.rules.of_the_first_edition:
        return table
    wins = tuple(won for won in table.wins if won.seat != seat)
    done = table.done if wins[:1] == table.wins[:1] else ()
    return replace(table, wins=wins, done=done) if wins != table.wins else table
