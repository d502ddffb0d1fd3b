"""Every open connection of a process: how many there may be, from where, and how long each may keep us waiting.

The machine lends a process a number of descriptors, and the store needs some of them. So connections end before
descriptors do: where all places are taken, the client that has kept us waiting longest loses its place.
"""

import resource
import sys
from collections import Counter
from typing import Protocol

from msgspec.structs import replace

from wartable.live import ServerLimits, Trouble

KEPT_DESCRIPTORS = 128
"""Of what the machine lends: for the store, the heads, the log and short-lived files."""
LEAST_CONNECTIONS = 16
"""However few descriptors there are, a server without connections is of no use."""
SOCKETS_OF_CONNECTIONS = 3, 4
"""Sockets take at most three of four places, so that requests find one."""
SPARED = frozenset({"", "127.0.0.1", "::1"})
"""Addresses of a proxy on this machine, shared by all its clients; only the total counts there."""


class Connection(Protocol):
    """One connection, as long as it is open."""

    due: float
    """When we wait no longer for what its client has begun to send."""

    def refuse(self, trouble: Trouble) -> None:
        """Close the connection, with the reason if it can still be sent."""
        ...


class Connections:
    """All connections of one process."""

    def __init__(self, most: int, per_address: int) -> None:
        self._most, self._per_address = most, per_address
        self._addresses: dict[Connection, str] = {}
        self._per: Counter[str] = Counter()
        self._waited_for: dict[Connection, None] = {}
        """Those whose client has the next word; we have waited longest for the first."""

    def __len__(self) -> int:
        return len(self._addresses)

    def come(self, connection: Connection, address: str) -> bool:
        """Count a new connection; return whether there is a place for it."""
        if address not in SPARED and self._per[address] >= self._per_address:
            return False
        if len(self) >= self._most:
            longest = next(iter(self._waited_for), None)
            if longest is None:
                return False
            self.go(longest)
            longest.refuse(Trouble.TOO_MANY)
        self._addresses[connection] = address
        self._per[address] += 1
        return True

    def go(self, connection: Connection) -> None:
        """Count a connection that is closed, or about to be."""
        self._waited_for.pop(connection, None)
        address = self._addresses.pop(connection, None)
        if address is not None:
            self._per[address] -= 1
            if not self._per[address]:
                del self._per[address]

    def become(self, before: Connection, after: Connection) -> None:
        """Replace a request by the socket that it asked for."""
        address = self._addresses.get(before)
        if address is not None:
            self.go(before)
            self._addresses[after] = address
            self._per[address] += 1

    def wait_for(self, connection: Connection) -> None:
        """Start the client's time for the next message."""
        if connection in self._addresses:
            self._waited_for.pop(connection, None)
            self._waited_for[connection] = None

    def serve(self, connection: Connection) -> None:
        """Stop the client's time: the server is to answer."""
        self._waited_for.pop(connection, None)

    def look_after(self, now: float) -> None:
        """Close connections whose message is late; called every second."""
        for connection in tuple(self._addresses):
            if connection.due <= now:
                connection.refuse(Trouble.TOO_SLOW)


def raise_descriptors() -> None:
    """Raise the limit of open descriptors as far as the machine allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    except (OSError, ValueError):
        return  # some systems say that there is no end, and lend less; what we have is what there is


def descriptors() -> int:
    """Return the limit of open descriptors."""
    lent, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if lent == resource.RLIM_INFINITY else lent


def fit(limits: ServerLimits, lent: int) -> ServerLimits:
    """Reduce the limits to the descriptors that there are."""
    most = max(LEAST_CONNECTIONS, min(limits.connections, lent - KEPT_DESCRIPTORS))
    sockets, connections = SOCKETS_OF_CONNECTIONS
    return replace(limits, connections=most, sockets=min(limits.sockets, most * sockets // connections))
