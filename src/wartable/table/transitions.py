"""The transition table: from which phase, on which event, under which condition, to which phase.

Together with the phase table, which says what is accepted, this is the game. Nothing else changes a phase: after each
event `next_phase` reads the rows from the top and takes the first whose condition holds. An event that no row names
leaves every phase as it is. An event that rows name, but none for the current phase, is a defect and stops the table.
"""

from itertools import product
from typing import Literal

import msgspec

from wartable.table import conditions as when
from wartable.table import events as e
from wartable.table.conditions import Condition
from wartable.table.events import Event
from wartable.table.invariants import TableBroken
from wartable.table.phases import MADE_READY, PHASES
from wartable.table.state import ROUND_IS_OPEN, Table
from wartable.table.words import Phase

To = Phase | Literal["stay", "resume"]
"""`stay`: the phase does not change. `resume`: the phase that was interrupted, and then its own rows on `resumed`."""


On = type[Event] | Literal["resumed"]


class Transition(msgspec.Struct, frozen=True):
    """One row of the table."""

    start: tuple[Phase, ...]
    on: tuple[On, ...]
    to: To
    when: Condition | None


def _row(
    start: Phase | tuple[Phase, ...], on: type[Event] | tuple[On, ...], to: To, when: Condition | None = None
) -> Transition:
    return Transition((start,) if isinstance(start, str) else start, on if isinstance(on, tuple) else (on,), to, when)


ANY: tuple[Phase, ...] = tuple(PHASES)
ROUND: tuple[Phase, ...] = tuple(phase for phase in PHASES if phase in ROUND_IS_OPEN)
BETWEEN: tuple[Phase, ...] = ("banking", "betting")
DEALT: tuple[Phase, ...] = ("dealing", "settling")
"""Phases that end when every card is dealt and every hand settled; the last hand may go while its card is replaced."""
WAR: tuple[Phase, ...] = ("war_wagers", "war_dealing", "war_settling")
WAR_IS_DEALT: tuple[Phase, ...] = ("war_settling", "picking_up", "side_bets")
WITH_A_WIN: tuple[Phase, ...] = ("deciding", "picking_up", "war_wagers", "war_settling", "side_bets")
PLAY: tuple[On, ...] = (
    e.CardDealt,
    e.HandSettled,
    e.TieSurrendered,
    e.WarDeclared,
    e.CardsPickedUp,
    e.WagerSettled,
    e.SideBetsSettled,
    e.HandMissed,
    e.WagersAbandoned,
    e.PlayersReleased,
    "resumed",
)
"""After each of these a phase of the round may have nothing left to do."""

ELSEWHERE: tuple[On, ...] = (
    *PLAY,
    e.CardLifted,
    e.CardsReassigned,
    e.FaceUpCardsRacked,
    e.SettlementReversed,
    e.StepConfirmed,
    e.CardsShuffled,
    e.PlayerSat,
    e.DeviceRestored,
    e.WinRefused,
)
"""Events that change the phase only where a row says so; earlier releases refused wins whose wager was gone."""
WIN_IS_OVER: tuple[On, ...] = (
    e.WinValidated,
    e.WinRefused,
    e.WagersAbandoned,
    e.HandMissed,
    e.PlayersReleased,
    "resumed",
)
"""After each of these no win may be left to check: it is paid or refused, or its wager is gone."""

TRANSITIONS: tuple[Transition, ...] = (
    # The day
    _row("closed", e.TableOpened, "opening"),
    _row(("opening", "waking"), e.ShuffleBegun, "cutting", when.cards_are_ready),
    _row(("opening", "shuffling", "cutting", "loading", "banking", "betting", "waking"), e.ShuffleBegun, "shuffling"),
    _row("shuffling", e.CardsShuffled, "loading", when.shuffler_is_continuous),
    _row("shuffling", (e.CardsShuffled, e.StepConfirmed), "cutting", when.cards_are_ready),
    _row("cutting", e.CoverCardReinserted, "loading"),
    _row(("cutting", "loading"), e.RecutOrdered, "cutting"),
    _row("loading", e.ShoeLoaded, "betting"),
    _row(BETWEEN, e.BankOffered, "banking"),
    _row("banking", e.BankPosted, "betting"),
    _row(("shuffling", "cutting", "loading", *BETWEEN, "waking"), e.TableIdled, "idle"),
    _row("idle", (e.StepConfirmed, e.PlayerSat), "waking", when.waking_steps_are_due),
    _row(("shuffling", "cutting", "loading"), e.DeviceRestored, "waking", when.waking_steps_are_due),
    _row((*BETWEEN, "idle", "waking"), e.DecksChanged, "opening"),
    _row(("opening", "shuffling", "cutting", "loading", *BETWEEN, "idle", "waking"), e.TableClosing, "closing"),
    _row(("cutting", "loading", "betting", "waking"), e.ShuffleAskedFor, "waking"),
    _row("closing", e.TableClosed, "closed"),
    # The round
    _row("betting", e.NoMoreBetsCalled, "dealing"),
    _row("dealing", e.SideWagersCollected, "counting", when.chips_are_counted_next),
    _row("dealing", e.SideWagersCollected, "stay"),
    _row("counting", e.SideWagersCounted, "picking_up", when.no_hand_is_left),
    _row("counting", e.SideWagersCounted, "settling", when.every_card_is_dealt),
    _row("counting", e.SideWagersCounted, "dealing"),
    _row(("war_dealing", *WAR_IS_DEALT), e.CardTakenBack, "war_dealing", when.card_is_of_the_war),
    _row((*DEALT, "deciding", "war_wagers", *WAR_IS_DEALT), e.CardTakenBack, "dealing"),
    _row(("war_dealing", *WAR_IS_DEALT), e.FaceUpCardsRacked, "war_dealing", when.card_was_dealt_in_the_war),
    _row((*DEALT, "deciding", "war_wagers", *WAR_IS_DEALT), e.FaceUpCardsRacked, "dealing", when.card_was_dealt),
    _row((*DEALT, "deciding", "picking_up", "war_wagers", "side_bets"), e.CardLifted, "dealing"),
    _row(("war_dealing", "war_settling"), e.CardLifted, "war_dealing"),
    _row("war_settling", e.SettlementReversed, "war_dealing", when.war_card_is_due),
    _row("picking_up", e.SettlementReversed, "dealing", when.tie_waits_for_the_dealers_card),
    _row(("war_dealing", *WAR_IS_DEALT), e.CardsReassigned, "war_dealing", when.card_is_of_the_war),
    _row((*DEALT, "deciding", "picking_up", *WAR, "side_bets"), e.CardsReassigned, "dealing"),
    _row("war_wagers", e.WarWagerNotPlaced, "deciding"),
    _row("war_wagers", e.WarWagersConfirmed, "war_dealing"),
    _row("picking_up", e.RoundEnded, "betting"),
    # A phase of the round ends when it has nothing left to do
    _row(ROUND, e.WagerSettled, "stay", when.wager_is_no_decided_progressive),
    _row(WITH_A_WIN, ("resumed",), "stay", when.win_is_paid_next),
    _row("picking_up", e.CardsPickedUp, "stay", when.hand_of_the_dealer_is_gone),
    _row("dealing", PLAY, "picking_up", when.no_hand_is_left),
    _row("dealing", PLAY, "stay", when.card_is_due),
    _row(DEALT, PLAY, "settling", when.hand_is_unsettled),
    _row(DEALT, PLAY, "side_bets", when.early_wheel_is_due),
    _row("side_bets", PLAY, "stay", when.side_bet_is_due),
    _row((*DEALT, "deciding", "side_bets"), PLAY, "deciding", when.player_is_asked),
    _row((*DEALT, "deciding", "picking_up", "side_bets", "war_wagers"), PLAY, "war_settling", when.war_goes_on),
    _row(("deciding", "picking_up"), PLAY, "picking_up", when.hands_go_before_the_war),
    _row("war_wagers", PLAY, "picking_up", when.hand_left_the_war),
    _row(("deciding", "picking_up", "war_wagers"), PLAY, "war_wagers", when.war_is_declared),
    _row("war_dealing", PLAY, "war_settling", when.every_war_card_is_dealt),
    _row("war_dealing", PLAY, "stay", when.war_is_declared),
    _row("war_settling", PLAY, "stay", when.war_is_unsettled),
    _row((*DEALT, "deciding", "picking_up", *WAR), PLAY, "side_bets", when.side_bet_is_open),
    _row((*DEALT, "deciding", "picking_up", "side_bets", *WAR), PLAY, "picking_up"),
    # A progressive win waits for the floor
    _row(WITH_A_WIN, e.ProgressiveWon, "validating"),
    _row("validating", e.ProgressiveWon, "stay"),
    _row("validating", WIN_IS_OVER, "stay", when.another_win_waits),
    _row("validating", WIN_IS_OVER, "resume"),
    # The floor is called, and rules
    _row((*BETWEEN, *ROUND), e.FloorCalled, "suspended"),
    _row("suspended", e.FloorCalled, "stay"),
    _row((*MADE_READY, "closing"), (e.FloorCalled, e.FloorRuled), "stay"),
    _row("suspended", (e.FloorRuled, e.AbsenceEnded), "stay", when.another_call_waits),
    _row("suspended", (e.FloorRuled, e.AbsenceEnded), "resume"),
    _row("suspended", e.ShuffleBegun, "shuffling"),
    _row(("suspended", *ROUND), e.RoundVoided, "picking_up"),
    # Elsewhere these change nothing
    _row(ANY, ELSEWHERE, "stay"),
)


_Rows = tuple[tuple[Condition | None, Phase | Literal["resume"]], ...]


def _index() -> dict[Phase, dict[On, _Rows]]:
    """Return the rows by phase and event. An event that rows name has an entry in every phase, if only an empty one."""
    index: dict[Phase, dict[On, _Rows]] = {phase: {on: () for row in TRANSITIONS for on in row.on} for phase in PHASES}
    for row in TRANSITIONS:
        for phase, on in product(row.start, row.on):
            index[phase][on] += ((row.when, phase if row.to == "stay" else row.to),)
    return index


_INDEX = _index()


def next_phase(phase: Phase, on: On, before: Table, after: Table, event: Event) -> Phase:
    """Return the phase after an event, from the table `before` it and the table `after` all else that it changes.

    `phase` and `on` are those of the table and of the event, or the interrupted phase and that it is resumed.
    """
    rows = _INDEX[phase].get(on)
    if rows is None:
        return phase
    for holds, to in rows:
        if holds is None or holds(after, event):
            if to != "resume":
                return to
            called = before.call if phase != "validating" else None
            return next_phase(called.resume if called else before.resume, "resumed", before, after, event)
    raise TableBroken(f"no transition from {phase} on {event.__struct_config__.tag}")
