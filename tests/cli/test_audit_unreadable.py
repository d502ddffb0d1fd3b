"""One record that cannot be read: each verb says where it lies, and who says more."""

import os
import re
from collections.abc import Callable
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


DEEP = b'{"a":' * 3_000
"""Text that no reader of JSON follows to its end."""


@pytest.mark.parametrize("stream", ["table/T1", "house"])
def test_a_record_that_is_nested_too_deeply_is_named(file: Path, db: str, wartable: Wartable, stream: str) -> None:
    with closing(Forger(file)) as forger:
        forger.run("UPDATE events SET body = ? WHERE stream = ? AND version = 1", DEEP, stream)
    for verb in (("verify",), ("replay",), ("recall", "T1", "1")):
        answer = wartable("audit", *verb, "--db", db)
        assert (answer.code, answer.err) == (1, "")
        assert f"{stream} version 1: " in answer.out
    assert f"{stream} version 1: " in wartable("audit", "reports", "--db", db).err


def test_personal_data_that_are_nested_too_deeply_are_found(file: Path, db: str, wartable: Wartable) -> None:
    with closing(Forger(file)) as forger:
        forger.run("UPDATE personal SET body = ?", DEEP)
    answer = wartable("audit", "verify", "--db", db)
    assert answer.code == 1
    assert "personal seat 1: expected a document with a name" in answer.out


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
@pytest.mark.parametrize(("make", "what"), [(os.mkdir, "a folder"), (os.mkfifo, "a pipe or a device")])
def test_what_is_no_file_in_the_place_of_a_file_of_sqlite_is_told(
    file: Path, db: str, wartable: Wartable, suffix: str, make: Callable[[str], None], what: str
) -> None:
    beside = f"{file}{suffix}"
    make(beside)
    says = f"{beside} is {what}; expected a file of SQLite's own, or none"
    one_line(wartable("audit", "verify", "--db", db), f"--db: {says}")
    with pytest.raises(StoreDown, match=f"^{re.escape(says)}$"):
        open_store(db)


def test_a_folder_is_told_as_one(tmp_path: Path, wartable: Wartable) -> None:
    answer = wartable("audit", "verify", "--db", f"sqlite:///{tmp_path}")
    assert answer == (2, "", f"wartable: --db: {tmp_path}: this is a folder; expected the file of a store\n")
