"""Drills for dealers in training; they touch no table, no ledger and no log of the house."""

from litestar import get, post
from litestar.params import JSONBody

from wartable.rulebook import rulebooks_that_load
from wartable.server.documents import USUAL, no_of
from wartable.server.documents import drill_forms as d
from wartable.server.door import TheDoor, Who, address_of
from wartable.server.limits import MAX_EXERCISES
from wartable.server.routes.tables import Asked


@get("/api/drills", tags=["drills"], responses=no_of(*USUAL, 401), sync_to_thread=False)
def see_drills(door: TheDoor, speaker: Who) -> d.DrillChoices:
    """What a drill can be about: the states, the kinds, and the most exercises."""
    door.require(speaker, "drills.take")
    states = tuple(d.DrillState(book.name, book.title) for book in rulebooks_that_load())
    return d.DrillChoices(states, d.ABOUTS, MAX_EXERCISES)


@post("/api/drills", tags=["drills"], responses=no_of(*USUAL, 401, 404))
async def begin_drill(door: TheDoor, speaker: Who, request: Asked, data: JSONBody[d.DrillRequest]) -> d.DrillDocument:
    """Begin a drill under a state's rulebook. The same seed sets the same exercises as `wartable drill`."""
    door.require(speaker, "drills.take")
    return await door.drills.begin(speaker, data, address_of(request.scope))


@post("/api/drills/resume", tags=["drills"], status_code=200, responses=no_of(*USUAL, 401, 404))
async def resume_drill(door: TheDoor, speaker: Who, request: Asked, data: JSONBody[d.ResumeRequest]) -> d.DrillDocument:
    """Go on with a drill of one's own, where it was left."""
    door.require(speaker, "drills.take")
    return await door.drills.resume(speaker, data.drill, address_of(request.scope))


@post("/api/drills/replies", tags=["drills"], status_code=200, responses=no_of(*USUAL, 401, 404, 409))
async def reply_to_exercise(
    door: TheDoor, speaker: Who, request: Asked, data: JSONBody[d.ReplyRequest]
) -> d.DrillDocument:
    """Answer the exercise that is due; the table judges it. A malformed answer is refused and costs nothing."""
    door.require(speaker, "drills.take")
    return await door.drills.reply(speaker, data, address_of(request.scope))


ROUTES = (see_drills, begin_drill, resume_drill, reply_to_exercise)
