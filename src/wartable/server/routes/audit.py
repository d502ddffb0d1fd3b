"""The auditor's door: a round recalled, found, verified and exported."""

import asyncio
import csv
import io
from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter

from wartable.audit import AuditRefused
from wartable.audit import verify as verify_store
from wartable.audit.rounds import find_round
from wartable.live.finding import find
from wartable.live.mirror import stream_of
from wartable.live.moments import milliseconds
from wartable.live.orders import Speaker
from wartable.live.publishing import audience_of
from wartable.live.recall import NotPlayed, Recall, RoundThen, StepThen, Viewer
from wartable.live.requests import people_behind
from wartable.live.roles import may
from wartable.live.table import LiveTable
from wartable.live.troubles import Trouble
from wartable.server import documents as d
from wartable.server.door import Door, TheDoor, Who
from wartable.server.errors import USUAL, No, no_of
from wartable.server.limits import MAX_EXPORTED, MAX_FOUND
from wartable.server.routes.tables import Number, TablePath, find_table
from wartable.store import Recorded, Store
from wartable.store.chain import first as first_of_chain
from wartable.store.chain import link
from wartable.store.port import NewEvent

Text = Annotated[str, QueryParameter(min_length=1, max_length=100)]


@get("/api/tables/{table:str}/rounds/{number:int}", tags=["audit"], responses=no_of(*USUAL, 401, 404))
async def recall_round(door: TheDoor, speaker: Who, table: TablePath, number: Number) -> d.Recall:
    """A round, step by step; a player is shown the own rounds, the house every round."""
    live = find_table(door, table)
    if not may(speaker.role, "rounds.see_all"):
        door.require(speaker, "rounds.see_own")
    viewer = Viewer(audience_of(speaker.role), speaker.patron, door.room.patrons.name)
    recall = Recall(door.room.store, table, live.rules, live.log.over_time)
    try:
        then = await asyncio.to_thread(recall.show, number, viewer, dict(live.log.mirror.checkpoints))
    except (AuditRefused, NotPlayed):
        raise No(Trouble.NO_SUCH_ROUND) from None
    return await asyncio.to_thread(_document, live, then, speaker, door)


def _document(live: LiveTable, then: RoundThen, speaker: Speaker, door: Door) -> d.Recall:
    inside = may(speaker.role, "rounds.see_all")
    commands = {step.record.command_id for step in then.steps} if inside else set()
    people = {command: people_behind(command, door.room.store) for command in commands}
    return d.Recall(
        table=live.id,
        round=then.round,
        rulebook=live.rules.rulebook,
        shoe=then.shoe,
        began=milliseconds(then.began),
        ended=milliseconds(then.ended) if then.ended is not None else None,
        steps=tuple(_step(step, door, people) for step in then.steps),
        made_or_lost=then.made_or_lost,
    )


def _step(step: StepThen, door: Door, people: Mapping[str, str]) -> d.RecallStep:
    record = step.record
    return d.RecallStep(
        version=record.version,
        at=milliseconds(record.at),
        name=record.name,
        says=step.says,
        clauses=step.clauses,
        by=people.get(record.command_id, ""),
        own=step.own,
        mark=step.mark,
        event=step.event,
        felt=msgspec.to_builtins(step.felt),
        accounts=tuple(
            d.AccountLine(one.account, _called(one.account, door), one.on_felt, one.has) for one in step.accounts
        ),
        before=step.before.hex(),
        receipt=record.chain.hex(),
    )


def _called(account: str, door: Door) -> str:
    kind, _, name = account.partition("/")
    if kind == "patron":
        return door.room.patrons.name(name) or name
    return account.rpartition("/")[2].replace("_", " ").replace("bank", "tray").capitalize()


@get("/api/audit/find", tags=["audit"], responses=no_of(*USUAL, 401))
async def find_rounds(door: TheDoor, speaker: Who, text: Text) -> d.FoundDocument:
    """Rounds by a number, a table, a receipt or a card."""
    door.require(speaker, "audit.find")
    found = await asyncio.to_thread(find, door.room.store, tuple(door.room.tables), text, MAX_FOUND)
    return d.FoundDocument(
        tuple(d.Found(one.table, one.round, one.version, one.says, milliseconds(one.at)) for one in found)
    )


@post("/api/audit/verify", tags=["audit"], status_code=200, responses=no_of(*USUAL, 401, 404))
async def verify(door: TheDoor, speaker: Who, data: JSONBody[d.VerifyRequest]) -> d.VerifyDocument:
    """Whether every record is as it was written: of a table, or of one round of it."""
    door.require(speaker, "audit.verify")
    find_table(door, data.table)
    store = door.room.store
    if data.round is None:
        return await asyncio.to_thread(_verify_table, store, data.table)
    try:
        return await asyncio.to_thread(_verify_round, store, data.table, data.round)
    except AuditRefused:
        raise No(Trouble.NO_SUCH_ROUND) from None


def _verify_table(store: Store, table: str) -> d.VerifyDocument:
    verified = verify_store(store, table=table)
    head = store.head(stream_of(table))
    wrong = next(iter(verified.findings), None)
    says = f"{verified.events} records and {verified.postings} postings hold." if wrong is None else str(wrong)
    first = None if wrong is None else wrong.version
    return d.VerifyDocument(verified.holds, verified.events, says, first, head.chain.hex())


def _verify_round(store: Store, table: str, number: int) -> d.VerifyDocument:
    """Link by link from the record before the round to its last."""
    stream = stream_of(table)
    span = find_round(store, table, number)
    before = next(iter(store.read(stream, span.first - 2, span.first - 1)), None) if span.first > 1 else None
    chain = before.chain if before is not None else first_of_chain(stream)
    checked, wrong = 0, None
    for record in store.read(stream, span.first - 1, span.last):
        chain = _link(chain, record)
        if chain != record.chain:
            wrong = record.version
            break
        checked += 1
    steps = span.last - span.first + 1
    says = f"{checked} of {steps} steps hold." if wrong is None else f"Record {wrong} is not as it was written."
    return d.VerifyDocument(wrong is None, checked, says, wrong, chain.hex())


def _link(chain: bytes, record: Recorded) -> bytes:
    event = NewEvent(record.name, record.schema, record.body)
    return link(chain, record.stream, record.version, event, record.at, record.command_id)


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
    find_table(door, table)
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
