"""The application: routes, the door before them, and one form for everything that goes wrong."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, Request, Response
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp

from wartable import __version__
from wartable.live import Speaker, Trouble, no
from wartable.server.documents import JsonRequest, No, answer, on_http, on_no
from wartable.server.documents import forms as d
from wartable.server.door import WATCHER, Door, guard
from wartable.server.limits import MAX_BODY_BYTES
from wartable.server.page import page_routes
from wartable.server.routes import ROUTES
from wartable.server.schema import see_schema
from wartable.store import StoreError, StoreFull

SECONDS_BETWEEN = 1
_encode = msgspec.json.Encoder().encode


def make_app(door: Door) -> ASGIApp:
    """Return the application behind its guard, which checks every request first."""
    return guard(door)(make_litestar(door))


def make_litestar(door: Door) -> Litestar:
    """Return the application without the guard."""
    room = door.room
    door.on_ended.append(lambda: end_sessions(door))

    def provide_door() -> Door:
        return door

    async def provide_speaker(request: Request[Any, Any, Any]) -> Speaker:
        session = await door.session_of(request)
        return session.speaker if session else WATCHER

    def on_fault(_: Request[Any, Any, Any], error: Exception) -> Response[d.ErrorDocument]:
        """Record an internal error; the client is told nothing of it."""
        room.log("fault", why=type(error).__name__, trace=error)
        return answer(no(Trouble.OUR_FAULT), No(Trouble.OUR_FAULT).status)

    def on_store(_: Request[Any, Any, Any], error: StoreError) -> Response[d.ErrorDocument]:
        """Answer for a store that failed; that is expected to happen, so no trace is recorded."""
        room.log("store_trouble", why=type(error).__name__)
        trouble = Trouble.STORE_FULL if isinstance(error, StoreFull) else Trouble.STORE_DOWN
        return answer(no(trouble), No(trouble).status)

    return Litestar(
        route_handlers=[*ROUTES, see_schema, *page_routes(room.floorplan.currency)],
        dependencies={
            "door": Provide(provide_door, sync_to_thread=False, use_cache=True),
            "speaker": Provide(provide_speaker),
        },
        exception_handlers={No: on_no, HTTPException: on_http, StoreError: on_store, Exception: on_fault},
        lifespan=[_every_second(door)],
        request_class=JsonRequest,
        request_max_body_size=MAX_BODY_BYTES,
        openapi_config=OpenAPIConfig(
            title="wartable",
            version=__version__,
            description="Live tables of Casino War. The messages of the socket are among the schemas.",
            use_handler_docstrings=True,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
        state=None,
        debug=False,
    )


def end_sessions(door: Door) -> None:
    """Close every socket whose session was ended."""
    for socket in tuple(door.sockets):
        socket.check_session()


def _every_second(door: Door) -> Any:
    @asynccontextmanager
    async def doing(_: Litestar) -> AsyncIterator[None]:
        task = asyncio.create_task(_go_around(door))
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    return doing


async def _go_around(door: Door) -> None:
    """Check the sockets regularly, and send the pit to the floor when something in it has changed."""
    sent = b""
    while True:
        await asyncio.sleep(SECONDS_BETWEEN)
        now = time.monotonic()
        door.connections.look_after(now)
        for socket in tuple(door.sockets):
            socket.look_after(now)
        door.show_figures()
        sent = await _send_pit(door, sent)


async def _send_pit(door: Door, sent: bytes) -> bytes:
    watchers = [socket for socket in door.sockets if socket.sees_floor]
    if not watchers:
        return b""
    try:
        await door.room.freshen()
    except StoreError as error:
        door.room.log("following_trouble", why=str(error))
    pit = door.room.pit()
    timeless = _encode(msgspec.structs.replace(pit, time=0))
    if timeless != sent:
        message = _encode(pit)
        for socket in watchers:
            socket.put_bytes(message)
    return timeless
