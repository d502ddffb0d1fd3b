"""Events found by their names: the same ones with an index and without, in new databases and in old ones."""

from collections.abc import Collection
from functools import partial

import pytest

from tests.store.batches import batch, keep
from tests.store.conftest import Open
from tests.store.rows import dialect_of, raw
from wartable.store import NewEvent, Store, Write, open_store
from wartable.store import migrate as migrate_module
from wartable.store.names import EVERY_ROUND, IN_THE_INDEX, by_index
from wartable.store.postgresql import connect as postgresql_module
from wartable.store.sqlite import connect as sqlite_module

TABLE = "table/T1"
ROUND = ("wager_placed", "no_more_bets_called", "card_dealt", "card_dealt", "round_ended")


def versions(store: Store, names: Collection[str], after: int = 0, *, backwards: bool = False) -> list[int]:
    return [record.version for record in store.named(TABLE, names, after, backwards=backwards, limit=3)]


def play(store: Store, rounds: int, after: int = 0) -> None:
    events = tuple(NewEvent(name, 1, b"{}") for name in ROUND)
    for number in range(rounds):
        keep(store, batch(Write(TABLE, after + number * len(ROUND), events)))


def test_names_that_come_in_every_round_are_found_like_all_others(store: Store) -> None:
    play(store, 4)
    assert versions(store, ["wager_placed"]) == [1, 6, 11]
    assert versions(store, ["wager_placed"], backwards=True) == [16, 11, 6]
    assert versions(store, ["round_ended"], 5) == [10, 15, 20]
    assert versions(store, ["round_ended", "no_more_bets_called"], 5) == [7, 10, 12]
    assert versions(store, ["round_ended", "table_opened"], backwards=True) == [20, 15, 10]


@pytest.mark.parametrize("name", [*EVERY_ROUND, "round_ended", "no such event"])
def test_only_names_that_come_in_every_round_are_looked_for_without_the_index(name: str) -> None:
    assert by_index([name, "table_opened"]) is (name not in EVERY_ROUND)


def test_the_database_uses_the_index_when_it_is_told_what_is_in_it(lasting: str) -> None:
    open_store(lasting).close()
    question = f"SELECT body FROM events WHERE stream = ? AND name = ? AND {IN_THE_INDEX} ORDER BY version"
    with raw(lasting) as database:
        if lasting.startswith("postgresql"):
            database.run("SET enable_seqscan = off")
        explained = database.run(dialect_of(lasting).explain + question, TABLE, "round_ended")
    assert "events_by_name" in str(explained)


def test_a_database_of_the_first_step_goes_on_with_everything_it_holds(
    lasting: str, reopen: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def first_migration(dialect: migrate_module.Dialect) -> tuple[migrate_module.Migration, ...]:
        return migrate_module.migrations_of(dialect)[:1]

    with monkeypatch.context() as before:
        for module in (sqlite_module, postgresql_module):
            before.setattr(module, "migrations_of", first_migration)
        old = open_store(lasting)
        play(old, 1)
        old.close()
    store = reopen()
    play(store, 3, after=5)
    found = partial(versions, store)
    assert found(["round_ended"], 1) == [5, 10, 15]
    assert found(["wager_placed"], 1) == [6, 11, 16]
    with raw(lasting) as database:
        assert database.run("SELECT max(number) >= 2 FROM migrations") in ([(1,)], [(True,)])
