"""Witnesses from outside the store: heads signed by a key that the verifier was given, and receipts of clients."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cyclopts import Parameter

from wartable.cli.audit.opening import asking
from wartable.cli.counts import counted
from wartable.cli.errors import InputError

if TYPE_CHECKING:
    from wartable.audit import Finding, Unseen, Witness, Witnesses


@Parameter(name="*")
@dataclass(frozen=True)
class SignedHeads:
    """Heads that were signed while the tables ran.

    Parameters
    ----------
    heads
        A file of signed heads, or a folder of such files (*.jsonl); needs --key. Default: those beside the store.
    key
        The public key that must have signed them, kept elsewhere: PEM, or a file of 64 hexadecimal digits.
    """

    heads: str | None = None
    key: str | None = None


USUAL_HEADS = SignedHeads()


class Seen(NamedTuple):
    """The witnesses of a store, what is wrong with them, and what they do not prove."""

    witnesses: "Witnesses"
    findings: "tuple[Finding, ...]" = ()
    beside: str = ""
    """Heads beside the store that are signed by an unconfirmed key; empty where all were counted."""


def read_witnesses(db: str, signed: SignedHeads, receipts: str | None = None) -> Seen:
    """The witnesses that are named. Heads beside the store count only under a key that is given.

    Without one they are compared with the store all the same, because a store must extend its own heads; but a forger
    who wrote the store anew could have signed them anew, so they are no witnesses.

    Read them before the store: what was signed in the meantime would look like something that the store has lost.
    """
    from wartable.audit import Witnesses, from_heads, from_receipts, public_key, read_all_heads, read_receipts

    if signed.heads is not None and signed.key is None:
        raise InputError("--heads and --key belong together: heads prove nothing without the key that signed them")
    with asking():
        kept = []
        if receipts is not None:
            kept = list(from_receipts(read_receipts(Path(receipts))))
            _refuse_no_witness(receipts, "receipt", kept)
        if signed.heads is not None and signed.key is not None:
            heads = list(from_heads(read_all_heads(Path(signed.heads), public_key(Path(signed.key)))))
            _refuse_no_witness(signed.heads, "signed head", heads)
            return Seen(Witnesses([*heads, *kept]))
        seen, findings, beside = _beside(db, signed.key)
        return Seen(Witnesses([*seen, *kept]), findings, beside)


def tell_witnesses(count: int, beside: str = "") -> str:
    """Say how many there are; without any, say what remains open."""
    note = f"; {beside}" if beside else ""
    if count:
        return f", {count:,} witness{'' if count == 1 else 'es'}{note}"
    return f"; no witnesses, so an older copy, or one written anew as a whole, would look the same{note}"


MOST_TOLD = 3


def tell_unseen(unseen: "Sequence[Unseen]") -> Iterator[str]:
    """Say which records come after the last witness: the longest stretches, and a count of the others."""
    longest = sorted(unseen, key=lambda one: one.first - one.last)
    yield from map(str, longest[:MOST_TOLD])
    if others := longest[MOST_TOLD:]:
        records = counted(sum(one.last - one.first + 1 for one in others), "record")
        yield f"and {records} of {counted(len(others), 'other stream')} as well"


def _beside(db: str, key: str | None) -> "tuple[list[Witness], tuple[Finding, ...], str]":
    """Return the heads that `wartable serve` left beside the store, with the key that is given or their own."""
    from wartable.audit import AuditRefused, Finding, digits, from_heads, public_key, read_all_heads

    place, own = _usual_heads(db)
    if key is not None:
        if place is None:
            raise InputError("--key: there are no heads beside the store; name the file of heads with --heads")
        given = public_key(Path(key))
        try:
            heads = list(from_heads(read_all_heads(place, given)))
        except AuditRefused as error:
            return [], (Finding("heads", 0, "key", str(error)),), ""
        _refuse_no_witness(str(place), "signed head", heads)
        return heads, (), ""
    if place is None or own is None:
        return [], (), ""
    mine = public_key(own)
    heads = list(from_heads(read_all_heads(place, mine), given=False))
    says = f"{place.name} beside the store is signed by key {digits(mine)}, which is not confirmed"
    return heads, (), f"{says}; give --key to count its heads" if heads else ""


def _refuse_no_witness(file: str, what: str, seen: Sequence[object]) -> None:
    if not seen:
        raise InputError(f"{file}: holds no {what}, so nothing can be held against it; expected at least one line")


def _usual_heads(db: str) -> tuple[Path | None, Path | None]:
    """The heads and the key that `wartable serve` leaves beside a file, as far as they can be read.

    Beside a PostgreSQL there is no such place: what lies where we are may be of another store.
    """
    from wartable.store import beside, path_of

    if path_of(db) is None:
        return None, None
    place, key = beside(db, ".heads"), beside(db, ".heads-key")
    return _readable(place), _readable(key)


def _readable(file: Path) -> Path | None:
    return file if file.is_file() and os.access(file, os.R_OK) else None
