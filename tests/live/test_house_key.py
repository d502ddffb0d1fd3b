"""The key of a house: whole or not there, its owner's alone, and known again by a value derived from it."""

from pathlib import Path

import pytest

from wartable.audit import verify_store
from wartable.live.vault import CHECK, HouseIncomplete, Vault, VaultBroken, derive_key, hold_key, house_key, read_key
from wartable.store import MemoryStore

KEY, OTHER = bytes(range(32)), bytes(32)


def test_another_key_does_not_open_a_house_in_which_nothing_has_to_be_decrypted() -> None:
    store = MemoryStore()
    for _ in range(2):
        hold_key(store, KEY)
    assert KEY not in (store.get_secret(CHECK) or b"")
    for _ in range(2):
        with pytest.raises(HouseIncomplete, match="the key is not the key of this house; restore that one"):
            hold_key(store, OTHER)
    hold_key(store, KEY)


def test_a_house_of_an_earlier_release_is_known_by_what_its_key_opens() -> None:
    store = MemoryStore()
    Vault(store, derive_key(KEY, "vault")).put("person/ann", b"hash")
    with pytest.raises(HouseIncomplete, match="the key is not the key of this house"):
        hold_key(store, OTHER)
    assert store.get_secret(CHECK) is None
    hold_key(store, KEY)
    assert store.get_secret(CHECK) == derive_key(KEY, "check")


def test_the_value_by_which_a_key_is_known_is_held_against_the_key_that_an_auditor_brings() -> None:
    store = MemoryStore()
    hold_key(store, KEY)
    assert verify_store(store, house_key=KEY).holds
    (found,) = verify_store(store, house_key=OTHER).findings
    assert str(found) == "secret house/key: it is not derived from the key of the house"


def test_a_key_that_others_may_read_opens_nothing(tmp_path: Path) -> None:
    place = tmp_path / "war.key"
    key = read_key(place)
    assert place.stat().st_mode & 0o777 == 0o600
    assert read_key(place) == key
    assert [one.name for one in tmp_path.iterdir()] == ["war.key"]
    place.chmod(0o644)
    with pytest.raises(HouseIncomplete, match="others may read this key; expected mode 600"):
        house_key("memory:", place)


@pytest.mark.parametrize("body", [b"", b"short", bytes(40)])
def test_a_secret_that_was_altered_is_refused_however_short_it_is(body: bytes) -> None:
    store = MemoryStore()
    store.put_secret("password/vera", body)
    with pytest.raises(VaultBroken, match="password/vera was kept under another key, or was altered"):
        Vault(store, bytes(32)).get("password/vera")
