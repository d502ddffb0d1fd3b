"""Watching a simulation: a bar with the rate, the time left and the current interval, and checkpoints."""

import sys
from copy import copy
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from wartable.cli.errors import InputError
from wartable.sim import Goal, Judge, RunState, SimPlan, layout, read_row, save

LOOK_SECONDS = 0.25
TELL_SECONDS = 10.0
"""Where there is no terminal, a line so often."""
SAVE_SECONDS = 5.0


class Watching:
    """Everything goes to standard error; what was dealt is kept also when the run is stopped."""

    def __init__(self, plan: SimPlan, goal: Goal, file: Path | None, seed: int) -> None:
        self._plan, self._goal, self._file, self._seed = plan, goal, file, seed
        self._state: RunState | None = None
        self._looked = self._told = self._saved = monotonic()
        self._live = sys.stderr.isatty()
        self._bar = Progress(
            BarColumn(24),
            TextColumn("{task.percentage:>3.0f} %"),
            TextColumn("{task.description}"),
            TimeRemainingColumn(compact=True),
            console=Console(stderr=True, highlight=False),
            disable=not self._live,
            transient=True,
        )
        self._task = self._bar.add_task("", total=1.0)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._bar.stop()
        if self._file is not None and self._state is not None:
            keep_state(self._file, self._plan, self._seed, self._state)
            if kind is KeyboardInterrupt:
                print(f"wartable: stopped; --checkpoint {self._file} --resume goes on", file=sys.stderr)

    def look(self, judge: Judge, state: RunState) -> None:
        """Update the progress; the run calls this after every piece."""
        now = monotonic()
        if self._state is None:  # the clock begins with the first piece, after what had to be compiled
            self._looked = self._told = self._saved = now
        if self._state is None or not state.row[layout.PARTIAL]:
            self._state = copy(state)  # the last shoe of a run may be left in the middle, and is not kept
        if now - self._looked >= LOOK_SECONDS and (self._live or now - self._told >= TELL_SECONDS):
            self._looked = now
            self._tell(judge, state, now)
        if self._file is not None and now - self._saved >= SAVE_SECONDS:
            self._saved = now
            keep_state(self._file, self._plan, self._seed, self._state)

    def _tell(self, judge: Judge, state: RunState, now: float) -> None:
        edge = judge.edge(read_row(self._plan, state.row), "initial")
        speed = state.rounds / state.seconds if state.seconds else 0.0
        words = f"{state.rounds:,} rounds, {speed / 1e6:,.1f} M/s"
        reach = float("inf")
        if edge is not None and edge.reach is not None:
            reach = edge.reach
            words += f", edge {edge.value:.4%} ± {reach:.4%}"
        share = self._share(state, reach)
        if self._live:
            self._bar.update(self._task, completed=share, description=words)
        elif now - self._told >= TELL_SECONDS:
            self._told = now
            print(f"wartable: {share:.0%}, {words}", file=sys.stderr)

    def _share(self, state: RunState, reach: float) -> float:
        """Return the share that is done; precision improves with the square root of the rounds."""
        shares = [0.0]
        if self._goal.rounds:
            shares.append(state.rounds / self._goal.rounds)
        if self._goal.shoes:
            shares.append(state.next_shoe / self._goal.shoes)
        if self._goal.until:
            shares.append((self._goal.until / reach) ** 2)
        return min(1.0, max(shares))


def keep_state(file: Path, plan: SimPlan, seed: int, state: RunState) -> None:
    """Write a checkpoint, or say why it cannot be written."""
    try:
        save(file, plan, seed, state)
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or error}") from None
