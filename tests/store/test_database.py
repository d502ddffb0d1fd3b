"""What the databases refuse by themselves, when everything that is ours is gone around."""

import random

import pytest

from tests.store.batches import at_table, bought_in, keep, noting
from tests.store.rows import Raw, Refused, dialect_of, raw
from tests.store.stored import rows_of
from wartable.store import Store, StoreError, open_store
from wartable.table import events as e

EVENT = "INSERT INTO events VALUES (?, ?, 'noted', 1, ?, 1, ?, ?)"
POSTING = "INSERT INTO postings VALUES (?, ?, ?, ?, ?, ?)"
COMMAND = "INSERT INTO commands VALUES (?, ?, 1, ?, ?)"
CHAIN, NOTHING = bytes(32), b"{}"
TABLE = "table/T1"


@pytest.fixture
def kept(lasting: str) -> str:
    """A store with some history, closed again."""
    store = open_store(lasting)
    keep(store, bought_in("Ada", 100_00))
    keep(store, at_table("T1", 0, e.WagerPlaced(1, "", "Ada", "initial", 30_00), command_id="wager"))
    store.close()
    return lasting


def everything(store: Store) -> list[object]:
    return [rows_of(store, what) for what in ("events", "postings", "commands", "streams", "accounts")]


@pytest.mark.parametrize("table", ["events", "postings", "commands"])
@pytest.mark.parametrize("order", ["DELETE FROM {}", "UPDATE {} SET {} = {}"])
def test_what_was_kept_is_neither_changed_nor_taken_away(kept: str, table: str, order: str) -> None:
    column = {"events": "body", "postings": "cents", "commands": "answer"}[table]
    with raw(kept) as database, pytest.raises(Refused, match=f"{table} stay"):
        database.run(order.format(table, column, column))


@pytest.mark.parametrize("table", ["streams", "accounts"])
def test_heads_and_accounts_are_not_taken_away(kept: str, table: str) -> None:
    with raw(kept) as database, pytest.raises(Refused, match=r"stay|a head is the last event"):
        database.run(f"DELETE FROM {table}")


def test_a_table_is_not_emptied(database: str) -> None:
    open_store(database).close()
    with raw(database) as connection:
        for table in ("events", "postings", "commands", "streams", "accounts"):
            with pytest.raises(Refused):
                connection.run(f"TRUNCATE {table} CASCADE")


@pytest.mark.parametrize("version", [-1, 0, 1, 3, 1_000])
def test_a_gap_or_a_repeat_in_the_versions_is_refused(kept: str, version: int) -> None:
    with raw(kept) as database:
        with pytest.raises(Refused):
            database.run(EVENT, TABLE, version, NOTHING, "wager", CHAIN)
        with pytest.raises(Refused):
            database.run(EVENT, "table/new", version + 1 if version else 2, NOTHING, "wager", CHAIN)
        database.run(EVENT, TABLE, 2, NOTHING, "wager", CHAIN)
        database.run(EVENT, "table/new", 1, NOTHING, "wager", CHAIN)


def test_an_event_without_a_command_is_refused(kept: str) -> None:
    with raw(kept) as database, pytest.raises(Refused, match=r"(?i)foreign key"):
        database.run(EVENT, TABLE, 2, NOTHING, "no one asked", CHAIN)


def test_a_command_id_is_used_once(kept: str) -> None:
    for order in (COMMAND, COMMAND.replace("INSERT", "INSERT OR REPLACE")):
        with raw(kept) as database, pytest.raises(Refused):
            database.run(order, "wager", CHAIN, b"another answer", b"[]")


def test_a_head_is_the_last_event_and_nothing_else(kept: str) -> None:
    with raw(kept) as database:
        for order in (
            "UPDATE streams SET version = version + 1",
            "UPDATE streams SET version = 7",
            "UPDATE streams SET stream = 'table/T2' WHERE stream = 'table/T1'",
            "INSERT INTO streams SELECT 'table/T3', 1, chain FROM streams WHERE stream = 'table/T1'",
        ):
            with pytest.raises(Refused, match="a head is the last event"):
                database.run(order)


def test_a_negative_balance_of_a_patron_is_refused(kept: str) -> None:
    with raw(kept) as database:
        with pytest.raises(Refused, match="no_funds"):
            database.run("UPDATE accounts SET cents = -1 WHERE account = 'patron/Ada'")
        with pytest.raises(Refused, match="no_funds"):
            database.run("INSERT INTO accounts VALUES ('patron/Zoe', -1)")
        database.run("INSERT INTO accounts VALUES ('patronage', -1)")


CHIPS = ("bank", "drop", "tips", "layout/1//initial", "pool/1/")


@pytest.mark.parametrize("account", [f"table/T1/{name}" for name in CHIPS])
def test_a_negative_tray_box_or_layout_is_refused(kept: str, account: str) -> None:
    with raw(kept) as database:
        with pytest.raises(Refused, match="no funds"):
            database.run("INSERT INTO accounts VALUES (?, -1)", account.replace("T1", "T2"))
        database.run("INSERT INTO accounts VALUES (?, 5) ON CONFLICT (account) DO UPDATE SET cents = 5", account)
        with pytest.raises(Refused, match="no funds"):
            database.run("UPDATE accounts SET cents = -1 WHERE account = ?", account)
        database.run("UPDATE accounts SET cents = 0 WHERE account = ?", account)


def test_what_the_house_owes_can_be_negative(kept: str) -> None:
    with raw(kept) as database:
        for account in (
            "cage2",
            "meter/big one",
            "table/T1/meter/progressive",
            "table/T1/over_short",
            "table/T1/linked",
        ):
            database.run("INSERT INTO accounts VALUES (?, -1)", account)


# Unbalanced postings


def transfer(database: Raw, stream: str, version: int, legs: list[int]) -> None:
    """An event with these postings: all legs in one statement, and then the event that closes them."""
    database.run("BEGIN")
    try:
        marks = ", ".join("(?, ?, ?, ?, ?, 0)" for _ in legs)
        values = [value for place, cents in enumerate(legs) for value in (stream, version, place, f"a{place}", cents)]
        database.run(f"INSERT INTO postings VALUES {marks}", *values)
        database.run(EVENT, stream, version, NOTHING, "wager", CHAIN)
        database.run("COMMIT")
    except Refused:
        database.run("ROLLBACK")
        raise


def test_two_thousand_unbalanced_transfers_are_all_refused(kept: str) -> None:
    chance = random.Random(8)
    with raw(kept) as database:
        for tried in range(2_000):
            legs = [chance.randrange(-(10**12), 10**12) for _ in range(chance.randrange(1, 6))]
            legs.append(-sum(legs) + chance.choice((-100, -1, 1, 10**9)))
            with pytest.raises(Refused, match="unbalanced"):
                transfer(database, TABLE, 2, legs)
            if tried % 100 == 0:
                transfer(database, f"table/{tried}", 1, [*legs[:-1], -sum(legs[:-1])])
        assert database.run("SELECT count(*) FROM postings GROUP BY stream, version HAVING sum(cents) <> 0") == []
        assert database.run("SELECT version FROM streams WHERE stream = ?", TABLE) == [(1,)]


def test_a_posting_to_an_event_that_is_closed_is_refused(kept: str) -> None:
    with raw(kept) as database, pytest.raises(Refused, match=r"the event is closed|unbalanced"):
        database.run(POSTING, TABLE, 1, 2, "patron/Ada", 5, 5)
    with raw(kept) as database, pytest.raises(Refused, match="the event is closed"):
        database.run(
            "INSERT INTO postings VALUES (?, 1, 2, 'patron/Ada', 5, 5), (?, 1, 3, 'cage', -5, 0)", TABLE, TABLE
        )


def test_postings_without_an_event_are_not_committed(kept: str) -> None:
    with raw(kept) as database:
        database.run("BEGIN")
        database.run(
            "INSERT INTO postings VALUES (?, 2, 0, 'patron/Ada', 5, 5), (?, 2, 1, 'cage', -5, 0)", TABLE, TABLE
        )
        with pytest.raises(Refused, match=r"(?i)foreign key"):
            database.run("COMMIT")


def test_after_many_refusals_the_store_goes_on(kept: str) -> None:
    store = open_store(kept)
    before = everything(store)
    with raw(kept) as database:
        for _ in range(200):
            with pytest.raises(Refused):
                transfer(database, TABLE, 2, [1, 1])
    assert everything(store) == before
    keep(store, at_table("T1", 1, e.WagerTakenBack(1, "", "Ada", "initial", 30_00)))
    assert store.balance("patron/Ada") == 100_00
    store.close()


def test_what_the_database_alone_refuses_spoils_no_one_else(lasting: str) -> None:
    """A guard that only one batch runs into, and that our own check knows nothing of."""
    store = open_store(lasting)
    with raw(lasting) as database:
        database.run(dialect_of(lasting).unlucky)
    for turn in range(2):
        futures = [store.submit(noting(f"table/{number}", turn)) for number in range(30) if turn == 0 or number != 13]
        errors = {number: error for number, future in enumerate(futures) if (error := future.exception())}
        assert list(errors) == ([13] if turn == 0 else [])
        assert all(isinstance(error, StoreError) for error in errors.values())
    assert {store.head(stream).version for stream in store.streams("table/")} == {2}
    assert len(store.streams("table/")) == 29
    store.close()
