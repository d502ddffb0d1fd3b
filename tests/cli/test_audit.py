"""`wartable audit`: what its verbs say, and how they end."""

import csv
import json
import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.audit.histories import LAST, Keeper, told_day
from tests.audit.test_tampering import flips
from tests.cli.command import Answer, Wartable
from tests.cli.forger import Forger
from wartable.cage import BoughtIn
from wartable.cli.audit.verbs import VERBS
from wartable.store import COLUMNS, open_store
from wartable.table.events import WagerSettled

NEXT = LAST + 1
LOST = next(n for n, event in enumerate(told_day(), 1) if isinstance(event, WagerSettled) and event.result == "lose")
"""The version of the first record of a lost wager."""


def one_line(answer: Answer) -> str:
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("wartable: ")
    assert answer.err.count("\n") == 1
    return answer.err


# Tampering, as a forger with the file would do it


def changes(rows: list[Any], count: int) -> Iterator[tuple[Any, str, Any, Any]]:
    """Random single bits of random records: the row, the column, what is there and what it is changed to."""
    keys = {row[1:3] for row in rows}
    rng = random.Random(11)
    while count:
        row = rng.choice(rows)
        place = rng.randrange(len(COLUMNS["events"]))
        changed = rng.choice(list(flips(row[place + 1])))
        if COLUMNS["events"][place] == "version" and (row[1], changed) in keys:
            continue  # the key refuses it, guards or not
        count -= 1
        yield row, COLUMNS["events"][place], row[place + 1], changed


WITHOUT_GUARDS = ("database", 0)
"""The forger has taken the triggers away, and is still there."""


def test_any_bit_changed_by_sql_is_found_and_placed_by_the_command(file: Path, db: str, wartable: Wartable) -> None:
    with closing(Forger(file)) as forger:
        rows = forger.run(f"SELECT rowid, {', '.join(COLUMNS['events'])} FROM events")
        for row, column, value, changed in changes(rows, 200):
            mark = "?" if column in ("body", "chain") or not isinstance(changed, bytes) else "CAST(? AS TEXT)"
            forger.run(f"UPDATE events SET {column} = {mark} WHERE rowid = ?", changed, row[0])
            answer = wartable("audit", "verify", "--db", db, "--json")
            found = json.loads(answer.out)
            assert (answer.code, found["proved"]) == (1, False)
            placed = [(each["stream"], each["version"]) for each in found["findings"]]
            assert placed == [(row[1], row[2]), WITHOUT_GUARDS], (column, changed, found)
            forger.run(f"UPDATE events SET {column} = ? WHERE rowid = ?", value, row[0])
    assert wartable("audit", "verify", "--db", db).code == 0


RECORD = "WHERE stream = 'table/T1' AND version = 30"


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        (f"DELETE FROM events {RECORD}", "table/T1 version 30: this record is missing; the next one is version 31"),
        (f"UPDATE events SET body = x'7b7d' {RECORD}", "table/T1 version 30: the record was changed: "),
        (f"UPDATE events SET version = 400 {RECORD}", "table/T1 version 30: this record was given the version 400"),
        (
            f"UPDATE events SET stream = 'house', version = 3 {RECORD}",
            "table/T1 version 30: this record was moved: it lies in house as version 3",
        ),
        (
            f"INSERT INTO events SELECT stream, {NEXT}, name, schema, body, at, command_id, chain FROM events {RECORD}",
            f"table/T1 version {NEXT}: the record was changed",
        ),
        (
            f"UPDATE postings SET cents = 7 WHERE version = {LOST} AND place = 0",
            f"table/T1 version {LOST}: the ledger says table/T1/layout/1//initial 0.07, table/T1/bank 10.00; from",
        ),
        ("UPDATE accounts SET cents = cents + 1 WHERE account = 'cage'", "cage: its stored balance is "),
        ("DELETE FROM commands WHERE command_id = 'command-00020'", "table/T1 version 17: its command command-00020"),
    ],
    ids=lambda value: str(value)[:24],
)
def test_what_is_done_to_the_file_is_told_in_words(
    file: Path, db: str, wartable: Wartable, sql: str, says: str
) -> None:
    with closing(Forger(file)) as forger:
        forger.run(sql)
    answer = wartable("audit", "verify", "--db", db)
    assert (answer.code, answer.err) == (1, "")
    assert answer.out.startswith(says)
    assert answer.out.splitlines()[-1].startswith("not proved: ")


def test_an_older_copy_of_the_file_is_caught_by_heads_and_by_receipts(
    file: Path, db: str, tmp_path: Path, wartable: Wartable
) -> None:
    heads, key, receipts = (str(tmp_path / name) for name in ("heads.jsonl", "heads.pem", "answers.jsonl"))
    older = file.read_bytes()
    assert wartable("audit", "heads", "--db", db, "--heads", heads, "--key", key).code == 0
    store = open_store(db)
    keeper = Keeper(store)
    keeper.commands = 1_000
    keeper.buys_in("late", 100_00)
    (receipt,) = keeper.kept[-1].receipts
    store.close()
    document = {"stream": receipt.stream, "version": receipt.version, "chain": receipt.chain.hex()}
    Path(receipts).write_text(json.dumps({"answer": "ok", "receipts": [document]}))
    signed = wartable("audit", "heads", "--db", db, "--heads", heads, "--key", key)
    assert signed.out.startswith("line 2: 1 stream signed\npublic key ")
    asked = ("audit", "verify", "--db", db, "--heads", heads, "--key", key, "--receipts", receipts)
    assert wartable(*asked).out.endswith(", 6 witnesses\n")
    file.write_bytes(older)
    assert wartable("audit", "verify", "--db", db).code == 0
    caught = wartable(*asked)
    assert caught.code == 1
    assert "patron/late version 1: the store no longer extends the head signed at " in caught.out
    assert wartable("audit", "verify", "--db", db, "--receipts", receipts).code == 1
    again = wartable("audit", "heads", "--db", db, "--heads", heads, "--key", key)
    assert (again.code, again.err) == (1, "")
    assert again.out.startswith("not signed: patron/late no longer holds the head")


def test_a_history_signed_anew_with_another_key_is_found_by_anyone_who_was_given_the_true_one(
    file: Path, db: str, tmp_path: Path, wartable: Wartable
) -> None:
    beside, own, true = file.with_suffix(".heads"), file.with_suffix(".heads-key"), tmp_path / "true.pub"
    signed = wartable("audit", "heads", "--db", db, "--heads", str(beside), "--key", str(own))
    true.write_text(signed.out.split("public key ")[1])
    assert wartable("audit", "verify", "--db", db, "--key", str(true)).out.endswith(", 4 witnesses\n")
    beside.unlink()
    own.unlink()
    anew = wartable("audit", "heads", "--db", db, "--heads", str(beside), "--key", str(own))
    alone = wartable("audit", "verify", "--db", db)
    assert alone.code == 0
    assert "no witnesses" in alone.out
    assert f"is signed by key {anew.out.split('public key ')[1].strip()}, which is not confirmed" in alone.out
    document = json.loads(wartable("audit", "verify", "--db", db, "--json").out)
    assert (document["witnesses"], document["witnessed"]) == (0, False)
    found = wartable("audit", "verify", "--db", db, "--key", str(true))
    assert found.code == 1
    assert "war.heads line 1: is not signed by the key" in found.out
    recalled = wartable("audit", "recall", "T1", "1", "--db", db, "--key", str(true))
    assert recalled.code == 2
    assert "is not signed by the key" in recalled.err


def test_seeds_are_opened_with_the_key_of_the_house(db: str, tmp_path: Path, wartable: Wartable) -> None:
    key = tmp_path / "house.key"
    key.write_text("00" * 32)
    key.chmod(0o600)
    document = json.loads(wartable("audit", "verify", "--db", db, "--house-key", str(key), "--json").out)
    assert (document["proved"], document["seeds_opened"]) == (True, True)
    missing = wartable("audit", "verify", "--db", db, "--house-key", str(tmp_path / "none"))
    assert missing.code == 2
    assert "the key is missing" in missing.err


def test_a_dropped_trigger_and_a_forged_migration_are_told(file: Path, db: str, wartable: Wartable) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as forger:
        forger.execute("DROP TRIGGER events_stay")
        forger.execute("UPDATE migrations SET digest = 'forged' WHERE number = 2")
    answer = wartable("audit", "verify", "--db", db)
    assert answer.code == 1
    said = "migrations version 2: migration 2 (rare_names) of this database is not the one this program knows"
    assert said in answer.out
    assert "database: the shape was changed; missing: trigger events_stay" in answer.out


# What the verbs say


def test_a_store_is_proved(db: str, wartable: Wartable) -> None:
    answer = wartable("audit", "verify", "--db", db)
    counted = f"4 streams, {LAST + 4} events, {LAST + 4} commands, 43 postings, 8 accounts"
    open_still = "no witnesses, so an older copy, or one written anew as a whole, would look the same"
    assert answer == (0, f"proved: {counted}; {open_still}\n", "")
    document = json.loads(wartable("audit", "verify", "--db", db, "--table", "T1", "--json").out)
    assert (document["proved"], document["streams"], document["findings"]) == (True, 1, [])
    assert (document["events"], document["commands"]) == (LAST, LAST)
    assert (document["witnesses"], document["witnessed"]) == (0, False)


def test_a_large_store_is_proved_by_two_processes(
    file: Path, db: str, wartable: Wartable, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = wartable("audit", "verify", "--db", db)
    monkeypatch.setattr("wartable.audit.proof.proving.WORTH_A_PROCESS", 1)
    assert wartable("audit", "verify", "--db", db) == alone
    with closing(Forger(file)) as forger:
        forger.run("UPDATE accounts SET cents = 1 WHERE account = 'cage'")
        forger.run("UPDATE events SET at = 1 WHERE stream = 'table/T1' AND version = 30")
    found = json.loads(wartable("audit", "verify", "--db", db, "--json").out)["findings"]
    assert [(each["stream"], each["version"]) for each in found] == [("table/T1", 30), ("cage", 0)]


def test_heads_are_signed_once_and_tell_the_public_key(db: str, tmp_path: Path, wartable: Wartable) -> None:
    asked = ("audit", "heads", "--db", db, "--heads", str(tmp_path / "h"), "--key", str(tmp_path / "k"))
    first = json.loads(wartable(*asked, "--json").out)
    assert (first["line"], first["streams"], len(first["key"])) == (1, 4, 64)
    assert wartable(*asked).out == f"nothing new to sign\npublic key {first['key']}\n"


def test_a_round_is_recalled_as_text_document_and_page(db: str, tmp_path: Path, wartable: Wartable) -> None:
    text = wartable("audit", "recall", "T1", "2", "--db", db)
    assert (text.code, text.err) == (0, "")
    for said in (
        "Table T1, round 2 (Maryland)",
        "seat 1 8s 9s",
        "MD-10-A-2: Tie wagers win 10 to 1.",
        "Round 2 is over.",
    ):
        assert said in text.out
    document = json.loads(wartable("audit", "recall", "T1", "2", "--db", db, "--json").out)
    assert (document["round"], document["bank"]) == (2, "-80.00")
    page = wartable(
        "audit", "recall", "T1", "--seat", "1", "--last", "2", "--db", db, "--html", str(tmp_path / "p.html")
    )
    assert (page.code, page.out) == (0, "")
    assert (tmp_path / "p.html").read_text().count("<article") == 2
    rounds = json.loads(wartable("audit", "recall", "T1", "--seat", "3", "--db", db, "--json").out)
    assert [each["round"] for each in rounds] == [2, 1]


def test_a_replay_tells_every_table(db: str, wartable: Wartable) -> None:
    answer = wartable("audit", "replay", "--db", db)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("table T1: 3 rounds, betting, state ")
    left = ", and the chain under them; postings and witnesses are left to wartable audit verify\n"
    assert answer.out.endswith(f"\nproved: 1 table, {LAST + 4} events, 8 accounts{left}")
    alone = wartable("audit", "replay", "--db", db, "--table", "T1")
    assert alone.out.endswith(f"\nproved: 1 table, {LAST} events{left}")
    document = json.loads(wartable("audit", "replay", "--db", db, "--table", "T1", "--json").out)
    assert (document["proved"], document["findings"]) == (True, [])


def test_a_replay_that_differs_ends_with_one(file: Path, db: str, wartable: Wartable) -> None:
    with closing(Forger(file)) as forger:
        forger.run("UPDATE accounts SET cents = 5 WHERE account = 'table/T1/bank'")
    answer = wartable("audit", "replay", "--db", db)
    assert answer.code == 1
    assert "table/T1/bank: its stored balance is 0.05; its events add up to 5.00\n" in answer.out


def test_an_export_is_asked_now_and_later(db: str, tmp_path: Path, wartable: Wartable) -> None:
    out = str(tmp_path / "out")
    made = wartable("audit", "export", "--db", db, "-o", out, "--sql", "SELECT count(*) AS events FROM events")
    assert (made.code, made.err) == (0, "")
    assert made.out.startswith(f"exported to {out}: {LAST + 4} events, 43 postings, 8 settled wagers\n")
    question = "SELECT wager, sum(paid), make_date(2026, 11, 15), NULL FROM rounds GROUP BY 1 ORDER BY 1"
    later = wartable("audit", "export", "-o", out, "--json", "--sql", question)
    assert json.loads(later.out)["rows"][0] == ["initial", 4000, "2026-11-15", None]
    assert "is not empty" in one_line(wartable("audit", "export", "--db", db, "-o", out))


def test_reports_are_text_document_and_table(db: str, tmp_path: Path, wartable: Wartable) -> None:
    settings = tmp_path / "wartable.toml"
    settings.write_text('[reports]\noperator = "Card Room 7"\n')
    days = ("--from", "2026-11-14", "--to", "2026-11-15")
    text = wartable("audit", "reports", "--db", db, *days, "--settings", str(settings))
    assert (text.code, text.err) == (0, "")
    assert "significant events of Card Room 7\n2026-11-14 to 2026-11-15, made at " in text.out
    assert "Table T1, 2026-11-14\nNo activity.\n" in text.out
    assert "3 rounds, 0 voided; drop 0.00, win -80.00" in text.out
    document = json.loads(wartable("audit", "reports", "--db", db, "--json").out)
    assert [row["win"] for row in document["totals"]] == ["-80.00", "0.00"]
    rows = wartable("audit", "reports", "--db", db, "--csv").out.splitlines()
    assert rows[0].startswith("table,day,activity,rounds,")
    assert {len(row) for row in csv.reader(rows)} == {31}
    assert rows[1].startswith("T1,2026-11-15,True,3,0,")


def percent_of(part: str, whole: str) -> str:
    """A share in percent with three digits, from two amounts as they are printed; nothing of nothing."""
    return f"{Decimal(part) / Decimal(whole) * 100:.3f}" if Decimal(whole) else ""


def test_the_hold_of_a_row_follows_from_the_figures_in_it(db: str, wartable: Wartable) -> None:
    with closing(open_store(db)) as store:
        Keeper(store).keeps("patron/p-1", [BoughtIn("p-1", 5_00, "T1")], "sold-1")
    asked = ("audit", "reports", "--db", db)
    document = json.loads(wartable(*asked, "--json").out)
    days = [day for day in (*document["days"], *document["totals"]) if day["table"]]
    assert [day["hold_of_drop"] or "" for day in days] == [percent_of(day["win"], day["drop"]) for day in days]
    assert any(day["hold_of_drop"] for day in days)
    wagers = [wager for day in days for wager in day["wagers"]]
    assert [wager["hold"] for wager in wagers] == [percent_of(wager["win"], wager["staked"]) for wager in wagers]
    assert [wager["hold"] for wager in wagers] != [percent_of(wager["win"], wager["handle"]) for wager in wagers]
    for row in csv.DictReader(wartable(*asked, "--csv").out.splitlines()):
        if row["wager"]:
            assert row["hold"] == percent_of(row["wager_win"], row["wager_staked"])
            assert row["hold_of_drop"] == percent_of(row["win"], row["drop"])
    told = wartable(*asked).out
    lines = [line.split() for line in told.splitlines() if line.split()[:1] in (["initial"], ["tie"])]
    assert len(lines) == len(wagers)
    for _, _, _, staked, win, hold, *_ in lines:
        assert hold == percent_of(win, staked)
    for drop, win, hold in re.findall(r"drop (\S+), win (\S+), (\S+) % of the drop", told):
        assert hold == percent_of(win, drop)


def test_a_store_without_a_table_says_that_nothing_happened(tmp_path: Path, wartable: Wartable) -> None:
    open_store(f"sqlite:///{tmp_path / 'empty.db'}").close()
    answer = wartable("audit", "reports", "--db", f"sqlite:///{tmp_path / 'empty.db'}")
    assert "No activity: there is no table in this store." in answer.out


def test_a_person_is_erased_once_and_what_is_over_is_too(db: str, wartable: Wartable) -> None:
    asked = ("audit", "erase", "seat 1", "--db", db)
    assert wartable(*asked).out == "erased: what was known of patron seat 1; the log is as it was\n"
    assert "nothing is known of such a person" in one_line(wartable(*asked))
    kept = wartable("audit", "retain", "--db", db)
    assert kept.out.startswith("log: kept whole, 10 years at least\npersonal data: kept 5 years; erased for 0 patrons")
    store = open_store(db)
    store.put_personal("old", b'{"name":"Ada"}', 0)
    store.close()
    assert json.loads(wartable("audit", "retain", "--db", db, "--json").out)["erased"] == 1
    assert wartable("audit", "verify", "--db", db).code == 0


@pytest.mark.parametrize("verb", [verb.__name__ for verb in VERBS])
def test_every_verb_has_a_help_with_an_example(wartable: Wartable, verb: str) -> None:
    answer = wartable("audit", verb, "--help")
    assert (answer.code, answer.err) == (0, "")
    assert f"Example:\n\n    wartable audit {verb} " in answer.out
    assert "--db" in answer.out
