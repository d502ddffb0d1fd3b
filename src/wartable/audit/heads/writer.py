"""Writing heads while tables run: at the start, at a set interval, and after a set number of events."""

import threading
import time
from collections.abc import Callable, Collection, Mapping

from wartable.audit.heads.lines import Head, HeadsFile, HeadsLine
from wartable.audit.log import Log
from wartable.store import At, Receipt, Store, first_link

EVERY_SECONDS = 60
EVERY_EVENTS = 1_000
AGAIN_SECONDS = 5
"""Between a failure and the next try."""


class NoLongerExtends(RuntimeError):
    """The store does not hold what was signed before: it was cut, rewritten or replaced."""

    def __init__(self, lost: Mapping[str, Head]) -> None:
        first = lost[min(lost)]
        more = f" (and {len(lost) - 1} more)" if len(lost) > 1 else ""
        super().__init__(f"{first.stream} no longer holds the head that was signed at version {first.version}{more}")
        self.lost = lost
        """The last signed head of each stream that does not hold it any more."""


def write_heads(
    store: Log, heads: HeadsFile, at: At, only: Collection[str] | None = None, *, restored: bool = False
) -> HeadsLine | None:
    """Sign every stream that has moved since it was last signed, or only some of them; nothing where none has.

    What was signed before is looked for first. A store that does not hold it any more is not signed again: that would
    make the loss look like history. Only `restored` does so, by a line that says that the loss was accepted.
    """
    streams = store.streams() if only is None else sorted(only)
    found = store.heads(streams)
    signed = {head.stream: head for head in heads.signed.values() if only is None or head.stream in only}
    lost = _lost(store, found, signed)
    if lost and not restored:
        raise NoLongerExtends(lost)
    moved = [
        head
        for stream, head in found.items()
        if stream not in signed or stream in lost or head.version > signed[stream].version
    ]
    moved += [Receipt(stream, 0, first_link(stream)) for stream in lost if stream not in found]
    return heads.append(at, sorted(moved, key=lambda head: head.stream), restored=bool(lost)) if moved else None


def lost_heads(store: Log, heads: HeadsFile) -> dict[str, Head]:
    """The last signed head of each stream that no longer holds it."""
    return _lost(store, store.heads(store.streams()), heads.signed)


def _lost(store: Log, found: Mapping[str, Receipt], signed: Mapping[str, Head]) -> dict[str, Head]:
    """Whether each stream still holds the record that was signed, at its version and with its chain value."""
    asked = {stream: head for stream, head in signed.items() if head.version}
    kept = store.receipts([(stream, head.version) for stream, head in asked.items()])
    lost = {}
    for stream, head in asked.items():
        now = found.get(stream)
        held = {kept[stream].chain.hex()} if stream in kept else set()
        if now is not None and now.version == head.version:
            held.add(now.chain.hex())
        if now is None or held != {head.chain}:
            lost[stream] = head
    return lost


class HeadWriter:
    """Writes heads from a thread of its own, until it is closed; closing writes what is still unsigned.

    It begins by signing all that is unsigned, so that a server which is killed again and again leaves no more behind
    than one that runs. Later `failed` is told what went wrong, and the writer tries again: a store that is away
    comes back.
    """

    def __init__(
        self,
        store: Store,
        heads: HeadsFile,
        clock: Callable[[], At],
        failed: Callable[[Exception], None],
        *,
        restored: bool = False,
        leave_out: Callable[[], Collection[str]] = tuple,
        every_seconds: float = EVERY_SECONDS,
        every_events: int = EVERY_EVENTS,
    ) -> None:
        self._store, self._heads, self._clock, self._failed = store, heads, clock, failed
        self._every_seconds, self._every_events = every_seconds, every_events
        self._leave_out = leave_out
        self._versions: dict[str, int] = {}
        self._unsigned = 0
        self._moved: set[str] = set()
        self._changed = threading.Condition()
        self._closed = False
        self.trouble = ""
        """Why the last heads were not written, if they were not."""
        self._heard = store.subscribe("", self._hear)
        try:
            write_heads(store, heads, clock(), self._trusted(None), restored=restored)
        except BaseException:
            self._heard.close()
            raise
        self._all_at = time.monotonic() + every_seconds
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
            before = self._versions.get(stream)
            if before is None:
                before = self._heads.signed[stream].version if stream in self._heads.signed else 0
            new = version - before
            self._versions[stream] = max(version, before)
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

    def _trusted(self, only: Collection[str] | None) -> Collection[str] | None:
        """These streams, or all of them, without those that are not to be signed."""
        left_out = set(self._leave_out())
        if not left_out:
            return only
        return ({*self._store.streams(), *self._heads.signed} if only is None else {*only}) - left_out

    def _write(self, only: Collection[str] | None) -> None:
        try:
            write_heads(self._store, self._heads, self._clock(), self._trusted(only))
            self.trouble = ""
        except Exception as error:  # the writer survives any error and reports it
            self.trouble = str(error)
            self._all_at = min(self._all_at, time.monotonic() + AGAIN_SECONDS)
            self._failed(error)
