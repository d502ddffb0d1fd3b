"""Tables: the lobby, one table, its past, and commands for it."""

from contextlib import AbstractAsyncContextManager
from itertools import islice
from typing import Annotated, Any

from litestar import MediaType, Request, Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from wartable.lessons import make_lesson
from wartable.live import (
    LOOK_BACK_ROUNDS,
    Answer,
    LiveTable,
    RoundOver,
    Speaker,
    TableMessage,
    Trouble,
    is_private,
    make_tile,
    may,
    milliseconds,
    past,
    result_of_lines,
)
from wartable.odds import ParSheet, par_sheet
from wartable.rulebook import HOUSE_RULE, find_clause
from wartable.server.documents import USUAL, No, make_sheet, no_of
from wartable.server.documents import forms as d
from wartable.server.door import Door, TheDoor, Who, address_of
from wartable.server.limits import MAX_LESSONS, MAX_ROUNDS_LISTED, MAX_SHEETS, MAX_SHOES_LISTED
from wartable.shoe import Revealed1, Revealed2
from wartable.store import Store
from wartable.table import Seat

TablePath = Annotated[str, PathParameter(min_length=1, max_length=64)]
Number = Annotated[int, PathParameter(ge=1, le=2**53 - 1)]
ACCEPTED = 202
MOST_SEATS = 9


async def find_table(door: Door, table: str, *, closed: bool = False) -> LiveTable:
    """A table by its name; for recalling rounds also a private table that was closed."""
    live = await door.room.find(table)
    if live is None and closed:
        live = await door.room.private.recall(table)
    if live is None:
        raise No(Trouble.NO_SUCH_TABLE)
    return live


Asked = Request[Any, Any, Any]


def turn_of(door: Door, request: Asked) -> AbstractAsyncContextManager[None]:
    """Wait until the address from which is asked has a turn to look something up."""
    return door.reading.turns.of(address_of(request.scope))


class OneLook:
    """A watcher who looks at a table once."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker = speaker

    def push(self, table: str, message: bytes) -> None:
        """Updates are not sent here."""


@get("/api/tables", tags=["tables"], responses=no_of(*USUAL), sync_to_thread=False)
def see_tables(door: TheDoor, speaker: Who) -> d.TablesDocument:
    """The lobby, with the seats of the player who asks. A private table is listed to its people and to auditors."""
    tables = [live for live in door.room.tables.values() if _is_listed(door, live, speaker)]
    yours = {live.id: _seats_of(live, speaker.patron) for live in tables} if speaker.patron else {}
    return d.TablesDocument(
        tuple(make_tile(live) for live in tables),
        milliseconds(door.room.clock.now()),
        {table: seats for table, seats in yours.items() if seats},
    )


def _is_listed(door: Door, live: LiveTable, speaker: Speaker) -> bool:
    if not is_private(live.id) or may(speaker.role, "audit.find"):
        return True
    is_host = door.room.private.host_of(live.id) == speaker.patron
    return bool(speaker.patron) and (is_host or bool(_seats_of(live, speaker.patron)))


def _seats_of(live: LiveTable, patron: str) -> tuple[Seat, ...]:
    return tuple(box.seat for box in live.table.boxes if box.patron == patron)


@get("/api/tables/{table:str}", tags=["tables"], responses=no_of(*USUAL, 404))
async def see_sheet(door: TheDoor, request: Asked, table: TablePath) -> d.TableSheet:
    """A table's sheet: its rules, limits, wagers, and what its felt carries; at a practice table their odds too."""
    live = await find_table(door, table)
    par = None
    if live.settings.practice:
        async with turn_of(door, request):
            par = await par_sheet_of(door, live)
    return make_sheet(live, door.room.floorplan.operator, par)


@get("/api/tables/{table:str}/lesson", tags=["tables"], responses=no_of(*USUAL, 404))
async def see_lesson(door: TheDoor, request: Asked, table: TablePath) -> d.LessonDocument:
    """How to play at a table: its rules in plain words, with played examples of every wager that it offers."""
    live = await find_table(door, table)
    async with turn_of(door, request):
        found = door.lessons.get(table)
        return found if found is not None else await door.reading.run(_lesson_of, door, live)


def _lesson_of(door: Door, live: LiveTable) -> d.LessonDocument:
    """In a thread: it plays rounds. A table's rules do not change while a server runs."""
    lesson = d.LessonDocument(live.id, make_lesson(live.rules, live.settings.coupons))
    if len(door.lessons) >= MAX_LESSONS:
        door.lessons.clear()
    door.lessons[live.id] = lesson
    return lesson


@get("/api/tables/{table:str}/view", tags=["tables"], responses=no_of(*USUAL, 404, 503))
async def see_view(door: TheDoor, speaker: Who, table: TablePath) -> Response[TableMessage]:
    """A table as this person may know it now; the same message as on the socket."""
    live = await find_table(door, table)
    if live.driver.distrusted:
        raise No(Trouble.TABLE_STOPPED)
    await live.catch_up()
    if speaker.patron:
        await door.room.patrons.refresh(speaker.patron)
    content: Any = live.whole(OneLook(speaker))
    return Response(content, media_type=MediaType.JSON)


@post("/api/tables/{table:str}/commands", tags=["tables"], status_code=200, responses=no_of(*USUAL, 401, 404, 409))
async def do(door: TheDoor, speaker: Who, table: TablePath, data: JSONBody[d.CommandRequest]) -> Response[Answer]:
    """A command for a table; the same id with the same body is done once and answered alike."""
    door.require(speaker, "tables.play")
    await find_table(door, table)
    answer = await door.room.ask(speaker, table, data.id, data.command)
    return answer_of(answer)


TROUBLES = {trouble.name.lower(): trouble for trouble in Trouble}


def answer_of(answer: Answer) -> Response[Answer]:
    """An answer of the table is an answer, also where it is no; a trouble of ours has its status."""
    trouble = TROUBLES.get(answer.refused.why) if answer.refused else None
    if answer.refused is not None and trouble is not None:
        raise No(answer.refused, No(trouble).status)
    return Response(answer, status_code=ACCEPTED if answer.request else 200)


@get("/api/tables/{table:str}/rounds", tags=["tables"], responses=no_of(*USUAL, 404))
async def see_rounds(
    door: TheDoor,
    speaker: Who,
    request: Asked,
    table: TablePath,
    before: Annotated[int | None, QueryParameter(ge=1, le=2**53 - 1)] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=MAX_ROUNDS_LISTED)] = 12,
    seat: Annotated[int | None, QueryParameter(ge=1, le=MOST_SEATS)] = None,
) -> d.RoundsDocument:
    """The last rounds, the newest first; of one seat, if it is named, as far as the last two hundred go."""
    async with turn_of(door, request):
        await find_table(door, table, closed=True)
        rounds = await door.reading.run(_rounds, door.room.store, table, before, limit, seat)
    return d.RoundsDocument(table, tuple(_result(one, speaker) for one in rounds))


def _rounds(store: Store, table: str, before: int | None, limit: int, seat: int | None) -> list[RoundOver]:
    if seat is None:
        return list(past.last_rounds(store, table, before, limit))
    played = past.last_rounds(store, table, before, LOOK_BACK_ROUNDS)
    return list(islice((one for one in played if any(hand.seat == seat for hand in one.hands)), limit))


def _result(one: RoundOver, speaker: Speaker) -> d.RoundResult:
    hands = tuple(
        d.HandSummary(
            seat=hand.seat,
            cards=hand.cards,
            net=hand.net,
            mine=bool(speaker.patron) and hand.patron == speaker.patron,
            result=result_of_lines(hand.lines, voided=one.voided, surrendered=hand.surrendered),
        )
        for hand in one.hands
    )
    return d.RoundResult(one.round, one.first, one.last, milliseconds(one.at), one.dealer_cards, hands, one.voided)


@get("/api/tables/{table:str}/shoes", tags=["shoes"], responses=no_of(*USUAL, 404))
async def see_shoes(door: TheDoor, request: Asked, table: TablePath) -> d.ShoesDocument:
    """The last sealed shoes, the newest first."""
    async with turn_of(door, request):
        await find_table(door, table, closed=True)
        found = await door.reading.run(past.shoes, door.room.store, table, MAX_SHOES_LISTED)
    lines = tuple(
        d.ShoeLine(one.shoe, one.commitment, milliseconds(one.at), one.seed is not None, one.ended) for one in found
    )
    return d.ShoesDocument(table, lines)


@get("/api/tables/{table:str}/shoes/{shoe:int}", tags=["shoes"], responses=no_of(*USUAL, 404, 409))
async def see_shoe(door: TheDoor, request: Asked, table: TablePath, shoe: Number) -> Revealed1 | Revealed2:
    """A revealed shoe, ready for `wartable verify-shoe`."""
    async with turn_of(door, request):
        live = await find_table(door, table, closed=True)
        found = await door.reading.run(past.find_shoe, door.room.store, table, shoe)
        if found is None:
            raise No(Trouble.NO_SUCH_SHOE)
        if found.seed is None:
            raise No(Trouble.NOT_REVEALED)
        return await door.reading.run(past.document_of, door.room.store, table, live.rules, found)


@get("/api/clauses/{clause:str}", tags=["rules"], responses=no_of(*USUAL, 404), sync_to_thread=False)
def see_clause(clause: Annotated[str, PathParameter(min_length=1, max_length=64)]) -> d.ClauseDocument:
    """A clause: what it asks, in our words."""
    from wartable.rulebook import rulebook_names

    for name in dict.fromkeys(rulebook_names().values()):
        found = find_clause(name, clause)
        if found is not None:
            whose = "" if clause == HOUSE_RULE else name
            return d.ClauseDocument(clause, whose, found.says, tuple(map(str, found.met_by)))
    raise No(Trouble.NO_SUCH_CLAUSE)


ROUTES = (see_tables, see_sheet, see_lesson, see_view, do, see_rounds, see_shoes, see_shoe, see_clause)


async def par_sheet_of(door: Door, live: LiveTable, decks: int | None = None, seats: int | None = None) -> ParSheet:
    """The par sheet of a table, with other decks or seats if asked; raises ValueError where they cannot be."""
    found = door.sheets.get(_key(live, decks, seats))
    return found if found is not None else await door.reading.run(_sheet_of, door, live, decks, seats)


def _sheet_of(door: Door, live: LiveTable, decks: int | None, seats: int | None) -> ParSheet:
    found = par_sheet(live.rules, decks=decks, seats=seats)
    if len(door.sheets) >= MAX_SHEETS:
        door.sheets.clear()
    door.sheets[_key(live, decks, seats)] = found
    return found


def _key(live: LiveTable, decks: int | None, seats: int | None) -> tuple[str, int, int]:
    return live.id, decks or 0, seats or 0
