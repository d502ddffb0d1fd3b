"""The direct way out to a socket, and in, without a task and a queue for each message of each connection.

uvicorn speaks the protocol, and has no public hook for a deadline on the handshake, for back-pressure or for handing a
connection to another process. So this module and `gate` extend its protocol classes, and they alone;
tests/server/test_uvicorn.py lists all that they rely on, and fails where a release of uvicorn differs.
The application finds the wire of a connection among the extensions of its scope.
"""

import time
from asyncio import BaseTransport
from collections.abc import Callable
from typing import Any, cast

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request

from wartable.live import Trouble
from wartable.server.connections.handing import Handing
from wartable.server.connections.open import Connections
from wartable.server.documents import raw_answer
from wartable.server.limits import HEAD_SECONDS

EXTENSION = "wartable.wire"
NEVER = float("inf")


class WireConfig(Config):
    """How connections are served, and how those for another process are handed over."""

    handing: Handing | None = None
    connections: Connections


class Wire(WebSocketsSansIOProtocol):
    """One connection. It accepts writes until too much waits for the client, and calls `on_room` when it does again."""

    full_since = NEVER
    """Since when it accepts no writes; never while it does."""
    on_room: Callable[[], None] | None = None
    """Called when it accepts writes again."""
    due = NEVER
    """The deadline of the handshake."""
    on_text: Callable[[str], bool] | None = None
    """Handles a message at once and returns True, or leaves it to the application and returns False."""

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._connections = cast("WireConfig", self.config).connections
        self.due = time.monotonic() + HEAD_SECONDS

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.go(self)
        super().connection_lost(exc)

    def refuse(self, trouble: Trouble) -> None:  # noqa: ARG002 (without a handshake there is no way to tell it)
        """Close the connection if its handshake is not complete."""
        self.due = NEVER
        if not self.handshake_complete:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(raw_answer(Trouble.BAD_MESSAGE))
            self.transport.close()

    def handle_connect(self, event: Request) -> None:
        """Answer the handshake, unless it is for another process, which then answers it."""
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
        """Write a whole message in UTF-8; a client that has just gone is not an error."""
        try:
            self.transport.write(Frame(Opcode.TEXT, message).serialize(mask=False))
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
    """A connection whose handshake another process has read; it is answered here."""

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


def wire_of(scope: Any) -> Wire:
    wire: Wire = scope["extensions"][EXTENSION]
    return wire
