"""The auditor's door: a round recalled, found, verified and exported."""

import asyncio
import csv
import io
from functools import cache, partial
from typing import Annotated, Literal

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter

from wartable.audit import AuditRefused, find_round
from wartable.live import (
    MILLISECOND,
    NotPlayed,
    Recall,
    RoundRecall,
    Sought,
    Speaker,
    Trouble,
    Viewer,
    audience_of,
    find,
    may,
    people_behind,
    stream_of,
)
from wartable.server.documents import USUAL, No, no_of, prove_round, prove_table, witnesses_in
from wartable.server.documents import forms as d
from wartable.server.door import Door, TheDoor, Who
from wartable.server.limits import MAX_EXPORTED, MAX_FOUND
from wartable.server.routes.tables import Asked, Number, TablePath, find_table, turn_of
from wartable.store import Store

Text = Annotated[str, QueryParameter(min_length=1, max_length=100)]
Near = Annotated[int | None, QueryParameter(ge=1, le=2**53 - 1)]
"""From 1 on: a least of 0 would be left out of the description, and promise what is refused."""


@get("/api/tables/{table:str}/rounds/{number:int}", tags=["audit"], responses=no_of(*USUAL, 401, 404))
async def recall_round(door: TheDoor, speaker: Who, request: Asked, table: TablePath, number: Number) -> Recall:
    """A round, step by step; a player is shown their own rounds, the house every round."""
    if not may(speaker.role, "rounds.see_all"):
        door.require(speaker, "rounds.see_own")
    async with turn_of(door, request):
        return await _recall(door, speaker, table, number)


async def _recall(door: Door, speaker: Speaker, table: str, number: int) -> Recall:
    live = await find_table(door, table, closed=True)
    viewer = Viewer(audience_of(speaker.role), speaker.patron, door.room.patrons.name)
    if may(speaker.role, "rounds.see_all"):
        behind = cache(partial(people_behind, store=door.room.store))
        viewer = msgspec.structs.replace(viewer, behind=behind)
    recall = RoundRecall(door.room.store, table, live.rules, live.log.over_time)
    try:
        return await door.reading.run(recall.show, number, viewer, dict(live.log.mirror.checkpoints))
    except (AuditRefused, NotPlayed):
        raise No(Trouble.NO_SUCH_ROUND) from None


@get("/api/audit/find", tags=["audit"], responses=no_of(*USUAL, 401))
async def find_rounds(door: TheDoor, speaker: Who, text: Text, near: Near = None) -> d.FoundDocument:
    """Rounds by a number, a table, a seat, a patron, a receipt, a card or a moment in milliseconds since 1970."""
    door.require(speaker, "audit.find")
    sought = Sought(text, near * MILLISECOND if near is not None else None)
    names = door.room.patrons.name
    tables = (*door.room.tables, *door.room.private.closed)
    return d.FoundDocument(await asyncio.to_thread(find, door.room.store, tables, sought, MAX_FOUND, names))


@post("/api/audit/verify", tags=["audit"], status_code=200, responses=no_of(*USUAL, 401, 404))
async def verify(door: TheDoor, speaker: Who, data: JSONBody[d.VerifyRequest]) -> d.VerifyDocument:
    """Whether every record is as it was written, up to the signed heads: of a table, or of one round of it."""
    door.require(speaker, "audit.verify")
    await find_table(door, data.table, closed=True)
    store = door.room.store
    try:
        seen = await asyncio.to_thread(witnesses_in, door.settings.heads)
    except AuditRefused as error:
        says = f"The signed heads cannot be held against it: {error}."
        return d.VerifyDocument(ok=False, checked=0, says=says, against="", first_wrong=None, head="")
    try:
        if data.round is None:
            return await asyncio.to_thread(prove_table, store, data.table, seen)
        return await asyncio.to_thread(prove_round, store, data.table, data.round, seen)
    except AuditRefused:
        raise No(Trouble.NO_SUCH_ROUND) from None


COLUMNS = ("stream", "version", "at", "name", "schema", "command_id", "body", "chain")


@get("/api/audit/export", tags=["audit"], responses=no_of(*USUAL, 401, 404))
async def export(
    door: TheDoor,
    speaker: Who,
    table: Annotated[str, QueryParameter(min_length=1, max_length=64)],
    number: Annotated[int | None, QueryParameter(name="round", ge=1, le=2**53 - 1)] = None,
    form: Annotated[Literal["csv", "jsonl"], QueryParameter(name="format")] = "csv",
) -> Response[bytes]:
    """The records of a table, or of one round, as a file."""
    door.require(speaker, "audit.export")
    await find_table(door, table, closed=True)
    try:
        body = await asyncio.to_thread(_export, door.room.store, table, number, form)
    except AuditRefused:
        raise No(Trouble.NO_SUCH_ROUND) from None
    name = f"{table}{f'-round-{number}' if number else ''}.{form}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(body, media_type="text/csv" if form == "csv" else "application/jsonl", headers=headers)


def _export(store: Store, table: str, number: int | None, form: str) -> bytes:
    stream = stream_of(table)
    after, upto = 0, None
    if number is not None:
        span = find_round(store, table, number)
        after, upto = span.first - 1, span.last
    else:
        after = max(0, store.head(stream).version - MAX_EXPORTED)
    rows = [
        (r.stream, r.version, r.at, r.name, r.schema, r.command_id, r.body.decode(), r.chain.hex())
        for r in store.read(stream, after, upto)
    ]
    if form == "jsonl":
        return b"".join(msgspec.json.encode(dict(zip(COLUMNS, row, strict=True))) + b"\n" for row in rows)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows)
    return out.getvalue().encode()


ROUTES = (recall_round, find_rounds, verify, export)
