"""A house whose file was damaged or altered: `wartable users` and `wartable serve` say it in one line."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from tests.cli.test_hidden_rows import NAMES, hide_a_record, sql_of, writable_schema, write_schema
from tests.server.test_serve import complaint
from wartable.cli import main
from wartable.live.vault import read_key
from wartable.store import open_store
from wartable.store.sqlite import SqliteStore

SERVE = ("serve", "--port", "0", "--house", "washington")
PAGE = 4_096


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a house with one account."""
    folder = tmp_path_factory.mktemp("house")
    db, key = f"sqlite:///{folder}/wartable.db", folder / "wartable.key"
    open_store(db).close()
    read_key(key)
    assert main(["users", "add", "dana", "--db", db, "--key", str(key)]) == 0
    return folder


@pytest.fixture(autouse=True)
def house(opened: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, for one test, as the place where things are started."""
    shutil.copytree(opened, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "wartable.db"


@pytest.mark.parametrize("name", ["events", "secrets", "sqlite_autoindex_events_1", "sqlite_autoindex_secrets_1"])
def test_people_in_a_damaged_database_are_not_listed(house: Path, capfd: pytest.CaptureFixture[str], name: str) -> None:
    damage(house, name)
    assert complaint(capfd, "users") == "wartable: --db: wartable.db: database disk image is malformed"


@pytest.mark.parametrize("name", ["commands", "streams", "events_by_name", "postings"])
def test_no_person_is_added_to_a_damaged_database(house: Path, capfd: pytest.CaptureFixture[str], name: str) -> None:
    damage(house, name)
    assert complaint(capfd, "users", "add", "erin") == "wartable: --db: wartable.db: database disk image is malformed"


def damage(house: Path, name: str) -> None:
    """Overwrite the first page of a table or an index."""
    with closing(sqlite3.connect(house)) as connection:
        ((page,),) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).fetchall()
    with house.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(b"\xff" * PAGE)


@pytest.mark.usefixtures("house")
def test_no_person_is_added_where_the_disk_is_full(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise apsw.FullError("the disk is full")

    monkeypatch.setattr(SqliteStore, "_commit_group", fail)
    assert complaint(capfd, "users", "add", "erin") == "wartable: --db: wartable.db: the disk is full"


def test_a_migration_whose_name_is_no_text_is_told(house: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(house, isolation_level=None)) as connection:
        connection.execute("UPDATE migrations SET name = CAST(x'ff6d' AS TEXT) WHERE number = 1")
    for tokens in (SERVE, ("users",)):
        says = r"wartable: --db: migration 1 (\xffm) of this database is not the one this program knows"
        assert complaint(capfd, *tokens) == says
    assert main(["audit", "verify"]) == 1
    assert r"migrations version 1: migration 1 (\xffm) of this database is not" in capfd.readouterr().out


def test_a_table_whose_name_is_no_text_is_told(house: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with writable_schema(house) as connection:
        connection.execute(
            "INSERT INTO sqlite_schema SELECT type, CAST(x'ff' AS TEXT), tbl_name, rootpage, sql FROM sqlite_schema"
            " WHERE name = 'postings_stay_closed'"
        )
    for tokens in (SERVE, ("users",), ("audit", "verify")):
        assert complaint(capfd, *tokens).startswith("wartable: --db: wartable.db: ")


def test_a_house_whose_index_hides_rows_is_not_served(house: Path, capfd: pytest.CaptureFixture[str]) -> None:
    sql = sql_of(house, NAMES)
    hide_a_record(house, NAMES, "name, ")
    assert complaint(capfd, *SERVE) == (
        f"wartable: --db: wartable.db: the shape of this database was changed; changed: index {NAMES}"
    )
    write_schema(house, NAMES, sql)
    assert complaint(capfd, *SERVE).startswith("wartable: --db: the file is damaged, or hides rows: ")
