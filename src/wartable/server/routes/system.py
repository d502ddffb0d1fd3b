"""The house, its health, its metrics, and the socket."""

from typing import Any

from litestar import MediaType, Response, WebSocket, get, websocket

from wartable import __version__
from wartable.live import milliseconds
from wartable.server.documents import USUAL, no_of
from wartable.server.documents import forms as d
from wartable.server.door import TheDoor
from wartable.server.health import CONTENT_TYPE, render
from wartable.server.sockets import serve_link, serve_socket

SERVICE_UNAVAILABLE = 503


@get("/api/house", tags=["house"], responses=no_of(*USUAL), sync_to_thread=False)
def see_house(door: TheDoor) -> d.HouseDocument:
    """The house: whose it is, and what a guest is given."""
    plan = door.room.floorplan
    now = milliseconds(door.room.clock.now())
    return d.HouseDocument(
        plan.operator,
        __version__,
        now,
        play_money=bool(plan.guest_chips),
        guest_chips=plan.guest_chips,
        friends=bool(door.room.private.offers()),
    )


@get("/health", tags=["system"], responses=no_of(*USUAL))
async def see_health(door: TheDoor) -> Response[d.HealthDocument]:
    """Whether every table runs, and whether the store keeps what happens there."""
    store = await door.room.pulse.feel()
    figures = door.figures()
    if store == "ok" and figures.waiting:
        store = "full" if door.room.pulse.doubted == "full" else "down"  # the pulse found room where a command did not
    loss = door.room.loss_is_unseen
    is_ok = store == "ok" and not figures.stopped and not figures.unsigned and not figures.differing and not loss
    document = d.HealthDocument(
        status="ok" if is_ok else "degraded",
        tables=len(door.room.tables),
        driven=figures.driven,
        store=store,
        stopped=figures.stopped,
        heads="failing" if figures.unsigned else "ok",
        wallets="differing" if figures.differing else "ok",
        loss="unseen" if loss else "none",
    )
    return Response(document, status_code=200 if is_ok else SERVICE_UNAVAILABLE)


@get("/metrics", tags=["system"], media_type=MediaType.TEXT, responses=no_of(*USUAL), sync_to_thread=False)
def see_metrics(door: TheDoor) -> Response[str]:
    """What is counted, for Prometheus."""
    return Response(render(len(door.room.tables), door.figures()), headers={"content-type": CONTENT_TYPE})


@websocket("/ws")
async def open_socket(socket: WebSocket[Any, Any, Any], door: TheDoor) -> None:
    """The live door; its messages are in the catalogue."""
    await serve_socket(door, socket)


@websocket("/internal")
async def open_link(socket: WebSocket[Any, Any, Any], door: TheDoor) -> None:
    """The door for other servers of the house."""
    await serve_link(door, socket)


ROUTES = (see_house, see_health, see_metrics, open_socket, open_link)
