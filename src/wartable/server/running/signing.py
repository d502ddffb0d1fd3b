"""Signing heads beside the tables: the store is compared with what was signed before, and signed from then on."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from wartable.audit import (
    HEADS_KEY,
    AuditRefused,
    HeadsDiffer,
    HeadsFile,
    HeadWriter,
    NoLongerExtends,
    accept_loss,
    check_tail,
    lost_heads,
    pays_after,
    signing_key,
    unsigned_tails,
)
from wartable.live import PATRON, STREAM, LogBroken, Room, is_bot
from wartable.store import Receipt, Store, first_link

ACCEPT = "--accept-restored"
USED = ("signed_in", "sign_in_failed", "no_more_bets_called")
"""Events that need a person."""
RESTORE = f"restore the newest copy of the store; where it ends earlier than the heads, start once with {ACCEPT}"
WAY_ON = f"or start once with {ACCEPT}, which voids the rounds and shoes in play and records the loss"


async def hold_heads(place: Path, room: Room, *, accepts_restored: bool, alone: bool) -> HeadsFile:
    """Before the tables open: compare the store with what was signed, and record that the house is open.

    Where it lost something, it goes on only after the operator has accepted that. `alone` is a store that only this
    machine serves, so that its heads lie here as well.
    """
    store, now = room.store, room.clock.now()
    file = await asyncio.to_thread(_open, place, store, accepts_restored=accepts_restored, alone=alone)
    lost = await asyncio.to_thread(lost_heads, store, file)
    if lost and not accepts_restored:
        raise AuditRefused(f"{NoLongerExtends(lost)}; restore the newest copy of the store, {WAY_ON}")
    tails = await asyncio.to_thread(unsigned_tails, store, file)
    if alone and file.closed and tails and not accepts_restored:
        raise AuditRefused(f"{_say_added(tails)}; restore the store as it was closed, {WAY_ON}")
    if not lost and (alone or file.signed):
        await asyncio.to_thread(_hold_tails, room, file)
    await asyncio.to_thread(file.append, now, ())  # before the first record: from here on the house is open
    if accepts_restored:
        await room.accept_loss(lost)  # also where the heads show none: they may be as old as the store
        if lost:
            await asyncio.to_thread(accept_loss, store, file, now, lost)
            await asyncio.to_thread(_hold_tails, room, file)
    return file


def _hold_tails(room: Room, file: HeadsFile) -> None:
    """What was written after the last head, before a kill, is proved before a head is signed over it.

    A table whose records fail stays closed. Where they pay a patron, or a meter of other tables, the house does: that
    money could be cashed out.
    """
    for stream in unsigned_tails(room.store, file):
        signed = file.signed.get(stream)
        after = Receipt(stream, 0, first_link(stream))
        if signed is not None and signed.version:
            after = Receipt(stream, signed.version, bytes.fromhex(signed.chain))
        live = next((one for one in room.tables.values() if one.log.stream == stream), None)
        found = check_tail(room.store, after, room.snapshots.find(live.id, live.rules) if live else None)
        if found is None:
            continue
        if not stream.startswith(STREAM) or pays_after(room.store, stream, max(after.version, found.version - 1)):
            raise AuditRefused(f"{found}; see wartable audit verify; {RESTORE}")
        room.integrity.doubted[stream] = LogBroken(found.stream, found.version, found.says)


async def sign_heads(file: HeadsFile, room: Room, *, closes: bool = True) -> HeadWriter:
    """Once the tables are open: sign what is unsigned, and go on signing.

    The log of a table that was refused when it was read is not signed: that would make a forgery look like history.
    Where no other server writes to the store, the last line `closes` the house.
    """
    loop, clock = asyncio.get_running_loop(), room.clock

    def failed(error: Exception) -> None:
        room.log("heads_trouble", why=str(error))
        if isinstance(error, HeadsDiffer):
            for one in error.differing:
                if one.stream.startswith(STREAM):
                    room.integrity.doubted[one.stream] = one
            loop.call_soon_threadsafe(room.integrity.distrust, room.tables, error.differing)
        elif isinstance(error, NoLongerExtends):
            loop.call_soon_threadsafe(room.integrity.freeze, room.tables.values(), error)

    def hold_wallets() -> None:
        """Compare every wallet with its postings, as often as heads are signed."""
        loop.call_soon_threadsafe(room.integrity.hear_wallets, room.store.differing_wallets())

    def begin() -> HeadWriter:
        writer = HeadWriter(room.store, file, clock.now, failed, closes=closes, leave_out=room.distrusted)
        writer.before = hold_wallets
        return writer

    return await asyncio.to_thread(begin)


def _open(place: Path, store: Store, *, accepts_restored: bool, alone: bool) -> HeadsFile:
    """The heads and the key that signed them; either of them alone is not replaced by a new one."""
    key, has_records = place.with_suffix(HEADS_KEY), bool(store.streams())
    if place.exists() and not key.exists():
        raise AuditRefused(f"{key}: the key that signed {place} is missing; restore it, or move {place} away, {WAY_ON}")
    if accepts_restored and not has_records:
        raise AuditRefused(f"the store is empty, so nothing was restored; start without {ACCEPT}")
    if not place.exists() and has_records and not accepts_restored and (key.exists() or alone):
        raise AuditRefused(f"{place}: the signed heads of this house are missing; restore them, {WAY_ON}")
    file = _read(place, key)
    if alone and not file.signed and not accepts_restored and has_records and _was_used(store):
        raise AuditRefused(f"{place}: holds no signed heads of this house, which has records; restore it, {WAY_ON}")
    if file.signed and not has_records:
        raise AuditRefused(
            f"the store is empty, but {place} was signed for a house; restore the store, or move {place}, {key} and the"
            " key of the house away to begin a new one"
        )
    return file


def _read(place: Path, key: Path) -> HeadsFile:
    try:
        return HeadsFile(place, signing_key(key))
    except AuditRefused as error:
        raise AuditRefused(f"{error}; restore {place} and {key}, or move both away, {WAY_ON}") from None


def _was_used(store: Store) -> bool:
    """Whether a person has signed in, held chips or played; not in a house whose first start was broken off."""
    return any(
        stream.startswith(PATRON) and not is_bot(stream.removeprefix(PATRON)) for stream in store.streams()
    ) or any(next(store.named(stream, USED, limit=1), None) is not None for stream in store.streams())


def _say_added(tails: Mapping[str, tuple[int, int]]) -> str:
    stream = min(tails)
    first, last = tails[stream]
    more = f" (and {len(tails) - 1} more)" if len(tails) > 1 else ""
    records = f"record {first} was" if first == last else f"records {first} to {last} were"
    return f"{stream}: {records} added after the house was closed{more}"
