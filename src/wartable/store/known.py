"""What this process knows of its store: the heads and the wallets as it last wrote them, or read and compared them.

The database can be changed by anyone who can write to it. What is remembered here cannot.
"""

import threading
from collections.abc import Callable, Collection, Iterable, Mapping

from wartable.store.chain import first_link
from wartable.store.errors import HeadDiffers, WalletDiffers
from wartable.store.port import Receipt
from wartable.store.transaction import Transaction
from wartable.store.wallets import Wallets

OF_PATRONS = "patron/"
OF_HOUSE = "house"
MAX_KNOWN = 200_000
"""Heads that are remembered; beyond, those of patrons are forgotten, which are most of them."""

FindReceipts = Callable[[Collection[tuple[str, int]]], Mapping[str, Receipt]]
"""Returns the receipt of one record of each stream."""

FindMoves = Callable[[str, int], bool]
"""Says whether a record of a stream after a version moves money."""


class KnownHeads:
    """The last head of each stream that this process wrote or has bound to its log."""

    def __init__(self) -> None:
        self._known: dict[str, Receipt] = {}
        self._unsure: set[str] = set()
        """Streams of a commit whose outcome is unknown."""
        self.alone = False
        """Whether no other server adds to streams; programs beside the server add to the house's, and move no money."""
        self._all = True
        """Whether no head was forgotten."""

    @property
    def heads(self) -> list[Receipt]:
        """The heads that are remembered."""
        return list(self._known.values())

    def note(self, heads: Collection[Receipt]) -> None:
        """Remember heads that were written here, or bound to the records before them."""
        if len(self._known) > MAX_KNOWN:
            self._known = {name: head for name, head in self._known.items() if not name.startswith(OF_PATRONS)}
            self._all = False
        self._known.update((head.stream, head) for head in heads)
        if self._unsure:
            self._unsure.difference_update([head.stream for head in heads])

    def doubt(self, streams: Iterable[str]) -> None:
        """Let these have grown the next time: the outcome of a commit is unknown."""
        self._unsure.update(streams)

    def strange(self, streams: Iterable[str], found: Mapping[str, Receipt]) -> list[str]:
        """Return those of these streams whose head is another than the remembered one, or that no one here began."""
        known, is_whole = self._known, self.alone and self._all
        return [
            stream
            for stream in streams
            if (found.get(stream) != known[stream] if stream in known else is_whole and stream in found)
        ]

    def differing(
        self,
        streams: Iterable[str],
        found: Mapping[str, Receipt],
        receipts: FindReceipts,
        moves: FindMoves,
    ) -> dict[str, HeadDiffers]:
        """Return the streams that do not go on from the remembered head; another server may have added to one."""
        strange = self.strange(streams, found)
        if not strange:
            return {}
        nothing = {stream: Receipt(stream, 0, first_link(stream)) for stream in strange}
        due = {stream: self._known.get(stream) or nothing[stream] for stream in strange}
        grown = [one for one in strange if (found.get(one) or nothing[one]).version > due[one].version]
        places = [(stream, due[stream].version) for stream in grown if due[stream].version]
        kept = {stream: due[stream] for stream in grown if not due[stream].version}
        kept.update(receipts(places) if places else {})
        return {
            stream: HeadDiffers(stream, due[stream].version, due[stream].chain, added=kept.get(stream) == due[stream])
            for stream in strange
            if kept.get(stream) != due[stream] or self._is_ours(due[stream], moves)
        }

    def _is_ours(self, due: Receipt, moves: FindMoves) -> bool:
        if not self.alone or due.stream in self._unsure:
            return False
        return due.stream != OF_HOUSE or moves(due.stream, due.version)

    def hold(self, head: Receipt, receipts: FindReceipts, moves: FindMoves) -> None:
        """Remember a head that was read; raise HeadDiffers where it does not go on from the remembered one."""
        for differs in self.differing([head.stream], {head.stream: head}, receipts, moves).values():
            raise differs
        self.note([head])


class Known:
    """All of it, and the lock under which it agrees with the database: a writer holds it from its commit on."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.heads = KnownHeads()
        self.wallets = Wallets()

    @property
    def alone(self) -> bool:
        return self.wallets.alone

    def be_alone(self, heads: Collection[Receipt], differing: Iterable[WalletDiffers]) -> None:
        """Remember everything as it is now, and refuse from now on what only another server could have written."""
        self.heads.note(heads)
        self.heads.alone = True
        self.wallets.be_alone({error.account: error.due for error in differing})

    def note(self, transaction: Transaction) -> None:
        """Remember what was committed."""
        self.heads.note(transaction.heads.values())
        self.wallets.note(transaction.accounts)

    def doubt(self, transaction: Transaction) -> None:
        """Remember that this may have been committed."""
        self.heads.doubt(transaction.heads)
        self.wallets.doubt(transaction.accounts)
