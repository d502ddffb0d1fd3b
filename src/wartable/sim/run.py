"""A run: workers get shoes and return tallies; the shoes dealt without a gap are the state of the run.

The state does not depend on which worker dealt what. A run for a number of rounds deals whole shoes while all their
rounds are needed, and at last one shoe up to the last round. A run for a precision checks it after numbers of shoes
that follow from the tally alone.
"""

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from time import perf_counter

import msgspec
import numpy as np

from wartable.sim import layout
from wartable.sim.backend import Backend, Lane
from wartable.sim.plan import Row, SimPlan
from wartable.sim.tally import empty_row

FIRST_LOOK = 4096
"""The number of shoes after which a run for a precision first checks it."""
NEXT_LOOK = (1.05, 8.0)
"""The least and the greatest factor from one check to the next."""

MOST_PIECES = 256
"""The most pieces submitted and not yet joined: a slow worker must not let the finished pieces of others pile up."""


class Goal(msgspec.Struct, frozen=True):
    """When to stop: after a number of rounds or shoes, or earlier, when the interval is narrow enough."""

    rounds: int | None = None
    shoes: int | None = None
    until: float | None = None
    """The half-width of the interval of the initial wager's edge."""


class RunState(msgspec.Struct):
    """The progress of a run: everything before `next_shoe` is in the tally."""

    row: Row
    next_shoe: int = 0
    look: int = FIRST_LOOK
    """The number of shoes at the next check of the precision."""
    seconds: float = 0.0

    @property
    def rounds(self) -> int:
        return int(self.row[layout.ROUNDS])


Watch = Callable[[RunState], None]
"""Called after every piece that joined the state."""
Precision = Callable[[Row], float]
"""The half-width of the interval of the initial wager's edge."""


def new_state() -> RunState:
    """Return the state of a run before its first shoe."""
    return RunState(empty_row())


class _Piece(msgspec.Struct):
    first: int
    shoes: int
    lane: Lane
    future: "Future[Row]"


class Run:
    """One run over a backend."""

    def __init__(self, plan: SimPlan, goal: Goal, backend: Backend, state: RunState, precision: Precision) -> None:
        self.plan = plan
        self.goal = goal
        self.state = state
        self._backend = backend
        self._precision = precision
        self._pieces: list[_Piece] = []

    def deal(self, watch: Watch) -> RunState:
        """Deal until the goal is met; the state is whole after any interruption."""
        before, begun = self.state.seconds, perf_counter()
        try:
            while not self._is_done():
                self._give_out()
                self._take_back()
                self.state.seconds = before + perf_counter() - begun
                watch(self.state)
        finally:
            for piece in self._pieces:
                piece.future.cancel()
        return self.state

    def _is_done(self) -> bool:
        goal, state = self.goal, self.state
        if goal.rounds is not None and state.rounds >= goal.rounds:
            return True
        if goal.shoes is not None and state.next_shoe >= goal.shoes:
            return True
        if goal.until is None or state.next_shoe < state.look:
            return False
        reached = self._precision(state.row)
        if reached <= goal.until:
            return True
        least, most = NEXT_LOOK
        state.look = int(state.look * min(most, max(least, least * (reached / goal.until) ** 2)))
        return False

    def _give_out(self) -> None:
        for lane in self._backend.lanes:
            under_way = sum(piece.lane is lane and not piece.future.done() for piece in self._pieces)
            while under_way < lane.at_once and len(self._pieces) < MOST_PIECES and (left := self._shoes_left()) > 0:
                self._submit(lane, self._backend.piece(lane, left), 0)
                under_way += 1
        if not self._pieces:
            self._submit(self._backend.lanes[0], 1, self._rounds_left())

    def _submit(self, lane: Lane, shoes: int, limit: int) -> None:
        first = self._pieces[-1].first + self._pieces[-1].shoes if self._pieces else self.state.next_shoe
        self._pieces.append(_Piece(first, shoes, lane, lane.submit(first, shoes, limit)))

    def _rounds_left(self) -> int:
        return 0 if self.goal.rounds is None else self.goal.rounds - self.state.rounds

    def _shoes_left(self) -> int:
        """Shoes that are needed whole, however many rounds the ones in progress hold."""
        given = self.state.next_shoe + sum(piece.shoes for piece in self._pieces)
        ends = (self.goal.shoes, None if self.goal.until is None else self.state.look)
        left = [end - given for end in ends if end is not None]
        if self.goal.rounds is not None:
            safe = self._rounds_left() // self.plan.most_rounds
            left.append(safe - (given - self.state.next_shoe))
        return min(left)

    def _take_back(self) -> None:
        """Join finished pieces to the state, but only in order: a gap would be lost if the run were stopped."""
        if not self._pieces[0].future.done():
            wait([piece.future for piece in self._pieces if not piece.future.done()], return_when=FIRST_COMPLETED)
        while self._pieces and self._pieces[0].future.done():
            piece = self._pieces.pop(0)
            self.state.row = np.add(self.state.row, piece.future.result())
            self.state.next_shoe = piece.first + piece.shoes
