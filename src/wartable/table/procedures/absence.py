"""A player who walks away with wagers in the round: a decision of the floor, never an automatic loss."""

from msgspec.structs import replace

from wartable.rulebook import CHIPS, SIDE, Ruling, Wager
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.commands import Command
from wartable.table.procedures.calls import call_floor
from wartable.table.procedures.counting import chips_are_uncounted
from wartable.table.procedures.validation import drop_wins
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Box, Call, Table, standing_phase
from wartable.table.turns import next_to_ask
from wartable.table.words import Actor, Seat


def report_absence(table: Table, command: c.ReportAbsence, by: Actor) -> Decided:
    """Call the floor, which rules whether the hand is played on, or how the absent player's hand ends.

    Where the rules let abandoned wagers lose, they may be lost. Elsewhere the hand waits for its player: the floor
    makes no decision of a silence, but may void the round. Under the first edition it surrendered a tied hand.
    Nothing is lost while the side wagers are counted: the hand is played on until that is done. Nor is anything lost
    where the cards have decided all that lies there.
    """
    box = table.box(command.seat)
    if box is None:
        return Refused(Refusal.NO_SUCH_SEAT)
    if not any(bettor.in_play for bettor in box.bettors if not bettor.name):
        return Refused(Refusal.HAND_IS_NOT_IN_PLAY)
    choices: list[Ruling] = ["play_on"]
    if table.rules.abandon.may_lose and not chips_are_uncounted(table) and _open_wagers(table, box):
        choices.append("lost")
    turn = next_to_ask(table) if table.phase == "deciding" else None
    asked = turn is not None and (turn[0].seat, turn[1].name) == (box.seat, "")
    if asked and table.rules.of_the_first_edition:
        choices.append("surrender")
    return (call_floor(table, "player_absent", tuple(choices), "abandon.policy", box.seat),)


ANSWERS: frozenset[type[Command]] = frozenset({c.Surrender, c.GoToWar, c.PlaceWager, c.DeclineWarTie})
"""The commands of a player that show that the player has not left."""


def ended_by(table: Table, kind: type[Command], by: Actor) -> e.AbsenceEnded | None:
    """Return the end of a report that the answer of its player makes: a player who answers is not absent."""
    if by.role != "player" or kind not in ANSWERS or table.call is None:
        return None
    seats = (call.seat for call in (table.call, *table.found.waiting) if call.reason == "player_absent")
    return next((e.AbsenceEnded(seat, by.patron) for seat in seats if seat and _sits(table, seat, by)), None)


def _sits(table: Table, seat: Seat, by: Actor) -> bool:
    return table.boxes[seat - 1].patron == by.patron


def absence_ended(table: Table, event: e.AbsenceEnded) -> Table:
    """End the call for this seat; the next one that waits takes its place."""
    calls = [call for call in (table.call, *table.found.waiting) if call and not _is_report(call, event.seat)]
    if table.call and calls:
        calls[0] = replace(calls[0], resume=table.call.resume)
    return replace(table, call=next(iter(calls), None), found=replace(table.found, waiting=tuple(calls[1:])))


def _is_report(call: Call, seat: Seat) -> bool:
    return (call.reason, call.seat) == ("player_absent", seat)


def lost_events(table: Table, box: Box) -> tuple[e.Event, ...]:
    """Collect the wagers at the box."""
    clauses = table.rules.cite["abandon.may_lose"]
    lines = [
        e.WagerSettled(
            box.seat,
            bettor.name,
            bettor.patron,
            wager,
            "lose",
            stake,
            stake,
            0,
            0,
            clauses,
            bettor.matched if wager == "war" else 0,
        )
        for bettor in box.bettors
        for wager in _open_wagers(table, box)
        if (stake := bettor.stakes[wager])
    ]
    return (*lines, e.WagersAbandoned(box.seat, _is_decided(table, box)))


def _open_wagers(table: Table, box: Box) -> tuple[Wager, ...]:
    """Return the wagers at a box that may be lost: not a side wager that the cards have decided."""
    lies = tuple(wager for wager in CHIPS if box.has_stake(wager))
    return tuple(wager for wager in lies if wager not in SIDE) if _is_decided(table, box) else lies


def _is_decided(table: Table, box: Box) -> bool:
    """Whether the cards of the original deal have decided the side wagers at a box.

    A player who has won the progressive payout is paid, also one who leaves then. In the first edition of the law an
    absent player lost that too.
    """
    dealt = box.card is not None and table.round.dealer_card is not None and standing_phase(table) != "dealing"
    return dealt and not table.rules.of_the_first_edition


def wagers_abandoned(table: Table, event: e.WagersAbandoned) -> Table:
    if not any(table.boxes[event.seat - 1].has_stake(wager) for wager in SIDE):
        table = drop_wins(table, event.seat)
    table = table.with_box(replace(table.boxes[event.seat - 1], missed=True))
    if not event.decided:
        return table
    return replace(table, round=replace(table.round, stand=(*(table.round.stand or ()), event.seat)))
