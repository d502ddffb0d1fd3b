"""Who works and plays here: names, roles, locks and sessions, as the log of the house says; passwords in the vault."""

import asyncio
import secrets
from typing import Any

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from wartable.live import house as h
from wartable.live.house import HouseLog
from wartable.live.moments import Moment
from wartable.live.roles import PersonRole
from wartable.live.troubles import Trouble
from wartable.live.vault import Vault

BAD_TRIES = 3
"""So many bad sign-ins in a row lock an account."""
MAX_ENDED_SESSIONS = 100_000


class Person(msgspec.Struct):
    """Somebody with an account."""

    person: str
    role: PersonRole
    locked: bool = False
    bad_tries: int = 0
    sessions_from: Moment = 0
    """Sessions that began before this are over."""


class People:
    """Everybody with an account, and every session that was ended."""

    def __init__(self, log: HouseLog, vault: Vault, hasher: PasswordHasher | None = None) -> None:
        self._log = log
        self._vault = vault
        self._hasher = hasher or PasswordHasher()
        self._people: dict[str, Person] = {}
        self._ended: dict[str, None] = {}
        self._nobody = self._hasher.hash(secrets.token_hex())
        log.listen(self._hear)

    def all(self) -> tuple[Person, ...]:
        """Everybody, by name."""
        return tuple(self._people[name] for name in sorted(self._people))

    def find(self, person: str) -> Person | None:
        """Somebody by name."""
        return self._people.get(person)

    # Sessions

    def is_valid(self, session: str, person: str, role: str, began: Moment) -> bool:
        """Whether a session still stands. Guests have no account: theirs end only by themselves."""
        if session in self._ended:
            return False
        if role == "guest":
            return True
        known = self._people.get(person)
        return known is not None and not known.locked and known.role == role and began > known.sessions_from

    async def end_session(self, session: str, person: str) -> None:
        """Somebody signs out."""
        await self._log.append(f"end/{session}", b"", h.SessionEnded(person, session))

    # Signing in

    async def sign_in(self, person: str, password: str) -> Person | Trouble:
        """The person, if name and password are right and the account is open."""
        if person not in self._people:
            await self._log.follow()
        known = self._people.get(person)
        fits = await asyncio.to_thread(self._fits, person if known else "", password)
        if known is None:
            return Trouble.WRONG_PASSWORD
        if known.locked:
            return Trouble.LOCKED
        if fits:
            await self._log.append(_new_id("in"), b"", h.SignedIn(person))
            return known
        return await self._failed(person)

    async def _failed(self, person: str) -> Trouble:
        await self._log.append(_new_id("bad"), b"", h.SignInFailed(person))
        known = self._people[person]
        if known.bad_tries < BAD_TRIES:
            return Trouble.WRONG_PASSWORD
        if not known.locked:
            await self._log.append(_new_id("lock"), b"", h.PersonLocked(person, ""))
        return Trouble.LOCKED

    def _fits(self, person: str, password: str) -> bool:
        """A name that nobody has takes as long as a wrong password."""
        kept = self._vault.get(_secret(person)) if person else None
        try:
            self._hasher.verify(kept.decode() if kept else self._nobody, password)
        except (VerificationError, InvalidHashError):
            return False
        return kept is not None

    # Changing

    async def add(self, person: str, role: PersonRole, password: str, by: str) -> Trouble | None:
        """Open an account."""
        await self._log.follow()
        if person in self._people:
            return Trouble.NAME_IS_TAKEN
        await asyncio.to_thread(self._keep_password, person, password)
        await self._log.append(_new_id("add"), b"", h.PersonAdded(person, role, by))
        return None

    async def change_password(self, person: str, password: str, by: str) -> Trouble | None:
        """A new password ends every session that began with the old one."""
        return await self._change(person, h.PasswordChanged(person, by), h.SessionsEnded(person, by), password=password)

    async def lock(self, person: str, by: str) -> Trouble | None:
        """Nobody signs in with this account any more."""
        return await self._change(person, h.PersonLocked(person, by))

    async def unlock(self, person: str, by: str) -> Trouble | None:
        """The account is open again."""
        return await self._change(person, h.PersonUnlocked(person, by))

    async def end_sessions(self, person: str, by: str) -> Trouble | None:
        """Sign a person out everywhere."""
        return await self._change(person, h.SessionsEnded(person, by))

    async def _change(self, person: str, *events: h.HouseEvent, password: str | None = None) -> Trouble | None:
        await self._log.follow()
        if person not in self._people:
            return Trouble.NO_SUCH_PERSON
        if password is not None:
            await asyncio.to_thread(self._keep_password, person, password)
        await self._log.append(_new_id("change"), b"", *events)
        return None

    def _keep_password(self, person: str, password: str) -> None:
        self._vault.put(_secret(person), self._hasher.hash(password).encode())

    # Hearing

    def _hear(self, event: Any, at: Moment, _command_id: str) -> None:
        match event:
            case h.PersonAdded(person=person, role=role):
                self._people[person] = Person(person, role)
            case h.SessionEnded(session=session):
                self._ended[session] = None
                while len(self._ended) > MAX_ENDED_SESSIONS:
                    del self._ended[next(iter(self._ended))]
            case h.HouseEvent():
                known = self._people.get(getattr(event, "person", ""))
                if known is not None:
                    _apply(known, event, at)


def _apply(known: Person, event: h.HouseEvent, at: Moment) -> None:
    match event:
        case h.SignedIn():
            known.bad_tries = 0
        case h.SignInFailed():
            known.bad_tries += 1
        case h.PersonLocked():
            known.locked = True
        case h.PersonUnlocked():
            known.locked, known.bad_tries = False, 0
        case h.SessionsEnded():
            known.sessions_from = at


def _secret(person: str) -> str:
    return f"person/{person}"


def new_password() -> str:
    """A password that nobody guesses and anybody can type."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(letters) for _ in range(5)) for _ in range(4))


def _new_id(what: str) -> str:
    return f"{what}/{secrets.token_hex(16)}"
