"""Batches in few words."""

from collections.abc import Iterable
from itertools import count

from wartable import cage
from wartable.ledger import Posting, moves_of
from wartable.money import Cents
from wartable.store import Batch, Fence, Kept, Move, NewEvent, Store, Write, encode
from wartable.table import Event

NOW = 1_789_000_000_000_000
_numbers = count(1)


def fresh_id(what: str = "command") -> str:
    return f"{what}-{next(_numbers)}"


def note(text: str = "") -> NewEvent:
    """An event that says nothing to anyone."""
    return NewEvent("noted", 1, b'{"event":"noted","text":"%s"}' % text.encode())


def moves(stream: str, index: int, *legs: tuple[str, Cents]) -> tuple[Move, ...]:
    return tuple(Move(stream, index, account, cents) for account, cents in legs)


def batch(
    *writes: Write,
    moves: Iterable[Move] = (),
    command_id: str = "",
    body: bytes = b"asked",
    answer: bytes = b"answered",
    fence: Fence | None = None,
    seen: tuple[tuple[str, Cents], ...] = (),
) -> Batch:
    return Batch(command_id or fresh_id(), body, NOW, writes, tuple(moves), answer, fence, seen)


def noting(stream: str, expected: int, *texts: str, command_id: str = "", fence: Fence | None = None) -> Batch:
    """One event for each text."""
    return batch(Write(stream, expected, tuple(map(note, texts or ("",)))), command_id=command_id, fence=fence)


def keep(store: Store, asked: Batch) -> Kept:
    """Submit, and wait."""
    return store.submit(asked).result()


# Money


def _with_moves(stream: str, expected: int, event: NewEvent, postings: Iterable[Posting], command_id: str) -> Batch:
    legs = moves(stream, 0, *((posting.account, posting.cents) for posting in postings))
    return batch(Write(stream, expected, (event,)), moves=legs, command_id=command_id)


def at_cage(event: cage.CageEvent, stream: str, expected: int, command_id: str = "") -> Batch:
    """Something that happened at the cage."""
    return _with_moves(stream, expected, encode(event), cage.moves_of(event), command_id)


def fill(store: Store, amount: Cents, *tables: str) -> None:
    """Chips for these tables, from the cage."""
    for table in tables:
        event = cage.InventoryFilled(table, amount, "opening")
        keep(store, at_cage(event, "house", store.head("house").version, fresh_id("fill/")))


def at_table(table: str, expected: int, event: Event, command_id: str = "", **shared: str) -> Batch:
    """Something that happened at a table."""
    return _with_moves(f"table/{table}", expected, encode(event), moves_of(table, event, shared), command_id)


def bought_in(patron: str, amount: Cents, expected: int = 0) -> Batch:
    return at_cage(cage.BoughtIn(patron, amount), f"patron/{patron}", expected, fresh_id("chips/"))
