"""What this process has written stays: a stream that was rewritten or cut in the database is not added to."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tests.store.batches import keep, note, noting
from tests.store.rows import Raw, raw
from wartable.store import HeadDiffers, Recorded, Store, next_link, open_store

STREAM = "table/T1"


@contextmanager
def unguarded(address: str) -> Iterator[Raw]:
    """The database as its owner can have it for a moment."""
    with raw(address) as database:
        if address.startswith("sqlite:"):
            guards = database.run("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
            for name, _ in guards:
                database.run(f"DROP TRIGGER {name}")
            yield database
            for _, made in guards:
                database.run(str(made))
        else:
            for change in ("DISABLE", "ENABLE"):
                for table in ("events", "streams"):
                    database.run(f"ALTER TABLE {table} {change} TRIGGER USER")
                if change == "DISABLE":
                    yield database


def rewrite(database: Raw, store: Store, version: int) -> None:
    """Another body from a version on, with chain values that fit, up to the listed head."""
    before = next(iter(store.read(STREAM, version - 2, version - 1))).chain
    for record in list(store.read(STREAM, version - 1)):
        before = next_link(before, STREAM, record.version, note("forged"), record.at, record.command_id)
        change = "UPDATE events SET body = ?, chain = ? WHERE stream = ? AND version = ?"
        database.run(change, note("forged").body, before, STREAM, record.version)
    database.run("UPDATE streams SET chain = ? WHERE stream = ?", before, STREAM)


def rewrite_the_last(database: Raw, store: Store) -> None:
    rewrite(database, store, 3)


def cut(database: Raw, store: Store) -> None:
    (record,) = store.read(STREAM, 1, 2)
    database.run("DELETE FROM events WHERE stream = ? AND version = 3", STREAM)
    database.run("UPDATE streams SET version = 2, chain = ? WHERE stream = ?", record.chain, STREAM)


def remove(database: Raw, _store: Store) -> None:
    database.run("DELETE FROM events WHERE stream = ?", STREAM)
    database.run("DELETE FROM streams WHERE stream = ?", STREAM)


def rewrite_and_add(database: Raw, store: Store) -> None:
    """One record more hides the version, and not what lies at it."""
    rewrite(database, store, 2)
    (last,) = store.read(STREAM, 2, 3)
    chain = next_link(last.chain, STREAM, 4, note("more"), last.at, last.command_id)
    made = Recorded(STREAM, 4, "noted", 1, note("more").body, last.at, last.command_id, chain)
    values = made.stream, made.version, made.name, made.schema, made.body, made.at, made.command_id, made.chain
    database.run("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *values)
    database.run("UPDATE streams SET version = 4, chain = ? WHERE stream = ?", chain, STREAM)


@pytest.mark.parametrize("forge", [rewrite_the_last, cut, remove, rewrite_and_add])
def test_a_stream_that_was_changed_after_we_wrote_it_is_not_added_to_and_is_named(
    lasting: str, forge: Callable[[Raw, Store], None]
) -> None:
    store = open_store(lasting)
    try:
        keep(store, noting(STREAM, 0, "one", "two"))
        keep(store, noting(STREAM, 2, "three"))
        keep(store, noting("table/T2", 0))
        assert store.held_heads([STREAM, "table/T2"]) == (store.heads([STREAM, "table/T2"]), [])
        true = store.head(STREAM)
        with unguarded(lasting) as database:
            forge(database, store)
        for version in (2, 3, 4):
            with pytest.raises(HeadDiffers, match="table/T1 no longer holds what this server knows at version 3"):
                keep(store, noting(STREAM, version))
        (named,) = store.held_heads([STREAM, "table/T2"])[1]
        assert (named.stream, named.version) == (STREAM, 3)
        keep(store, noting("table/T2", 1))
        assert true != store.head(STREAM)
        with pytest.raises(HeadDiffers):
            store.hold_head(store.head(STREAM))
    finally:
        store.close()


def test_a_head_that_was_read_and_bound_is_held_as_one_that_was_written(lasting: str) -> None:
    first = open_store(lasting)
    keep(first, noting(STREAM, 0, "one", "two", "three"))
    first.close()
    store = open_store(lasting)
    try:
        store.hold_head(store.head(STREAM))
        with unguarded(lasting) as database:
            rewrite(database, store, 3)
        with pytest.raises(HeadDiffers):
            keep(store, noting(STREAM, 3))
    finally:
        store.close()


def test_heads_that_were_written_or_noted_are_known_without_the_store(address: str) -> None:
    store = open_store(address)
    keep(store, noting(STREAM, 0, "one"))
    keep(store, noting("table/T2", 0))
    heads = store.heads([STREAM, "table/T2"])
    store.close()
    assert {head.stream: head for head in store.known_heads()} == heads


def test_what_another_server_adds_is_gone_on_from(servers: tuple[Store, Store]) -> None:
    here, there = servers
    for round_ in range(4):
        keep((here, there)[round_ % 2], noting("house", round_))
    for store in servers:
        assert store.held_heads(["house"]) == ({"house": store.head("house")}, [])
        store.hold_head(store.head("house"))
