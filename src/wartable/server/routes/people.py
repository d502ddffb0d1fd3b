"""Coming in, signing in, and the people who work here."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from litestar import Request, Response, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody, PathParameter

from wartable.live import (
    ACTIONS,
    LockedUntil,
    NoMessage,
    Speaker,
    Trouble,
    is_kept,
    is_private,
    is_readable,
    may,
    milliseconds,
    tell_lock,
)
from wartable.server.documents import STATUS, USUAL, No, no_of
from wartable.server.documents import forms as d
from wartable.server.door import COOKIE, Door, TheDoor, Who, address_of
from wartable.server.limits import SESSION_SECONDS, SIGN_IN_AGAIN_SECONDS

PersonPath = Annotated[str, PathParameter(min_length=1, max_length=32, pattern=r"^[a-z0-9][a-z0-9._-]*\Z")]


async def make_me(door: Door, speaker: Speaker) -> d.Me:
    """Who the person is, and what they may do."""
    balance = await door.room.patrons.refresh(speaker.patron) if speaker.patron else 0
    return d.Me(
        person=speaker.person,
        name=speaker.name,
        colour=door.room.patrons.colour(speaker.patron),
        role=speaker.role,
        patron=speaker.patron,
        balance=balance,
        play_money=bool(door.room.floorplan.guest_chips),
        may=tuple(action for action in ACTIONS if may(speaker.role, action)),
    )


def session_cookie(door: Door, value: str, seconds: int = SESSION_SECONDS) -> Cookie:
    """The cookie that carries a session."""
    secure = door.settings.secure
    return Cookie(key=COOKIE, value=value, httponly=True, samesite="strict", secure=secure, max_age=seconds)


@get("/api/me", tags=["people"], responses=no_of(*USUAL))
async def see_me(door: TheDoor, speaker: Who) -> d.Me:
    """Who is signed in; a person who is not is a watcher."""
    return await make_me(door, speaker)


@post("/api/guest", tags=["people"], responses=no_of(*USUAL, 409))
async def come_in(door: TheDoor, request: Request[Any, Any, Any], data: JSONBody[d.GuestRequest]) -> Response[d.Me]:
    """Come in as a guest, with chips to play at once."""
    _see_that_it_is_a_name(data.name)
    if not door.guests.take(address_of(request.scope), time.monotonic()):
        raise No(Trouble.TOO_MANY)
    speaker = await door.room.welcome(data.name, data.colour)
    _, cookie = door.sessions.open(speaker)
    return Response(await make_me(door, speaker), status_code=201, cookies=[session_cookie(door, cookie)])


def _see_that_it_is_a_name(name: str) -> None:
    """Refuse a name that cannot be read, or that stands for the house, its people or its bots."""
    if not is_readable(name):
        raise No(Trouble.NAME_IS_BAD)
    if is_kept(name):
        raise No(Trouble.NAME_IS_KEPT)


@post("/api/me/name", tags=["people"], status_code=200, responses=no_of(*USUAL, 401, 409))
async def take_name(
    door: TheDoor, speaker: Who, request: Request[Any, Any, Any], data: JSONBody[d.GuestRequest]
) -> Response[d.Me]:
    """Take another name or colour on the screen; the session, the chips and the seats stay."""
    door.require(speaker, "me.name")
    _see_that_it_is_a_name(data.name)
    session = await door.session_of(request)
    if session is None or not door.guests.take(address_of(request.scope), time.monotonic()):
        raise No(Trouble.TOO_MANY if session else Trouble.SIGN_IN_FIRST)
    await door.room.patrons.call(speaker.patron, data.name, data.colour)
    door.room.tell_of(speaker.patron)
    session, cookie = door.sessions.rename(session, data.name)
    return Response(await make_me(door, session.speaker), status_code=200, cookies=[session_cookie(door, cookie)])


@post("/api/session", tags=["people"], status_code=200, responses=no_of(*USUAL))
async def sign_in(door: TheDoor, request: Request[Any, Any, Any], data: JSONBody[d.SignIn]) -> Response[d.Me]:
    """Sign in with a name and a password."""
    if not door.sign_ins.take(address_of(request.scope), time.monotonic()):
        raise No(Trouble.TOO_MANY)
    async with watching_for_the_end(request) as gone:
        person = await door.room.people.sign_in(data.name, data.password, gone)
    if isinstance(person, Trouble):
        door.room.log("sign_in_refused", who=data.name, why=person.name.lower())
        raise No(person, retry_after=SIGN_IN_AGAIN_SECONDS if person is Trouble.TOO_MANY else None)
    if isinstance(person, LockedUntil):
        trouble = Trouble.LOCKED_FOR_NOW
        door.room.log("sign_in_refused", who=data.name, why=trouble.name.lower())
        raise No(NoMessage(trouble.name.lower(), tell_lock(person)), STATUS[trouble], person.seconds)
    patron = person.person if person.role == "player" else ""
    if patron:
        await door.room.patrons.call(patron, person.person)
    speaker = Speaker(person.person, person.role, patron, person.person)
    _, cookie = door.sessions.open(speaker, person.began)
    return Response(await make_me(door, speaker), status_code=200, cookies=[session_cookie(door, cookie)])


@asynccontextmanager
async def watching_for_the_end(request: Request[Any, Any, Any]) -> AsyncIterator[asyncio.Task[None]]:
    """Gives a task that is over when the client has gone. Its body must have been read."""

    async def end() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    ending = asyncio.create_task(end())
    try:
        yield ending
    finally:
        ending.cancel()
        await asyncio.gather(ending, return_exceptions=True)


@delete("/api/session", tags=["people"], status_code=204, responses=no_of(*USUAL, 401))
async def sign_out(door: TheDoor, request: Request[Any, Any, Any]) -> Response[None]:
    """Sign out; every socket of this session is closed."""
    session = await door.session_of(request)
    if session is None:
        raise No(Trouble.SIGN_IN_FIRST)
    await door.room.people.end_session(session.id, session.person)
    return Response(None, status_code=204, cookies=[session_cookie(door, "", 0)])


@post("/api/me/chips", tags=["people"], status_code=200, responses=no_of(*USUAL, 401, 409))
async def refill(door: TheDoor, speaker: Who) -> d.Me:
    """More play money, for a guest who has too little left to bet anywhere."""
    door.require(speaker, "me.chips")
    room = door.room
    tables = tuple(room.tables.values())
    least = min((live.rules.limits.min or 0 for live in tables if not is_private(live.id)), default=0)
    if not room.floorplan.guest_chips:
        raise No(Trouble.NOT_OFFERED)
    given = await room.desk.refill(speaker.patron, room.floorplan.guest_chips, max(least, 1), tables)
    if isinstance(given, Trouble):
        raise No(given)
    return await make_me(door, speaker)


@get("/api/people", tags=["people"], responses=no_of(*USUAL, 401))
async def see_people(door: TheDoor, speaker: Who) -> list[d.Person]:
    """All people with an account."""
    door.require(speaker, "people.see")
    await door.room.house.follow()
    return [_person(one.person, door) for one in door.room.people.all()]


@post("/api/people", tags=["people"], responses=no_of(*USUAL, 401, 409))
async def add_person(door: TheDoor, speaker: Who, data: JSONBody[d.NewPerson]) -> d.Person:
    """Open an account."""
    door.require(speaker, "people.add")
    trouble = await door.room.people.add(data.person, data.role, data.password, speaker.person)
    if trouble is not None:
        raise No(trouble)
    return _person(data.person, door)


@patch("/api/people/{person:str}", tags=["people"], responses=no_of(*USUAL, 401, 404))
async def change_person(door: TheDoor, speaker: Who, person: PersonPath, data: JSONBody[d.ChangePerson]) -> d.Person:
    """Lock or unlock an account, change its password, or sign it out everywhere."""
    door.require(speaker, "people.change")
    people = door.room.people
    await door.room.house.follow()
    if people.find(person) is None:
        raise No(Trouble.NO_SUCH_PERSON)
    if data.locked is not None:
        await (people.lock if data.locked else people.unlock)(person, speaker.person)
    if data.password is not None:
        await people.change_password(person, data.password, speaker.person)
    if data.sign_out:
        await people.end_sessions(person, speaker.person)
    return _person(person, door)


def _person(name: str, door: Door) -> d.Person:
    found = door.room.people.find(name)
    if found is None:
        raise No(Trouble.NO_SUCH_PERSON)
    lock = door.room.people.locked_until(found)
    until = milliseconds(lock.until) if lock else None
    return d.Person(found.person, found.person, found.role, found.locked or lock is not None, until)


ROUTES = (see_me, come_in, take_name, sign_in, sign_out, refill, see_people, add_person, change_person)
