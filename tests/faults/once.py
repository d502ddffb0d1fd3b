"""Orders that are sent up to five times, on any server, late, out of order, and some with another body."""

import random
from collections.abc import Sequence
from concurrent.futures import Future

import msgspec

from tests.store.batches import NOW, note
from wartable.store import Batch, Kept, OtherBody, Store, StoreDown, Write

STREAMS = 8
MOST = 5
CHANGED_PERCENT = 10
DROPPED_PERCENT = 20


class Once(msgspec.Struct, frozen=True):
    """What was tried, and what was found."""

    orders: int
    sent: int
    repeats: int
    changed: int
    """How many came with another body, and were refused by name."""


class Twice(AssertionError):
    """An order happened more than once, or was answered in two ways."""


class Sender:
    """One client after the other; each order belongs to one stream, and is sent until a server has answered it."""

    def __init__(self, stores: Sequence[Store], seed: int) -> None:
        self.stores = stores
        self._rng = random.Random(seed)
        self._versions = [0] * STREAMS
        self.answers: dict[str, Kept] = {}
        self.sent = self.repeats = self.changed = 0

    def send(self, name: str) -> None:
        """One order: sent one to five times at once, some answers never looked at, some with another body."""
        place = self._rng.randrange(STREAMS)
        order = _order(f"order {name}", f"table/{place}", self._versions[place])
        futures = [self._rng.choice(self.stores).submit(order) for _ in range(self._rng.randint(1, MOST))]
        self.sent += len(futures)
        looked_at = [future for future in futures if self._rng.randrange(100) >= DROPPED_PERCENT]
        kept = [self._look(future, order) for future in looked_at] or [self._ask_again(order)]
        self._compare(order, kept)
        self._versions[place] += 1
        if self._rng.randrange(100) < CHANGED_PERCENT:
            self._change(order)

    def _look(self, future: Future[Kept], order: Batch) -> Kept:
        try:
            return future.result()
        except StoreDown:
            return self._ask_again(order)

    def _ask_again(self, order: Batch) -> Kept:
        while True:
            try:
                self.sent += 1
                return self._rng.choice(self.stores).submit(order).result()
            except StoreDown:
                continue

    def _compare(self, order: Batch, kept: Sequence[Kept]) -> None:
        if len({(one.answer, one.receipts) for one in kept}) != 1:
            raise Twice(f"{order.command_id} was answered in two ways")
        self.repeats += sum(one.repeated for one in kept)
        self.answers[order.command_id] = kept[0]

    def _change(self, order: Batch) -> None:
        changed = msgspec.structs.replace(order, body=order.body + b" and more")
        error = self._rng.choice(self.stores).submit(changed).exception()
        if not isinstance(error, OtherBody):
            raise Twice(f"{order.command_id} with another body gave {error!r}")
        self.changed += 1


def _order(command_id: str, stream: str, version: int) -> Batch:
    write = Write(stream, version, (note(command_id),))
    return Batch(command_id, command_id.encode(), NOW, (write,), (), b"done: " + command_id.encode())


def check(store: Store, sender: Sender) -> Once:
    """Each order is there once, under the answer it was given."""
    happened = [record.command_id for stream in store.streams("table/") for record in store.read(stream)]
    if sorted(happened) != sorted(sender.answers):
        raise Twice("what happened is not what was ordered")
    for command_id, answer in sender.answers.items():
        found = store.find(command_id)
        if found is None or (found.answer, found.receipts) != (answer.answer, answer.receipts):
            raise Twice(f"{command_id} is remembered otherwise")
    return Once(len(sender.answers), sender.sent, sender.repeats, sender.changed)
