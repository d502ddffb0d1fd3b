"""An idle table: the cards are taken out and spread, and made ready again when a player comes."""

from msgspec.structs import replace

from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.conditions import LAYING_OUT
from wartable.table.procedures.banking import withdraw_bank
from wartable.table.procedures.seal import end_seal
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Cards, Table, is_continuous
from wartable.table.words import Actor


def declare_idle(table: Table, command: c.DeclareIdle, by: Actor) -> Decided:
    """Declare a table without gaming activity idle; a continuous shuffler keeps its cards instead."""
    if any(box.bettors for box in table.boxes) or is_continuous(table):
        return Refused(Refusal.NOT_NOW, table.rules.cite["idle.after_minutes"])
    return (*withdraw_bank(table), e.TableIdled())


def table_idled(table: Table, event: e.TableIdled) -> Table:
    batch = table.cards.batch
    return replace(
        end_seal(table, "idle"),
        cards=Cards(batch=batch),
        shuffle_due=None,
        cover_seat=None,
        todo=tuple((step, batch) for step in LAYING_OUT),
    )


def waking_steps(table: Table) -> tuple[tuple[str, int], ...]:
    """Return the steps when a player comes to an idle table; cards that lie face up need no turning."""
    idle = table.rules.idle
    steps = idle.batch_steps if table.rules.by_batches and table.device != "covered" else idle.steps
    swaps = idle.swap_batches and table.device == "working"
    skip = {"turn_up" if idle.spread == "face_up" else "", "" if swaps else "swap_batches"}
    kept = tuple(step for step in steps if step not in skip) or ("stack",)
    return tuple((step, table.cards.batch) for step in kept)


def wake(table: Table) -> Table:
    """Wake an idle table with its cards laid out as soon as a player sits at it."""
    if table.phase == "idle" and not table.todo and table.arrivals:
        return replace(table, todo=waking_steps(table))
    return table


def confirm(table: Table, command: c.ConfirmStep, by: Actor) -> Decided:
    """Confirm that the cards are taken out and spread."""
    if not table.todo or command.step != table.todo[0][0]:
        return Refused(Refusal.NOT_THE_NEXT_STEP)
    return (e.StepConfirmed(command.step, by.role, table.cards.batch),)


def confirm_waking(table: Table, command: c.ConfirmStep, by: Actor) -> Decided:
    """Make the cards ready; then they are shuffled, or the batch from the shuffler is dealt at once."""
    step, batch = table.todo[0]
    if command.step != step:
        return Refused(Refusal.NOT_THE_NEXT_STEP, table.rules.steps[step].clauses)
    confirmed = e.StepConfirmed(step, by.role, batch)
    if len(table.todo) > 1:
        return (confirmed,)
    if step == "swap_batches":
        return confirmed, e.ShuffleBegun("idle"), e.CardsShuffled(1 - batch, (step,))
    return confirmed, e.ShuffleBegun("idle")


def ask_for_shuffle(table: Table, command: c.AskForShuffle, by: Actor) -> Decided:
    """Have the batch from the shuffler spread and shuffled before it is dealt, at a player's request."""
    if by.patron not in table.arrivals:
        return Refused(Refusal.NOT_YOURS)
    if not table.todo or table.todo[-1][0] != "swap_batches":
        return Refused(Refusal.NOT_NOW, table.rules.cite["idle.swap_batches"])
    return (e.ShuffleAskedFor(by.patron),)


SHOWN = ("spread", "look", "turn_down", "stack")
"""The steps for the batch from the shuffler when a player asks for a shuffle."""


def shuffle_asked_for(table: Table, event: e.ShuffleAskedFor) -> Table:
    inside = 1 - table.cards.batch
    return replace(table, todo=(*table.todo, *((step, inside) for step in SHOWN)))


def batches_swapped(table: Table) -> Table:
    """Put the batch from the shuffler on the table, and the other into the shuffler."""
    return replace(table, cards=replace(table.cards, batch=1 - table.cards.batch))
