"""Before a house opens, every account is compared with the records: a forged one is named, and nothing is paid."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.batches import at_table, bought_in, fill, keep
from tests.store.rows import Raw, raw
from wartable.live.history.holding import AccountsDiffer, hold_money
from wartable.store import Store, open_store
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


def unreadable(address: str, stream: str, version: int) -> None:
    with raw(address) as database:
        unguard(database)
        database.run(
            "UPDATE events SET body = CAST(replace(CAST(body AS TEXT), '00', '00.0') AS BLOB)"
            " WHERE stream = ? AND version = ?",
            stream,
            version,
        )


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
