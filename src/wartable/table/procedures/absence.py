"""A player who walks away with wagers in the round: a decision of the floor, never an automatic loss."""

from msgspec.structs import replace

from wartable.rulebook import CHIPS, Ruling
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.calls import call_floor
from wartable.table.procedures.counting import chips_are_uncounted
from wartable.table.procedures.validation import drop_wins
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Box, Table
from wartable.table.turns import next_to_ask
from wartable.table.words import Actor


def report_absence(table: Table, command: c.ReportAbsence, by: Actor) -> Decided:
    """Call the floor, which rules whether the hand is played on, or how the absent player's hand ends.

    Where the rules let abandoned wagers lose, they may be lost; elsewhere the floor may surrender a tied hand.
    Nothing is lost while the side wagers are counted: the hand is played on until that is done.
    """
    box = table.box(command.seat)
    if box is None:
        return Refused(Refusal.NO_SUCH_SEAT)
    if not any(bettor.in_play for bettor in box.bettors if not bettor.name):
        return Refused(Refusal.HAND_IS_NOT_IN_PLAY)
    choices: list[Ruling] = ["play_on"]
    if table.rules.abandon.may_lose and not chips_are_uncounted(table):
        choices.append("lost")
    turn = next_to_ask(table) if table.phase == "deciding" else None
    asked = turn is not None and (turn[0].seat, turn[1].name) == (box.seat, "")
    if asked and (table.rules.of_the_first_edition or not table.rules.abandon.may_lose):
        choices.append("surrender")
    return (call_floor(table, "player_absent", tuple(choices), "abandon.policy", box.seat),)


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
        for wager in CHIPS
        if (stake := bettor.stakes[wager])
    ]
    return (*lines, e.WagersAbandoned(box.seat))


def wagers_abandoned(table: Table, event: e.WagersAbandoned) -> Table:
    table = drop_wins(table, event.seat)
    return table.with_box(replace(table.boxes[event.seat - 1], missed=True))
