"""`wartable audit recall` of what was altered: shown as it lies there, and said to be altered before all else."""

import json
import random
from contextlib import closing
from pathlib import Path

import pytest

from tests.audit.by_hand import cut
from tests.audit.histories import LAST, NOON, Keeper, told_day
from tests.audit.rows import RowsLog
from tests.cli.command import Wartable
from tests.cli.forger import Forger
from tests.cli.test_audit import changes
from wartable.audit import HeadsFile, public_key, signing_key, write_heads
from wartable.audit.heads.keys import digits
from wartable.audit.walk import first, link
from wartable.store import COLUMNS, open_store
from wartable.table.events import RoundEnded

EVENTS = ", ".join(COLUMNS["events"])
RECORD = "FROM events WHERE stream = 'table/T1' AND version = ?"
DEAL = "FROM events WHERE stream = 'table/T1' AND name = 'card_dealt'"
FORGE = "UPDATE events SET body = CAST(replace(CAST(body AS TEXT), '8s', '2s') AS BLOB) WHERE name = 'card_dealt'"


def forge_a_card(file: Path) -> int:
    """A forger turns the eight of round 2 into a two, in the file. The version of the record."""
    with closing(Forger(file)) as forger:
        version: int = forger.run(f"SELECT version {DEAL} AND CAST(body AS TEXT) LIKE '%8s%' ORDER BY version")[0][0]
        forger.run(f"{FORGE} AND version = ?", version)
    return version


def forge_the_chain_too(file: Path) -> None:
    """The same, and every chain value after it is worked out anew, in the records, the list and the commands."""
    forge_a_card(file)
    with closing(Forger(file)) as forger:
        chain = first("table/T1")
        for row in forger.run(f"SELECT {EVENTS} FROM events WHERE stream = 'table/T1' ORDER BY version"):
            before, chain = row[-1], link(chain, "table/T1", row[1], row) or b""
            forger.run("UPDATE events SET chain = ? WHERE stream = 'table/T1' AND version = ?", chain, row[1])
            forger.run("UPDATE streams SET chain = ? WHERE stream = 'table/T1'", chain)
            found = forger.run("SELECT receipts FROM commands WHERE command_id = ?", row[6])[0][0]
            anew = found.replace(before.hex().encode(), chain.hex().encode())
            forger.run("UPDATE commands SET receipts = ? WHERE command_id = ?", anew, row[6])


def test_a_forged_round_is_shown_and_the_first_line_says_that_it_is_not_proved(
    file: Path, db: str, tmp_path: Path, wartable: Wartable
) -> None:
    version = forge_a_card(file)
    says = f"table/T1 version {version}: the record was changed: its chain value does not follow from it"
    asked = ("audit", "recall", "T1", "2", "--db", db)
    text = wartable(*asked)
    assert (text.code, text.out.splitlines()[0], text.err) == (1, f"NOT PROVED: {says}", "")
    assert "seat 1 2s 9s" in text.out
    document = json.loads(wartable(*asked, "--json").out)
    assert (document["proved"], [(each["version"], each["what"]) for each in document["findings"]]) == (
        False,
        [(version, "changed")],
    )
    page = tmp_path / "round.html"
    assert wartable(*asked, "--html", str(page)).code == 1
    assert f"<strong>Not proved.</strong> {says}" in page.read_text()


NOT_COVERED = "proved: every record follows from the one before; no witness covers these records"


def test_a_round_after_the_last_witness_says_that_none_covers_it(db: str, tmp_path: Path, wartable: Wartable) -> None:
    ended = json.loads(wartable("audit", "recall", "T1", "1", "--db", db, "--json").out)
    answers = tmp_path / "heads.jsonl"
    key = signing_key(tmp_path / "heads.pem")
    store = open_store(db)
    try:
        earlier = RowsLog(store)
        cut(earlier, "table/T1", ended["last_version"])
        assert write_heads(earlier, HeadsFile(answers, key), NOON)
    finally:
        store.close()
    signed = ("--heads", str(answers), "--key", str(tmp_path / "heads.pem"))
    covered = wartable("audit", "recall", "T1", "1", "--db", db, *signed)
    assert covered.out.splitlines()[2] == "proved: every record follows from the one before, 1 witness"
    after = wartable("audit", "recall", "T1", "2", "--db", db, *signed)
    assert after.out.splitlines()[2].startswith(NOT_COVERED)
    assert json.loads(wartable("audit", "recall", "T1", "2", "--db", db, *signed, "--json").out)["witnesses"] == 0
    proved = wartable("audit", "verify", "--db", db, *signed)
    first = ended["last_version"] + 1
    assert f"records {first} to {LAST} of table/T1 lie after the last witness\n" in proved.out
    document = json.loads(wartable("audit", "verify", "--db", db, *signed, "--json").out)
    assert {"stream": "table/T1", "first": first, "last": LAST} in document["unseen"]


def test_a_round_that_is_proved_says_so_and_how_many_witnesses_there_were(
    db: str, tmp_path: Path, wartable: Wartable
) -> None:
    heads, key = str(tmp_path / "heads.jsonl"), str(tmp_path / "heads.pem")
    alone = wartable("audit", "recall", "T1", "2", "--db", db)
    assert alone.code == 0
    assert alone.out.splitlines()[2].startswith(NOT_COVERED)
    wartable("audit", "heads", "--db", db, "--heads", heads, "--key", key)
    seen = wartable("audit", "recall", "T1", "2", "--db", db, "--heads", heads, "--key", key)
    assert seen.out.splitlines()[2] == "proved: every record follows from the one before, 1 witness"
    before = wartable("audit", "recall", "T1", "1", "--db", db, "--heads", heads, "--key", key)
    assert before.out.splitlines()[2] == "proved: every record follows from the one before, 1 witness"
    document = json.loads(wartable("audit", "recall", "T1", "2", "--db", db, "--json").out)
    assert (document["proved"], document["findings"], document["witnesses"]) == (True, [], 0)


def test_heads_that_a_server_left_beside_the_file_catch_a_chain_that_was_worked_out_anew(
    file: Path, db: str, wartable: Wartable
) -> None:
    heads, key = str(file.with_suffix(".heads")), str(file.with_suffix(".heads-key"))
    assert wartable("audit", "heads", "--db", db, "--heads", heads, "--key", key).code == 0
    beside = f"war.heads beside the store is signed by key {digits(public_key(Path(key)))}, which is not confirmed"
    assert wartable("audit", "verify", "--db", db).out.endswith(f"{beside}; give --key to count its heads\n")
    assert wartable("audit", "verify", "--db", db, "--key", key).out.endswith(", 4 witnesses\n")
    forge_the_chain_too(file)
    caught = wartable("audit", "recall", "T1", "2", "--db", db)
    assert caught.code == 1
    assert f"NOT PROVED: table/T1 version {LAST}: the store no longer extends the head signed at" in caught.out
    Path(heads).unlink()
    alone = wartable("audit", "recall", "T1", "2", "--db", db)
    assert alone.code == 1
    assert "wager settled, seat 1, wager initial does not follow from those before it" in alone.out


def test_what_was_altered_after_a_round_casts_no_doubt_on_it_where_a_witness_saw_it_before(
    tmp_path: Path, wartable: Wartable
) -> None:
    file, heads, key = tmp_path / "day.db", str(tmp_path / "heads.jsonl"), str(tmp_path / "heads.pem")
    db = f"sqlite:///{file}"
    store = open_store(db)
    events = told_day()
    played = next(place for place, event in enumerate(events, start=1) if isinstance(event, RoundEnded))
    keeper = Keeper(store).puts_in_force("T1", "maryland", {"seats": 4}).plays("T1", events[:played])
    assert wartable("audit", "heads", "--db", db, "--heads", heads, "--key", key).code == 0
    keeper.plays("T1", events[played:])
    store.close()
    version = forge_a_card(file)
    seen = wartable("audit", "recall", "T1", "1", "--db", db, "--heads", heads, "--key", key)
    assert (seen.code, "NOT PROVED" in seen.out) == (0, False)
    alone = wartable("audit", "recall", "T1", "1", "--db", db)
    assert alone.code == 1, "it could have been altered as well, with new chain values up to there"
    assert alone.out.startswith(f"NOT PROVED: table/T1 version {version}: ")


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("UPDATE postings SET cents = cents + 1 WHERE stream = 'table/T1' AND version = ?", "the ledger says "),
        ("DELETE FROM postings WHERE stream = 'table/T1' AND version = ?", "the ledger says nothing; "),
        (f"DELETE FROM commands WHERE command_id = (SELECT command_id {RECORD})", "its command command-"),
    ],
    ids=["posting", "no posting", "no command"],
)
def test_a_round_whose_postings_or_commands_do_not_follow_is_not_proved(
    file: Path, db: str, wartable: Wartable, sql: str, says: str
) -> None:
    version = json.loads(wartable("audit", "recall", "T1", "2", "--db", db, "--json").out)["lines"][0]["version"]
    with closing(Forger(file)) as forger:
        forger.run("PRAGMA foreign_keys = OFF")
        forger.run(sql, version)
    answer = wartable("audit", "recall", "T1", "2", "--db", db)
    assert answer.code == 1
    assert answer.out.startswith(f"NOT PROVED: table/T1 version {version}: {says}")
    assert "Round 2 is over." in answer.out
    assert wartable("audit", "recall", "T1", "1", "--db", db).code == 0, "another round stands on other postings"


def test_rules_that_were_forged_in_the_stream_of_the_house_prove_no_round(
    file: Path, db: str, wartable: Wartable
) -> None:
    with closing(Forger(file)) as forger:
        forger.run("UPDATE events SET at = at + 1 WHERE stream = 'house'")
    answer = wartable("audit", "recall", "T1", "--seat", "1", "--db", db)
    assert answer.code == 1
    assert answer.out.startswith("NOT PROVED: 3 of 3 rounds (3, 2, 1)\nNOT PROVED: house version 1: ")


def test_no_matter_which_bit_is_changed_a_round_is_never_shown_as_proved(
    file: Path, db: str, wartable: Wartable
) -> None:
    with closing(Forger(file)) as forger:
        rows = forger.run(f"SELECT rowid, {EVENTS} FROM events WHERE stream = 'table/T1'")
        rounds = random.Random(5)
        for row, column, value, changed in changes(rows, 40):
            mark = "?" if column in ("body", "chain") or not isinstance(changed, bytes) else "CAST(? AS TEXT)"
            forger.run(f"UPDATE events SET {column} = {mark} WHERE rowid = ?", changed, row[0])
            answer = wartable("audit", "recall", "T1", str(rounds.randint(1, 3)), "--db", db, "--json")
            assert (answer.code, answer.err) == (1, ""), (column, value, changed)
            assert json.loads(answer.out)["proved"] is False
            forger.run(f"UPDATE events SET {column} = ? WHERE rowid = ?", value, row[0])
    assert wartable("audit", "recall", "T1", "1", "--db", db).code == 0
