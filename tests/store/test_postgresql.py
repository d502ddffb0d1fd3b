"""The store for many servers: connections that are cut, servers that are in each other's way, and settings that lie."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from itertools import count
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.store.batches import batch, bought_in, fresh_id, keep, moves, note, noting
from tests.store.rows import raw
from wartable.bench.postgres import Postgres
from wartable.store import (
    Batch,
    Kept,
    NotOwner,
    Receipt,
    Store,
    StoreBroken,
    StoreDown,
    StoreFull,
    Write,
    WrongVersion,
    chain,
    open_store,
)
from wartable.store.plan import Plan, View, plan
from wartable.store.postgresql import transaction as transaction_module
from wartable.store.postgresql.arrays import Blobs, Numbers, Texts, teach_arrays

TABLE = "table/T1"
HEALED_S = 10
OTHERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'wartable'"


@pytest.fixture
def servers(database: str) -> Iterator[tuple[Store, Store]]:
    """Two servers on one database."""
    here, there = open_store(database), open_store(database)
    yield here, there
    here.close()
    there.close()


def cut_all(database: str) -> None:
    with raw(database) as connection:
        connection.run(OTHERS)


def healed(store: Store, stream: str) -> float:
    """How long it takes until a command is kept again."""
    begun = time.monotonic()
    asked = noting(stream, store_version(store, stream), command_id=fresh_id("healed"))
    while True:
        try:
            keep(store, asked)
            return time.monotonic() - begun
        except StoreDown:
            assert time.monotonic() - begun < HEALED_S
            time.sleep(0.05)


def store_version(store: Store, stream: str) -> int:
    until = time.monotonic() + HEALED_S
    while True:
        try:
            return store.head(stream).version
        except StoreDown:
            assert time.monotonic() < until


# Cut connections


def test_a_connection_cut_while_nobody_writes_is_not_even_noticed(database: str) -> None:
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
        while not stop.wait(0.03):
            cut_all(database)

    cutter = threading.Thread(target=cut)
    cutter.start()
    version = unknown = 0
    try:
        while version < 150:
            asked = noting(TABLE, version, command_id=f"c{version}")
            try:
                kept = keep(store, asked)
            except StoreDown:
                unknown += 1
                continue
            version += 1
            assert kept.receipts[0].version == version
    finally:
        stop.set()
        cutter.join()
    assert [record.command_id for record in store.read(TABLE)] == [f"c{number}" for number in range(version)]
    store.close()


@pytest.mark.parametrize("kept", [False, True], ids=["before it was kept", "after it was kept"])
def test_a_commit_whose_connection_is_lost_with_it_is_found_out_and_answered_once(
    database: str, monkeypatch: pytest.MonkeyPatch, *, kept: bool
) -> None:
    store = open_store(database)
    keep(store, replace(bought_in("Ada", 10_00), command_id="first"))
    execute = psycopg.Connection.execute

    def cut(self: psycopg.Connection[Any], query: Any, *values: Any, **how: Any) -> Any:
        if query != transaction_module.KEEP:
            return execute(self, query, *values, **how)
        if kept:
            execute(self, query, *values, **how)
        self.close()
        raise psycopg.OperationalError("the connection is gone")

    monkeypatch.setattr(psycopg.Connection, "execute", cut)
    asked = replace(bought_in("Ada", 5_00, expected=1), command_id="second")
    answer = keep(store, asked)
    assert (answer.repeated, answer.receipts[0].version) == (False, 2)
    assert keep(store, asked).repeated
    assert [record.command_id for record in store.read("patron/Ada")] == ["first", "second"]
    assert store.balance("patron/Ada") == 15_00
    store.close()


def test_what_another_server_wrote_meanwhile_is_noticed_before_anything_is_written(
    servers: tuple[Store, Store],
) -> None:
    """Each remembers where it left the accounts, and neither was the last to write to them."""
    for turn in range(5):
        for store in servers:
            version = store.head("patron/Ada").version
            keep(store, bought_in("Ada", 1, expected=version))
        with pytest.raises(WrongVersion):
            keep(servers[0], bought_in("Ada", 1, expected=2 * turn))
    assert servers[0].balances() == {"cage": -10, "patron/Ada": 10}
    assert [one.after for one in servers[1].postings("patron/Ada") if one.cents > 0] == list(range(1, 11))


def test_a_listener_that_was_cut_hears_what_it_missed(database: str, servers: tuple[Store, Store]) -> None:
    here, there = servers
    reached: list[tuple[str, int]] = []
    here.subscribe("table/", lambda stream, version: reached.append((stream, version)))
    keep(there, noting(TABLE, 0))
    cut_all(database)
    for number in range(1, 5):
        keep(there, noting(TABLE, number))
    until = time.monotonic() + HEALED_S
    while (TABLE, 5) not in reached and time.monotonic() < until:
        time.sleep(0.01)
    assert (TABLE, 5) in reached


def until_down(do: Callable[[], object]) -> None:
    """A back-end that has lost its postmaster may still serve for a moment."""
    until = time.monotonic() + HEALED_S
    while time.monotonic() < until:
        try:
            do()
        except StoreDown:
            return
    pytest.fail("nobody noticed that the database is gone")


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
        assert healed(store, TABLE) < HEALED_S
    assert store.head(TABLE).version == 2
    assert all(store.find(asked) for asked in answered)
    store.close()


def test_a_database_that_does_not_keep_what_it_commits_is_refused(mortal: Postgres) -> None:
    url = mortal.url("postgres")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("SELECT pg_reload_conf()")
        until = time.monotonic() + 10
        while connection.execute("SHOW fsync").fetchone() != ("off",) and time.monotonic() < until:
            time.sleep(0.02)
    with pytest.raises(StoreBroken, match="the database has fsync = off; a store needs on"):
        open_store(url)


# Servers in each other's way


@pytest.mark.parametrize("isolation", ["read committed", "serializable"])
def test_two_servers_write_one_history(database: str, isolation: str) -> None:
    with raw(database) as connection:
        connection.run(
            f"ALTER DATABASE {psycopg.conninfo.conninfo_to_dict(database)['dbname']}"
            f" SET default_transaction_isolation = '{isolation}'"
        )
    stores = [open_store(database) for _ in range(2)]
    kept: list[Kept] = []

    def fight(store: Store, name: str) -> None:
        for number in range(60):
            asked = fresh_id(f"{name}-{number}")
            while True:
                try:
                    kept.append(keep(store, noting(TABLE, store.head(TABLE).version, command_id=asked)))
                    break
                except WrongVersion:
                    pass

    threads = [threading.Thread(target=fight, args=(store, f"s{n}")) for n, store in enumerate(stores)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    head = chain.walk(Receipt(TABLE, 0, chain.first(TABLE)), stores[0].read(TABLE))
    assert head.version == 120 == len(kept)
    assert sorted(one.receipts[0].version for one in kept) == list(range(1, 121))
    with raw(database) as connection:
        connection.run(
            f"ALTER DATABASE {psycopg.conninfo.conninfo_to_dict(database)['dbname']}"
            " RESET default_transaction_isolation"
        )
    for store in stores:
        store.close()


def test_many_writers_feed_one_meter_and_no_cent_is_lost(servers: tuple[Store, Store]) -> None:
    def feed(store: Store, table: str) -> list[Future[Kept]]:
        stream = f"table/{table}"
        return [
            store.submit(
                batch(
                    Write(stream, version, (note(),)),
                    moves=moves(stream, 0, (f"{stream}/bank", -version - 1), ("meter/big one", version + 1)),
                )
            )
            for version in range(100)
        ]

    futures = [future for n in range(8) for future in feed(servers[n % 2], f"T{n}")]
    assert all(future.result() for future in futures)
    assert servers[0].balance("meter/big one") == 8 * 5_050
    afters = [one.after for n in range(8) for one in servers[0].postings(f"table/T{n}") if one.cents > 0]
    assert max(afters) == 8 * 5_050
    assert len(set(afters)) == 800, "each contribution saw the meter where the one before had left it"


def test_two_servers_that_open_the_same_accounts_at_once_do_not_lose_any(servers: tuple[Store, Store]) -> None:
    futures = []
    for number in range(30):
        for server, store in enumerate(servers):
            stream = f"table/{number}-{server}"
            legs = moves(stream, 0, (f"meter/{number}", 5), (f"table/{number}/bank", -5))
            futures.append(store.submit(batch(Write(stream, 0, (note(),)), moves=legs)))
    assert all(future.result() for future in futures)
    assert {servers[0].balance(f"meter/{number}") for number in range(30)} == {10}


def test_a_patron_who_plays_at_two_servers_spends_every_cent_once(servers: tuple[Store, Store]) -> None:
    keep(servers[0], bought_in("Ada", 50))
    futures = []
    for number in range(100):
        stream = f"table/{number}"
        legs = moves(stream, 0, ("patron/Ada", -1), (f"{stream}/bank", 1))
        futures.append(servers[number % 2].submit(batch(Write(stream, 0, (note(),)), moves=legs)))
    assert sum(future.exception() is None for future in futures) == 50
    assert servers[1].balance("patron/Ada") == 0


def test_a_driver_that_is_followed_in_the_middle_of_a_fight_writes_nothing_more(servers: tuple[Store, Store]) -> None:
    here, there = servers
    version = 0
    refused = 0
    for turn in range(20):
        mine = here.claim("T1", f"here {turn}", 0)
        assert mine is not None
        keep(here, noting(TABLE, version, fence=mine))
        version += 1
        theirs = there.claim("T1", f"there {turn}", 0)
        assert theirs is not None
        late = here.submit(noting(TABLE, version, fence=mine))
        keep(there, noting(TABLE, version, fence=theirs))
        version += 1
        assert isinstance(late.exception(), NotOwner)
        refused += 1
    assert refused == 20
    assert there.head(TABLE).version == version == 40


def test_a_claim_waits_for_what_the_driver_is_writing(database: str, servers: tuple[Store, Store]) -> None:
    """An owner's number is checked in the same transaction that writes, so nobody slips in between."""
    here, there = servers
    mine = here.claim("T1", "here", 0)
    keep(here, noting(TABLE, 0))
    with raw(database) as connection:
        connection.run("BEGIN")
        connection.run("SELECT 1 FROM streams WHERE stream = ? FOR UPDATE", TABLE)
        waiting = here.submit(noting(TABLE, 1, fence=mine))
        claimed: Future[object] = Future()
        threading.Thread(target=lambda: claimed.set_result(there.claim("T1", "there", 60))).start()
        time.sleep(0.2)
        assert not waiting.done()
        done_early = claimed.done()
        connection.run("ROLLBACK")
    outcome = waiting.exception()
    assert claimed.result(10) is not None
    if done_early:
        assert isinstance(outcome, NotOwner)
    else:
        assert outcome is None


def test_a_server_that_freezes_with_its_locks_taken_holds_up_the_others_for_a_while_only(
    servers: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = servers
    keep(here, noting(TABLE, 0))
    keep(there, noting(TABLE, 1))
    frozen, thaw, turns = threading.Event(), threading.Event(), count()

    def freeze(asked: Batch, view: View) -> Plan | Kept:
        if asked.command_id == "frozen" and next(turns):  # the first plan is from memory, with nothing locked
            frozen.set()
            thaw.wait(30)
        return plan(asked, view)

    monkeypatch.setattr(transaction_module, "plan", freeze)
    late = here.submit(noting(TABLE, 2, command_id="frozen"))
    frozen.wait(30)
    assert keep(there, noting(TABLE, 2)).receipts[0].version == 3
    thaw.set()
    assert isinstance(late.exception(), StoreDown)
    assert there.find("frozen") is None
    with pytest.raises(WrongVersion):
        keep(here, noting(TABLE, 2, command_id="frozen"))


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


# Arrays


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))),
    st.lists(st.integers(-(2**63), 2**63 - 1)),
    st.lists(st.binary(max_size=40)),
)
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_arrays_arrive_as_they_were_sent(
    database: str, texts: list[str], numbers: list[int], blobs: list[bytes]
) -> None:
    with psycopg.connect(database) as connection:
        teach_arrays(connection)
        sent = (Texts(texts), Numbers(numbers), Blobs(blobs))
        assert connection.execute("SELECT %b, %b, %b", sent, binary=True).fetchone() == (texts, numbers, blobs)
