"""What an audit needs of a store: to look, and nothing else."""

from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager
from typing import Protocol

from wartable.store.port import Posted, Receipt, Recorded, Rows, Snapshot


class Log(Protocol):
    """A store, read only. Every store is one."""

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

    def streams(self, prefix: str = "") -> list[str]: ...

    def load_snapshot(self, stream: str) -> Snapshot | None: ...


class Moment(Protocol):
    """A store at one moment: whatever is written meanwhile is not seen."""

    def raw(self, what: Rows) -> Iterator[tuple[object, ...]]:
        """Rows exactly as they lie there, in the order of their keys. Several may be read side by side."""
        ...


class WholeLog(Log, Protocol):
    """A store that can be looked at as a whole while others write to it."""

    def moment(self) -> AbstractContextManager[Moment]: ...

    def close(self) -> None: ...
