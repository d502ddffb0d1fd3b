"""The auditor of the fault tests finds what is planted: a check that has never failed has not been tested."""

import shutil
from pathlib import Path

import msgspec
import pytest

from tests.faults.auditor import Auditor, Broken
from tests.faults.driver import Driver
from tests.faults.promises import Promise, Promises, promised
from tests.store.rows import raw
from wartable.store import Batch, Kept, Receipt

ANSWERS = 150


@pytest.fixture(scope="module")
def rounds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some rounds at two tables, audited and in order; and then the guards of the database are taken away."""
    folder = tmp_path_factory.mktemp("rounds")
    (folder / "clients").mkdir()
    address = f"sqlite:///{folder / 'war.db'}"
    Driver(address, folder / "clients", seed=1, run="planted").drive(tables=2, answers=ANSWERS)
    Auditor(address, folder / "clients").look()
    with raw(address) as rows:
        for (name,) in rows.run("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
            rows.run(f"DROP TRIGGER {name}")
    return folder


@pytest.fixture
def played(rounds: Path, tmp_path: Path, folder: Path) -> str:
    """A copy to plant something in."""
    shutil.copytree(rounds / "clients", folder, dirs_exist_ok=True)
    shutil.copy(rounds / "war.db", tmp_path)
    return f"sqlite:///{tmp_path / 'war.db'}"


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("DELETE FROM events WHERE stream = 'table/T1' AND version = 5", "A3: table/T1 goes from 4 to 6"),
        ("DELETE FROM events WHERE stream = 'table/T1' AND version > 5", "has postings without|heads are not"),
        ("UPDATE events SET at = at + 1 WHERE version = 5", "A4: the chain of .* breaks at version 5"),
        ("UPDATE events SET body = x'7b7d' WHERE version = 7", "A4: the chain of .* breaks at version 7"),
        ("UPDATE events SET command_id = 'x' WHERE version = 9", "A4: the chain of .* breaks at version 9"),
        ("UPDATE postings SET cents = cents * 2", "A6: "),
        ("DELETE FROM postings WHERE place = 0", "A6: "),
        ("UPDATE accounts SET cents = cents + 1 WHERE account = 'cage'", "A6: accounts are not their postings"),
        ("DELETE FROM commands WHERE command_id LIKE '%/T1/3'", "A2: events without a command"),
        ("UPDATE commands SET answer = x'00'", "A1: .* is kept with another answer"),
        ("UPDATE commands SET receipts = x'5b5d'", "A1: .* has other receipts"),
        ("INSERT INTO commands SELECT 'forged', digest, at, answer, receipts FROM commands LIMIT 1", "A2: .*forged"),
    ],
)
def test_what_is_planted_is_found(played: str, folder: Path, change: str, found: str) -> None:
    with raw(played) as rows:
        rows.run("PRAGMA foreign_keys = OFF")
        rows.run(change)
    with pytest.raises(Broken, match=found):
        Auditor(played, folder).look()


def test_an_answer_that_was_given_without_a_commit_is_found(played: str, folder: Path) -> None:
    Promises(folder).promise(
        Batch("never kept", b"", 1, (), (), b"ok"), Kept(b"ok", (Receipt("table/T1", 1, bytes(32)),), repeated=False)
    )
    with pytest.raises(Broken, match="A1: never kept was answered and is kept 0 times"):
        Auditor(played, folder).look()


def test_an_answer_with_another_receipt_is_found(played: str, folder: Path) -> None:
    _, first = next(promised(folder))
    changed = msgspec.structs.replace(first, receipts=tuple((s, v, bytes(32)) for s, v, _ in first.receipts))
    with (folder / "promised").open("ab") as file:
        file.write(msgspec.json.encode(changed) + b"\n")
    with pytest.raises(Broken, match="has other receipts"):
        Auditor(played, folder).look()


def test_a_torn_line_was_never_received(folder: Path) -> None:
    Promises(folder).promise(Batch("whole", b"", 1, (), (), b"ok"), Kept(b"ok", (), repeated=False))
    with (folder / "promised").open("ab") as file:
        file.write(b'{"command_id":"torn"')
    assert [promise for _, promise in promised(folder)] == [Promise("whole", b"ok", (), 0)]
