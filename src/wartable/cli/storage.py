"""The store and the key of the live tables, as an operator names them, and what is wrong with either."""

import secrets
from dataclasses import dataclass
from pathlib import Path

from cyclopts import Parameter

from wartable.cli.errors import InputError
from wartable.cli.options import DEFAULT_STORE, Database

OPERATOR = "operator"
"""Who works at the machine itself: what they change is in the log under this name, which no account can have."""


TAKEN = (".key", ".heads", ".heads-key", ".lock")
"""How the names of the files beside a database end."""


@Parameter(name="*")
@dataclass(frozen=True)
class Storage:
    """Where the data is kept.

    Parameters
    ----------
    key
        The file with the key that signs sessions and encrypts seeds; made for a new house.
    """

    db: Database = DEFAULT_STORE
    key: Path | None = None


USUAL = Storage()


def check_place(db: str) -> None:
    """Check, before a server opens a house here, that it can."""
    from wartable.store import path_of

    path = path_of(db)
    if path is None:
        return
    if not path.parent.is_dir():
        raise InputError(f"--db: there is no directory {path.parent}; make it first, or name another place")
    if path.is_dir():
        raise InputError(f"--db: {path} is a directory; expected a file")
    if path.exists() and not path.is_file():
        raise InputError(f"--db: {path} is a pipe or a device; expected a file")
    if path.suffix in TAKEN:
        raise InputError(
            f"--db: {path}: names with {path.suffix} are for files beside a database; expected one such as"
            f" {path.with_suffix('.db').name}"
        )
    if path.is_file() and not path.stat().st_size:
        beside = [str(one) for one in map(path.with_suffix, TAKEN[:3]) if one.exists()]
        if beside:
            raise InputError(
                f"--db: {path} is empty, but its house was here: {', '.join(beside)}; restore the database, or move"
                " all of these away to begin a new house"
            )
        raise InputError(f"--db: {path} is empty, so no house is in it; remove it to begin a new one")


def check_house(db: str) -> None:
    """Refuse a store without a house, so that a mistyped name does not make a new one."""
    from wartable.store import StoreError, open_for_audit

    if db == "memory:":
        raise InputError(
            "--db: a store in memory ends with its server; expected sqlite:///PATH or postgresql://USER@HOST/NAME"
        )
    try:
        open_for_audit(db).close()
    except StoreError as error:
        raise InputError(f"--db: {error}; expected a house that wartable serve has opened") from None


def key_of(storage: Storage, *, make: bool) -> bytes:
    """Return the key of a house; a server makes one for a new house. The key of a house in memory is kept nowhere."""
    from wartable.live import KEY_BYTES, HouseIncomplete, house_key
    from wartable.store import StoreError, beside

    if storage.db == "memory:" and storage.key is None:
        return secrets.token_bytes(KEY_BYTES)
    place = storage.key or beside(storage.db, ".key")
    if not place.parent.is_dir():
        raise InputError(f"{place}: there is no directory {place.parent}; make it first, or name another with --key")
    if not make and not place.exists():
        raise InputError(
            f"{place}: the key is missing; expected the one that wartable serve made, or name it with --key"
        )
    try:
        return house_key(storage.db, place)
    except HouseIncomplete as error:
        raise InputError(str(error)) from None
    except StoreError as error:
        raise InputError(f"--db: {error}") from None
    except OSError as error:
        raise InputError(f"{place}: this key file cannot be used: {error.strerror or error}") from None
    except ValueError:
        raise InputError(
            f"{place}: invalid key (expected the 64 hexadecimal digits that wartable serve wrote here)"
        ) from None
