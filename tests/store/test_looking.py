"""Looking at a store: raw rows, one moment, an auditor's door, and how a store is opened and closed."""

import re
from pathlib import Path

import pytest

from tests.store.batches import at_table, batch, bought_in, fresh_id, keep, note, noting
from tests.store.conftest import Open
from tests.store.rows import raw
from tests.store.stored import rows_of
from wartable.store import (
    COLUMNS,
    Move,
    Recorded,
    Rows,
    Snapshot,
    Store,
    StoreBroken,
    StoreDown,
    StoreError,
    Write,
    open_for_audit,
    open_store,
)
from wartable.store.opening import KINDS
from wartable.table import events as e

TABLE = "table/T1"


# Raw rows


@pytest.mark.parametrize("what", COLUMNS)
def test_raw_rows_are_what_lies_there_in_the_order_of_their_keys(store: Store, what: Rows) -> None:
    keep(store, bought_in("Ada", 10_00))
    keep(store, at_table("T1", 0, e.WagerPlaced(1, "", "Ada", "initial", 4_00), command_id="wager"))
    store.save_snapshot(Snapshot(TABLE, 1, b"state", b"notes", b"seal"))
    store.put_secret("shoe", b"seed")
    store.put_personal("Ada", b"{}", 1)
    rows = rows_of(store, what)
    assert rows
    assert rows == sorted(rows)
    assert all(len(row) == len(COLUMNS[what]) for row in rows)
    if what == "events":
        assert [Recorded(*row) for row in rows if row[0] == TABLE] == list(store.read(TABLE))
    if what == "commands":
        (wager,) = [row for row in rows if row[0] == "wager"]
        head = store.head(TABLE)
        assert wager[4] == b'[["table/T1",1,"%s"]]' % head.chain.hex().encode()


def test_all_rows_of_a_moment_are_of_that_moment(store: Store) -> None:
    keep(store, bought_in("Ada", 10_00))
    with store.read_transaction() as moment:
        events, postings = moment.raw("events"), moment.raw("postings")
        first = next(events), next(postings)
        keep(store, bought_in("Ada", 5_00, expected=1))
        assert (*first, *events, *postings) == (*rows_of(store, "events")[:1], *rows_of(store, "postings")[:2])
        assert dict(moment.raw("accounts")) == {"cage": -10_00, "patron/Ada": 10_00}
    assert store.balance("patron/Ada") == 15_00


# Only looking


def test_an_auditor_looks_at_everything_and_changes_nothing(lasting: str, reopen: Open) -> None:
    store = reopen()
    keep(store, bought_in("Ada", 10_00))
    looking = open_for_audit(lasting)
    assert looking.head("patron/Ada") == store.head("patron/Ada")
    assert list(looking.read("patron/Ada")) == list(store.read("patron/Ada"))
    keep(store, bought_in("Ada", 5_00, expected=1))
    assert looking.balance("patron/Ada") == 15_00
    with looking.read_transaction() as moment:
        assert len(list(moment.raw("commands"))) == 2
    assert not hasattr(looking, "submit")
    looking.close()


def test_an_auditor_is_not_put_off_by_what_was_done_to_a_store(lasting: str) -> None:
    store = open_store(lasting)
    keep(store, noting(TABLE, 0))
    store.close()
    with raw(lasting) as database:
        database.run("ALTER TABLE events ADD COLUMN scribble TEXT")
    looking = open_for_audit(lasting)
    assert [record.version for record in looking.read(TABLE)] == [1]
    looking.close()


def test_an_auditor_makes_no_store_where_there_is_none(tmp_path: Path, database: str) -> None:
    with pytest.raises(StoreDown, match="no such file"):
        open_for_audit(f"sqlite:///{tmp_path}/none.db")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(StoreBroken, match="this database holds no store"):
        open_for_audit(database)
    with pytest.raises(StoreError, match="invalid store address"):
        open_for_audit("memory:")


# Opening and closing


@pytest.mark.parametrize("url", ["", "sqlite://", "sqlite:///", "mysql://here", "war.db", "postgresql"])
def test_an_address_of_nothing_is_refused(url: str) -> None:
    with pytest.raises(StoreError, match=f"invalid store address .*; expected {re.escape(KINDS)}"):
        open_store(url)


def test_a_wrong_address_does_not_tell_the_password() -> None:
    with pytest.raises(StoreError) as refused:
        open_store("mysql://somebody:secret@here/war")
    assert "secret" not in str(refused.value)


def test_a_closed_store_says_so(reopen: Open) -> None:
    store = reopen()
    waiting = [store.submit(noting(f"table/{n}", 0)) for n in range(100)]
    store.close()
    assert all(future.result() for future in waiting), "what waited was finished"
    assert isinstance(store.submit(noting(TABLE, 0)).exception(), StoreDown)
    with pytest.raises(StoreDown):
        store.head(TABLE)
    store.close()


def test_a_batch_that_waits_cannot_be_called_off(store: Store) -> None:
    future = store.submit(noting(TABLE, 0))
    assert not future.cancel()
    assert future.result().receipts[0].version == 1


def test_moves_may_be_of_any_account(store: Store) -> None:
    name = fresh_id("table/é/«x»/")
    keep(store, batch(Write(TABLE, 0, (note(),)), moves=(Move(TABLE, 0, name, 5), Move(TABLE, 0, "house", -5))))
    assert store.balances("table/é/") == {name: 5}


def test_the_example_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "memory.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(compile(example, "memory.md", "exec"), {})
    assert capsys.readouterr().out == "table/T1 1 False\n"
