"""`wartable users`: who works and plays here, for an operator at the machine."""

import asyncio
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, get_args

import msgspec

from wartable.cli.errors import DONE, InputError
from wartable.cli.storage import OPERATOR, USUAL, Storage, check_house, key_of

if TYPE_CHECKING:
    from wartable.live import People, Trouble

Verb = Literal["list", "add", "role", "password", "lock", "unlock", "sign-out"]
StaffRole = Literal["player", "dealer", "floor", "cage", "auditor", "administrator"]
SHORTEST = 12
LONGEST_NAME = 32


def users(
    verb: Verb = "list",
    person: str = "",
    /,
    *,
    role: StaffRole | None = None,
    password_stdin: bool = False,
    storage: Storage = USUAL,
    json: bool = False,
) -> int:
    """Who works and plays here.

    A new account, and a changed password, get a password that is printed
    once and kept nowhere; or the first line of standard input. A server that
    runs on the same house follows within a second.

    Example:

        wartable users
        wartable users add dana --role dealer
        wartable users role dana --role floor
        wartable users lock dana
        wartable users password dana --password-stdin < secret.txt

    Parameters
    ----------
    verb
        What to do: list, add, role, password, lock, unlock or sign-out.
    person
        The name of the account: small letters, digits, dots and dashes.
    role
        The role of a new account, player unless another is named; with the verb role, the one it has from now on.
    password_stdin
        Read the password from standard input instead of making one.
    json
        Print the accounts as one JSON document.
    """
    if verb == "list" and person:
        raise InputError(f"list: unexpected {person}; expected no name")
    if verb != "list" and not _is_name(person):
        raise InputError(f"{verb}: invalid name: {person!r} (expected small letters, digits, dots and dashes)")
    if verb == "role" and role is None:
        raise InputError(f"role: --role is missing; expected one of {', '.join(get_args(StaffRole))}")
    _refuse_idle(verb, {"--role": role is not None, "--password-stdin": password_stdin, "--json": json})
    check_house(storage.db)
    password = _password(verb, from_stdin=password_stdin)
    return asyncio.run(
        _do(Change(verb, person, role or "player", password, told=not password_stdin), storage, json=json)
    )


MEANS: Mapping[str, tuple[Verb, ...]] = {
    "--role": ("add", "role"),
    "--password-stdin": ("add", "password"),
    "--json": ("list",),
}
"""The verbs with which an option means something."""


class Change(msgspec.Struct, frozen=True):
    """What is to be done to whom."""

    verb: Verb
    person: str
    role: StaffRole
    password: str
    told: bool
    """Whether to print the password: the command made it up."""


def _refuse_idle(verb: Verb, given: Mapping[str, bool]) -> None:
    for option, is_given in given.items():
        if is_given and verb not in MEANS[option]:
            raise InputError(f"{verb}: {option} means nothing here; it goes with {' and '.join(MEANS[option])}")


def _is_name(person: str) -> bool:
    allowed = set("abcdefghijklmnopqrstuvwxyz0123456789._-")
    return 0 < len(person) <= LONGEST_NAME and person[0].isalnum() and allowed.issuperset(person)


def _password(verb: Verb, *, from_stdin: bool) -> str:
    if verb not in ("add", "password"):
        return ""
    if not from_stdin:
        from wartable.live import new_password

        return new_password()
    try:
        password = sys.stdin.readline().rstrip("\n")
    except UnicodeDecodeError:
        raise InputError("standard input: expected UTF-8 text") from None
    if len(password) < SHORTEST:
        raise InputError(f"standard input: the password is too short; expected {SHORTEST} characters or more")
    return password


async def _do(change: Change, storage: Storage, *, json: bool) -> int:
    from wartable.audit import AuditRefused, adding_to_house
    from wartable.live import HouseIncomplete, HouseLog, LogBroken, People, SteadyClock, Vault, derive_key, hold_key
    from wartable.store import StoreError, beside, open_store

    key = key_of(storage, make=False)
    try:
        store = open_store(storage.db)
    except StoreError as error:
        raise InputError(f"--db: {error}") from None
    try:
        hold_key(store, key)
        clock = SteadyClock()
        log = HouseLog(store, clock)
        people = People(log, Vault(store, derive_key(key, "vault")))
        await log.follow()
        with adding_to_house(store, None if change.verb == "list" else beside(storage.db, ".heads"), clock.now):
            trouble = await _change(people, change)
        if trouble is not None:
            raise InputError(f"{change.person}: {trouble.value}")
        if change.verb == "list":
            _show(people, json=json)
        else:
            print(_say(change))
    except (AuditRefused, HouseIncomplete) as error:
        raise InputError(str(error)) from None
    except (StoreError, LogBroken) as error:
        raise InputError(f"--db: {error}") from None
    finally:
        store.close()
    return DONE


async def _change(people: "People", change: Change) -> "Trouble | None":
    person = change.person
    match change.verb:
        case "add":
            return await people.add(person, change.role, change.password, OPERATOR)
        case "role":
            return await people.change_role(person, change.role, OPERATOR)
        case "password":
            return await people.change_password(person, change.password, OPERATOR)
        case "lock":
            return await people.lock(person, OPERATOR)
        case "unlock":
            return await people.unlock(person, OPERATOR)
        case "sign-out":
            return await people.end_sessions(person, OPERATOR)
    return None


def _say(change: Change) -> str:
    person, password = change.person, f"; the password is {change.password}" if change.told else ""
    match change.verb:
        case "add":
            return f"{person} has an account as {change.role}{password}"
        case "role":
            return f"{person} has an account as {change.role} from now on, and is signed out everywhere"
        case "password":
            return f"{person} has a new password and is signed out everywhere{password}"
        case "lock":
            return f"{person} is locked and signed out everywhere, until: wartable users unlock {person}"
        case "unlock":
            return f"{person} is unlocked and can sign in."
    return f"{person} is signed out everywhere."


def _show(people: "People", *, json: bool) -> None:
    from wartable.cli.screen import Screen, write_json
    from wartable.live import milliseconds

    told: list[dict[str, object]] = []
    for one in people.all():
        lock = people.locked_until(one)
        until = milliseconds(lock.until) if lock and not one.locked else None
        locked = one.locked or lock is not None
        told.append({"person": one.person, "role": one.role, "locked": locked, "locked_until": until})
    if json:
        write_json(told)
        return
    screen = Screen()
    for row in told:
        word = "locked for a while, after failed sign-ins" if row["locked_until"] else "locked" if row["locked"] else ""
        if not people.has_password(str(row["person"])):
            word = f"no password yet: wartable users password {row['person']}"
        screen.print(f"{row['person']:<24} {row['role']:<14} {word}".rstrip(), soft_wrap=True)
    if not told:
        screen.print("There is no account yet.", soft_wrap=True)
