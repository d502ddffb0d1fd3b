"""One record that cannot be read: each verb says where it lies, and who says more."""

from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.command import Answer, Wartable
from tests.cli.forger import Forger
from wartable.store import StoreDown, open_store


@pytest.mark.parametrize("verb", [("reports",), ("export", "-o", "OUT")], ids=lambda verb: verb[0])
def test_a_record_that_cannot_be_read_is_named(
    file: Path, db: str, tmp_path: Path, wartable: Wartable, verb: tuple[str, ...]
) -> None:
    with closing(Forger(file)) as forger:
        ((version,),) = forger.run("SELECT min(version) FROM events WHERE name = 'round_ended'")
        forger.run("UPDATE events SET body = x'7b7d' WHERE stream = 'table/T1' AND version = ?", version)
    answer = wartable("audit", *(word.replace("OUT", str(tmp_path / "out")) for word in verb), "--db", db)
    assert answer.code == 2
    assert f"table/T1 version {version}: " in answer.err
    assert "see wartable audit verify" in answer.err


@pytest.mark.parametrize("column", ["schema = 9", "name = 'what'", "name = CAST(x'ff' AS TEXT)"])
def test_a_report_over_a_record_of_an_unknown_type_names_it(
    file: Path, db: str, wartable: Wartable, column: str
) -> None:
    with closing(Forger(file)) as forger:
        ((version,),) = forger.run("SELECT min(version) FROM events WHERE name = 'wager_settled'")
        forger.run(f"UPDATE events SET {column} WHERE stream = 'table/T1' AND version = ?", version)
    one_line(wartable("audit", "reports", "--db", db), f"--db: table/T1 version {version}: ")


@pytest.mark.parametrize("column", ["name", "command_id"])
def test_a_report_over_a_record_of_the_house_that_is_no_text_names_it(
    file: Path, db: str, wartable: Wartable, column: str
) -> None:
    with closing(Forger(file)) as forger:
        forger.run(f"UPDATE events SET {column} = CAST(x'ff' AS TEXT) WHERE stream = 'house' AND version = 1")
    says = "--db: house version 1: a column holds something that is not of its type; see wartable audit verify"
    one_line(wartable("audit", "reports", "--db", db), says)


def one_line(answer: Answer, begins: str) -> None:
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"wartable: {begins}")
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize("suffix", ["-wal", "-shm"])
def test_a_folder_in_the_place_of_a_file_of_sqlite_is_told(
    file: Path, db: str, wartable: Wartable, suffix: str
) -> None:
    beside = Path(f"{file}{suffix}")
    beside.mkdir()
    answer = wartable("audit", "verify", "--db", db)
    assert "Traceback" not in answer.err
    with pytest.raises(StoreDown, match=f"{beside} is a folder; expected a file of SQLite's own, or none$"):
        open_store(db)


def test_a_folder_is_told_as_one(tmp_path: Path, wartable: Wartable) -> None:
    answer = wartable("audit", "verify", "--db", f"sqlite:///{tmp_path}")
    assert answer == (2, "", f"wartable: --db: {tmp_path}: this is a folder; expected the file of a store\n")
