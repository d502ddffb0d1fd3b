"""`wartable users`: who works and plays here, for an operator at the machine."""

import asyncio
import sys
from typing import TYPE_CHECKING, Literal

from wartable.cli.errors import DONE, InputError
from wartable.cli.serve import USUAL, Storage

if TYPE_CHECKING:
    from wartable.live.people import People
    from wartable.live.troubles import Trouble

Verb = Literal["list", "add", "password", "lock", "unlock", "sign-out"]
StaffRole = Literal["player", "dealer", "floor", "cage", "auditor", "administrator"]
SHORTEST = 12
LONGEST_NAME = 32
BY = "operator"


def users(
    verb: Verb = "list",
    person: str = "",
    /,
    *,
    role: StaffRole = "player",
    password_stdin: bool = False,
    storage: Storage = USUAL,
    json: bool = False,
) -> int:
    """Who works and plays here.

    A new account, and a changed password, get a password that is printed
    once and kept nowhere; or the first line of standard input.

    Example:

        wartable users
        wartable users add dana --role dealer
        wartable users lock dana
        wartable users password dana --password-stdin < secret.txt

    Parameters
    ----------
    verb
        What to do: list, add, password, lock, unlock or sign-out.
    person
        The name of the account: small letters, digits, dots and dashes.
    role
        The role of a new account.
    password_stdin
        Read the password from standard input instead of making one.
    json
        Print the accounts as one JSON document.
    """
    if verb == "list" and person:
        raise InputError(f"list: unexpected {person}; expected no name")
    if verb != "list" and not _is_name(person):
        raise InputError(f"{verb}: {person!r} is no name; expected small letters, digits, dots and dashes")
    password = _password(verb, from_stdin=password_stdin)
    return asyncio.run(_do(verb, person, role, password, storage, json=json))


def _is_name(person: str) -> bool:
    allowed = set("abcdefghijklmnopqrstuvwxyz0123456789._-")
    return 0 < len(person) <= LONGEST_NAME and person[0].isalnum() and allowed.issuperset(person)


def _password(verb: Verb, *, from_stdin: bool) -> str:
    if verb not in ("add", "password"):
        return ""
    if not from_stdin:
        from wartable.live.people import new_password

        return new_password()
    password = sys.stdin.readline().rstrip("\n")
    if len(password) < SHORTEST:
        raise InputError(f"standard input: the password is too short; expected {SHORTEST} characters or more")
    return password


async def _do(verb: Verb, person: str, role: StaffRole, password: str, storage: Storage, *, json: bool) -> int:
    from wartable.live.house import HouseLog
    from wartable.live.moments import SteadyClock
    from wartable.live.people import People
    from wartable.live.vault import Vault, derive, read_key
    from wartable.store import StoreError, beside, open_store

    place = storage.key or beside(storage.db, ".key")
    try:
        store = open_store(storage.db)
        vault = Vault(store, derive(read_key(place), "vault"))
    except StoreError as error:
        raise InputError(f"--db: {error}") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{place}: {getattr(error, 'strerror', None) or error}; expected a key file") from None
    try:
        log = HouseLog(store, SteadyClock())
        people = People(log, vault)
        await log.follow()
        trouble = await _change(people, verb, person, role, password)
        if trouble is not None:
            raise InputError(f"{person}: {trouble.value}")
        if verb == "list":
            _show(people, json=json)
        elif password:
            print(f"{person}: the password is {password}")
    finally:
        store.close()
    return DONE


async def _change(people: "People", verb: Verb, person: str, role: StaffRole, password: str) -> "Trouble | None":
    match verb:
        case "add":
            return await people.add(person, role, password, BY)
        case "password":
            return await people.change_password(person, password, BY)
        case "lock":
            return await people.lock(person, BY)
        case "unlock":
            return await people.unlock(person, BY)
        case "sign-out":
            return await people.end_sessions(person, BY)
    return None


def _show(people: "People", *, json: bool) -> None:
    from wartable.cli.screen import Screen, write_json

    if json:
        write_json([{"person": one.person, "role": one.role, "locked": one.locked} for one in people.all()])
        return
    screen = Screen()
    for one in people.all():
        screen.print(f"{one.person:<24} {one.role:<14} {'locked' if one.locked else ''}".rstrip(), soft_wrap=True)
    if not people.all():
        screen.print("Nobody has an account yet.", soft_wrap=True)
