"""What this process knows of its store: the heads and the wallets as it last wrote them, or read and compared them.

The database can be changed by anyone who can write to it. What is remembered here cannot.
"""

import threading
from collections.abc import Callable, Collection, Iterable, Mapping

from wartable.store.chain import first_link
from wartable.store.errors import HeadDiffers
from wartable.store.port import Receipt
from wartable.store.transaction import Transaction
from wartable.store.wallets import Wallets

OF_PATRONS = "patron/"
MAX_KNOWN = 200_000
"""Heads that are remembered; beyond, those of patrons are forgotten, which are most of them."""

FindReceipts = Callable[[Collection[tuple[str, int]]], Mapping[str, Receipt]]
"""Returns the receipt of one record of each stream."""


class KnownHeads:
    """The last head of each stream that this process wrote or has bound to its log."""

    def __init__(self) -> None:
        self._known: dict[str, Receipt] = {}

    def note(self, heads: Iterable[Receipt]) -> None:
        """Remember heads that were written here, or bound to the records before them."""
        if len(self._known) > MAX_KNOWN:
            self._known = {name: head for name, head in self._known.items() if not name.startswith(OF_PATRONS)}
        self._known.update((head.stream, head) for head in heads)

    def strange(self, streams: Iterable[str], found: Mapping[str, Receipt]) -> list[str]:
        """Return those of these streams whose head is another than the remembered one."""
        known = self._known
        return [stream for stream in streams if stream in known and found.get(stream) != known[stream]]

    def differing(
        self, streams: Iterable[str], found: Mapping[str, Receipt], receipts: FindReceipts
    ) -> dict[str, HeadDiffers]:
        """Return the streams that do not go on from the remembered head; another server may have added to one."""
        strange = self.strange(streams, found)
        if not strange:
            return {}
        heads = {stream: found.get(stream) or Receipt(stream, 0, first_link(stream)) for stream in strange}
        due = {stream: self._known[stream] for stream in strange}
        grown = [(stream, due[stream].version) for stream in strange if heads[stream].version > due[stream].version]
        kept = receipts(grown) if grown else {}
        return {
            stream: HeadDiffers(stream, due[stream].version)
            for stream in strange
            if heads[stream].version <= due[stream].version or kept.get(stream) != due[stream]
        }

    def hold(self, head: Receipt, receipts: FindReceipts) -> None:
        """Remember a head that was read; raise HeadDiffers where it does not go on from the remembered one."""
        for differs in self.differing([head.stream], {head.stream: head}, receipts).values():
            raise differs
        self.note([head])


class Known:
    """All of it, and the lock under which it agrees with the database: a writer holds it from its commit on."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.heads = KnownHeads()
        self.wallets = Wallets()

    def note(self, transaction: Transaction) -> None:
        """Remember what was committed."""
        self.heads.note(transaction.heads.values())
        self.wallets.note(transaction.accounts)
