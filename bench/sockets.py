"""A minimal socket for the bench, so that bots and server fit on one machine.

It reads frames as a server sends them, which are not masked, and masks its own with zeros, which leaves them as they
are.
"""

import asyncio
import time
from typing import Any, Protocol
from urllib.request import Request, urlopen

import msgspec

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
FINAL, MASKED = 0x80, 0x80
SHORT, LONG = 126, 127
"""Lengths above which the length is in the next two bytes, or in the next eight."""
LEAST = 2
"""Bytes before the payload of the shortest frame."""
NO_MASK = bytes(4)
END_OF_HEADERS = b"\r\n\r\n"
HANDSHAKE_SECONDS = 600
STILL_HERE = b'{"type":"ping"}'
_encode = msgspec.json.Encoder().encode


class Hears(Protocol):
    """The owner of a socket."""

    def hear(self, text: bytes) -> None:
        """Receive a message."""
        ...


class Line(asyncio.Protocol):
    """One socket, from its handshake to its end."""

    def __init__(self, hears: Hears) -> None:
        self._hears = hears
        self._held = b""
        self._transport: Any = None
        self._open: asyncio.Future[None]
        self.lost = False
        self.lost_at = 0.0
        """When, by `time.monotonic`."""
        self.why = "the connection ended without a message"
        """Why it was lost, if it was."""

    async def connect(self, port: int, cookie: str, table: str) -> None:
        """Do the handshake for a table; raise where the server rejects it."""
        loop = asyncio.get_running_loop()
        self._open = loop.create_future()
        await loop.create_connection(lambda: self, "127.0.0.1", port)
        lines = [
            f"GET /ws?table={table} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13",
            *([f"Cookie: {cookie}"] if cookie else []),
        ]
        self._transport.write("\r\n".join(lines).encode() + END_OF_HEADERS)
        async with asyncio.timeout(HANDSHAKE_SECONDS):
            await self._open

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost, self.lost_at = True, time.monotonic()
        if exc is not None:
            self.why = str(exc)
        if not self._open.done():
            self._open.set_exception(exc or ConnectionError("the server rejected the connection"))

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def send(self, message: dict[str, Any]) -> None:
        self._frame(TEXT, _encode(message))

    def ping(self) -> None:
        """Send a ping, once connected."""
        if self._transport is not None and not self.lost and self._open.done():
            self._frame(TEXT, STILL_HERE)

    def _frame(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        length = bytes((MASKED | size,)) if size < SHORT else bytes((MASKED | SHORT,)) + size.to_bytes(2)
        self._transport.write(bytes((FINAL | kind,)) + length + NO_MASK + payload)

    def data_received(self, data: bytes) -> None:
        if self._held:
            data = self._held + data
        if not self._open.done():
            head, end, data = data.partition(END_OF_HEADERS)
            if not end:
                self._held = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self._open.set_exception(ConnectionError(head.partition(b"\r\n")[0].decode("latin-1")))
                return
            self._open.set_result(None)
        self._held = data[self._read(data) :]

    def _read(self, data: bytes) -> int:
        """Handle every whole frame; return where the rest begins."""
        at, size = 0, len(data)
        while size - at >= LEAST:
            length, start = data[at + 1], at + 2
            if length == SHORT:
                length, start = int.from_bytes(data[at + 2 : at + 4]), at + 4
            elif length == LONG:
                length, start = int.from_bytes(data[at + 2 : at + 10]), at + 10
            if start > size or start + length > size:
                break
            payload = data[start : start + length]
            kind, at = data[at] & 0xF, start + length
            if kind == TEXT:
                self._hears.hear(payload)
            elif kind == PING:
                self._frame(PONG, payload)
            elif kind == CLOSE:
                code, reason = int.from_bytes(payload[:2]), payload[2:].decode("utf-8", "replace")
                self.why = f"the server closed it with {code} {reason}".rstrip()
        return at


def come_in(port: int) -> str:
    """Create a guest with chips; return the cookie of the session."""
    request = Request(
        f"http://127.0.0.1:{port}/api/guest", data=b'{"name":"Ann"}', headers={"content-type": "application/json"}
    )
    with urlopen(request) as answer:
        return str(answer.headers["set-cookie"]).partition(";")[0]
