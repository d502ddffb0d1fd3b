"""One server's line to the store that all of them share. It can be cut; then the store does not answer."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, cast

from wartable.store import Batch, Kept, MemoryStore, Store, StoreDown


def no_answer() -> Future[Kept]:
    """What becomes of a batch whose outcome is not told."""
    lost: Future[Kept] = Future()
    lost.set_exception(StoreDown("no answer"))
    return lost


class Wire:
    """Everything goes through, while the line holds; of what is sent over a dead line every other batch arrives."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self.cut = False
        self._arrives = False

    @property
    def end(self) -> Store:
        """The line as a store."""
        return cast("Store", self)

    def submit(self, batch: Batch) -> Future[Kept]:
        if not self.cut:
            return self._store.submit(batch)
        self._arrives = not self._arrives
        if self._arrives:
            self._store.submit(batch)
        return no_answer()

    def __getattr__(self, name: str) -> Any:
        asked: Callable[..., Any] = getattr(self._store, name)

        def ask(*args: Any, **named: Any) -> Any:
            if self.cut:
                raise StoreDown("no answer")
            return asked(*args, **named)

        return ask
