"""Two keys over HTTP, and the pit for programs that do not watch."""

from typing import Annotated

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter

from wartable.live import Answer, FloorMessage, milliseconds
from wartable.server.documents import USUAL, no_of
from wartable.server.documents import forms as d
from wartable.server.door import TheDoor, Who
from wartable.server.routes.tables import answer_of

RequestPath = Annotated[str, PathParameter(min_length=1, max_length=64)]


@get("/api/floor", tags=["floor"], responses=no_of(*USUAL, 401), sync_to_thread=False)
def see_floor(door: TheDoor, speaker: Who) -> FloorMessage:
    """The pit: tables, what waits for the floor, significant events."""
    door.require(speaker, "floor.see")
    return door.room.pit()


@get("/api/requests", tags=["floor"], responses=no_of(*USUAL, 401))
async def see_requests(door: TheDoor, speaker: Who) -> d.RequestsDocument:
    """What waits for a second person, and what became of what did."""
    door.require(speaker, "requests.see")
    await door.room.house.follow()
    requests = (
        d.RequestDocument(one.request, one.table, one.command, one.first, milliseconds(one.at), one.state, one.second)
        for one in door.room.open_requests()
    )
    return d.RequestsDocument(tuple(requests))


@post("/api/requests/{request_id:str}/confirm", tags=["floor"], status_code=200, responses=no_of(*USUAL, 401, 404, 409))
async def confirm(
    door: TheDoor, speaker: Who, request_id: RequestPath, data: JSONBody[d.IdRequest]
) -> Response[Answer]:
    """The second key, by a different person."""
    door.require(speaker, "requests.confirm")
    return answer_of(await door.room.confirm(speaker, data.id, request_id))


@post(
    "/api/requests/{request_id:str}/withdraw", tags=["floor"], status_code=200, responses=no_of(*USUAL, 401, 404, 409)
)
async def withdraw(
    door: TheDoor, speaker: Who, request_id: RequestPath, data: JSONBody[d.IdRequest]
) -> Response[Answer]:
    """Nothing comes of a request."""
    door.require(speaker, "requests.withdraw")
    return answer_of(await door.room.withdraw(speaker, data.id, request_id))


ROUTES = (see_floor, see_requests, confirm, withdraw)
