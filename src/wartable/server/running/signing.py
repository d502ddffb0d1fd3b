"""Signing heads beside the tables: the store is held against what was signed before, and signed from then on."""

import asyncio
from pathlib import Path
from typing import NamedTuple

from wartable.audit import AuditRefused, HeadsFile, HeadWriter, NoLongerExtends, lost_heads, signing_key
from wartable.live import Room
from wartable.server.documents import KEY
from wartable.store import Store

ACCEPT = "--accept-restored"
WAY_ON = f"or start once with {ACCEPT}, which voids the rounds and shoes in play and records the loss"


class Signed(NamedTuple):
    """The heads that were signed before, and whether the operator goes on without some of them."""

    file: HeadsFile
    restored: bool


async def hold_heads(place: Path, room: Room, *, accepts_restored: bool, alone: bool) -> Signed:
    """Before the tables open: hold the store against what was signed.

    Where it lost something, it goes on only after the operator has accepted that. `alone` is a store that only this
    machine serves, so that its heads lie here as well.
    """
    file = await asyncio.to_thread(_open, place, room.store, accepts_restored=accepts_restored, alone=alone)
    lost = await asyncio.to_thread(lost_heads, room.store, file)
    if lost and not accepts_restored:
        raise AuditRefused(f"{NoLongerExtends(lost)}; restore the newest copy of the store, {WAY_ON}")
    if accepts_restored:
        await room.accept_loss(lost)  # also where the heads show none: they may be as old as the store
    return Signed(file, bool(lost))


async def sign_heads(signed: Signed, room: Room) -> HeadWriter:
    """Once the tables are open: sign what is unsigned, and go on signing.

    The log of a table that was refused when it was read is not signed: that would make a forgery look like history.
    """
    file, restored = signed
    loop, clock = asyncio.get_running_loop(), room.clock

    def failed(error: Exception) -> None:
        room.log("heads_trouble", why=str(error))
        if isinstance(error, NoLongerExtends):
            loop.call_soon_threadsafe(room.freeze, error)

    def begin() -> HeadWriter:
        if not file.exists:
            file.append(clock.now(), ())  # from here on a file that is missing was taken away
        return HeadWriter(room.store, file, clock.now, failed, restored=restored, leave_out=room.distrusted)

    return await asyncio.to_thread(begin)


def _open(place: Path, store: Store, *, accepts_restored: bool, alone: bool) -> HeadsFile:
    """The heads and the key that signed them; either of them alone is not replaced by a new one."""
    key = place.with_suffix(KEY)
    if place.exists() and not key.exists():
        raise AuditRefused(f"{key}: the key that signed {place} is missing; restore it, or move {place} away, {WAY_ON}")
    if key.exists() and not place.exists() and not accepts_restored and store.streams():
        raise AuditRefused(f"{place}: the signed heads of this house are missing; restore them, {WAY_ON}")
    if accepts_restored and not store.streams():
        raise AuditRefused(f"the store is empty, so nothing was restored; start without {ACCEPT}")
    file = HeadsFile(place, signing_key(key))
    if alone and not file.signed and not accepts_restored and store.streams():
        raise AuditRefused(f"{place}: holds no signed heads of this house, which has records; restore it, {WAY_ON}")
    if file.signed and not store.streams():
        raise AuditRefused(
            f"the store is empty, but {place} was signed for a house; restore the store, or move {place}, {key} and the"
            " key of the house away to begin a new one"
        )
    return file
