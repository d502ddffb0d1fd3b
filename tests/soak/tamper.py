"""Tampering with a log, over and over: every change is found and placed, and a clean log is never accused."""

import random
from collections import Counter
from collections.abc import Callable

from tests.audit.histories import Keeper, told_day, walked
from tests.audit.rows import RowsLog
from tests.audit.test_tampering import flips
from tests.live.forging import FORGERIES
from tests.soak.cheats import CHEATS, rewrite_and_sign_anew
from tests.soak.files import cheat_on_files
from tests.soak.snapshots import forge_snapshots
from tests.table.houses import HOUSES
from wartable.audit import verify_store
from wartable.store import COLUMNS, MemoryStore

SNAPSHOT_EVERY = 20
"""For this many changes of a log, one forged snapshot is tried: each is read as a whole server reads it."""
Place = tuple[str, int]
CLEAN_EVERY = 100
"""How many changes are tried between two looks at an unaltered log."""


def tamper(changes: int, seed: int) -> str:
    """This many changes of every kind, each to a log that was whole before."""
    rng = random.Random(seed)
    log = _log(seed)
    tried: Counter[str] = Counter()
    clean = 0
    while tried.total() < changes:
        if tried.total() % CLEAN_EVERY == 0:
            clean += 1
            _never_accuse(rng)
        kind = rng.choice(sorted(KINDS))
        altered = RowsLog(log)
        place = KINDS[kind](altered, rng)
        if place is None:
            continue
        found = [(finding.stream, finding.version) for finding in verify_store(altered).findings]
        assert found == [place], f"{kind} at {place} was told as {found}"
        tried[kind] += 1
    signed_anew = max(1, changes // CLEAN_EVERY)
    for _ in range(signed_anew):
        rewrite_and_sign_anew(RowsLog(log), rng)
    tried["on the database"] = cheat_on_files(signed_anew, rng)
    tried["signed anew"] = signed_anew
    snapshots = forge_snapshots(max(changes // SNAPSHOT_EVERY, len(FORGERIES)), seed)
    told = ", ".join(f"{count} {kind}" for kind, count in sorted(tried.items()))
    proved = f"all found and placed, {clean} clean logs proved"
    return f"{tried.total()} changes of a log of 103 events ({told}), {proved}; {snapshots}"


def _log(seed: int) -> RowsLog:
    store = MemoryStore()
    keeper = Keeper(store).puts_in_force("T1", "maryland", {"seats": 4}).puts_in_force("T2", "maryland", {"seats": 4})
    keeper.plays("T2", told_day()[:31]).plays("T1", told_day())
    assert verify_store(RowsLog(store)).holds, seed
    return RowsLog(store)


def _never_accuse(rng: random.Random) -> None:
    house = rng.choice(sorted(HOUSES))
    seed = rng.randrange(2**32)
    store = MemoryStore()
    rulebook, choices = HOUSES[house]
    Keeper(store).puts_in_force("T1", rulebook, choices).plays("T1", walked(house, seed, 60), rng)
    found = verify_store(RowsLog(store)).findings
    assert not found, f"a clean log of {house} with the seed {seed} is accused of {found}"


def _flip(log: RowsLog, rng: random.Random) -> Place | None:
    where = rng.randrange(len(log.rows["events"]))
    row = log.rows["events"][where]
    column = rng.randrange(len(row))
    changed = rng.choice(list(flips(row[column])))
    if COLUMNS["events"][column] == "version" and any(other[:2] == (row[0], changed) for other in log.rows["events"]):
        return None  # the database's own key refuses this one
    log.change("events", where, **{COLUMNS["events"][column]: changed})
    return row[0], row[1]


def _delete(log: RowsLog, rng: random.Random) -> Place:
    row = log.rows["events"].pop(rng.randrange(len(log.rows["events"])))
    return row[0], row[1]


def _swap(log: RowsLog, rng: random.Random) -> Place | None:
    one, other = sorted(rng.sample(range(len(log.rows["events"])), 2))
    first, second = log.rows["events"][one], log.rows["events"][other]
    if first[0] != second[0]:
        return None  # two streams are then wrong, and both are told
    log.rows["events"][one], log.rows["events"][other] = (*first[:2], *second[2:]), (*second[:2], *first[2:])
    return first[0], min(first[1], second[1])


def _duplicate(log: RowsLog, rng: random.Random) -> Place:
    row = rng.choice(log.rows["events"])
    last = log.head(row[0]).version
    log.rows["events"].append((row[0], last + 1, *row[2:]))
    return row[0], last + 1


def _insert(log: RowsLog, rng: random.Random) -> Place:
    stream, version, *_ = rng.choice(log.rows["events"])
    copied = rng.choice([row for row in log.rows["events"] if row[0] == stream])
    rows = [
        (row[0], row[1] + 1, *row[2:]) if row[0] == stream and row[1] >= version else row for row in log.rows["events"]
    ]
    log.rows["events"] = [*rows, (stream, version, *copied[2:])]
    return stream, version + (copied[1] == version)


def _renumber(log: RowsLog, rng: random.Random) -> Place:
    where = rng.randrange(len(log.rows["events"]))
    row = log.rows["events"][where]
    log.change("events", where, version=rng.randrange(10**6, 10**9))
    return row[0], row[1]


def _move(log: RowsLog, rng: random.Random) -> Place | None:
    where = rng.randrange(len(log.rows["events"]))
    row = log.rows["events"][where]
    stream = rng.choice(log.streams())
    if stream == row[0]:
        return None
    log.change("events", where, stream=stream, version=log.head(stream).version + 1)
    return row[0], row[1]


def _posting(log: RowsLog, rng: random.Random) -> Place:
    where = rng.randrange(len(log.rows["postings"]))
    row = log.rows["postings"][where]
    column = rng.randrange(2, len(row))
    log.change("postings", where, **{COLUMNS["postings"][column]: rng.choice(list(flips(row[column])))})
    return row[0], row[1]


KINDS: dict[str, Callable[[RowsLog, random.Random], Place | None]] = {
    "bits": _flip,
    "deleted": _delete,
    "duplicated": _duplicate,
    "inserted": _insert,
    "moved": _move,
    "postings": _posting,
    "renumbered": _renumber,
    "swapped": _swap,
    **CHEATS,
}
