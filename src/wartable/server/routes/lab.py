"""The lab: exact odds of a house, and what if it had other decks."""

import asyncio
from typing import Annotated

import msgspec
from litestar import get
from litestar.params import QueryParameter

from wartable.live.troubles import Trouble
from wartable.odds import ParSheet, par_sheet
from wartable.server.documents import OddsDocument
from wartable.server.door import TheDoor, Who
from wartable.server.errors import USUAL, No, no_of
from wartable.server.limits import MAX_SHEETS

House = Annotated[str, QueryParameter(min_length=1, max_length=64)]
Decks = Annotated[int | None, QueryParameter(ge=1, le=16)]
Seats = Annotated[int | None, QueryParameter(ge=1, le=9)]


@get("/api/odds", tags=["lab"], responses=no_of(*USUAL, 404, 409))
async def see_odds(door: TheDoor, speaker: Who, house: House, decks: Decks = None, seats: Seats = None) -> OddsDocument:
    """The exact mathematics of every wager at a table's house, as `wartable odds --json` prints it."""
    door.require(speaker, "odds.see")
    live = door.room.tables.get(house)
    if live is None:
        raise No(Trouble.NO_SUCH_HOUSE)
    asked = (house, decks or 0, seats or 0)
    if asked not in door.sheets:
        try:
            sheet: ParSheet = await asyncio.to_thread(par_sheet, live.rules, decks=decks, seats=seats)
        except ValueError:
            raise No(Trouble.NOT_POSSIBLE) from None
        if len(door.sheets) >= MAX_SHEETS:
            door.sheets.clear()
        door.sheets[asked] = msgspec.to_builtins(sheet)
    return OddsDocument(house, decks or live.rules.decks, door.sheets[asked])


ROUTES = (see_odds,)
