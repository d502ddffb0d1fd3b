"""The store in one file: group commit, full disks, torn text, and what is erased is gone."""

import threading
from collections.abc import Sequence
from pathlib import Path

import apsw
import pytest

from tests.faults.disk import filling_disk
from tests.patience import PATIENCE
from tests.store.batches import NOW, at_table, bought_in, keep, noting
from tests.store.chains import walk_chain
from tests.store.rows import raw
from tests.store.stored import rows_of
from wartable.store import (
    Receipt,
    Store,
    StoreBroken,
    StoreBusy,
    StoreDown,
    StoreError,
    StoreFull,
    WrongVersion,
    first_link,
    open_store,
)
from wartable.store import group as group_module
from wartable.store.group import GroupWriter, Job
from wartable.store.sqlite.connect import open_for_writing
from wartable.table import events as e

TABLE = "table/T1"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "war.db"


def verified(store: Store, stream: str) -> int:
    """How many events of a stream follow each other, all the way to its head."""
    walked = walk_chain(Receipt(stream, 0, first_link(stream)), store.read(stream))
    assert walked == store.head(stream)
    return walked.version


# Durability


def test_every_commit_reaches_the_disk_before_it_returns(file: Path) -> None:
    connection = open_for_writing(file)
    settings = {name: connection.pragma(name) for name in ("journal_mode", "synchronous", "foreign_keys")}
    connection.close()
    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_what_waits_together_is_committed_together() -> None:
    groups: list[int] = []
    first, may_go_on = threading.Event(), threading.Event()

    def commit(jobs: Sequence[Job]) -> None:
        groups.append(len(jobs))
        first.set()
        may_go_on.wait(PATIENCE)

    writer = GroupWriter("under test", commit)
    futures = [writer.submit(Job())]
    first.wait(PATIENCE)
    futures += [writer.submit(Job()) for _ in range(100)]
    assert not any(future.done() for future in futures), "no one is answered before the commit"
    may_go_on.set()
    writer.close()
    assert groups == [1, 100]
    assert all(future.done() for future in futures)


def test_no_more_may_wait_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_module, "MAX_WAITING", 3)
    begun, may_go_on = threading.Event(), threading.Event()

    def commit(jobs: Sequence[Job]) -> None:  # noqa: ARG001
        begun.set()
        may_go_on.wait(PATIENCE)

    writer = GroupWriter("under test", commit)
    futures = [writer.submit(Job())]
    begun.wait(PATIENCE)
    futures += [writer.submit(Job()) for _ in range(5)]
    may_go_on.set()
    writer.close()
    assert [type(future.exception()) for future in futures[4:]] == [StoreBusy, StoreBusy]
    assert [future.exception() for future in futures[:4]] == [None] * 4


def test_a_mistake_in_the_writer_is_told_to_everyone_who_waits() -> None:
    def commit(jobs: Sequence[Job]) -> None:
        raise ZeroDivisionError(f"with {len(jobs)} jobs")

    writer = GroupWriter("under test", commit)
    error = writer.submit(Job()).exception()
    writer.close()
    assert isinstance(error, StoreDown)
    assert str(error) == "ZeroDivisionError: with 1 jobs"


# Full disks


@pytest.mark.parametrize("half", [False, True], ids=["nothing of it is written", "half of it is written"])
def test_a_full_disk_refuses_and_loses_nothing_at_whichever_write_it_fills(file: Path, *, half: bool) -> None:
    with filling_disk() as disk:
        store = open_store(f"sqlite:///{file}")
        keep(store, bought_in("Ada", 1_000_00))
        disk.half = half
        version = refusals = 0
        for fits in range(60):
            disk.left = fits % 20
            wager = at_table("T1", version, _wager(version), command_id=f"try {fits}")
            error = store.submit(wager).exception()
            disk.left = None
            if error is None:
                version += 1
            else:
                refusals += 1
                assert isinstance(error, StoreFull)
                assert store.find(f"try {fits}") is None
            assert verified(store, TABLE) == version
        assert refusals > 3
        assert version > 3
        store.close()
        again = open_store(f"sqlite:///{file}")
        assert verified(again, TABLE) == version
        assert sum(again.balances().values()) == 0
        again.close()


def _wager(version: int) -> e.Event:
    placed = e.WagerPlaced(1, "", "Ada", "initial", 10_00)
    return e.WagerTakenBack(1, "", "Ada", "initial", 10_00) if version % 2 else placed


def test_a_file_that_cannot_be_written_says_so(file: Path) -> None:
    open_store(f"sqlite:///{file}").close()
    with filling_disk() as disk:
        disk.left = 0
        with pytest.raises(StoreError):
            open_store(f"sqlite:///{file.parent}/new.db")
    again = open_store(f"sqlite:///{file}")
    keep(again, noting(TABLE, 0))
    again.close()


# Other processes


def test_another_process_that_holds_the_file_is_waited_for(file: Path) -> None:
    store = open_store(f"sqlite:///{file}")
    other = apsw.Connection(str(file))
    list(other.execute("BEGIN IMMEDIATE"))
    future = store.submit(noting(TABLE, 0))
    threading.Timer(0.2, lambda: list(other.execute("ROLLBACK"))).start()
    assert future.result().receipts[0].version == 1
    other.close()
    store.close()


def test_what_another_process_wrote_meanwhile_is_noticed_before_anything_is_written(file: Path) -> None:
    stores = [open_store(f"sqlite:///{file}") for _ in range(2)]
    for turn in range(5):
        for store in stores:
            keep(store, bought_in("Ada", 1, expected=store.head("patron/Ada").version))
        with pytest.raises(WrongVersion):
            keep(stores[0], bought_in("Ada", 1, expected=2 * turn))
    assert stores[0].balances() == {"cage": -10, "patron/Ada": 10}
    assert [one.after for one in stores[1].postings("patron/Ada") if one.cents > 0] == list(range(1, 11))
    for store in stores:
        store.close()


# Groups


def test_a_group_is_kept_in_order_and_a_refused_batch_does_not_affect_the_others(file: Path) -> None:
    store = open_store(f"sqlite:///{file}")
    keep(store, bought_in("Ada", 1_000_00))
    futures = [store.submit(at_table("T1", version, _wager(version))) for version in range(60)]
    assert [future.result().receipts[0].version for future in futures] == list(range(1, 61))
    assert verified(store, TABLE) == 60
    assert store.balance("patron/Ada") == 1_000_00
    again = [store.submit(at_table("T1", 60, _wager(60), command_id=f"again {number}")) for number in range(2)]
    assert [type(future.exception()) for future in again] == [type(None), WrongVersion]
    store.close()


def test_no_one_hears_of_what_the_database_refused(file: Path) -> None:
    address = f"sqlite:///{file}"
    store = open_store(address)
    heard: list[tuple[str, int]] = []
    store.subscribe("table/", lambda stream, version: heard.append((stream, version)))
    with raw(address) as database:
        database.run(
            "CREATE TRIGGER no BEFORE INSERT ON events WHEN NEW.stream = 'table/T1'"
            " BEGIN SELECT RAISE(ABORT, 'no'); END"
        )
        futures = [store.submit(noting(stream, 0)) for stream in (TABLE, "table/T2")]
        assert [type(future.exception()) for future in futures] == [StoreBroken, type(None)]
        database.run("DROP TRIGGER no")
    assert heard == [("table/T2", 1)]
    store.close()


# Raw rows of a file that was altered


def test_text_that_is_no_text_any_more_comes_as_bytes(file: Path) -> None:
    address = f"sqlite:///{file}"
    store = open_store(address)
    for number in range(5):
        keep(store, noting(TABLE, number, command_id=f"c{number}"))
    with raw(address) as database:
        database.run("DROP TRIGGER events_stay")
        database.run("UPDATE events SET name = CAST(x'ff41' AS TEXT) WHERE version = 3")
    rows = rows_of(store, "events")
    assert [row[2] for row in rows] == ["noted", "noted", b"\xffA", "noted", "noted"]
    assert rows[2][:2] == (TABLE, 3)
    assert rows[2][5:7] == (NOW, "c2")
    assert isinstance(rows[2][7], bytes)
    with pytest.raises(StoreBroken, match="can't decode byte"):
        list(store.read(TABLE))
    store.close()


# Erasing


def test_what_is_erased_is_nowhere_in_the_file_or_its_log(file: Path) -> None:
    store = open_store(f"sqlite:///{file}")
    secret = b"Ada Lovelace, St James's Square"
    store.put_personal("Ada", secret, 1)
    assert any(secret in part.read_bytes() for part in file.parent.iterdir())
    store.erase_personal("Ada")
    assert not any(secret in part.read_bytes() for part in file.parent.iterdir())
    store.close()
