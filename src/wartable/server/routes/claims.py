"""A guest keeps their chips with a link, and comes back with it."""

import time
from typing import Any

from litestar import Request, Response, post
from litestar.params import JSONBody

from wartable.live import Speaker, Trouble, milliseconds
from wartable.server.documents import USUAL, ClaimDocument, ClaimRequest, No, no_of
from wartable.server.documents import forms as d
from wartable.server.door import TheDoor, Who, address_of
from wartable.server.routes.people import make_me, session_cookie


@post("/api/me/claim", tags=["people"], status_code=200, responses=no_of(*USUAL, 401), sync_to_thread=False)
def make_claim(door: TheDoor, speaker: Who) -> ClaimDocument:
    """What brings a guest back to their chips and name, on any device. People who have it are that guest."""
    door.require(speaker, "me.claim")
    claim, until = door.claims.make(speaker.patron, door.room.clock.now())
    return ClaimDocument(claim, milliseconds(until))


@post("/api/claim", tags=["people"], status_code=200, responses=no_of(*USUAL, 404, 409))
async def come_back(door: TheDoor, request: Request[Any, Any, Any], data: JSONBody[ClaimRequest]) -> Response[d.Me]:
    """Come in as the guest whose claim it is; the session that was here before is not ended."""
    if not door.room.floorplan.guest_chips:
        raise No(Trouble.NOT_OFFERED)
    if not door.guests.take(address_of(request.scope), time.monotonic()):
        raise No(Trouble.TOO_MANY)
    patron = door.claims.read(data.claim, door.room.clock.now())
    if patron is None or not await door.room.patrons.is_known(patron):
        raise No(Trouble.NO_SUCH_CLAIM)
    await door.room.patrons.refresh(patron)
    speaker = Speaker(patron, "guest", patron, door.room.patrons.name(patron))
    _, cookie = door.sessions.open(speaker)
    return Response(await make_me(door, speaker), status_code=200, cookies=[session_cookie(door, cookie)])


ROUTES = (make_claim, come_back)
