"""The store for many servers: connections that are cut, settings that lie, and disks that are full."""

import threading
import time
from collections.abc import Callable

import psycopg
import pytest
from msgspec.structs import replace
from psycopg import Connection
from psycopg.rows import TupleRow

from bench.postgres import Postgres
from tests.patience import PATIENCE
from tests.store.batches import bought_in, fresh_id, keep, noting
from tests.store.rows import raw
from wartable.store import Store, StoreBroken, StoreDown, StoreFull, open_store
from wartable.store.postgresql import writer as writer_module
from wartable.store.transaction import Transaction

TABLE = "table/T1"
CUTS = 60
OTHERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'wartable'"


def cut_all(database: str) -> None:
    with raw(database) as connection:
        connection.run(OTHERS)


def heal(store: Store, stream: str) -> None:
    """Wait until a command is kept again."""
    until = time.monotonic() + PATIENCE
    asked = noting(stream, store_version(store, stream), command_id=fresh_id("healed"))
    while True:
        try:
            keep(store, asked)
            return
        except StoreDown:
            assert time.monotonic() < until
            time.sleep(0.05)


def store_version(store: Store, stream: str) -> int:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return store.head(stream).version
        except StoreDown:
            assert time.monotonic() < until


# Cut connections


def test_a_connection_cut_while_no_one_writes_is_not_even_noticed(database: str) -> None:
    store = open_store(database)
    for number in range(10):
        keep(store, noting(TABLE, number))
        cut_all(database)
    assert store.head(TABLE).version == 10
    store.close()


def test_connections_cut_under_load_lose_no_answer_and_repeat_none(database: str) -> None:
    store = open_store(database)
    stop = threading.Event()

    def cut() -> None:
        for _ in range(CUTS):  # and no more: on a slow machine no command would ever come between two cuts
            if stop.wait(0.03):
                return
            cut_all(database)

    cutter = threading.Thread(target=cut)
    cutter.start()
    version = 0
    try:
        while version < 150:
            asked = noting(TABLE, version, command_id=f"c{version}")
            try:
                kept = keep(store, asked)
            except StoreDown:
                continue
            version += 1
            assert kept.receipts[0].version == version
    finally:
        stop.set()
        cutter.join()
    assert [record.command_id for record in store.read(TABLE)] == [f"c{number}" for number in range(version)]
    store.close()


@pytest.mark.parametrize("kept", [False, True], ids=["before it was kept", "after it was kept"])
def test_a_commit_whose_connection_is_lost_has_an_unknown_outcome_and_asking_again_settles_it(
    database: str, monkeypatch: pytest.MonkeyPatch, *, kept: bool
) -> None:
    store = open_store(database)
    keep(store, replace(bought_in("Ada", 10_00), command_id="first"))
    write = writer_module.write

    def lose(connection: Connection[TupleRow], transaction: Transaction) -> None:
        if kept:
            write(connection, transaction)
        connection.close()
        raise psycopg.OperationalError("the connection is gone")

    asked = replace(bought_in("Ada", 5_00, expected=1), command_id="second")
    with monkeypatch.context() as lost:
        lost.setattr(writer_module, "write", lose)
        with pytest.raises(StoreDown, match="the database went away"):
            keep(store, asked)
    answer = keep(store, asked)
    assert (answer.repeated, answer.receipts[0].version) == (kept, 2)
    assert [record.command_id for record in store.read("patron/Ada")] == ["first", "second"]
    assert store.balance("patron/Ada") == 15_00
    store.close()


def test_a_listener_that_was_cut_hears_what_it_missed(database: str, servers: tuple[Store, Store]) -> None:
    here, there = servers
    reached: list[tuple[str, int]] = []
    here.subscribe("table/", lambda stream, version: reached.append((stream, version)))
    keep(there, noting(TABLE, 0))
    cut_all(database)
    for number in range(1, 5):
        keep(there, noting(TABLE, number))
    until = time.monotonic() + PATIENCE
    while (TABLE, 5) not in reached and time.monotonic() < until:
        time.sleep(0.01)
    assert (TABLE, 5) in reached


def until_down(do: Callable[[], object]) -> None:
    """A back-end that has lost its postmaster may still serve for a moment."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            do()
        except StoreDown:
            return
    pytest.fail("no one noticed that the database is gone")


def test_a_killed_database_is_said_and_comes_back_by_itself(mortal: Postgres) -> None:
    store = open_store(mortal.url("postgres"))
    answered: list[str] = []

    def ask() -> None:
        asked = fresh_id("served")
        keep(store, noting(f"table/{asked}", 0, command_id=asked))
        answered.append(asked)

    for end in (mortal.kill, mortal.stop):
        end()
        until_down(ask)
        until_down(lambda: store.head(TABLE))
        mortal.start()
        heal(store, TABLE)
    assert store.head(TABLE).version == 2
    assert all(store.find(asked) for asked in answered)
    store.close()


def test_a_database_that_does_not_keep_what_it_commits_is_refused(mortal: Postgres) -> None:
    url = mortal.url("postgres")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("SELECT pg_reload_conf()")
        until = time.monotonic() + PATIENCE
        while connection.execute("SHOW fsync").fetchone() != ("off",) and time.monotonic() < until:
            time.sleep(0.02)
    with pytest.raises(StoreBroken, match="the database has fsync = off; a store needs on"):
        open_store(url)


# Full disks

FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON postings FOR EACH STATEMENT EXECUTE FUNCTION full_disk();
"""


def test_a_full_disk_refuses_and_loses_nothing(database: str) -> None:
    store = open_store(database)
    keep(store, bought_in("Ada", 10_00))
    with raw(database) as connection:
        connection.run(FULL)
        futures = [store.submit(bought_in(f"patron {number}", 10_00)) for number in range(5)]
        assert [type(future.exception()) for future in futures] == [StoreFull] * 5
        connection.run("DROP TRIGGER full_disk ON postings")
    keep(store, bought_in("Ada", 5_00, expected=1))
    assert store.balances() == {"cage": -15_00, "patron/Ada": 15_00}
    store.close()


def test_another_database_under_the_same_name_keeps_nothing_and_is_not_read(database: str) -> None:
    store = open_store(database)
    keep(store, noting(TABLE, 0))
    with raw(database) as connection:
        connection.run("DROP SCHEMA public CASCADE")
        connection.run("CREATE SCHEMA public")
    other = open_store(database)
    keep(other, noting(TABLE, 0))
    cut_all(database)
    with pytest.raises(StoreDown, match="was replaced by another while the store was open"):
        keep(store, noting(TABLE, 1))
    with pytest.raises(StoreDown):
        store.claim("T1", "a", 1)
    keep(other, noting(TABLE, 1))
    store.close()
    other.close()
