"""Secrets: the seeds of sealed shoes and the hashes of passwords, kept beside the log and never in it.

A seed is written here, encrypted, before its commitment is published, so that a server that is killed in the middle of
a round goes on with the same cards. The key lies in a file of its own, away from the store.
"""

import hmac
import secrets
from contextlib import suppress
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from wartable.audit import ANYBODY_ELSE, write_key
from wartable.store import Store, StoreError, open_store, path_of

KEY_BYTES = 32
NONCE_BYTES = 12
CHECK = "house/key"
"""The name of the secret by which the key of the house is known again."""
LONGEST_KEY = 1_000
"""Characters of a key file that are looked at; a key has far fewer."""


class VaultBroken(RuntimeError):
    """A secret cannot be read: the key is another, or the secret was changed."""


class HouseIncomplete(StoreError):
    """A part of the house is missing or another's: its database, or its key. The rest is not taken for a new house."""


class Vault:
    """Secrets by name. Each is bound to its name, so that none can be put in the place of another."""

    def __init__(self, store: Store, key: bytes) -> None:
        self._store = store
        self._cipher = ChaCha20Poly1305(key)

    def put(self, name: str, secret: bytes) -> None:
        """Store a secret durably."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        body = nonce + self._cipher.encrypt(nonce, secret, name.encode())
        self._store.put_secret(name, body)

    def get(self, name: str) -> bytes | None:
        kept = self._store.get_secret(name)
        if kept is None:
            return None
        try:
            return self._cipher.decrypt(kept[:NONCE_BYTES], kept[NONCE_BYTES:], name.encode())
        except (InvalidTag, ValueError):  # or it is too short to hold what was encrypted
            raise VaultBroken(f"the secret {name} was kept under another key, or was altered") from None

    def has(self, name: str) -> bool:
        return self._store.get_secret(name) is not None

    def erase(self, name: str) -> None:
        """Delete a secret that is public now, or no longer needed."""
        self._store.erase_secret(name)


def derive_key(key: bytes, purpose: str) -> bytes:
    """Return a key for one purpose only."""
    return hmac.digest(key, purpose.encode(), "sha256")


def house_key(db: str, place: Path) -> bytes:
    """Return the key of the house in a store. Only a new house gets a new one: in another it would open nothing."""
    file = path_of(db)
    if file is not None and not file.exists():
        _see_that_no_house_was_here(file, place)
    if not place.exists():
        _see_that_nothing_is_kept(db, place)
    return read_key(place)


def _see_that_no_house_was_here(file: Path, place: Path) -> None:
    left = [str(one) for one in (place, file.with_suffix(".heads"), file.with_suffix(".heads-key")) if one.exists()]
    if left:
        raise HouseIncomplete(
            f"{file} is missing, but {', '.join(left)} of its house {'is' if len(left) == 1 else 'are'} there;"
            f" restore the database, or move {'it' if len(left) == 1 else 'them'} away to begin a new house"
        )


def _see_that_nothing_is_kept(db: str, place: Path) -> None:
    """Check that the store is still empty: a first start that was interrupted leaves a store without a key."""
    store = open_store(db)
    try:
        if store.streams() or store.secrets():
            raise HouseIncomplete(
                f"{place}: the key of this house is missing; restore it: without it no sign-in works, and no"
                " shoe in play can continue"
            )
    finally:
        store.close()


def read_key(path: Path) -> bytes:
    """Read the key in a file; without a file, create one that only its owner can read."""
    if not path.exists():
        key = secrets.token_bytes(KEY_BYTES)
        with suppress(FileExistsError):  # another first start was quicker
            write_key(path, f"{key.hex()}\n".encode())
    if path.exists() and not path.is_file():  # opening a pipe waits for its other end
        raise HouseIncomplete(f"{path}: expected a file with the {2 * KEY_BYTES} hexadecimal digits of the house's key")
    if path.exists() and path.stat().st_mode & ANYBODY_ELSE:
        raise HouseIncomplete(f"{path}: others may read this key; expected mode 600")
    with path.open() as kept:
        key = bytes.fromhex(kept.read(LONGEST_KEY).strip())
    if len(key) != KEY_BYTES:
        raise ValueError(f"{path}: expected {2 * KEY_BYTES} hexadecimal digits")
    return key


def hold_key(store: Store, key: bytes) -> None:
    """Refuse another key than the one that the house was opened with, which is known by a value derived from it.

    A house of an earlier release has no such value; there one of its secrets has to open.
    """
    due, kept = derive_key(key, "check"), store.get_secret(CHECK)
    if kept is None:
        vault, held = Vault(store, derive_key(key, "vault")), store.secrets()
        try:
            opens = not held or vault.get(held[0]) is not None
        except VaultBroken:
            opens = False
        if opens:
            store.put_secret(CHECK, due)
            return
    if kept is None or not hmac.compare_digest(kept, due):
        raise HouseIncomplete(
            "the key is not the key of this house; restore that one: with another no password works, and no shoe in"
            " play can continue"
        )
