"""A named limit on everything that comes through the door."""

MAX_HEAD_BYTES = 64 * 1024
"""Of a request before its body: the address, cookies and the like."""
HEAD_SECONDS = 10
"""In which the head of a request has to come, and the handshake of a socket."""
MAX_BODY_BYTES = 64 * 1024
MAX_REQUEST_BYTES = 1024 * 1024
"""Of all of a request as it comes: a body may be sent in pieces, each with more around it than in it."""
BODY_SECONDS = 30
"""In which the body of a request has to come."""
MAX_MESSAGE_BYTES = 16 * 1024
"""Of a message on a socket; the protocol closes a socket that sends a larger one."""
MAX_WAITING_BYTES = 256 * 1024
"""Held for one socket; updates beyond that are left out, and the table is sent whole later."""
MAX_WAITING_MESSAGES = 256
WHOLE_SECONDS = 0.1
"""Between two times that one socket is sent the same table whole, however often it asks."""
WATCHER_AT_ONCE = 50
"""Messages that come together on a socket whose client has not signed in; watching needs few."""
SLOW_SECONDS = 10
"""A client that has taken nothing for this time is closed."""
UNTAKEN_SECONDS = 30
"""A connection whose other end takes nothing for this time is dropped by the machine, with all that waits in it."""
PING_SECONDS = 30
IDLE_SECONDS = 3 * PING_SECONDS
"""A socket from which nothing has come for this time is closed."""
SESSION_SECONDS = 12 * 3_600
CLAIM_SECONDS = 90 * 24 * 3_600
"""For which a guest can come back with a link to their chips."""
REACTIONS_PER_SECOND = 0.5
REACTIONS_AT_ONCE = 3
"""Of one guest, on all sockets together; those beyond are dropped."""
SIGN_IN_AGAIN_SECONDS = 2
"""After which a client tries again that came while too many sign-ins waited."""
MAX_ROUNDS_LISTED = 50
MAX_SHOES_LISTED = 50
MAX_FOUND = 50
MAX_EXPORTED = 100_000
"""Records in one file; the command exports everything."""
MAX_SHEETS = 64
"""Par sheets that are remembered."""
MAX_LESSONS = 256
"""Lessons that are remembered, one for each table."""
READING_THREADS = 2
"""For what people look up in the past of a table, in its lesson and in its odds."""
READS_OF_AN_ADDRESS = 2
"""That are looked up at the same time; the others from there wait."""
MAX_SIMULATIONS = 2
"""That run at the same time."""
MAX_SIMULATIONS_KEPT = 50
MAX_EXERCISES = 50
"""Of one drill."""
DRILLS_PER_MINUTE = 30
"""That one person may begin; the exercises of each are dealt anew."""
MAX_DRILLS_WAITING = 8
"""Drills whose exercises are being dealt, one after the other; those of one address wait before that."""
MAX_DRILLS_KEPT = 32
"""Sets of exercises that are remembered, so that an answer does not deal them again."""
MAX_DRILL_BYTES = 16 * 1024
"""Of a drill as its trainee keeps it, before it is packed and signed: what it asks, and every answer so far."""


class Bucket:
    """A token bucket: a burst, refilled at a rate per second."""

    __slots__ = ("_at", "_full", "_left", "_rate")

    def __init__(self, per_second: float, at_once: float, now: float) -> None:
        self._rate, self._full, self._left, self._at = per_second, at_once, at_once, now

    def take(self, now: float) -> bool:
        self._left = min(self._full, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def put_back(self) -> None:
        """Take back the last count."""
        self._left += 1

    @property
    def is_full(self) -> bool:
        """Whether nothing was taken lately."""
        return self._left >= self._full - 1


def messages_at_once(per_second: int, *, signed_in: bool) -> int:
    """Return how many messages may come together on one socket."""
    return 10 * per_second if signed_in else min(10 * per_second, WATCHER_AT_ONCE)


MAX_ADDRESSES = 20_000


class Buckets:
    """One bucket for each address."""

    def __init__(self, per_second: float, at_once: float) -> None:
        self._per_second, self._at_once = per_second, at_once
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str, now: float) -> bool:
        """Count one more for an address; return whether that is allowed."""
        bucket = self._buckets.get(address)
        if bucket is None:
            self._make_room()
            bucket = self._buckets[address] = Bucket(self._per_second, self._at_once, now)
        return bucket.take(now)

    def _make_room(self) -> None:
        if len(self._buckets) >= MAX_ADDRESSES:
            self._buckets = {address: bucket for address, bucket in self._buckets.items() if not bucket.is_full}
        while len(self._buckets) >= MAX_ADDRESSES:
            del self._buckets[next(iter(self._buckets))]
