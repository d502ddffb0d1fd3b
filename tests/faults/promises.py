"""What clients were told, kept by themselves: each answer is on their own disk before it counts."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec

from wartable.store import Batch, Kept

_decode = msgspec.msgpack.Decoder(Batch).decode
"""Made before there are threads: msgspec does not survive two that meet a type for the first time."""


class Promise(msgspec.Struct, frozen=True):
    """One answer as a client received it."""

    command_id: str
    answer: bytes
    receipts: tuple[tuple[str, int, bytes], ...]
    events: int
    """How many events the command had."""


class Promises:
    """A file of answers, synced line by line; and beside it what was asked, with or without an answer."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._promised = os.open(folder / "promised", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        self._asked = os.open(folder / "asked", os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def ask(self, name: str, batch: Batch) -> None:
        """Remember what a person is about to ask, so that it can be asked again after a kill."""
        os.write(self._asked, batch.command_id.encode() + b"\n")
        fresh = self._folder / f"{name}.fresh"
        fresh.write_bytes(msgspec.msgpack.encode(batch))
        fresh.replace(self._folder / f"{name}.last")

    def last(self, name: str) -> Batch | None:
        kept = self._folder / f"{name}.last"
        return _decode(kept.read_bytes()) if kept.exists() else None

    def promise(self, batch: Batch, kept: Kept) -> None:
        """The answer is received, once this returns."""
        receipts = tuple((receipt.stream, receipt.version, receipt.chain) for receipt in kept.receipts)
        events = sum(len(write.events) for write in batch.writes)
        line = msgspec.json.encode(Promise(batch.command_id, kept.answer, receipts, events)) + b"\n"
        with self._lock:
            os.write(self._promised, line)
            os.fdatasync(self._promised)


def promised(folder: Path, after: int = 0) -> Iterator[tuple[int, Promise]]:
    """The answers from a place of the file on, each with the place after it; a torn last line was never received."""
    decode = msgspec.json.Decoder(Promise).decode
    with (folder / "promised").open("rb") as file:
        file.seek(after)
        for line in file:
            if not line.endswith(b"\n"):
                return
            after += len(line)
            yield after, decode(line)


def asked(folder: Path) -> set[str]:
    """The ids of everything that was ever asked."""
    return set((folder / "asked").read_text(encoding="utf-8").splitlines())
