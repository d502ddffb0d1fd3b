"""Several processes behind one address: a connection goes to the one that drives its table, before it is answered.

The process that accepts a connection reads its handshake. If that names a table of another process, the handshake
and the connection itself are passed to that process, which answers them. A client that names no table, or comes while a
table moves, is served where it is, by following and forwarding.
"""

import asyncio
import re
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol
from urllib.parse import parse_qs

from wartable.live import links

SOCKET = "/ws"
MAX_HANDSHAKE_BYTES = 32 * 1024
"""A longer one is answered where it came in."""
MAX_FIELDS = 8
A_NUMBER = re.compile("[0-9]{1,3}")

Inbox = tuple[socket.socket, socket.socket]
"""Where a process takes what is handed to it, and where others put it."""
Accept = Callable[[socket.socket, bytes], object]


class Connected(Protocol):
    """What a connection is written and read by."""

    def get_extra_info(self, name: str) -> socket.socket: ...

    def abort(self) -> None: ...


def make_inbox() -> Inbox:
    """A pair of sockets for whole messages; neither side blocks."""
    taking, putting = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    taking.settimeout(0)
    putting.settimeout(0)
    return taking, putting


def empty(inbox: Inbox) -> None:
    """Close connections that were handed to a process that is gone; their clients reconnect."""
    with suppress(BlockingIOError):
        while True:
            _, descriptors, _, _ = socket.recv_fds(inbox[0], MAX_HANDSHAKE_BYTES, 1)
            for descriptor in descriptors:
                socket.close(descriptor)


class Handing:
    """One of the processes, and the inboxes of all."""

    def __init__(self, number: int, inboxes: Sequence[Inbox], process_of: Callable[[str], int | None]) -> None:
        self._number = number
        self._inboxes = inboxes
        self._process_of = process_of

    def hand_on(self, transport: Connected, target: str, handshake: bytes) -> bool:
        """Hand a connection to its process; return false where it is to be answered here."""
        path, _, query = target.partition("?")
        process = self._wanted(path, query)
        if process is None or process == self._number:
            return False
        if self._put(process, transport, handshake):
            transport.abort()  # which closes only what this process has of it
            return True
        if path == links.PATH:
            transport.abort()  # another server must not take us for a neighbour
            return True
        return False

    def _wanted(self, path: str, query: str) -> int | None:
        try:
            asked = parse_qs(query, max_num_fields=MAX_FIELDS)
        except ValueError:
            return None  # not a query, so it names no table
        if path == SOCKET and "table" in asked:
            return self._process_of(asked["table"][0])
        if path == links.PATH and "process" in asked and A_NUMBER.fullmatch(asked["process"][0]):
            return int(asked["process"][0])
        return None

    def _put(self, process: int, transport: Connected, handshake: bytes) -> bool:
        if process >= len(self._inboxes) or len(handshake) > MAX_HANDSHAKE_BYTES:
            return False
        descriptor = transport.get_extra_info("socket").fileno()
        try:
            socket.send_fds(self._inboxes[process][1], [handshake], [descriptor])
        except OSError:
            return False
        return True

    def take(self, accept: Accept) -> None:
        """Take what is handed to us from now on."""
        inbox = self._inboxes[self._number][0]

        def take_one() -> None:
            try:
                handshake, descriptors, _, _ = socket.recv_fds(inbox, MAX_HANDSHAKE_BYTES, 1)
            except BlockingIOError:
                return
            for descriptor in descriptors:
                accept(socket.socket(fileno=descriptor), handshake)

        asyncio.get_running_loop().add_reader(inbox, take_one)

    def stop(self) -> None:
        """Take nothing more; the parent closes what is handed to us from now on."""
        asyncio.get_running_loop().remove_reader(self._inboxes[self._number][0])
