"""Whoever saw the store from outside: heads that were signed and kept elsewhere, and receipts that clients kept."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cyclopts import Parameter

from wartable.cli.audit_store import asking
from wartable.cli.errors import InputError

if TYPE_CHECKING:
    from wartable.audit import Witnesses


@Parameter(name="*")
@dataclass(frozen=True)
class SignedHeads:
    """Heads that were kept elsewhere.

    Parameters
    ----------
    heads
        A file of signed heads, or a folder of such files (*.jsonl); needs --key. Those beside a file unless said.
    key
        The public key that signed them: PEM, or a file of 64 hexadecimal digits.
    """

    heads: str | None = None
    key: str | None = None


USUAL_HEADS = SignedHeads()


def read_witnesses(db: str, signed: SignedHeads, receipts: str | None = None) -> "Witnesses":
    """The witnesses that are named, and the heads that a server has left beside its file.

    Read them before the store: what was signed in the meantime would look like something that the store has lost.
    """
    from wartable.audit import Witnesses, from_heads, from_receipts, public_key, read_all_heads, read_receipts

    heads, key = signed.heads, signed.key
    if (heads is None) != (key is None):
        raise InputError("--heads and --key belong together: heads prove nothing without the key that signed them")
    with asking():
        seen = []
        if heads is not None and key is not None:
            seen = list(from_heads(read_all_heads(Path(heads), public_key(Path(key)))))
            _see_that_somebody_saw(heads, "signed head", seen)
        elif usual := _usual_heads(db):
            seen = list(from_heads(read_all_heads(usual[0], public_key(usual[1]))))
        if receipts is not None:
            kept = list(from_receipts(read_receipts(Path(receipts))))
            _see_that_somebody_saw(receipts, "receipt", kept)
            seen += kept
    return Witnesses(seen)


def tell_witnesses(count: int) -> str:
    """How many there are; where there is none, what that leaves open."""
    if count:
        return f", {count:,} witness{'' if count == 1 else 'es'}"
    return "; no witnesses, so an older copy, or one written anew as a whole, would look the same"


def _see_that_somebody_saw(file: str, what: str, seen: Sequence[object]) -> None:
    if not seen:
        raise InputError(f"{file}: holds no {what}, so nothing can be held against it; expected at least one line")


def _usual_heads(db: str) -> tuple[Path, Path] | None:
    """The heads and the key that `wartable serve` leaves beside a file, where both can be read.

    Beside a PostgreSQL there is no such place: what lies where we are may be of another store.
    """
    from wartable.store import beside, path_of

    if path_of(db) is None:
        return None
    place, key = beside(db, ".heads"), beside(db, ".heads-key")
    return (place, key) if all(file.is_file() and os.access(file, os.R_OK) for file in (place, key)) else None
