"""Who works and plays here: names, roles, locks and sessions, as the log of the house says; passwords in the vault."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any, ParamSpec, TypeVar

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from wartable.audit import PersonRole
from wartable.audit import house_events as h
from wartable.live.history import HouseLog
from wartable.live.moments import SECOND, Moment
from wartable.live.people.patrons import is_play_money
from wartable.live.settings import LOCK_MINUTES
from wartable.live.vault import Vault, VaultBroken
from wartable.live.wire import Trouble
from wartable.store import Kept

BAD_TRIES = 3
"""Failed sign-ins in a row that lock an account for a while."""
MAX_ENDED_SESSIONS = 100_000
MAX_STRANGERS = 10_000
"""Unknown names whose failed sign-ins are counted all the same."""
RESERVED = frozenset(
    [
        "ask",
        "auto",
        "bot",
        "chips",
        "clock",
        "confirmed",
        "end",
        "fill",
        "friends",
        "integrity",
        "operator",
        "request",
        "restored",
        "rules",
        "withdrawn",
    ]
)
"""How the house's own commands begin; a person of that name could use up their ids, or be taken for the house."""


class RegisteredPerson(msgspec.Struct):
    """A person with an account."""

    person: str
    role: PersonRole
    locked: bool = False
    """By an administrator, and until one unlocks it; all sessions end."""
    locked_until: Moment = 0
    """After failed sign-ins; open sessions stay."""
    bad_tries: int = 0
    began: Moment = 0
    """The latest moment at which a session of this person may have begun."""
    sessions_from: Moment = 0
    """Sessions that began at this moment or before it are over."""
    passwords: int = 0
    """How often the password was changed."""


class Admitted(msgspec.Struct, frozen=True):
    """A person who signed in, in the role and at the moment that the log of the house has."""

    person: str
    role: PersonRole
    began: Moment
    """The session begins here: what ends sessions later in the log ends this one."""


class LockedUntil(msgspec.Struct, frozen=True):
    """The account takes no sign-in for now, not even with the right password."""

    until: Moment
    seconds: int
    """Until then."""


def tell_lock(lock: LockedUntil) -> str:
    """Say how long an account is locked; a minute that has begun counts whole."""
    minutes = -(-lock.seconds // 60)
    ends = datetime.fromtimestamp(-(-lock.until // (60 * SECOND)) * 60, UTC)
    when = f"{ends:%H:%M} UTC" if minutes < 24 * 60 else f"{ends:%d %B %Y, %H:%M} UTC"
    wait = "1 minute" if minutes == 1 else f"{minutes} minutes"
    return (
        f"after three failed sign-ins this account is locked until {when}, for {wait} more; "
        "try again then, or ask an administrator to unlock it"
    )


HASHER = PasswordHasher()


@cache
def _hash_of_a_stranger(hasher: PasswordHasher) -> str:
    """What a password is compared with where there is none: a stranger waits as long as a person known here."""
    return hasher.hash(secrets.token_hex())


class People:
    """All people with an account, and every session that was ended."""

    def __init__(
        self, log: HouseLog, vault: Vault, hasher: PasswordHasher | None = None, lock_minutes: int = LOCK_MINUTES
    ) -> None:
        self._log = log
        self._vault = vault
        self._hasher = hasher or HASHER
        self._hashing = Hashing()
        self._lock_time = lock_minutes * 60 * SECOND
        self._people: dict[str, RegisteredPerson] = {}
        self._strangers: dict[str, RegisteredPerson] = {}
        self._ended: dict[str, None] = {}
        self._deciding = asyncio.Lock()
        log.listen(self._hear)

    def all(self) -> tuple[RegisteredPerson, ...]:
        return tuple(self._people[name] for name in sorted(self._people))

    def find(self, person: str) -> RegisteredPerson | None:
        return self._people.get(person)

    def has_password(self, person: str) -> bool:
        """Whether a password is stored; it is not where a server was killed while the account was opened."""
        return self._vault.has(_secret(person))

    async def follow(self) -> None:
        """Read what other servers of this house wrote of people."""
        await self._log.follow()

    # Sessions

    def is_valid(self, session: str, person: str, role: str, began: Moment) -> bool:
        """Whether a session is still valid. Guests have no account: their sessions only expire."""
        if session in self._ended:
            return False
        if role == "guest":
            return True
        known = self._people.get(person)
        return known is not None and not known.locked and known.role == role and began > known.sessions_from

    async def end_session(self, session: str, person: str) -> None:
        await self._log.append(f"end/{session}", b"", h.SessionEnded(person, session))

    # Signing in

    async def sign_in(
        self, person: str, password: str, gone: asyncio.Future[None] | None = None
    ) -> Admitted | LockedUntil | Trouble:
        """The person, if name and password are right and the account is open.

        Where too many sign-ins wait nothing is tried; nor where the client is `gone` before its turn has come.
        A password that was changed while this one was hashed is tried again: the old one opens nothing any more.
        """
        if person not in self._people:
            await self._log.follow()
        if self._hashing.is_full:
            return Trouble.TOO_MANY
        known_as = person if person in self._people else ""
        tried_against = self._people[person].passwords if known_as else 0
        fits = await self._hashing.run_for(gone, self._fits, known_as, password)
        if fits is None:
            return Trouble.TOO_MANY
        async with self._deciding:  # many tries at once are still no more than three
            known = self._people.get(person)
            if known is None:
                return self._try_stranger(self._stranger(person))
            admitted = Admitted(person, known.role, 0)

            def decide() -> tuple[h.HouseEvent, ...] | LockedUntil | Trouble | None:
                nonlocal admitted
                admitted = Admitted(person, known.role, max(self._log.clock.now(), known.sessions_from + 1))
                return self._try(known, fits=fits) if known.passwords == tried_against else None

            tried: Kept | LockedUntil | Trouble | None = await self._log.decide(_new_id("in"), b"", decide)
        if tried is None:
            return await self.sign_in(person, password, gone)
        if not isinstance(tried, Kept):
            return tried
        return admitted if fits else self.locked_until(known) or Trouble.WRONG_PASSWORD

    def locked_until(self, known: RegisteredPerson) -> LockedUntil | None:
        """Return until when failed sign-ins lock this account."""
        left = known.locked_until - self._log.clock.now()
        return LockedUntil(known.locked_until, -(-left // SECOND)) if left > 0 else None

    def _try(self, known: RegisteredPerson, *, fits: bool) -> tuple[h.HouseEvent, ...] | LockedUntil | Trouble:
        if known.locked:
            return Trouble.LOCKED
        if locked := self.locked_until(known):
            return locked
        if fits:
            return (h.SignedIn(known.person),)
        failed = h.SignInFailed(known.person)
        if known.bad_tries + 1 < BAD_TRIES:
            return (failed,)
        return failed, h.SignInLocked(known.person, self._log.clock.now() + self._lock_time)

    def _try_stranger(self, stranger: RegisteredPerson) -> Trouble | LockedUntil:
        """Check a stranger's attempts, which this process alone counts."""
        tried = self._try(stranger, fits=False)
        if not isinstance(tried, tuple):
            return tried
        for event in tried:
            _apply(stranger, event, self._log.clock.now())
        return self.locked_until(stranger) or Trouble.WRONG_PASSWORD

    def _stranger(self, person: str) -> RegisteredPerson:
        """An unknown name is answered like any other, so that an attacker cannot learn which names there are."""
        stranger = self._strangers.pop(person, None) or RegisteredPerson(person, "guest")
        self._strangers[person] = stranger
        while len(self._strangers) > MAX_STRANGERS:
            del self._strangers[next(iter(self._strangers))]
        return stranger

    def _fits(self, person: str, password: str) -> bool:
        """Check a password; an unknown name takes as long as a wrong password."""
        try:
            kept = self._vault.get(_secret(person)) if person else None
        except VaultBroken:
            kept = None  # a password that cannot be read fits nothing; `wartable users password` sets another
        stranger = _hash_of_a_stranger(self._hasher)  # asked for in any case, so that the time taken tells nothing
        try:
            self._hasher.verify(kept.decode() if kept else stranger, password)
        except (VerificationError, InvalidHashError):
            return False
        return kept is not None

    # Changing

    async def add(self, person: str, role: PersonRole, password: str, by: str) -> Trouble | None:
        """Open an account. A name is used once only, and its password is stored only then."""

        def decide() -> tuple[h.HouseEvent, ...] | Trouble:
            if person in self._people:
                return Trouble.NAME_IS_TAKEN
            if person in RESERVED or is_play_money(person):
                return Trouble.NAME_IS_KEPT
            return (h.PersonAdded(person, role, by),)

        added = await self._log.decide(_new_id("add"), b"", decide)
        if isinstance(added, Trouble):
            return added
        await self._hashing.run_own(self._keep_password, person, password)
        return None

    async def change_password(self, person: str, password: str, by: str) -> Trouble | None:
        """Change a password, which ends every session of the old one."""
        return await self._change(person, h.PasswordChanged(person, by), h.SessionsEnded(person, by), password=password)

    async def change_role(self, person: str, role: PersonRole, by: str) -> Trouble | None:
        """Give a person another role; a session has one role, so all of theirs end."""
        return await self._change(person, h.RoleChanged(person, role, by), h.SessionsEnded(person, by))

    async def lock(self, person: str, by: str) -> Trouble | None:
        """Lock an account and end its sessions."""
        return await self._change(person, h.PersonLocked(person, by))

    async def unlock(self, person: str, by: str) -> Trouble | None:
        """Unlock an account."""
        return await self._change(person, h.PersonUnlocked(person, by))

    async def end_sessions(self, person: str, by: str) -> Trouble | None:
        return await self._change(person, h.SessionsEnded(person, by))

    async def _change(self, person: str, *events: h.HouseEvent, password: str | None = None) -> Trouble | None:
        await self._log.follow()
        if person not in self._people:
            return Trouble.NO_SUCH_PERSON
        if password is not None:
            await self._hashing.run_own(self._keep_password, person, password)
        await self._log.append(_new_id("change"), b"", *events)
        return None

    def _keep_password(self, person: str, password: str) -> None:
        self._vault.put(_secret(person), self._hasher.hash(password).encode())

    # Hearing

    def _hear(self, event: Any, at: Moment, _command_id: str) -> None:
        match event:
            case h.PersonAdded(person=person, role=role):
                self._people[person] = RegisteredPerson(person, role)
            case h.SessionEnded(session=session):
                self._ended[session] = None
                while len(self._ended) > MAX_ENDED_SESSIONS:
                    del self._ended[next(iter(self._ended))]
            case h.HouseEvent():
                known = self._people.get(getattr(event, "person", ""))
                if known is not None:
                    _apply(known, event, at)


def _apply(known: RegisteredPerson, event: h.HouseEvent, at: Moment) -> None:
    match event:
        case h.SignedIn():
            known.bad_tries, known.began = 0, max(at, known.began, known.sessions_from + 1)
        case h.SignInFailed():
            known.bad_tries += 1
        case h.PersonLocked():
            known.locked, known.sessions_from = True, max(at, known.began)
        case h.SignInLocked(until=until):
            known.locked_until, known.bad_tries = until, 0
        case h.PersonUnlocked():
            known.locked, known.locked_until, known.bad_tries = False, 0, 0
        case h.RoleChanged(role=role):
            known.role = role
        case h.PasswordChanged():
            known.passwords += 1
        case h.SessionsEnded():
            known.sessions_from = max(at, known.began)


def _secret(person: str) -> str:
    return f"person/{person}"


def new_password() -> str:
    """A random password that is easy to type."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(letters) for _ in range(5)) for _ in range(4))


def _new_id(what: str) -> str:
    return f"{what}/{secrets.token_hex(16)}"


HASHING_THREADS = 2
MAX_HASHING = 16
"""Sign-ins that are hashed or wait for it; one more is refused at once, so that the others wait for little."""

P = ParamSpec("P")
T = TypeVar("T")


class Hashing:
    """The threads that hash, and how many sign-ins wait for them.

    What a person does who is signed in has a thread of its own: strangers who try passwords do not hold it up.
    """

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(HASHING_THREADS, thread_name_prefix="hashing")
        self._own = ThreadPoolExecutor(1, thread_name_prefix="hashing-own")
        self.asked = 0
        """How many sign-ins are hashed or wait for it."""

    @property
    def is_full(self) -> bool:
        return self.asked >= MAX_HASHING

    async def run_for(
        self, gone: asyncio.Future[None] | None, hash_it: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T | None:
        """Hash in turn with other sign-ins; return None as soon as the client has gone."""
        self.asked += 1
        hashed = asyncio.get_running_loop().run_in_executor(self._threads, partial(hash_it, *args, **kwargs))
        try:
            awaited: list[asyncio.Future[Any]] = [hashed] if gone is None else [hashed, gone]
            await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
            return hashed.result() if hashed.done() else None
        finally:
            hashed.cancel()
            self.asked -= 1

    async def run_own(self, hash_it: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Hash for a person who is signed in, or for the operator."""
        return await asyncio.get_running_loop().run_in_executor(self._own, partial(hash_it, *args, **kwargs))
