"""The lab: exact odds of a house, what if it had other decks, and simulations that run while one looks."""

from typing import Annotated

import msgspec
from litestar import delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from wartable.live import Trouble
from wartable.server.documents import USUAL, No, no_of
from wartable.server.documents import forms as d
from wartable.server.door import Door, TheDoor, Who
from wartable.server.routes.tables import Asked, par_sheet_of, turn_of

House = Annotated[str, QueryParameter(min_length=1, max_length=64)]
Decks = Annotated[int | None, QueryParameter(ge=1, le=16)]
Seats = Annotated[int | None, QueryParameter(ge=1, le=9)]


@get("/api/odds", tags=["lab"], responses=no_of(*USUAL, 404, 409))
async def see_odds(
    door: TheDoor, speaker: Who, request: Asked, house: House, decks: Decks = None, seats: Seats = None
) -> d.OddsDocument:
    """The exact mathematics of every wager at a table's house, as `wartable odds --json` prints it."""
    door.require(speaker, "odds.see")
    live = door.room.tables.get(house)
    if live is None:
        raise No(Trouble.NO_SUCH_HOUSE)
    try:
        async with turn_of(door, request):
            sheet = await par_sheet_of(door, live, decks, seats)
    except ValueError:
        raise No(Trouble.NOT_POSSIBLE) from None
    return d.OddsDocument(house, decks or live.rules.decks, msgspec.to_builtins(sheet))


SimulationPath = Annotated[str, PathParameter(min_length=1, max_length=64)]


@post("/api/simulations", tags=["lab"], status_code=202, responses=no_of(*USUAL, 401, 404, 409))
async def start_simulation(door: TheDoor, speaker: Who, data: JSONBody[d.SimulateRequest]) -> d.SimulationDocument:
    """Deal rounds of a table's house from real shoes; the answer says where to look."""
    door.require(speaker, "odds.simulate")
    live = door.room.tables.get(data.house)
    if live is None:
        raise No(Trouble.NO_SUCH_HOUSE)
    rules = live.rules if data.decks is None else msgspec.structs.replace(live.rules, decks=data.decks)
    try:
        started = await door.simulations.start(data.house, rules, data.seats, data.rounds, data.seed)
    except ValueError:
        raise No(Trouble.NOT_POSSIBLE) from None
    if started is None:
        raise No(Trouble.TOO_MANY)
    return started


@get("/api/simulations/{simulation:str}", tags=["lab"], responses=no_of(*USUAL, 401, 404))
async def see_simulation(door: TheDoor, speaker: Who, simulation: SimulationPath) -> d.SimulationDocument:
    """How far a simulation is, and what it has found so far."""
    door.require(speaker, "odds.simulate")
    return await _look(door, simulation)


@delete("/api/simulations/{simulation:str}", tags=["lab"], status_code=200, responses=no_of(*USUAL, 401, 404))
async def stop_simulation(door: TheDoor, speaker: Who, simulation: SimulationPath) -> d.SimulationDocument:
    """Stop a simulation; what it has found stays."""
    door.require(speaker, "odds.simulate")
    return await _look(door, simulation, stop=True)


async def _look(door: Door, simulation: str, *, stop: bool = False) -> d.SimulationDocument:
    """Wherever it runs: a request comes to any process behind our address."""
    found = door.simulations.look(simulation, stop=stop)
    process = door.simulations.process_of(simulation)
    if found is None and process is not None:
        told = await door.room.ask_simulation(process, simulation, stop=stop)
        found = msgspec.convert(told, d.SimulationDocument) if told is not None else None
    if found is None:
        raise No(Trouble.NO_SUCH_SIMULATION)
    return found


ROUTES = (see_odds, start_simulation, see_simulation, stop_simulation)
