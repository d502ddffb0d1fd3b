"""Playing with friends: a private table, reached by its link."""

import time
from typing import Any

from litestar import Request, get, post
from litestar.params import JSONBody

from wartable.live import AskPrivate, Trouble
from wartable.server.documents import USUAL, FriendsDocument, No, PrivateTableDocument, no_of
from wartable.server.door import TheDoor, Who, address_of


@get("/api/friends", tags=["friends"], responses=no_of(*USUAL), sync_to_thread=False)
def see_offers(door: TheDoor) -> FriendsDocument:
    """What the host of a private table can choose; nothing where the house allows none."""
    return FriendsDocument(door.room.private.offers())


@post("/api/friends", tags=["friends"], responses=no_of(*USUAL, 401, 409))
async def make_private_table(
    door: TheDoor, speaker: Who, request: Request[Any, Any, Any], data: JSONBody[AskPrivate]
) -> PrivateTableDocument:
    """Make a private table. Its name is its link: people who are not told it find no such table."""
    door.require(speaker, "tables.make_private")
    address = address_of(request.scope)
    if not door.private_tables.take(address, time.monotonic()):
        raise No(Trouble.TOO_MANY)
    made = await door.friends.make(address, door.room.private, speaker.patron, data)
    if isinstance(made, Trouble):
        raise No(made)
    return PrivateTableDocument(made)


ROUTES = (see_offers, make_private_table)
