"""What every store keeps beside the log: who drives a table, snapshots, persons, secrets, and who listens."""

import time
from collections.abc import Callable

import pytest

from tests.patience import PATIENCE
from tests.store.batches import NOW, bought_in, keep, noting
from tests.store.chains import walk_chain
from tests.store.conftest import Open
from wartable.store import Fence, NotOwner, Receipt, Snapshot, Store, first_link

TABLE = "table/T1"


# Driving a table


def test_one_driver_at_a_time(store: Store) -> None:
    mine = store.claim("T1", "here", 60)
    assert mine == Fence("T1", "here", 1)
    assert store.claim("T1", "there", 60) is None
    assert store.claim("T1", "here", 60) is None
    assert store.claim("T2", "there", 60) == Fence("T2", "there", 1)
    store.release(mine)
    assert store.claim("T1", "there", 60) == Fence("T1", "there", 2)


def test_anyone_can_see_who_drives(store: Store) -> None:
    assert store.owners().get("T1") is None
    mine = store.claim("T1", "here", 60)
    assert mine is not None
    assert store.owners().get("T1") == mine
    store.release(mine)
    assert store.owners().get("T1") is None


def test_a_driver_whose_time_is_over_can_be_followed(store: Store) -> None:
    mine = store.claim("T1", "here", 0)
    assert mine is not None
    theirs = store.claim("T1", "there", 60)
    assert theirs == Fence("T1", "there", 2)
    assert not store.renew_all([mine])
    assert store.renew_all([theirs])


def test_renewing_lasts_as_long_as_the_claim(store: Store) -> None:
    mine = store.claim("T1", "here", 60)
    assert mine is not None
    store.release(mine)
    assert store.renew_all([mine]), "no one has taken it"
    assert store.claim("T1", "there", 60) is None


def test_everyone_who_drives_is_seen_at_once_and_renewed_at_once(store: Store) -> None:
    assert store.owners() == {}
    assert store.renew_all([]) == set()
    mine = [store.claim(table, "here", 60) for table in ("T1", "T2", "T3")]
    held = [fence for fence in mine if fence is not None]
    assert store.owners() == {fence.table: fence for fence in held}
    store.release(held[0])
    store.release(held[1])
    theirs = store.claim("T1", "there", 60)
    assert theirs is not None
    assert store.owners() == {"T1": theirs, "T3": held[2]}
    assert store.renew_all(held) == {"T2", "T3"}
    assert store.owners() == {"T1": theirs, "T2": held[1], "T3": held[2]}


def test_what_an_old_driver_writes_is_refused(store: Store) -> None:
    mine = store.claim("T1", "here", 0)
    assert mine is not None
    keep(store, noting(TABLE, 0, fence=mine))
    theirs = store.claim("T1", "there", 60)
    assert theirs is not None
    with pytest.raises(NotOwner, match="the table T1 is driven by another server"):
        keep(store, noting(TABLE, 1, fence=mine))
    keep(store, noting(TABLE, 1, fence=theirs))
    for forged in (Fence("T1", "here", 2), Fence("T1", "there", 3), Fence("T9", "there", 1)):
        with pytest.raises(NotOwner):
            keep(store, noting(TABLE, 2, fence=forged))
    store.release(mine)
    assert store.claim("T1", "here", 60) is None, "an old driver releases nothing"


def test_a_repeat_is_answered_no_matter_who_drives_now(store: Store) -> None:
    mine = store.claim("T1", "here", 0)
    asked = noting(TABLE, 0, command_id="mine", fence=mine)
    keep(store, asked)
    store.claim("T1", "there", 60)
    assert keep(store, asked).repeated


# Beside the log


def test_a_snapshot_takes_the_place_of_the_last_one_even_of_a_higher_version(store: Store) -> None:
    assert store.load_snapshot(TABLE) is None
    for version in (5, 10**15, 7):
        snapshot = Snapshot(TABLE, version, b"state", b"notes", b"seal")
        store.save_snapshot(snapshot)
        assert store.load_snapshot(TABLE) == snapshot
    assert store.load_snapshot("table/T2") is None


def test_personal_data_is_written_read_and_erased(store: Store) -> None:
    store.put_personal("Ada", b"Ada Lovelace", 10)
    store.put_personal("Ada", b"Ada King", 20)
    store.put_personal("Zoe", b"Zoe", 5)
    held = store.get_personal("Ada")
    assert held is not None
    assert (held.patron, held.body, held.at) == ("Ada", b"Ada King", 20)
    assert store.erase_personal("Ada")
    assert not store.erase_personal("Ada")
    assert store.get_personal("Ada") is None
    assert store.get_personal("Zoe") is not None


def test_personal_data_goes_when_its_time_is_over_and_the_log_still_verifies(store: Store) -> None:
    keep(store, bought_in("Ada", 10_00))
    for number in range(5):
        store.put_personal(f"patron {number}", b"somebody", number)
    head = store.head("patron/Ada")
    assert store.expire_personal(before=3) == 3
    assert [number for number in range(5) if store.get_personal(f"patron {number}")] == [3, 4]
    start = Receipt("patron/Ada", 0, first_link("patron/Ada"))
    assert walk_chain(start, store.read("patron/Ada")) == head


def test_secrets_are_put_away_found_and_erased(store: Store) -> None:
    store.put_secret("shoe/T1/2", b"seed")
    store.put_secret("shoe/T1/1", b"old")
    store.put_secret("shoe/T1/1", b"\x00new")
    store.put_secret("person/Ada", b"hash")
    assert store.secrets("shoe/") == ["shoe/T1/1", "shoe/T1/2"]
    assert store.secrets() == ["person/Ada", "shoe/T1/1", "shoe/T1/2"]
    assert store.get_secret("shoe/T1/1") == b"\x00new"
    assert store.get_secret("shoe/T9") is None
    assert store.expire_personal(NOW) == 0
    assert store.erase_secret("shoe/T1/1")
    assert not store.erase_secret("shoe/T1/1")
    assert store.secrets("shoe/") == ["shoe/T1/2"]


def test_secrets_outlive_a_restart(reopen: Open) -> None:
    store = reopen()
    store.put_secret("shoe/T1/1", b"seed")
    store.close()
    assert reopen().get_secret("shoe/T1/1") == b"seed"


# Following


def in_the_end(heard: Callable[[], bool]) -> bool:
    until = time.monotonic() + PATIENCE
    while not heard() and time.monotonic() < until:
        time.sleep(0.005)
    return heard()


def test_a_follower_of_a_prefix_hears_every_version_reached(store: Store) -> None:
    reached: list[tuple[str, int]] = []
    subscription = store.subscribe("table/", lambda stream, version: reached.append((stream, version)))
    keep(store, noting(TABLE, 0, "a", "b"))
    keep(store, noting("house", 0))
    keep(store, noting("table/Ä 2", 0))
    assert in_the_end(lambda: len(reached) >= 2)
    assert reached == [(TABLE, 2), ("table/Ä 2", 1)]
    subscription.close()
    keep(store, noting(TABLE, 2))
    keep(store, noting(TABLE, 3))
    assert reached == [(TABLE, 2), ("table/Ä 2", 1)]


def test_a_listener_that_fails_is_its_own_trouble(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    reached: list[int] = []

    def fail(stream: str, version: int) -> None:
        raise ZeroDivisionError(f"{stream} {version}")

    store.subscribe("table/", fail)
    store.subscribe("table/", lambda _, version: reached.append(version))
    keep(store, noting(TABLE, 0))
    keep(store, noting(TABLE, 1))
    assert in_the_end(lambda: 2 in reached), "of two that came together, the later may be told alone"
    assert "a handler of notices failed for table/T1 at version 2" in caplog.text
