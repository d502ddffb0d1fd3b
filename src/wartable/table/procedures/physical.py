"""Physical acts: prompted, confirmed by the right role, and logged in the order of the rulebook."""

from collections.abc import Callable, Mapping

from msgspec import UNSET
from msgspec.structs import replace

from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures import batches, closing, idle, opening, shuffle
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table
from wartable.table.stock import is_tracked
from wartable.table.words import Actor, Phase

Confirm = Callable[[Table, c.ConfirmStep, Actor], Decided]

BY_PHASE: Mapping[Phase, Confirm] = {
    "opening": opening.confirm,
    "shuffling": shuffle.confirm,
    "idle": idle.confirm,
    "waking": idle.confirm_waking,
    "closing": closing.confirm,
}


def confirm_step(table: Table, command: c.ConfirmStep, by: Actor) -> Decided:
    """Record that a physical act was done, if the right role confirms it at the right moment."""
    step = table.rules.steps.get(command.step)
    if step is None:
        return Refused(Refusal.NOT_THE_NEXT_STEP)
    if by.role not in step.by:
        return Refused(Refusal.NOT_YOURS, step.clauses)
    if is_tracked(table) and command.step in batches.BESIDE and table.phase != "shuffling":
        return batches.confirm_beside(table, command, by)
    confirm = BY_PHASE.get(table.phase)
    return confirm(table, command, by) if confirm else Refused(Refusal.NOT_THE_NEXT_STEP, step.clauses)


def step_confirmed(table: Table, event: e.StepConfirmed) -> Table:
    if is_tracked(table):
        table = batches.follow_step(table, event)
        if event.step in batches.BESIDE:
            return table
        if event.step == "clear_rack" or (event.step == "swap_batches" and table.phase == "shuffling"):
            return batches.offer_when_ready(table)
    if table.phase == "validating":
        # The first edition confirmed the checks of a win as steps.
        return replace(table, done=(*table.done, event.step))
    if table.phase == "shuffling":
        device = "working" if event.step == "empty_device" else table.device
        return replace(table, done=(*table.done, event.step), device=device)
    if event.step == "swap_batches" and not is_tracked(table):
        table = idle.batches_swapped(table)
    relieved = UNSET if event.by == "floor" else table.relieved
    return idle.wake(replace(table, todo=_left_after(table, event), relieved=relieved))


def _left_after(table: Table, event: e.StepConfirmed) -> tuple[tuple[str, int], ...]:
    """Return the steps after this one; earlier releases did not ask for some of those before it."""
    done = (event.step, event.batch)
    return table.todo[table.todo.index(done) + 1 :] if done in table.todo else table.todo[1:]
