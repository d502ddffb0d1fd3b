"""One connection over HTTP: a request has to come whole, in time, and not too large. uvicorn does the rest."""

import time
from asyncio import Transport
from typing import cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from wartable.live import Trouble
from wartable.server.connections.wire import NEVER, Wire, WireConfig
from wartable.server.documents import raw_answer
from wartable.server.limits import BODY_SECONDS, HEAD_SECONDS, MAX_HEAD_BYTES, MAX_REQUEST_BYTES


class Gate(HttpToolsProtocol):
    """A connection until it ends, or goes on as a socket."""

    due = NEVER
    """The deadline for the rest of a request; never while none is expected."""
    _most = MAX_HEAD_BYTES
    """The limit on bytes received so far: of the head, then of the whole request."""
    _taken = 0
    _owed = False
    """Whether a request is being answered."""
    _deaf = False
    """Whether input is ignored, because a request came before the last was answered; the client must reconnect."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._connections = cast("WireConfig", self.config).connections
        if not self._connections.come(self, self.client[0] if self.client else ""):
            self.refuse(Trouble.TOO_MANY)
            return
        self._connections.wait_for(self)
        self.due = time.monotonic() + HEAD_SECONDS

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.go(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._deaf or self.transport.is_closing():
            return
        super().data_received(data)
        if self.due != NEVER:
            self._taken += len(data)
            if self._taken > self._most:
                self.refuse(Trouble.TOO_LARGE)

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        wire = self.transport.get_protocol()
        if isinstance(wire, Wire):
            self._connections.become(self, wire)

    def refuse(self, trouble: Trouble) -> None:
        """Close the connection, with the reason if no answer is under way; unsent bytes are dropped."""
        self.due = NEVER
        if self._owed or self.transport.is_closing() or self.transport.get_write_buffer_size():
            if self.cycle is not None:
                self.cycle.disconnected = True  # uvloop raises where something is written to what is closed
            self.transport.abort()
        else:
            self.transport.write(raw_answer(trouble))
            self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._connections.wait_for(self)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._owed:
            self._connections.serve(self)

    # What the parser finds, and what the application has answered

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.due, self._most, self._taken = time.monotonic() + HEAD_SECONDS, MAX_HEAD_BYTES, 0

    def on_headers_complete(self) -> None:
        if self._owed:
            self._deaf, self.due = True, NEVER
            self.shutdown()  # when the last is answered
            return
        self.due, self._most = time.monotonic() + BODY_SECONDS, MAX_REQUEST_BYTES
        self._owed = True
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self._deaf:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if not self._deaf:
            self.due = NEVER
            self._connections.serve(self)
            super().on_message_complete()

    def on_response_complete(self) -> None:
        self._owed = False
        self._connections.wait_for(self)
        super().on_response_complete()
