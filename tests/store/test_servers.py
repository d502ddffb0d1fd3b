"""Many servers on one database: they get in each other's way, and write one history all the same."""

import threading
import time
from concurrent.futures import Future
from contextlib import closing

import psycopg
import pytest

from tests.patience import PATIENCE
from tests.store.batches import batch, bought_in, fill, fresh_id, keep, moves, note, noting
from tests.store.chains import walk_chain
from tests.store.rows import raw
from wartable.store import Batch, Kept, NotOwner, Receipt, Store, Write, WrongVersion, first_link, open_store
from wartable.store import transaction as transaction_module
from wartable.store.plan import PlannedBatch, View, plan
from wartable.store.postgresql import connect

TABLE = "table/T1"


def test_what_another_server_wrote_meanwhile_is_noticed_before_anything_is_written(
    servers: tuple[Store, Store],
) -> None:
    for turn in range(5):
        for store in servers:
            version = store.head("patron/Ada").version
            keep(store, bought_in("Ada", 1, expected=version))
        with pytest.raises(WrongVersion):
            keep(servers[0], bought_in("Ada", 1, expected=2 * turn))
    assert servers[0].balances() == {"cage": -10, "patron/Ada": 10}
    assert [one.after for one in servers[1].postings("patron/Ada") if one.cents > 0] == list(range(1, 11))


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
    head = walk_chain(Receipt(TABLE, 0, first_link(TABLE)), stores[0].read(TABLE))
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

    fill(servers[0], 5_050, *(f"T{n}" for n in range(8)))
    futures = [future for n in range(8) for future in feed(servers[n % 2], f"T{n}")]
    assert all(future.result() for future in futures)
    assert servers[0].balance("meter/big one") == 8 * 5_050
    afters = [one.after for n in range(8) for one in servers[0].postings(f"table/T{n}") if one.cents > 0]
    assert max(afters) == 8 * 5_050
    assert len(set(afters)) == 800, "each contribution saw the meter where the one before had left it"


def test_two_servers_that_open_the_same_accounts_at_once_do_not_lose_any(servers: tuple[Store, Store]) -> None:
    fill(servers[0], 10, *map(str, range(30)))
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


def test_a_claim_waits_for_what_the_driver_is_writing(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An owner's number is checked in the same transaction that writes, so no one slips in between."""
    monkeypatch.setitem(connect.SETTINGS, "lock_timeout", f"{PATIENCE}s")
    with closing(open_store(database)) as here, closing(open_store(database)) as there:
        _claim_while_a_driver_writes(database, here, there)


def _claim_while_a_driver_writes(database: str, here: Store, there: Store) -> None:
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
    assert claimed.result(PATIENCE) is not None
    if done_early:
        assert isinstance(outcome, NotOwner)
    else:
        assert outcome is None


def test_a_pause_so_long_that_the_database_gave_up_keeps_the_command_once(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(connect.SETTINGS, "idle_in_transaction_session_timeout", "100ms")
    pauses: list[str] = []

    def pause(asked: Batch, view: View) -> PlannedBatch | Kept:
        if not pauses:
            pauses.append(asked.command_id)
            monkeypatch.setitem(connect.SETTINGS, "idle_in_transaction_session_timeout", f"{PATIENCE}s")
            with raw(database) as connection:
                while connection.run("SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction'"):
                    time.sleep(0.01)
        return plan(asked, view)

    with closing(open_store(database)) as store:
        monkeypatch.setattr(transaction_module, "plan", pause)
        kept = keep(store, noting(TABLE, 0, command_id="late"))
        assert (pauses, kept.repeated) == (["late"], False)
        assert store.find("late") is not None
        assert store.head(TABLE).version == 1


def test_a_server_that_freezes_with_its_locks_taken_holds_up_the_others_for_a_while_only(
    servers: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = servers
    keep(here, noting(TABLE, 0))
    keep(there, noting(TABLE, 1))
    frozen, thaw = threading.Event(), threading.Event()

    def freeze(asked: Batch, view: View) -> PlannedBatch | Kept:
        if asked.command_id == "frozen":
            frozen.set()
            thaw.wait(PATIENCE)
        return plan(asked, view)

    monkeypatch.setattr(transaction_module, "plan", freeze)
    late = here.submit(noting(TABLE, 2, command_id="frozen"))
    frozen.wait(PATIENCE)
    assert keep(there, noting(TABLE, 2)).receipts[0].version == 3
    thaw.set()
    assert isinstance(late.exception(), WrongVersion)
    assert there.find("frozen") is None
    assert keep(here, noting(TABLE, 3)).receipts[0].version == 4
