"""One record that cannot be read: each verb says where it lies, and who says more."""

from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.command import Wartable
from tests.cli.forger import Forger


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


def test_a_folder_is_told_as_one(tmp_path: Path, wartable: Wartable) -> None:
    answer = wartable("audit", "verify", "--db", f"sqlite:///{tmp_path}")
    assert answer == (2, "", f"wartable: --db: {tmp_path}: this is a folder; expected the file of a store\n")
