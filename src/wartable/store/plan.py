"""What a batch comes to, before anything is written: the rows to add and the answer to give, or the error.

Every store asks here, so that they all say no for the same reasons. The databases refuse the same things once more.
"""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Protocol

import msgspec

from wartable.ledger import holds_chips
from wartable.money import Cents
from wartable.store.chain import next_link
from wartable.store.errors import BadBatch, NoFunds, NotOwner, OtherBalance, OtherBody, Unbalanced, WrongVersion
from wartable.store.port import At, Batch, Kept, Receipt
from wartable.store.receipts import write_receipts

MAX_TEXT = 300
MAX_REMEMBERED = 4_096
MAX_BYTES = 1 << 20
MAX_EVENTS = 4_096
MAX_MOVES = 16_384
MAX_NUMBER = (1 << 63) - 1

NOTHING_YET = (0, 0)


class Known(msgspec.Struct, frozen=True, gc=False):
    """A command that was kept: the digest of its body, and what was answered."""

    digest: bytes
    answer: bytes
    receipts: tuple[Receipt, ...]

    def again(self, batch: Batch) -> Kept:
        """The same answer once more, if the same was asked."""
        if self.digest != digest_of(batch):
            raise OtherBody(batch.command_id)
        return self.kept()

    def kept(self) -> Kept:
        return Kept(self.answer, self.receipts, repeated=True)


class View(Protocol):
    """What a plan has to know, as it stands at this moment of the transaction."""

    def known(self, command_id: str) -> Known | None: ...
    def head(self, stream: str) -> Receipt: ...
    def balance(self, account: str) -> Cents: ...
    def driver(self, table: str) -> tuple[str, int] | None: ...


EventRow = tuple[str, int, str, int, bytes, At, str, bytes]
PostingRow = tuple[str, int, int, str, Cents, Cents]
CommandRow = tuple[str, bytes, At, bytes, bytes]
"""Rows as the databases take them, in the order of their columns."""


class Plan(msgspec.Struct, frozen=True, gc=False):
    """The rows to add for one batch."""

    batch: Batch
    known: Known
    events: Sequence[EventRow]
    postings: Sequence[PostingRow]
    balances: dict[str, Cents]
    """What every account that it moves or has seen holds afterwards."""

    @property
    def command(self) -> CommandRow:
        """The row of the command itself."""
        batch, known = self.batch, self.known
        return batch.command_id, known.digest, batch.at, known.answer, write_receipts(known.receipts)

    def kept(self) -> Kept:
        return Kept(self.known.answer, self.known.receipts, repeated=False)


def digest_of(batch: Batch) -> bytes:
    """What stands for the body of a command."""
    return sha256(batch.body).digest()


def plan(batch: Batch, view: View) -> Plan | Kept:
    """The rows to add; or the answer given before, where the command was kept before."""
    known = view.known(batch.command_id)
    if known is not None:
        return known.again(batch)
    if batch.fence is not None:
        driver = view.driver(batch.fence.table)
        if driver != (batch.fence.owner, batch.fence.number):
            raise NotOwner(batch.fence.table)
    events, receipts = _recorded(batch, view)
    postings, balances = _posted(batch, view) if batch.moves or batch.seen else ((), {})
    return Plan(batch, Known(digest_of(batch), batch.answer, receipts), events, postings, balances)


def _recorded(batch: Batch, view: View) -> tuple[list[EventRow], tuple[Receipt, ...]]:
    rows: list[EventRow] = []
    receipts: list[Receipt] = []
    at, command_id = batch.at, batch.command_id
    for write in batch.writes:
        stream, events, head = write.stream, write.events, view.head(write.stream)
        version, value = head.version, head.chain
        if version != write.expected:
            raise WrongVersion(stream, write.expected, version)
        for event in events:
            version += 1
            value = next_link(value, stream, version, event, at, command_id)
            rows.append((stream, version, event.name, event.schema, event.body, at, command_id, value))
        receipts.append(Receipt(stream, version, value))
    return rows, tuple(receipts)


def _posted(batch: Batch, view: View) -> tuple[list[PostingRow], dict[str, Cents]]:
    rows: list[PostingRow] = []
    balances: dict[str, Cents] = {}
    tallies: dict[tuple[str, int], tuple[int, Cents]] = {}  # by event: how many postings, and what they leave
    first = {write.stream: write.expected + 1 for write in batch.writes}
    for account, cents in batch.seen:
        if view.balance(account) != cents:
            raise OtherBalance(account)
        balances[account] = cents
    for move in batch.moves:
        stream, account, cents = move.stream, move.account, move.cents
        version = first[stream] + move.index
        after = balances.get(account)
        if after is None:
            after = view.balance(account)
        balances[account] = after = after + cents
        if abs(after) > MAX_NUMBER:
            raise BadBatch(f"{account} would hold more money than there are numbers")
        place, rest = tallies.get((stream, version), NOTHING_YET)
        tallies[stream, version] = (place + 1, rest + cents)
        rows.append((stream, version, place, account, cents, after))
    for (stream, version), (_, rest) in tallies.items():
        if rest:
            raise Unbalanced(f"the moves of {stream} at version {version} leave {rest} cents")
    for account, cents in balances.items():
        if cents < 0 and holds_chips(account) and cents < view.balance(account):
            raise NoFunds(account)
    return rows, balances


# The shape of a batch


def check(batch: Batch) -> None:
    """Refuse what no store could keep, before it waits with others."""
    _check_text("a command id", batch.command_id)
    _check_number("a moment", batch.at)
    _check_bytes("an answer", batch.answer)
    _check_bytes("a body", batch.body)
    counts = {write.stream: len(write.events) for write in batch.writes}
    if len(counts) < len(batch.writes):
        raise BadBatch("a batch writes to a stream only once")
    if sum(counts.values()) > MAX_EVENTS or len(batch.moves) > MAX_MOVES:
        raise BadBatch(f"a batch has at most {MAX_EVENTS} events and {MAX_MOVES} moves")
    for write in batch.writes:
        _check_name("a stream", write.stream)
        _check_number("a version", write.expected)
        if not write.events:
            raise BadBatch(f"nothing is written to {write.stream}")
        for event in write.events:
            _check_kind(event.name, event.schema)
            if len(event.body) > MAX_BYTES:
                raise BadBatch(f"an event has at most {MAX_BYTES} bytes")
    _check_money(batch, counts)


def _check_money(batch: Batch, counts: dict[str, int]) -> None:
    for account, _ in batch.seen:
        _check_name("an account", account)
    for move in batch.moves:
        _check_name("an account", move.account)
        if not -MAX_NUMBER <= move.cents <= MAX_NUMBER:
            raise BadBatch("that is more money than there are numbers")
        if not 0 <= move.index < counts.get(move.stream, 0):
            raise BadBatch(f"a move belongs to event {move.index} of {move.stream}, which is not written here")


def _check_text(what: str, text: str) -> None:
    if not 0 < len(text) <= MAX_TEXT or not text.isprintable():
        raise BadBatch(f"{what} has 1 to {MAX_TEXT} printable characters")


def _check_number(what: str, number: int) -> None:
    if not 0 <= number <= MAX_NUMBER:
        raise BadBatch(f"{what} is a whole number from 0")


def _check_bytes(what: str, held: bytes) -> None:
    if len(held) > MAX_BYTES:
        raise BadBatch(f"{what} has at most {MAX_BYTES} bytes")


# The same names come again and again; only what is refused is looked at anew each time.


_check_name = lru_cache(MAX_REMEMBERED)(_check_text)


@lru_cache(MAX_REMEMBERED)
def _check_kind(name: str, schema: int) -> None:
    _check_text("an event's name", name)
    _check_number("a schema", schema)
