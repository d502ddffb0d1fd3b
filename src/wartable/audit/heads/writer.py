"""Writing heads while tables run: at the start, at a set interval, and after a set number of events."""

import threading
import time
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import attrgetter
from pathlib import Path

from wartable.audit.errors import AuditRefused
from wartable.audit.heads.keys import HEADS_KEY, signing_key
from wartable.audit.heads.lines import Head, HeadsFile, HeadsLine, heads_in_force
from wartable.store import At, HeadDiffers, ReadLog, Receipt, Store, StoreError, first_link

EVERY_SECONDS = 60
EVERY_EVENTS = 1_000
AGAIN_SECONDS = 5
"""Between a failure and the next try."""


class NoLongerExtends(RuntimeError):
    """The store lacks what was signed before: it was truncated, rewritten or replaced."""

    def __init__(self, lost: Mapping[str, Head]) -> None:
        first = lost[min(lost)]
        more = f" (and {len(lost) - 1} more)" if len(lost) > 1 else ""
        super().__init__(f"{first.stream} no longer holds the head that was signed at version {first.version}{more}")
        self.lost = lost
        """The last signed head of each stream that lacks it."""


class HeadsDiffer(RuntimeError):
    """Streams no longer hold what this process has written or read: they are not signed."""

    def __init__(self, differing: Sequence[HeadDiffers]) -> None:
        more = f" (and {len(differing) - 1} more)" if len(differing) > 1 else ""
        super().__init__(f"{differing[0]}{more}")
        self.differing = differing


FindHeads = Callable[[Collection[str]], Mapping[str, Receipt]]


def write_heads(
    store: ReadLog,
    heads: HeadsFile,
    at: At,
    only: Collection[str] | None = None,
    *,
    closed: bool = False,
    find_heads: FindHeads | None = None,
) -> HeadsLine | None:
    """Sign every stream that has moved since it was last signed, or only some of them; nothing where none has.

    What was signed before is looked for first. A store that lacks it is not signed again: that would
    make the loss look like history. `closed` says besides that nothing is added from here on.
    """
    streams = store.streams() if only is None else sorted(only)
    found = (find_heads or store.heads)(streams)
    signed = {head.stream: head for head in heads.signed.values() if only is None or head.stream in only}
    if lost := _lost(store, found, signed):
        raise NoLongerExtends(lost)
    moved = [found[stream] for stream in sorted(found) if found[stream].version > _version(signed, stream)]
    return heads.append(at, moved, closed=closed) if moved or closed else None


def accept_loss(store: ReadLog, heads: HeadsFile, at: At, lost: Collection[str]) -> HeadsLine:
    """Sign that the operator went on without what these streams lost.

    The line names the last head of each that the store still extends, although records were added since: heads beyond
    it, signed before, count no longer.
    """
    seen: dict[str, list[Head]] = {stream: [] for stream in lost}
    for _, head in heads_in_force(heads.lines()):
        if head.stream in seen:
            seen[head.stream].append(head)
    ends = {stream: _last_extended(store, stream, sorted(seen[stream], key=_by_version)) for stream in sorted(lost)}
    return heads.append(at, tuple(ends.values()), restored=True)


def _last_extended(store: ReadLog, stream: str, heads: Sequence[Head]) -> Receipt:
    """Find the last signed head that a stream extends by bisection: it extends all before it too."""

    def is_lost(head: Head) -> int:
        kept = store.receipts([(stream, head.version)]).get(stream)
        return int(kept is None or kept.chain.hex() != head.chain)

    found = bisect_left(heads, 1, key=is_lost)
    head = heads[found - 1] if found else None
    return Receipt(stream, head.version, bytes.fromhex(head.chain)) if head else Receipt(stream, 0, first_link(stream))


def _by_version(head: Head) -> int:
    return head.version


def lost_heads(store: ReadLog, heads: HeadsFile) -> dict[str, Head]:
    """Return the last signed head of each stream that no longer has it."""
    return _lost(store, store.heads(store.streams()), heads.signed)


def unsigned_tails(store: ReadLog, heads: HeadsFile) -> dict[str, tuple[int, int]]:
    """Return by stream the first and the last version after its last signed head."""
    found = store.heads(store.streams())
    signed = {stream: _version(heads.signed, stream) for stream in found}
    return {
        stream: (signed[stream] + 1, head.version) for stream, head in found.items() if head.version > signed[stream]
    }


def _version(signed: Mapping[str, Head], stream: str) -> int:
    return signed[stream].version if stream in signed else 0


def _lost(store: ReadLog, found: Mapping[str, Receipt], signed: Mapping[str, Head]) -> dict[str, Head]:
    """Return the streams that no longer have the signed record, at its version and with its chain value."""
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


@contextmanager
def adding_to_house(store: ReadLog, place: Path | None, clock: Callable[[], At]) -> Iterator[None]:
    """Let a program add records to a house while no server runs, and sign them, so that the house stays closed.

    Where a server runs, or was killed, or records were added by others before, nothing is signed here.
    """
    file = _closed_house(store, place) if place is not None else None
    opened = file.append(clock(), ()) if file is not None else None
    try:
        yield
    finally:
        if file is not None and file.lines()[-1] == opened:  # and no server has started meanwhile
            write_heads(store, file, clock(), closed=True)


def _closed_house(store: ReadLog, place: Path) -> HeadsFile | None:
    key = place.with_suffix(HEADS_KEY)
    if not place.exists() or not key.exists():
        return None
    file = HeadsFile(place, signing_key(key))
    return file if file.closed and not lost_heads(store, file) and not unsigned_tails(store, file) else None


def _nothing() -> None:
    """Look at nothing else."""


class HeadWriter:
    """Writes heads from a thread of its own, until it is closed; closing writes what is still unsigned.

    Where it `closes` the house, the last line says so, unless a stream was refused at the start. Each stream is signed
    then as this process left it, without what others added or changed: the next start finds that.

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
        closes: bool = False,
        leave_out: Callable[[], Collection[str]] = tuple,
        every_seconds: float = EVERY_SECONDS,
        every_events: int = EVERY_EVENTS,
    ) -> None:
        self._store, self._heads, self._clock, self._failed = store, heads, clock, failed
        self._every_seconds, self._every_events = every_seconds, every_events
        self._leave_out, self._closes = leave_out, closes
        self.before = _nothing
        """Called before heads are written, but for the last; where it fails, none are."""
        self._versions: dict[str, int] = {}
        self._unsigned = 0
        self._moved: set[str] = set()
        self._changed = threading.Condition()
        self._closed = False
        self.trouble = ""
        """Why the last heads were not written, if they were not."""
        self.file_failed = False
        """Whether that is because of the file of heads or its key: the store is as this process left it."""
        self.refused: HeadsDiffer | None = None
        """What others added or changed, and the last heads leave out."""
        self._unproved = frozenset(leave_out())
        """Streams that were refused when they were read: nothing of them is signed."""
        self._heard = store.subscribe("", self._hear)
        try:
            write_heads(store, heads, clock(), self._trusted(None), find_heads=self._held_heads)
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
            self._write(moved, last=last)

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
        """Return these streams, or all of them, without those that are not to be signed."""
        left_out = set(self._leave_out())
        if not left_out:
            return only
        return ({*self._store.streams(), *self._heads.signed} if only is None else {*only}) - left_out

    def _held_heads(self, streams: Collection[str]) -> Mapping[str, Receipt]:
        found, differing = self._store.held_heads(streams)
        if differing:
            raise HeadsDiffer(differing)
        return found

    def _sign(self, only: Collection[str] | None, *, last: bool) -> None:
        if last and self._closes:
            self._close()
        else:
            write_heads(self._store, self._heads, self._clock(), self._trusted(only), find_heads=self._held_heads)

    def _close(self) -> None:
        """Sign what this process left of every stream, even if other records lie there now.

        Where the store cannot be read, that is what this process remembers. The house is then left open, as after a
        kill, but the next start is refused if the store lacks any of it.
        """
        try:
            self._close_as_read()
        except StoreError:
            self._sign_known()
            raise

    def _sign_known(self) -> None:
        signed = self._heads.signed
        known = [head for head in self._store.known_heads() if head.stream not in self._unproved]
        if moved := [head for head in known if head.version > _version(signed, head.stream)]:
            self._heads.append(self._clock(), sorted(moved, key=attrgetter("stream")))

    def _close_as_read(self) -> None:
        streams = {*self._store.streams(), *self._heads.signed, *self._versions}
        found, differing = self._store.held_heads(streams)
        ours = {one.stream: Receipt(one.stream, one.version, one.chain) for one in differing}
        left = {stream: head for stream, head in (found | ours).items() if stream not in self._unproved}
        only = streams - self._unproved if self._unproved else None
        closed = only is None or bool(differing)
        write_heads(self._store, self._heads, self._clock(), only, closed=closed, find_heads=lambda _: left)
        self.refused = HeadsDiffer(differing) if differing else None

    def _write(self, only: Collection[str] | None, *, last: bool) -> None:
        try:
            if not last:  # what it hears would be recorded after the last line
                self.before()
            try:
                self._sign(only, last=last)
            except HeadsDiffer as error:
                self._failed(error)  # which may leave these streams out from now on
                self._sign(only, last=last)
            self.trouble = ""
        except Exception as error:  # the writer survives any error and reports it
            self.trouble, self.file_failed = str(error), isinstance(error, AuditRefused)
            self._all_at = min(self._all_at, time.monotonic() + AGAIN_SECONDS)
            self._failed(error)
