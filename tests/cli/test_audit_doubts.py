"""What is made from a log that was altered says so, whichever verb makes it; and so does what cannot be made."""

import csv
import json
from contextlib import closing
from pathlib import Path

import pytest

from tests.audit.histories import LAST
from tests.cli.command import Wartable
from tests.cli.forger import Forger
from tests.cli.test_audit import one_line

RECORD = "WHERE stream = 'table/T1' AND version = 30"
WRONG = "table/T1 version 30: the record was changed: its chain value does not follow from it"


def alter(file: Path, sql: str) -> None:
    with closing(Forger(file)) as forger:
        forger.run(sql)


@pytest.mark.parametrize("column", ["at = at + 1", "chain = zeroblob(32)", "command_id = 'command-00001'"])
@pytest.mark.parametrize("table", [(), ("--table", "T1")])
def test_a_replay_does_not_prove_a_broken_chain(
    file: Path, db: str, wartable: Wartable, column: str, table: tuple[str, ...]
) -> None:
    alter(file, f"UPDATE events SET {column} {RECORD}")
    answer = wartable("audit", "replay", "--db", db, *table)
    assert (answer.code, answer.err) == (1, "")
    assert WRONG in answer.out.splitlines()
    assert answer.out.splitlines()[-1].startswith("not proved: 1 wrong in 1 table, ")
    document = json.loads(wartable("audit", "replay", "--db", db, *table, "--json").out)
    assert (document["proved"], len(document["findings"])) == (False, 1)


def test_a_report_over_an_altered_log_is_made_with_a_warning(file: Path, db: str, wartable: Wartable) -> None:
    sound = wartable("audit", "reports", "--db", db, "--csv")
    assert (sound.code, sound.err) == (0, "")
    assert json.loads(wartable("audit", "reports", "--db", db, "--json").out)["proved"] is True
    alter(file, f"UPDATE events SET at = at + 1 {RECORD}")
    warning = f"wartable: this report's log fails verification: {WRONG}; see wartable audit verify\n"
    altered = wartable("audit", "reports", "--db", db, "--csv")
    assert (altered.code, altered.err) == (0, warning)
    assert list(csv.reader(altered.out.splitlines())) == list(csv.reader(sound.out.splitlines()))
    document = wartable("audit", "reports", "--db", db, "--json")
    assert (json.loads(document.out)["proved"], document.err) == (False, warning)


def test_a_report_that_cannot_be_made_says_what_was_altered(file: Path, db: str, wartable: Wartable) -> None:
    alter(file, f"UPDATE events SET at = 7 {RECORD}")
    said = one_line(wartable("audit", "reports", "--db", db))
    assert said.startswith(
        f"wartable: the log fails verification: {WRONG}; a report spans at most 4000 days, and 1970-01-01"
    )


def test_an_export_of_an_altered_log_is_made_with_a_warning(
    file: Path, db: str, tmp_path: Path, wartable: Wartable
) -> None:
    sound = wartable("audit", "export", "--db", db, "-o", str(tmp_path / "sound"), "--json")
    assert (sound.code, sound.err, json.loads(sound.out)["proved"]) == (0, "", True)
    alter(file, "UPDATE postings SET cents = 7 WHERE version = 29 AND place = 0")
    altered = wartable("audit", "export", "--db", db, "-o", str(tmp_path / "altered"), "--json")
    assert (altered.code, json.loads(altered.out)["proved"]) == (0, False)
    assert altered.err.startswith("wartable: this export's log fails verification: table/T1 version 29: the ")
    assert altered.err.endswith("; see wartable audit verify\n")
    assert altered.err.count("\n") == 1
    later = wartable("audit", "export", "-o", str(tmp_path / "altered"), "--sql", "SELECT 1", "--json")
    assert (later.err, json.loads(later.out)["proved"]) == ("", None)


def test_heads_that_were_left_beside_the_file_raise_doubts_too(file: Path, db: str, wartable: Wartable) -> None:
    """A store that was cut as a whole proves itself; only a witness outside can tell."""
    heads, key = file.with_suffix(".heads"), file.with_suffix(".heads-key")
    assert wartable("audit", "heads", "--db", db, "--heads", str(heads), "--key", str(key)).code == 0
    assert wartable("audit", "reports", "--db", db).err == ""
    heads.write_text("nonsense\n")
    answer = wartable("audit", "reports", "--db", db)
    assert (answer.code, answer.err.count("\n")) == (0, 1)
    assert f"{heads} line 1: expected a line of signed heads" in answer.err


def test_a_question_is_asked_of_the_store_that_serve_makes(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wartable: Wartable
) -> None:
    file.rename(tmp_path / "wartable.db")
    monkeypatch.chdir(tmp_path)
    asked = ("audit", "export", "-o", "day", "--sql", "SELECT count(*) AS n FROM events", "--json")
    first, later = (json.loads(wartable(*asked).out) for _ in range(2))
    assert first["rows"] == later["rows"] == [[LAST + 4]]
    assert (first["exported"]["events"], later["exported"]) == (LAST + 4, {})
