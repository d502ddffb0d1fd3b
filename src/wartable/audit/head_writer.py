"""Writing heads while tables run: at a set interval, and whenever so many events have come since."""

import threading
import time
from collections.abc import Callable, Collection, Mapping

from wartable.audit.heads import Head, HeadsFile, HeadsLine
from wartable.audit.log import Log
from wartable.store.port import At, Receipt, Store

EVERY_SECONDS = 60
EVERY_EVENTS = 1_000


class NoLongerExtends(RuntimeError):
    """The store does not hold what was signed before: it was cut, rewritten or replaced."""

    def __init__(self, head: Head) -> None:
        super().__init__(f"{head.stream} no longer holds the head that was signed at version {head.version}")
        self.head = head


def write_heads(store: Log, heads: HeadsFile, at: At, only: Collection[str] | None = None) -> HeadsLine | None:
    """Sign every stream that has moved since it was last signed, or only some of them; nothing where none has.

    What was signed before is looked for first. A store that does not hold it any more is not signed again: that would
    make the loss look like history.
    """
    streams = store.streams() if only is None else sorted(only)
    found = store.heads(streams)
    signed = {head.stream: head for head in heads.signed.values() if only is None or head.stream in only}
    _hold(store, found, signed)
    moved = [head for stream, head in found.items() if stream not in signed or head.version > signed[stream].version]
    return heads.append(at, sorted(moved, key=lambda head: head.stream)) if moved else None


def _hold(store: Log, found: Mapping[str, Receipt], signed: Mapping[str, Head]) -> None:
    """Whether every stream still holds the record that was signed, at its version and with its chain value."""
    kept = store.receipts([(stream, head.version) for stream, head in signed.items()])
    for stream, head in sorted(signed.items()):
        now = found.get(stream)
        held = {kept[stream].chain.hex()} if stream in kept else set()
        if now is not None and now.version == head.version:
            held.add(now.chain.hex())
        if now is None or held != {head.chain}:
            raise NoLongerExtends(head)


class HeadWriter:
    """Writes heads from a thread of its own, until it is closed; closing writes what is still unsigned.

    `failed` is told what went wrong, and the writer goes on trying: a store that is away comes back.
    """

    def __init__(
        self,
        store: Store,
        heads: HeadsFile,
        clock: Callable[[], At],
        failed: Callable[[Exception], None],
        *,
        every_seconds: float = EVERY_SECONDS,
        every_events: int = EVERY_EVENTS,
    ) -> None:
        self._store, self._heads, self._clock, self._failed = store, heads, clock, failed
        self._every_seconds, self._every_events = every_seconds, every_events
        self._versions: dict[str, int] = {}
        self._unsigned = 0
        self._moved: set[str] = set()
        self._changed = threading.Condition()
        self._all_at = time.monotonic() + every_seconds
        self._closed = False
        self._heard = store.subscribe("", self._hear)
        self._thread = threading.Thread(target=self._run, name="heads", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Sign what is left, and stop."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()
        self._heard.close()

    def _hear(self, stream: str, version: int) -> None:
        """Count the events; the same notice may come twice."""
        with self._changed:
            new = version - self._versions.get(stream, version - 1)
            self._versions[stream] = max(version, self._versions.get(stream, 0))
            self._unsigned += max(new, 0)
            self._moved.add(stream)
            if self._unsigned >= self._every_events:
                self._changed.notify()

    def _run(self) -> None:
        last = False
        while not last:
            last, moved = self._wait()
            self._write(moved)

    def _wait(self) -> tuple[bool, Collection[str] | None]:
        """Wait until heads are due; closing makes them due for the last time.

        While much happens only what has moved is looked at; at the interval, and at the end, every stream is.
        """
        with self._changed:
            many = self._changed.wait_for(
                lambda: self._closed or self._unsigned >= self._every_events, self._until_all()
            )
            moved, self._moved, self._unsigned = self._moved, set(), 0
            if many and not self._closed and self._until_all() > 0:
                return False, moved
            self._all_at = time.monotonic() + self._every_seconds
            return self._closed, None

    def _until_all(self) -> float:
        return max(0.0, self._all_at - time.monotonic())

    def _write(self, only: Collection[str] | None) -> None:
        try:
            write_heads(self._store, self._heads, self._clock(), only)
        except Exception as error:  # whatever it is, the writer lives on and says so
            self._failed(error)
