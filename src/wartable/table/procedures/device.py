"""Shuffling devices that jam or fail: the effect on the round, and how the table goes on without them."""

from msgspec.structs import replace

from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.phases import PHASES
from wartable.table.procedures import batches
from wartable.table.procedures.calls import call_floor
from wartable.table.procedures.cover_card import end_the_shoe
from wartable.table.procedures.idle import (
    can_be_exchanged,
    washes_without_the_shuffler,
    with_the_shuffler,
    without_the_shuffler,
)
from wartable.table.procedures.showing import is_by_hand, unwashed, without_the_machine
from wartable.table.procedures.void import void_events
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table, is_continuous, round_is_open
from wartable.table.stock import (
    batch_inside,
    is_tracked,
    next_to_shuffle,
    other_batch,
    stock_of,
    with_batch,
)
from wartable.table.words import Actor


def report_jam(table: Table, command: c.ReportJam, by: Actor) -> Decided:
    """Call the floor to void the open round where the rules say so: a void takes two people.

    The device is emptied and its cards are shuffled again, also where the floor finds that it did not jam.
    """
    if table.rules.shuffler.kind == "none" or (table.device != "working" and not _found_late(table, command.batch)):
        return Refused(Refusal.DEVICE_IS_NOT_IN_USE)
    if not is_tracked(table):
        return _jam(table, e.ShufflerJammed())
    inside = batch_inside(table)
    batch = inside if command.batch is None else command.batch
    if batch not in range(len(stock_of(table).batches)):
        return Refused(Refusal.NO_SUCH_BATCH)
    if batch != inside and stock_of(table).batches[batch].by != "machine":
        return Refused(Refusal.DEVICE_IS_NOT_IN_USE)
    return _jam(table, e.ShufflerJammed(batch, inside))


def _found_late(table: Table, batch: int | None) -> bool:
    """Whether a shuffle can be found incomplete in a device that stopped since: its batch was not shuffled again.

    A batch that waits for the device may have been in it if no other was, until a jam has the device emptied.
    """
    stock = stock_of(table)
    if batch is None or batch not in range(len(stock.batches)) or not is_tracked(table):
        return False
    found = stock.batches[batch]
    if found.by == "machine":
        return found.state != "in_play" or table.shuffle_due != "irregularity"
    waits = found.state in ("stacked", "shuffling") and batch_inside(table) == batch
    return waits and not found.controls and not stock.to_empty


def _jam(table: Table, jammed: e.ShufflerJammed) -> tuple[e.Event, ...]:
    voids = round_is_open(table) and table.rules.irregularity.jam_voids_round and not table.round.voided
    if voids and is_tracked(table):
        return jammed, call_floor(table, "jam", ("void", "no_jam"), "irregularity.jam_voids_round")
    if voids:
        clauses = table.rules.cite["irregularity.jam_voids_round"]
        return jammed, *void_events(table, "the shuffler jammed", clauses, reshuffle=True)
    return (jammed, *_shuffle_at_once(table, jammed.batch))


def _shuffle_at_once(table: Table, batch: int | None, *, failed: bool = False) -> tuple[e.Event, ...]:
    """Cards that are ready or loaded go back to the shuffle if theirs was not completed.

    An idle batch that waits for a device that cannot be used is shuffled by hand, once it is washed.
    """
    if table.phase in ("betting", "banking") and (is_continuous(table) or batch == table.cards.batch):
        return end_the_shoe(table)
    if table.phase in ("cutting", "loading") and batch == table.cards.batch:
        return (e.ShuffleBegun(table.shuffle_reason),)
    washed = not is_tracked(table) or (failed and not washes_without_the_shuffler(table))
    if table.phase == "waking" and table.todo[0][0] == "swap_batches" and washed:
        return (e.ShuffleBegun("idle"),)
    return ()


def shuffler_jammed(table: Table, event: e.ShufflerJammed) -> Table:
    """Shuffle the cards of a device that stopped again, and one batch alone where the device had stopped before.

    A device that holds this batch is emptied.
    """
    again = table.device != "working"
    table = table if again else _out_of(replace(table, device="jammed"))
    if event.batch is None or not is_tracked(table):
        return table
    inside = other_batch(table) if event.inside is None else event.inside
    stopped = (event.batch,) if again else (event.batch, inside)
    holds = not again or stock_of(table).batches[event.batch].by != "machine"
    in_the_shuffle = next_to_shuffle(table) if table.phase == "shuffling" else None
    steps = len(table.rules.irregularity.jam_steps)
    stock = batches.distrust(table, *stopped)
    if event.inside is None and in_the_shuffle is not None:
        stock = batches.put_under_control(stock, steps, in_the_shuffle)
    elif event.inside is not None and holds and table.rules.by_batches:
        stock = with_batch(stock, inside, replace(stock.batches[inside], place="shuffler"))
    stock = batches.put_under_control(stock, steps, *stopped)
    in_play = table.cards.loaded and event.batch == table.cards.batch
    due = table.shuffle_due or ("irregularity" if in_play else None)
    done = () if event.batch == in_the_shuffle else table.done
    return replace(table, stock=replace(stock, to_empty=stock.to_empty or holds), shuffle_due=due, done=done)


def _out_of(table: Table) -> Table:
    """Cards inside a continuous shuffler that stopped are shuffled after the round; a waiting batch is not in play.

    An idle batch that was to be exchanged for the one inside is shuffled instead, unless the device works again soon.
    """
    if is_continuous(table) and table.cards.loaded:
        return replace(table, shuffle_due="irregularity")
    if table.phase == "waking" and is_tracked(table):
        return table if table.device == "jammed" else without_the_shuffler(table)
    if table.phase == "opening" and is_by_hand(table) and is_tracked(table):
        return replace(table, todo=without_the_machine(table, table.todo))
    if table.phase == "waking":
        here = table.cards.batch
        return replace(
            table, todo=tuple((step, at) for step, at in table.todo if at == here and step != "swap_batches")
        )
    return table


def report_device_failure(table: Table, command: c.ReportDeviceFailure, by: Actor) -> Decided:
    """Take the device out of use; it is covered or signed before cards are shuffled or dealt in another way.

    A device that fails while it shuffles has stopped in the shuffle, with all that follows from a jam.
    """
    if table.rules.shuffler.kind == "none" or table.device in ("failed", "covered"):
        return Refused(Refusal.DEVICE_IS_NOT_IN_USE)
    inside = batch_inside(table) if is_tracked(table) else None
    failed = e.DeviceFailed(unwashed(table) if table.rules.shuffler.by_hand else ())
    begun = _shuffle_at_once(table, inside, failed=True)
    if inside is None or table.device == "jammed" or not _stopped(table, inside, command.shuffling):
        return failed, *begun
    jammed, *voided = _jam(table, e.ShufflerJammed(inside, inside))
    return jammed, failed, *(voided or begun)


def _stopped(table: Table, inside: int, said: bool | None) -> bool:
    if c.ReportJam not in PHASES[table.phase]:
        return False
    return stock_of(table).batches[inside].state == "shuffling" if said is None else said


def device_failed(table: Table, event: e.DeviceFailed) -> Table:
    device = "failed" if table.rules.irregularity.cover_failed_device else "covered"
    table = _out_of(replace(table, device="failed"))
    if is_tracked(table):
        table = replace(table, stock=batches.distrust(table, other_batch(table)))
    for number in event.unwashed:
        stock = stock_of(table)
        owing = replace(stock.batches[number], unwashed=True)
        table = replace(table, stock=with_batch(stock, number, owing))
    return replace(table, device=device)


def cover_device(table: Table, command: c.CoverDevice, by: Actor) -> Decided:
    """Cover the failed device, or put a sign on it."""
    if table.device != "failed":
        return Refused(Refusal.DEVICE_WORKS, table.rules.cite["irregularity.cover_failed_device"])
    return (e.DeviceCovered(command.how),)


def device_covered(table: Table, event: e.DeviceCovered) -> Table:
    return replace(table, device="covered")


def restore_device(table: Table, command: c.RestoreDevice, by: Actor) -> Decided:
    """Put a repaired device back into use between shoes, on the floor's order."""
    if table.device not in ("failed", "covered"):
        return Refused(Refusal.DEVICE_WORKS)
    if table.cards.loaded and table.rules.shuffler.kind == "continuous":
        return Refused(Refusal.NOT_NOW, table.rules.cite["shuffler.kind"])
    return (e.DeviceRestored(exchange=can_be_exchanged(table)),)


def device_restored(table: Table, event: e.DeviceRestored) -> Table:
    """Use the device again; one that still holds the cards of a jam is emptied first."""
    jammed = is_tracked(table) and stock_of(table).to_empty
    table = replace(table, device="jammed" if jammed else "working")
    return with_the_shuffler(table) if event.exchange else table
