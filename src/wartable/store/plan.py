"""What a batch comes to, before anything is written: the rows to add and the answer to give, or the error.

Every store asks here, so that they all say no for the same reasons. The databases refuse the same things once more.
"""

from hashlib import sha256
from typing import Protocol

import msgspec

from wartable.money import Cents
from wartable.store import chain
from wartable.store.errors import BadBatch, NoFunds, NotOwner, OtherBody, Unbalanced, WrongVersion
from wartable.store.port import Batch, Kept, Posted, Receipt, Recorded

PATRON = "patron/"
"""Accounts that may never fall below nothing."""

MAX_TEXT = 300
MAX_BYTES = 1 << 20
MAX_EVENTS = 4_096
MAX_MOVES = 16_384
MAX_NUMBER = (1 << 63) - 1


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


class Plan(msgspec.Struct, frozen=True, gc=False):
    """The rows to add for one batch."""

    batch: Batch
    known: Known
    events: tuple[Recorded, ...]
    postings: tuple[Posted, ...]
    balances: dict[str, Cents]
    """What every account it touches holds afterwards."""

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
    postings, balances = _posted(batch, view)
    return Plan(batch, Known(digest_of(batch), batch.answer, receipts), events, postings, balances)


def _recorded(batch: Batch, view: View) -> tuple[tuple[Recorded, ...], tuple[Receipt, ...]]:
    events: list[Recorded] = []
    receipts: list[Receipt] = []
    at, command_id = batch.at, batch.command_id
    for write in batch.writes:
        stream, head = write.stream, view.head(write.stream)
        version, value = head.version, head.chain
        if version != write.expected:
            raise WrongVersion(stream, write.expected, version)
        for event in write.events:
            version += 1
            value = chain.link(value, stream, version, event, at, command_id)
            events.append(Recorded(stream, version, event.name, event.schema, event.body, at, command_id, value))
        receipts.append(Receipt(stream, version, value))
    return tuple(events), tuple(receipts)


def _posted(batch: Batch, view: View) -> tuple[tuple[Posted, ...], dict[str, Cents]]:
    postings: list[Posted] = []
    balances: dict[str, Cents] = {}
    rests: dict[tuple[str, int], Cents] = {}
    places: dict[tuple[str, int], int] = {}
    first = {write.stream: write.expected + 1 for write in batch.writes}
    for move in batch.moves:
        event = (move.stream, first[move.stream] + move.index)
        after = balances.get(move.account)
        if after is None:
            after = view.balance(move.account)
        balances[move.account] = after = after + move.cents
        if abs(after) > MAX_NUMBER:
            raise BadBatch(f"{move.account} would hold more money than there are numbers")
        rests[event] = rests.get(event, 0) + move.cents
        place = places[event] = places.get(event, -1) + 1
        postings.append(Posted(*event, place, move.account, move.cents, after))
    for (stream, version), rest in rests.items():
        if rest:
            raise Unbalanced(f"the moves of {stream} at version {version} leave {rest} cents")
    for account, cents in balances.items():
        if cents < 0 and account.startswith(PATRON):
            raise NoFunds(account)
    return tuple(postings), balances


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
        _check_text("a stream", write.stream)
        _check_number("a version", write.expected)
        if not write.events:
            raise BadBatch(f"nothing is written to {write.stream}")
        for event in write.events:
            _check_text("an event's name", event.name)
            _check_number("a schema", event.schema)
            _check_bytes("an event", event.body)
    for move in batch.moves:
        _check_text("an account", move.account)
        if abs(move.cents) > MAX_NUMBER:
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
