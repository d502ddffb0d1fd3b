"""What a table in the terminal stands on, from what was asked for on the command line."""

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

MAX_BOTS = 6
PREFIX = "play"
"""How the table is called in the store, so that it is never one that a server drives."""
MAX_TABLE = 60

Pace = Literal["fast", "human"]
PACES: Mapping[Pace, int] = {"fast": 20, "human": 100}
"""How long the automatic dealer takes, in percent of what a person would."""


class PlaySettings(msgspec.Struct, frozen=True):
    """One table, and who is at it."""

    plan: Floorplan
    """It has exactly one table."""
    houses: dict[str, Filed]
    db: str = MEMORY
    bots: int = 2
    """Neighbours who play beside you."""
    seed: str = ""
    """Where it is not empty, every shoe and every neighbour follows from it."""
    name: str = "Guest"
    clock: Clock = msgspec.field(default_factory=SteadyClock)

    @property
    def words(self) -> str:
        """What is added to every shoe where all of it follows from a text; otherwise the ids of commands, by chance."""
        return hashlib.sha256(self.seed.encode()).hexdigest() if self.seed else ""


def settings_for(
    where: str, db: str = MEMORY, pace: Pace = "human", bots: int = 2, seed: str = "", *, practice: bool = False
) -> PlaySettings:
    """A table by its rulebook's name or code, or by a house file."""
    found = _plan_of(where)
    table = re.sub(r"[^a-z0-9]+", "-", f"{PREFIX}-{found.tables[0].table}")[:MAX_TABLE].strip("-")
    one = replace(found.tables[0], table=table, pace=PACES[pace], practice=practice)
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
    """What lies in memory is over with the program, and so is its key; what is kept has its key beside it."""
    if db == MEMORY:
        return secrets.token_bytes(KEY_BYTES)
    return house_key(db, beside(db, ".key"))


def entropy_from(seed: str) -> Callable[[int], bytes] | None:
    """Seeds of shoes that follow from a text, each another; nothing where the operating system shall give them."""
    if not seed:
        return None
    numbers = itertools.count(1)
    return lambda size: hashlib.shake_256(f"{seed}/{next(numbers)}".encode()).digest(size)
