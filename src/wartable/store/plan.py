"""What a batch comes to, before anything is written: the rows to add and the answer, or the error.

Every store plans here, so that all refuse for the same reasons. The databases refuse the same things once more.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Protocol

import msgspec

from wartable.ledger import holds_chips
from wartable.money import Cents
from wartable.store.chain import next_link
from wartable.store.checks import MAX_NUMBER
from wartable.store.errors import (
    BadBatch,
    HeadDiffers,
    NoFunds,
    NotOwner,
    OtherBalance,
    OtherBody,
    StoreBroken,
    UnbalancedBatch,
    WalletDiffers,
    WrongVersion,
)
from wartable.store.port import At, Batch, Kept, Receipt

EventRow = tuple[str, int, str, int, bytes, At, str, bytes]
PostingRow = tuple[str, int, int, str, Cents, Cents]
CommandRow = tuple[str, bytes, At, bytes, bytes]
"""Rows in the order of their columns."""

_encode_receipts = msgspec.json.Encoder().encode
_decode_receipts = msgspec.json.Decoder(list[tuple[str, int, str]]).decode


def decode_receipts(kept: bytes) -> tuple[Receipt, ...]:
    """Return the receipts that are kept with a command."""
    try:
        rows = _decode_receipts(kept)
        return tuple([Receipt(stream, version, bytes.fromhex(value)) for stream, version, value in rows])
    except ValueError as error:
        raise StoreBroken(f"receipts cannot be read: {error}") from None


class KeptCommand(msgspec.Struct, frozen=True, gc=False):
    """A command that was kept: the digest of its body, its answer, and its receipts as they are kept."""

    digest: bytes
    answer: bytes
    receipts: bytes

    def again(self, batch: Batch) -> Kept:
        """Return the same answer to the same command; refuse another command with the same id."""
        if self.digest != sha256(batch.body).digest():
            raise OtherBody(batch.command_id)
        return self.kept()

    def kept(self) -> Kept:
        return Kept(self.answer, decode_receipts(self.receipts), repeated=True)


class View(Protocol):
    """The state that a batch is planned on."""

    @property
    def alone(self) -> bool: ...
    def known(self, command_id: str) -> KeptCommand | None: ...
    def head(self, stream: str) -> Receipt: ...
    def balance(self, account: str) -> Cents: ...
    def due(self, account: str) -> Cents | None: ...
    def differing(self, stream: str) -> HeadDiffers | None: ...
    def driver(self, table: str) -> tuple[str, int] | None: ...


class PlannedBatch(msgspec.Struct, frozen=True, gc=False):
    """The rows to add for one batch."""

    batch: Batch
    receipts: tuple[Receipt, ...]
    command: KeptCommand
    events: Sequence[EventRow]
    postings: Sequence[PostingRow]
    balances: dict[str, Cents]
    """The balance afterwards of every account that the batch moves or has seen."""

    @property
    def command_row(self) -> CommandRow:
        batch, command = self.batch, self.command
        return batch.command_id, command.digest, batch.at, command.answer, command.receipts

    def kept(self) -> Kept:
        return Kept(self.batch.answer, self.receipts, repeated=False)


def plan(batch: Batch, view: View) -> PlannedBatch | Kept:
    """Return the rows to add; for a command that was kept before, return its answer."""
    known = view.known(batch.command_id)
    if known is not None:
        return known.again(batch)
    fence = batch.fence
    if fence is not None and view.driver(fence.table) != (fence.owner, fence.number):
        raise NotOwner(fence.table)
    events, receipts = _recorded(batch, view)
    postings, balances = _posted(batch, view) if batch.moves or batch.seen else ((), {})
    written = _encode_receipts([(receipt.stream, receipt.version, receipt.chain.hex()) for receipt in receipts])
    command = KeptCommand(sha256(batch.body).digest(), batch.answer, written)
    return PlannedBatch(batch, receipts, command, events, postings, balances)


def _recorded(batch: Batch, view: View) -> tuple[list[EventRow], tuple[Receipt, ...]]:
    rows: list[EventRow] = []
    receipts: list[Receipt] = []
    at, command_id = batch.at, batch.command_id
    for write in batch.writes:
        stream, head, differs = write.stream, view.head(write.stream), view.differing(write.stream)
        if differs is not None:
            raise differs
        version, value = head.version, head.chain
        if version != write.expected:
            raise WrongVersion(stream, write.expected, version)
        for event in write.events:
            version += 1
            value = next_link(value, stream, version, event, at, command_id)
            rows.append((stream, version, event.name, event.schema, event.body, at, command_id, value))
        receipts.append(Receipt(stream, version, value))
    return rows, tuple(receipts)


def _posted(batch: Batch, view: View) -> tuple[list[PostingRow], dict[str, Cents]]:
    rows: list[PostingRow] = []
    balances: dict[str, Cents] = {}
    tallies: dict[tuple[str, int], tuple[int, Cents]] = {}  # by event: the number of postings, and their sum
    first = {write.stream: write.expected + 1 for write in batch.writes}
    for account, cents in batch.seen:
        if _held(view, account) != cents:
            raise OtherBalance(account)
        balances[account] = cents
    for move in batch.moves:
        stream, account, cents = move.stream, move.account, move.cents
        version = first[stream] + move.index
        after = balances.get(account)
        if after is None:
            after = _held(view, account)
        balances[account] = after = after + cents
        if abs(after) > MAX_NUMBER:
            raise BadBatch(f"the balance of {account} would be too large")
        place, rest = tallies.get((stream, version), (0, 0))
        tallies[stream, version] = (place + 1, rest + cents)
        rows.append((stream, version, place, account, cents, after))
    for (stream, version), (_, rest) in tallies.items():
        if rest:
            raise UnbalancedBatch(f"the moves of {stream} at version {version} leave {rest} cents")
    for account, cents in balances.items():
        if cents < 0 and holds_chips(account) and cents < view.balance(account):
            raise NoFunds(account)
    return rows, balances


def _held(view: View, account: str) -> Cents:
    """Return what an account holds; a wallet has to hold what its postings come to."""
    held, due = view.balance(account), view.due(account)
    if due is not None:
        raise WalletDiffers(account, held, due, ours=view.alone)
    return held
