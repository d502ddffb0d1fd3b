"""What an audit needs of a store: to look, and nothing else. Every store is one of these."""

from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager
from typing import Protocol

from wartable.store import Flaw, Kept, Posted, ReadTransaction, Receipt, Recorded


class Log(Protocol):
    """As much of a store as recall and heads need."""

    def find(self, command_id: str) -> Kept | None: ...

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]: ...

    def named(
        self,
        stream: str,
        names: Collection[str],
        after: int = 0,
        upto: int | None = None,
        *,
        backwards: bool = False,
        limit: int | None = None,
    ) -> Iterator[Recorded]: ...

    def postings(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Posted]: ...

    def head(self, stream: str) -> Receipt: ...

    def heads(self, streams: Collection[str]) -> dict[str, Receipt]: ...

    def receipts(self, places: Collection[tuple[str, int]]) -> dict[str, Receipt]: ...

    def streams(self, prefix: str = "") -> list[str]: ...


class WholeLog(Log, Protocol):
    """The same, to be looked at as a whole while others write to it."""

    def read_transaction(self) -> AbstractContextManager[ReadTransaction]: ...

    def flaws(self) -> list[Flaw]: ...

    def close(self) -> None: ...
