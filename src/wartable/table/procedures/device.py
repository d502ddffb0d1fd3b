"""Shuffling devices that jam or fail: the effect on the round, and how the table goes on without them."""

from msgspec.structs import replace

from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.void import void_events
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table, is_continuous, round_is_open
from wartable.table.words import Actor


def report_jam(table: Table, command: c.ReportJam, by: Actor) -> Decided:
    """Void the open round where the rules say so; the device is emptied and its cards are shuffled again."""
    if table.rules.shuffler.kind == "none" or table.device != "working":
        return Refused(Refusal.DEVICE_IS_NOT_IN_USE)
    jammed = e.ShufflerJammed()
    if round_is_open(table) and table.rules.irregularity.jam_voids_round and not table.round.voided:
        clauses = table.rules.cite["irregularity.jam_voids_round"]
        return jammed, *void_events(table, "the shuffler jammed", clauses, reshuffle=True)
    return (jammed, *_shuffle_at_once(table))


def _shuffle_at_once(table: Table) -> tuple[e.Event, ...]:
    """Between rounds, cards inside the stopped device are shuffled again."""
    if is_continuous(table) and table.phase in ("betting", "banking"):
        return (e.ShuffleBegun("irregularity"),)
    if table.phase == "waking" and table.todo[0][0] == "swap_batches":
        return (e.ShuffleBegun("idle"),)
    return ()


def shuffler_jammed(table: Table, event: e.ShufflerJammed) -> Table:
    return _out_of(replace(table, device="jammed"))


def _out_of(table: Table) -> Table:
    """Cards inside a continuous shuffler that stopped are shuffled after the round; a waiting batch is not in play.

    An idle batch that was to be swapped with the one inside is shuffled instead.
    """
    if is_continuous(table) and table.cards.loaded:
        return replace(table, shuffle_due="irregularity")
    if table.phase == "waking":
        here = table.cards.batch
        return replace(
            table, todo=tuple((step, at) for step, at in table.todo if at == here and step != "swap_batches")
        )
    return table


def report_device_failure(table: Table, command: c.ReportDeviceFailure, by: Actor) -> Decided:
    """Take the device out of use; it is covered or signed before cards are shuffled in another way."""
    if table.rules.shuffler.kind == "none" or table.device in ("failed", "covered"):
        return Refused(Refusal.DEVICE_IS_NOT_IN_USE)
    return (e.DeviceFailed(), *_shuffle_at_once(table))


def device_failed(table: Table, event: e.DeviceFailed) -> Table:
    table = _out_of(table)
    device = "failed" if table.rules.irregularity.cover_failed_device else "covered"
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
    return (e.DeviceRestored(),)


def device_restored(table: Table, event: e.DeviceRestored) -> Table:
    return replace(table, device="working")
