"""The settings of a table in the terminal, from the command line."""

import hashlib
import itertools
import re
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

from wartable.live import (
    KEY_BYTES,
    Clock,
    Filed,
    Floorplan,
    SteadyClock,
    default_plan,
    house_key,
    plan_for,
    read_houses,
)
from wartable.rulebook import rulebook_names
from wartable.store import MEMORY, beside

PREFIX = "play"
"""The name of the table in the store; no server drives a table of this name."""
MAX_TABLE = 60

Pace = Literal["fast", "human"]
PACES: Mapping[Pace, int] = {"fast": 20, "human": 100}
"""The automatic dealer's time, in percent of a human's."""


class PlaySettings(msgspec.Struct, frozen=True):
    """One table, and its players."""

    plan: Floorplan
    """The settings, with exactly one table."""
    houses: dict[str, Filed]
    db: str = MEMORY
    bots: int = 2
    """The number of computer players beside you."""
    seed: str = ""
    """Where it is not empty, every shoe and every neighbour follows from it."""
    name: str = "Guest"
    clock: Clock = msgspec.field(default_factory=SteadyClock)

    @property
    def words(self) -> str:
        """The words added to every shoe where all follows from a seed; otherwise the random ids of commands."""
        return hashlib.sha256(self.seed.encode()).hexdigest() if self.seed else ""


def settings_for(
    where: str, db: str = MEMORY, pace: Pace = "human", bots: int = 2, seed: str = "", *, practice: bool = False
) -> PlaySettings:
    """Return the settings of a table by its rulebook's name or code, or by a house file."""
    found = _plan_of(where)
    table = re.sub(r"[^a-z0-9]+", "-", f"{PREFIX}-{found.tables[0].table}")[:MAX_TABLE].strip("-")
    one = replace(found.tables[0], table=table, pace=PACES[pace], practice=practice, proposition_players=0)
    plan = replace(found, tables=(one,))
    return PlaySettings(plan, read_houses(plan), db, bots, seed)


def _plan_of(where: str) -> Floorplan:
    books = {word.casefold(): name for word, name in rulebook_names().items()}
    book = books.get(where.casefold())
    if book is None:
        return plan_for([Path(where)])
    plan = default_plan()
    return replace(plan, tables=tuple(one for one in plan.tables if one.house == book))


def key_for(db: str) -> bytes:
    """Return the key: a new one for a store in memory, the one beside the file otherwise."""
    if db == MEMORY:
        return secrets.token_bytes(KEY_BYTES)
    return house_key(db, beside(db, ".key"))


def entropy_from(seed: str) -> Callable[[int], bytes] | None:
    """Return a source of shoe seeds that follow from a text; None for the operating system's randomness."""
    if not seed:
        return None
    numbers = itertools.count(1)
    return lambda size: hashlib.shake_256(f"{seed}/{next(numbers)}".encode()).digest(size)
