"""The shape of a database: made step by step, checked at every start, and never guessed."""

import errno
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import apsw
import pytest

from tests.store.batches import batch, keep, moves, note, noting
from tests.store.rows import dialect_of, raw
from wartable.store import Batch, NoFunds, StoreBroken, StoreDown, StoreError, Write, open_for_audit, open_store
from wartable.store.migrate import Migration, migrations_of, still_to_apply
from wartable.store.postgresql import connect as postgresql_module
from wartable.store.sqlite import connect as sqlite_module

ONE, TWO = Migration(1, "one", "SELECT 1"), Migration(2, "two", "SELECT 2")


def test_steps_that_are_missing_are_taken_in_order() -> None:
    assert still_to_apply((ONE, TWO), []) == (ONE, TWO)
    assert still_to_apply((ONE, TWO), [ONE.record]) == (TWO,)
    assert still_to_apply((ONE, TWO), [ONE.record, TWO.record]) == ()


def test_a_step_that_was_changed_after_it_was_taken_is_refused() -> None:
    changed = Migration(1, "one", "SELECT 7")
    with pytest.raises(StoreBroken, match=r"migration 1 \(one\) of this database is not the one this program knows"):
        still_to_apply((changed, TWO), [ONE.record])


def test_a_newer_database_is_refused() -> None:
    with pytest.raises(StoreBroken, match=r"migration 2 \(two\) was made by a newer program; this one knows 1"):
        still_to_apply((ONE,), [ONE.record, TWO.record])


@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
def test_steps_are_numbered_one_after_the_other(dialect: str) -> None:
    steps = migrations_of(dialect)  # type: ignore[arg-type]
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert steps[0].record[2] == sha256(steps[0].sql.encode()).hexdigest()


def test_opening_again_changes_nothing(lasting: str) -> None:
    store = open_store(lasting)
    keep(store, noting("house", 0))
    store.close()
    again = open_store(lasting)
    assert again.streams() == ["house"]
    again.close()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("INSERT INTO migrations SELECT max(number) + 1, 'later', 'x'{} FROM migrations", "made by a newer program"),
        ("UPDATE migrations SET digest = 'x'", "is not the one this program knows"),
        ("ALTER TABLE events ADD COLUMN note TEXT", "the shape of this database was changed"),
    ],
)
def test_a_database_of_another_shape_is_refused_in_one_line(lasting: str, change: str, says: str) -> None:
    open_store(lasting).close()
    with raw(lasting) as database:
        database.run(change.format(dialect_of(lasting).last_shape))
    with pytest.raises(StoreBroken, match=says) as refused:
        open_store(lasting)
    assert "\n" not in str(refused.value)


def test_a_migration_that_is_no_longer_recorded_is_not_applied_again(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'war.db'}"
    open_store(address).close()
    with raw(address) as database:
        database.run("DELETE FROM migrations WHERE number = 6")
    with pytest.raises(StoreBroken, match="the shape of this database was changed"):
        open_store(address)


def test_a_database_whose_guards_are_gone_is_refused(lasting: str) -> None:
    open_store(lasting).close()
    with raw(lasting) as database:
        database.run(f"DROP TRIGGER events_stay{dialect_of(lasting).of_events}")
    with pytest.raises(StoreBroken, match="the shape of this database was changed"):
        open_store(lasting)


def test_a_guard_that_was_switched_off_is_noticed(database: str) -> None:
    open_store(database).close()
    with raw(database) as connection:
        connection.run("ALTER TABLE events DISABLE TRIGGER events_follow")
    with pytest.raises(StoreBroken, match="the shape of this database was changed"):
        open_store(database)


@pytest.mark.parametrize(
    "change",
    [
        "CREATE RULE gone AS ON INSERT TO postings DO INSTEAD NOTHING",
        "CREATE TABLE more () INHERITS (events)",
        "ALTER TABLE accounts SET UNLOGGED",
        "ALTER TABLE events ENABLE ROW LEVEL SECURITY",
    ],
)
def test_a_table_that_would_lose_or_hide_rows_is_noticed(database: str, change: str) -> None:
    open_store(database).close()
    with raw(database) as connection:
        connection.run(change)
    with pytest.raises(StoreBroken, match="the shape of this database was changed"):
        open_store(database)
    reader = open_for_audit(database)
    assert len(reader.flaws()) == 1
    reader.close()


def made_by_an_earlier_release(address: str, migrations: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a store as a release made it that knew only the first migrations."""
    with monkeypatch.context() as before:
        for module in (sqlite_module, postgresql_module):
            before.setattr(module, "migrations_of", lambda dialect: migrations_of(dialect)[:migrations])
        open_store(address).close()


def test_a_database_of_an_earlier_release_goes_on_and_its_negative_tray_becomes_no_lower(
    lasting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_by_an_earlier_release(lasting, 3, monkeypatch)
    with raw(lasting) as database:
        database.run("INSERT INTO snapshots VALUES ('table/T1', 1, ?)", b"{}")
        database.run("INSERT INTO accounts VALUES ('table/T1/bank', -50), ('cage', 50)")
    store = open_store(lasting)
    assert store.load_snapshot("table/T1") is None
    assert store.balance("table/T1/bank") == -50

    def moving(version: int, cents: int) -> Batch:
        legs = moves("table/T1", 0, ("table/T1/bank", cents), ("cage", -cents))
        return batch(Write("table/T1", version, (note(),)), moves=legs)

    with pytest.raises(NoFunds):
        keep(store, moving(0, -1))
    keep(store, moving(0, 20))
    keep(store, moving(1, 100))
    with pytest.raises(NoFunds):
        keep(store, moving(2, -71))
    assert store.balance("table/T1/bank") == 70
    store.close()


def test_the_other_way_to_write_of_earlier_releases_is_gone(lasting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    question = dialect_of(lasting).old_writer
    made_by_an_earlier_release(lasting, 5, monkeypatch)
    with raw(lasting) as database:
        assert database.run(question) == [(1,)]
        open_store(lasting).close()
        assert database.run(question) == [(0,)]


OPEN = "import sys; from wartable.store import open_store; open_store(sys.argv[1]).close()"


def test_processes_that_start_at_once_make_one_database(lasting: str) -> None:
    started = [subprocess.Popen([sys.executable, "-c", OPEN, lasting], stderr=subprocess.PIPE) for _ in range(3)]
    assert [process.communicate()[1] for process in started] == [b""] * 3
    assert [process.returncode for process in started] == [0] * 3
    with raw(lasting) as database:
        assert database.run("SELECT count(*) FROM migrations") == [(len(migrations_of(lasting.partition(":")[0])),)]  # type: ignore[arg-type]


# Files and servers that are no store


def test_a_file_of_another_program_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "theirs.db"
    other = apsw.Connection(str(file))
    list(other.execute("CREATE TABLE theirs (x)"))
    other.close()
    with pytest.raises(StoreBroken, match="this database belongs to another program"):
        open_store(f"sqlite:///{file}")
    again = apsw.Connection(str(file))
    assert [name for (name,) in again.execute("SELECT name FROM sqlite_schema")] == ["theirs"]
    again.close()


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "text.db"
    file.write_text("not a database, but long enough to be taken for one\n" * 100)
    with pytest.raises(StoreBroken, match="file is not a database"):
        open_store(f"sqlite:///{file}")


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("none/war.db", errno.ENOENT),
        ("text/war.db", errno.ENOTDIR),
        ("folder", errno.EISDIR),
        ("x" * 300, errno.ENAMETOOLONG),
    ],
    ids=lambda value: str(value)[:10],
)
def test_a_file_that_cannot_be_opened_is_told_with_the_reason(tmp_path: Path, name: str, number: int) -> None:
    (tmp_path / "text").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(StoreDown, match=f"the file cannot be opened: {os.strerror(number)}$"):
        open_store(f"sqlite:///{tmp_path}/{name}")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["folder", "text"]


def test_a_server_that_is_not_there_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(StoreDown, match="the database does not answer") as refused:
        open_store(f"postgresql://wartable@/none?host={tmp_path}")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("url", ["postgresql://%zz", "postgresql://here?no_such_word=1", "postgresql://[half"])
def test_an_address_that_cannot_be_read_is_said_in_one_line(url: str) -> None:
    with pytest.raises(StoreError) as refused:
        open_store(url)
    assert "\n" not in str(refused.value)
