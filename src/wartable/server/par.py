"""Par sheets: the exact mathematics of a table's house, reckoned once and kept."""

import asyncio

from wartable.live.driving.table import LiveTable
from wartable.odds import ParSheet, par_sheet
from wartable.server.door import Door
from wartable.server.limits import MAX_SHEETS


async def par_sheet_of(door: Door, live: LiveTable, decks: int | None = None, seats: int | None = None) -> ParSheet:
    """The par sheet of a table, with other decks or seats if asked; raises ValueError where they cannot be."""
    asked = (live.id, decks or 0, seats or 0)
    found = door.sheets.get(asked)
    if found is None:
        found = await asyncio.to_thread(par_sheet, live.rules, decks=decks, seats=seats)
        if len(door.sheets) >= MAX_SHEETS:
            door.sheets.clear()
        door.sheets[asked] = found
    return found
