"""The short way out to a socket, and in: without a task and a queue between, for each message of each connection.

uvicorn speaks the protocol. A message that is ready goes past it, straight to the transport; one that can be dealt with
at once is. The application finds the wire of a connection among the extensions of its scope.
"""

import time
from asyncio import BaseTransport
from collections.abc import Callable
from typing import Any, cast

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Request

from wartable.live.wire.troubles import Trouble
from wartable.server.connections.handing import Handing
from wartable.server.connections.open import Connections
from wartable.server.documents.errors import raw_answer
from wartable.server.limits import HEAD_SECONDS

EXTENSION = "wartable.wire"
NEVER = float("inf")

WHOLE_TEXT = 0x81
"""A frame that is a whole message of text; a server's frames are not masked."""
TWO_BYTES, EIGHT_BYTES = 126, 127
LONG = 1 << 16


class WireConfig(Config):
    """How connections are served, and where they go that are for another process."""

    handing: Handing | None = None
    connections: Connections


class Wire(WebSocketsSansIOProtocol):
    """One connection. It takes what is written until too much waits for the client, and says when it takes more."""

    full_since = NEVER
    """Since when it takes nothing; never while it does."""
    on_room: Callable[[], None] | None = None
    """Called when it takes more again."""
    due = NEVER
    """When we wait no longer for a handshake to be done with."""
    on_text: Callable[[str], bool] | None = None
    """Deals with a message at once, and says whether it did; what it leaves goes the long way, by the application."""

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._connections = cast("WireConfig", self.config).connections
        self.due = time.monotonic() + HEAD_SECONDS

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.go(self)
        super().connection_lost(exc)

    def refuse(self, trouble: Trouble) -> None:  # noqa: ARG002 (whoever does not shake hands would not understand it)
        """Hang up on whoever has not shaken hands by now."""
        self.due = NEVER
        if not self.handshake_complete:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(raw_answer(Trouble.BAD_MESSAGE))
            self.transport.close()

    def handle_connect(self, event: Request) -> None:
        """The handshake is there. It may be for another process, and then nothing is answered here."""
        handing = self.config.handing if isinstance(self.config, WireConfig) else None
        if handing is None or not handing.hand_on(self.transport, event.path, event.serialize()):
            super().handle_connect(event)

    async def run_asgi(self) -> None:
        extensions = cast("dict[str, Any]", self.scope["extensions"])
        extensions[EXTENSION] = self
        await super().run_asgi()

    @property
    def takes(self) -> bool:
        """Whether more can be written now."""
        return self.full_since == NEVER and not self.close_sent and not self.disconnected

    def write(self, message: bytes) -> None:
        """A whole message, in UTF-8. Where the client has just gone, whoever tells many goes on."""
        try:
            self.transport.write(head_of(len(message)) + message)
        except (RuntimeError, OSError):
            return  # reading ends too, and that is where it is noticed

    def handle_text(self, event: Frame) -> None:
        if not (event.fin and self.on_text is not None and self.queue.empty() and self._heard(event.data)):
            super().handle_text(event)

    def _heard(self, data: bytes | bytearray | memoryview) -> bool:
        try:
            text = str(data, "utf-8")
        except UnicodeDecodeError:
            return False  # the long way closes the connection for it
        return self.on_text is not None and self.on_text(text)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.full_since = time.monotonic()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.full_since = NEVER
        if self.on_room is not None:
            self.on_room()


class Handed(Wire):
    """A connection whose handshake another process has read. Here it is answered, and nowhere else."""

    def __init__(self, handshake: bytes, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        super().__init__(config, server_state, app_state)
        self._handshake = handshake

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        if self._connections.come(self, self.client[0] if self.client else ""):
            self.data_received(self._handshake)
        else:
            self.transport.abort()

    def handle_connect(self, event: Request) -> None:
        WebSocketsSansIOProtocol.handle_connect(self, event)


def head_of(size: int) -> bytes:
    """What stands before a message of so many bytes."""
    if size < TWO_BYTES:
        return bytes((WHOLE_TEXT, size))
    if size < LONG:
        return bytes((WHOLE_TEXT, TWO_BYTES)) + size.to_bytes(2)
    return bytes((WHOLE_TEXT, EIGHT_BYTES)) + size.to_bytes(8)


def wire_of(scope: Any) -> Wire:
    """The wire of a connection."""
    wire: Wire = scope["extensions"][EXTENSION]
    return wire
