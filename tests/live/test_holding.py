"""Before a house opens, every account is compared with the records: a forged one is named, and nothing is paid."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from tests.store.batches import at_table, bought_in, fill, keep
from tests.store.rows import Raw, raw
from wartable.live.history.holding import AccountsDiffer, hold_money
from wartable.store import NewEvent, Recorded, Store, first_link, next_link, open_store
from wartable.store.port import COLUMNS
from wartable.table import events as e

PAID = "UPDATE accounts SET cents = cents + 9000000 WHERE account = 'patron/Ada'"


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'war.db'}"


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    opened = open_store(address)
    keep(opened, bought_in("Ada", 100_00))
    keep(opened, bought_in("Bob", 7_00))
    fill(opened, 500_00, "T")
    keep(opened, at_table("T", 0, e.WagerPlaced(1, "", "Ada", "initial", 10_00)))
    yield opened
    opened.close()


def unguard(database: Raw) -> None:
    """Take away what the database itself refuses."""
    database.run("PRAGMA foreign_keys = OFF")
    for (trigger,) in database.run("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
        database.run(f"DROP TRIGGER {trigger}")


def account(name: str, cents: int) -> str:
    """One account changed by hand."""
    return (
        f"INSERT INTO accounts VALUES ('{name}', {cents}) ON CONFLICT (account) DO UPDATE SET cents = cents + {cents}"
    )


FORGED: dict[str, tuple[tuple[str, ...], str]] = {
    "a wallet": ((PAID,), "patron/Ada: its stored balance is 90090.00; its postings add up to 90.00"),
    "postings of no stream": (
        ("INSERT INTO postings VALUES ('x', 1, 0, 'patron/Ada', 9000000, 0)", PAID),
        "x version 1: there are postings beside a record that is not there",
    ),
    "postings of no record": (
        ("INSERT INTO postings VALUES ('patron/Ada', 9, 0, 'patron/Ada', 9000000, 9009000)", PAID),
        "patron/Ada version 9: there are postings beside a record that is not there",
    ),
    "postings of a record that moves something else": (
        ("INSERT INTO postings VALUES ('patron/Ada', 1, 2, 'patron/Ada', 9000000, 9009000)", PAID),
        "patron/Ada version 1: the ledger says patron/Ada 100.00, cage -100.00, patron/Ada 90000.00",
    ),
    "tips": ((account("table/T/tips", 50_00),), "table/T/tips: its stored balance is 50.00"),
    "over_short": ((account("table/T/over_short", 50_00),), "table/T/over_short: its stored balance is 50.00"),
    "the cage": ((account("cage", 50_00),), "cage: its stored balance is"),
    "the tray and the box": (
        (account("table/T/bank", -50_00), account("table/T/drop", 50_00)),
        "table/T/bank: its stored balance is 450.00; its postings add up to 500.00",
    ),
}


@pytest.mark.parametrize("forgery", FORGED)
def test_an_account_that_was_changed_by_hand_is_named_no_matter_what_covers_it(
    store: Store, address: str, forgery: str
) -> None:
    hold_money(store)
    statements, says = FORGED[forgery]
    with raw(address) as database:
        unguard(database)
        for statement in statements:
            database.run(statement)
    with pytest.raises(AccountsDiffer, match=re.escape(says)):
        hold_money(store)


def change(address: str, stream: str, version: int, was: str, now: str, *, chained: bool) -> None:
    """Another body for one record; `chained` with new chain values to the end of its stream."""
    with raw(address) as database:
        unguard(database)
        database.run(
            "UPDATE events SET body = CAST(replace(CAST(body AS TEXT), ?, ?) AS BLOB) WHERE stream = ? AND version = ?",
            *(was, now, stream, version),
        )
        before = first_link(stream)
        for row in database.run(f"SELECT {', '.join(COLUMNS['events'])} FROM events WHERE stream = '{stream}'"):
            record = Recorded(*cast("tuple[Any, ...]", row))
            event = NewEvent(record.name, record.schema, record.body)
            before = next_link(before, stream, record.version, event, record.at, record.command_id)
            if chained:
                database.run(
                    "UPDATE events SET chain = ? WHERE stream = ? AND version = ?", before, stream, record.version
                )
                database.run("UPDATE streams SET chain = ? WHERE stream = ?", before, stream)


def unreadable(address: str, stream: str, version: int, *, chained: bool = True) -> None:
    change(address, stream, version, "00", "00.0", chained=chained)


def test_a_record_of_a_table_that_cannot_be_read_is_for_that_table_unless_it_pays_a_patron(
    store: Store, address: str
) -> None:
    unreadable(address, "table/T", 1)
    hold_money(store)
    unreadable(address, "patron/Bob", 1)
    with pytest.raises(AccountsDiffer, match="patron/Bob version 1: its postings cannot be derived"):
        hold_money(store)


def test_a_payment_that_cannot_be_read_is_not_paid_out(store: Store, address: str) -> None:
    back = e.WagerTakenBack(1, "", "Ada", "initial", 10_00)
    keep(store, at_table("T", 1, back))
    unreadable(address, "table/T", 2)
    with pytest.raises(AccountsDiffer, match="table/T version 2: its postings cannot be derived"):
        hold_money(store)


def test_any_record_that_does_not_follow_closes_the_house_because_it_may_have_been_a_wager(
    store: Store, address: str
) -> None:
    unreadable(address, "table/T", 1, chained=False)
    with pytest.raises(AccountsDiffer, match="table/T version 1: the record was changed: its chain value does not"):
        hold_money(store)


def test_a_record_that_was_raised_with_its_postings_and_its_account_is_named(store: Store, address: str) -> None:
    """Everything fits but the chain, also where the table is in no floor plan."""
    change(address, "patron/Bob", 1, "700", "350000", chained=False)
    with raw(address) as database:
        database.run("UPDATE postings SET cents = cents * 500 WHERE stream = 'patron/Bob'")
        database.run("UPDATE postings SET after = 350000 WHERE account = 'patron/Bob'")
        database.run("UPDATE accounts SET cents = 350000 WHERE account = 'patron/Bob'")
        database.run("UPDATE accounts SET cents = cents - 349300 WHERE account = 'cage'")
        database.run("UPDATE postings SET after = -360000 WHERE stream = 'patron/Bob' AND account = 'cage'")
        database.run("UPDATE postings SET after = -410000 WHERE stream = 'house' AND account = 'cage'")
    with pytest.raises(AccountsDiffer, match="patron/Bob version 1: the record was changed: its chain value"):
        hold_money(store)


def test_records_beyond_the_end_that_is_listed_are_named(store: Store, address: str) -> None:
    """Heads and the end of a stream are read from that list, so what lies beyond it would never be proved."""
    keep(store, at_table("T", 1, e.WagerTakenBack(1, "", "Ada", "initial", 10_00)))
    with raw(address) as database:
        unguard(database)
        chain = database.run("SELECT chain FROM events WHERE stream = 'table/T' AND version = 1")[0][0]
        database.run("UPDATE streams SET version = 1, chain = ? WHERE stream = 'table/T'", chain)
    with pytest.raises(AccountsDiffer, match="table/T version 2: the list of streams ends at version 1, the records"):
        hold_money(store)
    with raw(address) as database:
        database.run("DELETE FROM streams WHERE stream = 'table/T'")
    with pytest.raises(AccountsDiffer, match="table/T: the list of streams does not have it"):
        hold_money(store)
