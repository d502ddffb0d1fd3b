"""Checkpoints: a run that was stopped continues from its file and gives the same tally."""

import hashlib
import os
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np

from wartable.misread import tell_misread
from wartable.sim import layout
from wartable.sim.plan import SimPlan
from wartable.sim.run import RunState
from wartable.sim.stream import STREAM

MAX_BYTES = 1 << 20


class BadCheckpoint(ValueError):
    """The file is not a checkpoint of this run; one line says why."""


class Checkpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A run as stored in a file: whole shoes only, so that any number of rounds can still be dealt from here."""

    kind: Literal["wartable simulation"]
    stream: str
    plan: str
    seed: int
    next_shoe: int
    look: int
    seconds: float
    row: list[int]
    sha256: str


def save(file: Path, plan: SimPlan, seed: int, state: RunState) -> None:
    """Write the state to a temporary file, then rename it: a reader finds the old state or the new one."""
    if state.row[layout.PARTIAL]:
        return
    row = [int(count) for count in state.row]
    kept = Checkpoint(
        "wartable simulation", STREAM, plan.digest(), seed, state.next_shoe, state.look, state.seconds, row, ""
    )
    kept = msgspec.structs.replace(kept, sha256=_digest(kept))
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with beside.open("wb") as out:
            out.write(msgspec.json.encode(kept))
            out.flush()
            os.fsync(out.fileno())
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)


def load(file: Path, plan: SimPlan, seed: int | None) -> tuple[RunState, int]:
    """Return the stored state and the seed of its run."""
    with file.open("rb") as source:
        text = source.read(MAX_BYTES + 1)
    try:
        kept = msgspec.json.decode(text, type=Checkpoint)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadCheckpoint(f"not a checkpoint of a simulation: {tell_misread(error, Checkpoint)}") from None
    if len(kept.row) != layout.TALLY_SIZE or kept.sha256 != _digest(kept):
        raise BadCheckpoint("the checkpoint was changed or truncated: its checksum does not match")
    for what, ours, theirs in (("stream", STREAM, kept.stream), ("plan", plan.digest(), kept.plan)):
        if ours != theirs:
            raise BadCheckpoint(f"the checkpoint is of another {what}: expected {ours}, found {theirs}")
    if seed is not None and seed != kept.seed:
        raise BadCheckpoint(f"the checkpoint is of the seed {kept.seed}, not {seed}")
    return RunState(np.array(kept.row, dtype=np.int64), kept.next_shoe, kept.look, kept.seconds), kept.seed


def _digest(kept: Checkpoint) -> str:
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(kept, sha256=""))).hexdigest()
