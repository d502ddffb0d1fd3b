"""Cheats that leave chain, postings and balances whole: only the table, the database or a witness can tell.

Each is done to a log that was whole before, and returns the place that has to be named.
"""

import random
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from tests.audit.by_hand import forge, mend_money
from tests.audit.histories import NOON
from tests.audit.rows import RowsLog
from wartable.audit import (
    AuditRefused,
    HeadsFile,
    Witnesses,
    from_heads,
    public_key,
    read_heads,
    signing_key,
    verify_store,
    write_heads,
)
from wartable.store import NewEvent, decode, encode
from wartable.table import events as e
from wartable.table.events import Event

Place = tuple[str, int]
Cheat = Callable[[RowsLog, random.Random], Place | None]


def events_of(log: RowsLog, kind: type[Event]) -> list[tuple[str, int, Any]]:
    """Every event of a kind, with its place."""
    rows = [row for row in log.raw("events") if str(row[0]).startswith("table/")]
    read = [(row[0], row[1], decode(NewEvent(*row[2:5]))) for row in rows]
    return [(stream, version, event) for stream, version, event in read if isinstance(event, kind)]


def put(log: RowsLog, stream: str, version: int, event: Event) -> Place:
    """Put an event in the place of another, and make everything else fit."""
    kept = encode(event)
    forge(log, stream, version, name=kept.name, schema=kept.schema, body=kept.body)
    mend_money(log)
    return stream, version


def _amount(field: str) -> Cheat:
    def cheat(log: RowsLog, rng: random.Random) -> Place:
        stream, version, event = rng.choice(events_of(log, e.WagerSettled))
        more = rng.choice((1, 500, 295_00))
        changed = {field: getattr(event, field) + more}
        if field == "staked":
            changed["returned"] = event.returned + more
        if field in ("collected", "returned"):
            changed["staked"] = event.staked + more
        return put(log, stream, version, msgspec.structs.replace(event, **changed))

    return cheat


def _result(log: RowsLog, rng: random.Random) -> Place:
    stream, version, event = rng.choice(events_of(log, e.WagerSettled))
    other = rng.choice([result for result in ("win", "lose", "push", "void", "uncovered") if result != event.result])
    return put(log, stream, version, msgspec.structs.replace(event, result=other))


def _win(log: RowsLog, rng: random.Random) -> Place:
    """A loss is paid as a win."""
    lost = [found for found in events_of(log, e.WagerSettled) if found[2].collected]
    stream, version, event = rng.choice(lost)
    won = msgspec.structs.replace(event, result="win", collected=0, returned=event.staked, paid=event.staked)
    return put(log, stream, version, won)


def _swap(log: RowsLog, rng: random.Random) -> Place | None:
    """Two settlements of one table change places."""
    one, other = sorted(rng.sample(events_of(log, e.WagerSettled), 2), key=lambda found: found[:2])
    if one[0] != other[0] or one[2] == other[2]:
        return None
    put(log, *other[:2], one[2])
    return put(log, *one[:2], other[2])


def _reward(log: RowsLog, rng: random.Random) -> Place:
    """A settlement goes to another person."""
    stream, version, event = rng.choice(events_of(log, e.WagerSettled))
    return put(log, stream, version, msgspec.structs.replace(event, patron="friend"))


def _withhold(log: RowsLog, rng: random.Random) -> Place:
    """A settlement never happened; something harmless lies in its place."""
    stream, version, _ = rng.choice(events_of(log, e.WagerSettled))
    put(log, stream, version, e.ReshuffleOrdered("floor"))
    found = verify_store(log).findings[0].version
    assert found in (version, version + 1), f"what is withheld at {version} was told at {found}"
    return stream, found


def _snapshot(log: RowsLog, rng: random.Random) -> Place:
    stream, version, *_ = rng.choice([row for row in log.raw("events") if str(row[0]).startswith("table/")])
    log.rows["snapshots"] = [(stream, version, b'{"boxes":[]}')]
    return stream, version


def _command(log: RowsLog, rng: random.Random) -> Place:
    name = f"forged-{rng.randrange(10**6)}"
    log.rows["commands"].append((name, bytes(32), NOON, b"ok", b"[]"))
    return f"command {name}", 0


def _foreign_key(log: RowsLog, rng: random.Random) -> Place:
    """A record names a command that is not kept."""
    stream, version, *_, command, _ = rng.choice(log.rows["events"])
    log.rows["commands"] = [row for row in log.rows["commands"] if row[0] != command]
    return stream, version


def _secret(log: RowsLog, rng: random.Random) -> Place:
    name = rng.choice(("spare/1", "shoe/T1/short", "shoe/nowhere/" + "0" * 64, "shoe/T1/" + "0" * 64))
    log.rows["secrets"].append((name, rng.randbytes(rng.choice((0, 20, 59)))))
    return f"secret {name}", 0


def _personal(log: RowsLog, rng: random.Random) -> Place:
    log.rows["personal"].append(("seat 1", rng.choice((b"", b"{}", b"\xff", b'{"name":1}')), NOON))
    return "personal seat 1", 0


CHEATS: dict[str, Cheat] = {
    "settled: collected": _amount("collected"),
    "settled: paid": _amount("paid"),
    "settled: patron": _reward,
    "settled: result": _result,
    "settled: returned": _amount("returned"),
    "settled: staked": _amount("staked"),
    "settled: swapped": _swap,
    "settled: win": _win,
    "settled: withheld": _withhold,
    "command without a record": _command,
    "foreign key": _foreign_key,
    "personal": _personal,
    "secret": _secret,
    "snapshot": _snapshot,
}


def rewrite_and_sign_anew(log: RowsLog, rng: random.Random) -> None:
    """A history that is written anew and signed with a new key: the true key finds it, alone and with its heads."""
    with TemporaryDirectory() as folder:
        place = Path(folder)
        true = HeadsFile(place / "true", signing_key(place / "true.pem"))
        write_heads(log, true, NOON)
        version = rng.randrange(1, log.head("table/T1").version + 1)
        command = log.rows["events"][log.place("table/T1", version)][6]
        forge(log, "table/T1", version, at=NOON - 1)
        at = next(at for at, row in enumerate(log.rows["commands"]) if row[0] == command)
        log.change("commands", at, at=NOON - 1)
        write_heads(log, HeadsFile(place / "anew", signing_key(place / "anew.pem")), NOON)
        key = public_key(place / "true.pem")
        assert verify_store(log).holds, "it is whole in itself"
        try:
            read_heads(place / "anew", key)
        except AuditRefused as error:
            assert "is not signed by the key" in str(error)  # noqa: PT017
        else:
            raise AssertionError("heads of a new key were taken for those of the true one")
        found = verify_store(log, Witnesses(from_heads(read_heads(place / "true", key)))).findings
        assert [one.stream for one in found] == ["table/T1"], found
