"""What every store promises about money: postings beside events, balances, and no patron with a negative balance."""

import subprocess
import sys
import threading

import pytest

from tests.store.batches import at_cage, at_table, batch, bought_in, fill, keep, moves, note
from wartable import cage
from wartable.store import BadBatch, NoFunds, OtherBalance, Posted, Store, UnbalancedBatch, Write, open_store
from wartable.table import events as e

TABLE = "table/T1"


def test_postings_are_kept_beside_their_events(store: Store) -> None:
    keep(store, bought_in("Ada", 100_00))
    keep(store, at_table("T1", 0, e.WagerPlaced(1, "", "Ada", "initial", 30_00)))
    assert list(store.postings(TABLE)) == [
        Posted(TABLE, 1, 0, "patron/Ada", -30_00, 70_00),
        Posted(TABLE, 1, 1, "table/T1/layout/1//initial", 30_00, 30_00),
    ]
    assert store.balance("patron/Ada") == 70_00
    assert store.balance("patron/nobody") == 0
    assert store.balances() == {"cage": -100_00, "patron/Ada": 70_00, "table/T1/layout/1//initial": 30_00}
    assert store.balances("patron/") == {"patron/Ada": 70_00}


def test_an_account_at_nothing_is_not_listed(store: Store) -> None:
    keep(store, bought_in("Ada", 5_00))
    keep(store, at_cage(cage.CashedOut("Ada", 5_00), "patron/Ada", 1))
    assert store.balances() == {}


def test_moves_that_do_not_sum_to_nothing_are_refused(store: Store) -> None:
    lost = moves(TABLE, 0, ("cage", -10), ("table/T1/bank", 9))
    with pytest.raises(UnbalancedBatch, match="the moves of table/T1 at version 1 leave -1 cents"):
        keep(store, batch(Write(TABLE, 0, (note(),)), moves=lost))
    crossed = (*moves(TABLE, 0, ("cage", -10)), *moves(TABLE, 1, ("table/T1/bank", 10)))
    with pytest.raises(UnbalancedBatch):
        keep(store, batch(Write(TABLE, 0, (note(), note())), moves=crossed))
    assert store.balances() == {}
    assert store.streams() == []


def test_a_patron_never_has_a_negative_balance(store: Store) -> None:
    keep(store, bought_in("Ada", 10_00))
    with pytest.raises(NoFunds, match="patron/Ada does not hold that much") as refused:
        keep(store, at_table("T1", 0, e.WagerPlaced(1, "", "Ada", "initial", 10_01)))
    assert refused.value.account == "patron/Ada"
    keep(store, at_table("T1", 0, e.WagerPlaced(1, "", "Ada", "initial", 10_00)))
    assert store.balance("patron/Ada") == 0


def test_what_was_decided_on_another_balance_is_refused_and_nothing_is_kept(store: Store) -> None:
    keep(store, bought_in("Ada", 10_00))
    paid = moves(TABLE, 0, ("cage", -1_00), ("table/T1/bank", 1_00))
    for seen in (("patron/Ada", 9_99), ("patron/nobody", 1), ("table/T1/bank", 1_00)):
        for made in (paid, ()):
            with pytest.raises(OtherBalance, match=f"{seen[0]} changed while this was decided"):
                keep(store, batch(Write(TABLE, 0, (note(),)), moves=made, seen=(seen,)))
    assert store.streams(TABLE) == []
    seen_right = (("patron/Ada", 10_00), ("patron/nobody", 0), ("table/T1/bank", 0))
    keep(store, batch(Write(TABLE, 0, (note(),)), moves=paid, seen=seen_right))
    assert store.balances("table/") == {"table/T1/bank": 1_00}
    with pytest.raises(BadBatch):
        keep(store, batch(seen=(("", 1),)))


def test_of_many_that_were_decided_on_the_same_balance_one_is_kept(store: Store) -> None:
    keep(store, bought_in("Ada", 10_00))
    waiting = [
        store.submit(
            batch(
                Write(f"table/T{number}", 0, (note(),)),
                moves=moves(f"table/T{number}", 0, ("cage", -1), ("patron/Ada", 1)),
                seen=(("patron/Ada", 10_00),),
            )
        )
        for number in range(40)
    ]
    assert [type(one.exception()) for one in waiting].count(OtherBalance) == 39
    assert store.balance("patron/Ada") == 10_01


@pytest.mark.parametrize("name", ["bank", "drop", "tips", "layout/1//initial", "pool/1/"])
def test_what_lies_on_a_table_is_never_negative(store: Store, name: str) -> None:
    account = f"table/T1/{name}"
    keep(store, batch(Write(TABLE, 0, (note(),)), moves=moves(TABLE, 0, ("cage", -10_00), (account, 10_00))))
    more = batch(Write(TABLE, 1, (note(),)), moves=moves(TABLE, 0, (account, -10_01), ("cage", 10_01)))
    with pytest.raises(NoFunds, match=f"{account} does not hold that much"):
        keep(store, more)
    assert store.balance(account) == 10_00
    keep(store, batch(Write(TABLE, 1, (note(),)), moves=moves(TABLE, 0, (account, -10_00), ("cage", 10_00))))
    assert store.balance(account) == 0


def test_only_where_a_patron_stands_after_the_whole_command_counts(store: Store) -> None:
    keep(store, bought_in("Ada", 10_00))
    there_and_back = (
        *moves(TABLE, 0, ("patron/Ada", -25_00), ("table/T1/bank", 25_00)),
        *moves(TABLE, 1, ("table/T1/bank", -20_00), ("patron/Ada", 20_00)),
    )
    keep(store, batch(Write(TABLE, 0, (note(), note())), moves=there_and_back))
    assert [one.after for one in store.postings(TABLE) if one.account == "patron/Ada"] == [-15_00, 5_00]


def test_the_same_money_is_not_spent_twice_by_batches_that_wait_together(store: Store) -> None:
    keep(store, bought_in("Ada", 100_00))
    wagers = [at_table(f"T{n}", 0, e.WagerPlaced(1, "", "Ada", "initial", 30_00)) for n in range(40)]
    futures = [store.submit(wager) for wager in wagers]
    assert sum(future.exception() is None for future in futures) == 3
    assert store.balance("patron/Ada") == 10_00


def test_postings_are_read_by_versions(store: Store) -> None:
    for number in range(4):
        legs = moves(TABLE, 0, ("cage", -1), ("table/T1/bank", 1))
        keep(store, batch(Write(TABLE, number, (note(),)), moves=legs))
    assert [(one.version, one.place) for one in store.postings(TABLE, 1, 3)] == [(2, 0), (2, 1), (3, 0), (3, 1)]


def test_no_account_holds_more_than_there_are_numbers(store: Store) -> None:
    much = 1 << 62
    keep(store, batch(Write(TABLE, 0, (note(),)), moves=moves(TABLE, 0, ("house", -much), ("table/T1/bank", much))))
    more = batch(Write(TABLE, 1, (note(),)), moves=moves(TABLE, 0, ("a", -much), ("table/T1/bank", much)))
    with pytest.raises(BadBatch, match=r"the balance of .* would be too large"):
        keep(store, more)
    assert store.balance("table/T1/bank") == much


FEED = """
import sys
from tests.store.batches import at_table
from wartable.store import open_store
from wartable.table import events as e
store = open_store(sys.argv[1])
table = sys.argv[2]
fed = [at_table(table, n, e.MeterFed("progressive", n + 1), f"{table} {n}", progressive="big one") for n in range(50)]
assert all(future.result() for future in [store.submit(one) for one in fed])
store.close()
"""


def test_processes_that_feed_one_meter_at_once_lose_no_cent(lasting: str) -> None:
    store = open_store(lasting)
    fill(store, 1_275, *(f"T{n}" for n in range(3)))
    store.close()
    feeding = [
        subprocess.Popen([sys.executable, "-c", FEED, lasting, f"T{n}"], stderr=subprocess.PIPE) for n in range(3)
    ]
    assert [process.communicate()[1] for process in feeding] == [b""] * 3
    store = open_store(lasting)
    assert store.balance("meter/big one") == 3 * 1_275
    assert store.balances("table/") == {}
    fed = [one.after for n in range(3) for one in store.postings(f"table/T{n}") if one.account == "meter/big one"]
    assert len(set(fed)) == 150, "each saw the meter where the one before had left it"
    store.close()


def test_threads_that_feed_one_meter_at_once_lose_no_cent(store: Store) -> None:
    def feed(table: str) -> None:
        for version in range(30):
            keep(store, at_table(table, version, e.MeterFed("progressive", 7), progressive="big one"))

    fill(store, 30 * 7, *(f"T{n}" for n in range(6)))
    threads = [threading.Thread(target=feed, args=(f"T{n}",)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.balance("meter/big one") == 6 * 30 * 7
    assert sum(store.balances().values()) == 0
