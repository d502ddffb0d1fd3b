"""A database that drops a row without an error: the whole batch is refused before it is answered."""

import pytest

from tests.store.batches import bought_in, keep
from tests.store.rows import raw
from wartable.store import StoreBroken, open_store

ONE_OF = {
    "commands": "command_id LIKE 'chips/%'",
    "events": "stream = 'patron/Ada'",
    "postings": "account = 'patron/Ada'",
    "accounts": "account = 'patron/Ada'",
}
IGNORE = """
    CREATE TRIGGER swallow BEFORE {change} ON {table} WHEN NEW.{one} BEGIN SELECT RAISE(IGNORE); END
"""
RETURN_NULL = """
    CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
    CREATE TRIGGER swallow BEFORE {change} ON {table} FOR EACH ROW WHEN (NEW.{one}) EXECUTE FUNCTION swallow()
"""
RULE = "CREATE RULE swallow AS ON {change} TO {table} WHERE NEW.{one} DO INSTEAD NOTHING"


def swallowing(address: str, how: str) -> str:
    """A guard that drops one row after the other; SQLite has no rules."""
    return IGNORE if address.startswith("sqlite:") else RULE if how == "rule" else RETURN_NULL


@pytest.mark.parametrize("table", ONE_OF)
@pytest.mark.parametrize("how", ["trigger", "rule"])
def test_a_batch_whose_row_the_database_swallows_is_refused_whole(lasting: str, table: str, how: str) -> None:
    store = open_store(lasting)
    try:
        keep(store, bought_in("Ada", 10_00))
        change = "UPDATE" if table == "accounts" else "INSERT"
        with raw(lasting) as database:
            database.run(swallowing(lasting, how).format(change=change, table=table, one=ONE_OF[table]))
        with pytest.raises(StoreBroken):
            keep(store, bought_in("Ada", 5_00, 1))
        assert store.head("patron/Ada").version == 1
        assert store.balance("patron/Ada") == 10_00
        assert [posted.cents for posted in store.postings("patron/Ada")] == [10_00, -10_00]
    finally:
        store.close()
