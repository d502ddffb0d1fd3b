"""`wartable audit` asked for what cannot be: one line that says why, exit code 2, nothing made and nothing changed."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.audit.histories import Keeper, told_day
from tests.cli.command import Wartable
from tests.cli.test_audit import one_line
from wartable.store import open_store

VERBS_OF_A_STORE = [
    ("verify",),
    ("replay",),
    ("recall", "T1", "1"),
    ("reports",),
    ("retain",),
    ("erase", "seat 1"),
    ("heads", "--heads", "heads.jsonl", "--key", "heads.pem"),
    ("export", "-o", "out"),
]


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    store = open_store("sqlite:///war.db")
    Keeper(store).puts_in_force("T1", "maryland", {"seats": 4}).plays("T1", told_day())
    store.close()
    return "sqlite:///war.db"


@pytest.fixture
def others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a text and with the database of another program."""
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("this is no database, and long enough to be read as one")
    with closing(sqlite3.connect("other.db")) as other:
        other.execute("CREATE TABLE mine (a)")
    return tmp_path


@pytest.mark.parametrize("verb", VERBS_OF_A_STORE, ids=lambda verb: verb[0])
@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("", "invalid store address ''"),
        ("war.db", "invalid store address 'war.db'"),
        ("memory:", "invalid store address 'memory:'; expected sqlite:///PATH"),
        ("sqlite:///", "invalid store address 'sqlite:///'"),
        ("sqlite:///nowhere.db", "nowhere.db: no such file"),
        ("sqlite:////", "invalid store address 'sqlite:////'"),
        ("sqlite:///a\0b", "a\\x00b: no such file"),
        ("sqlite:///text", "text: "),
        ("sqlite:///other.db", "other.db: this database belongs to another program"),
        ("mysql://localhost/war", "invalid store address 'mysql://localhost/war'"),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_a_store_that_is_none_is_refused_by_every_verb(
    others: Path, wartable: Wartable, verb: tuple[str, ...], url: str, reason: str
) -> None:
    before = sorted(others.iterdir())
    assert reason in one_line(wartable("audit", *verb, "--db", url))
    assert sorted(others.iterdir()) == before


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:secret@[::1/war",
        "postgresql://ann:secret%zz@localhost/war",
        "postgresql://ann:secret word@localhost/war",
        "postgresql://localhost/war?password=secret&more",
    ],
)
def test_an_address_that_cannot_be_read_does_not_tell_its_password(wartable: Wartable, url: str) -> None:
    said = one_line(wartable("audit", "verify", "--db", url))
    assert said.startswith("wartable: --db: invalid store address 'postgresql://")
    assert "secret" not in said


@pytest.mark.parametrize("url", ["postgresql://localhost:1/war", "postgresql://%zz", "postgres://a b@/"])
def test_a_database_that_does_not_answer_is_refused(wartable: Wartable, url: str) -> None:
    assert one_line(wartable("audit", "verify", "--db", url)).startswith("wartable: --db: ")


@pytest.mark.parametrize(
    ("tokens", "reason"),
    [
        ([], ""),
        (["frobnicate"], "audit: unknown verb 'frobnicate'; expected one of verify, heads, recall"),
        (["verify", "--db"], "audit verify: --db needs a value"),
        (["verify", "--db", "{db}", "--frobnicate"], "unknown option --frobnicate; expected one of --db"),
        (["recall", "--db", "{db}"], "audit recall: TABLE is missing; see wartable audit recall --help"),
        (["recall", "T1", "--db", "{db}"], "expected a round or --seat, and not both"),
        (["recall", "T1", "1", "--seat", "1", "--db", "{db}"], "expected a round or --seat, and not both"),
        (["recall", "T1", "0", "--db", "{db}"], "ROUND: expected 1 or more, not 0"),
        (["recall", "T1", "two", "--db", "{db}"], "ROUND: expected a whole number, not 'two'"),
        (["recall", "T1", "4", "--db", "{db}"], "table T1: has no round 4; its rounds are 1 to 3"),
        (["recall", "T1", "99999999999999999999", "--db", "{db}"], "table T1: has no round 99999999999999999999"),
        (["recall", "T9", "1", "--db", "{db}"], "table T9: has no history in this store; there are T1"),
        (["recall", "T\n9", "1", "--db", "{db}"], "table T 9: has no history"),
        (["recall", "T1", "--seat", "0", "--db", "{db}"], "--seat: expected 1 or more, not 0"),
        (["recall", "T1", "--seat", "2", "--db", "{db}"], "table T1: seat 2 took part in no round"),
        (["recall", "T1", "--seat", "1", "--last", "0", "--db", "{db}"], "--last: expected 1 to 1000, not 0"),
        (["recall", "T1", "1", "--html", "no/where.html", "--db", "{db}"], "no/where.html: No such file"),
        (["replay", "--table", "T9", "--db", "{db}"], "table T9: has no history"),
        (["verify", "--table", "T9", "--db", "{db}"], "table T9: has no history"),
        (["verify", "--heads", "h", "--db", "{db}"], "--heads and --key belong together"),
        (["verify", "--key", "k", "--db", "{db}"], "--key: there are no heads beside the store; name the file of"),
        (["verify", "--heads", "h", "--key", "nowhere", "--db", "{db}"], "nowhere: No such file or directory"),
        (["verify", "--heads", "nowhere", "--key", "key", "--db", "{db}"], "nowhere: No such file or directory"),
        (["verify", "--heads", "garbage", "--key", "key", "--db", "{db}"], "garbage line 1: expected a line of signed"),
        (["verify", "--heads", ".", "--key", "key", "--db", "{db}"], ".: holds no heads; expected files named *.jsonl"),
        (["verify", "--receipts", "garbage", "--db", "{db}"], "garbage line 1: expected a receipt in JSON"),
        (["verify", "--receipts", "nowhere", "--db", "{db}"], "nowhere: No such file or directory"),
        (["heads", "--heads", "garbage", "--key", "private", "--db", "{db}"], "garbage line 1: expected a line of"),
        (["heads", "--heads", "h", "--key", "garbage", "--db", "{db}"], "garbage: "),
        (["heads", "--heads", "no/where", "--key", "private", "--db", "{db}"], "no/where: No such file"),
        (["heads", "--heads", "h", "--db", "{db}"], "audit heads: --key is missing"),
        (["export", "-o", "nowhere", "--sql", "SELECT 1"], "--db: wartable.db: no such file; name another"),
        (["export", "-o", "out", "--sql", "SELECT nonsense", "--db", "{db}"], "--sql: Binder Error: "),
        (["recall", "T1", "1", "--heads", "h", "--db", "{db}"], "--heads and --key belong together"),
        (
            ["recall", "T1", "1", "--heads", "garbage", "--key", "key", "--db", "{db}"],
            "garbage line 1: expected a line",
        ),
        (["verify", "--heads", "empty", "--key", "key", "--db", "{db}"], "empty: holds no signed head"),
        (["verify", "--receipts", "empty", "--db", "{db}"], "empty: holds no receipt, so nothing can be held against"),
        (["export", "-o", "war.db", "--db", "{db}"], "war.db: is not a folder"),
        (["export", "-o", "no/where", "--db", "{db}"], "no/where: its parent folder does not exist"),
        (["export", "-o", "a\0b", "--db", "{db}"], "a\\x00b: "),
        (["reports", "--from", "today", "--db", "{db}"], "--from: expected a day such as 2026-11-14, not 'today'"),
        (["reports", "--to", "2026-13-01", "--db", "{db}"], "--to: expected a day"),
        (["reports", "--to", "2026-01-01", "--db", "{db}"], "the last day 2026-01-01 comes before the first"),
        (["reports", "--from", "0001-01-01", "--db", "{db}"], "a report spans at most 4000 days"),
        (["reports", "--json", "--csv", "--db", "{db}"], "expected --json or --csv, and not both"),
        (["reports", "--table", "T9", "--db", "{db}"], "table T9: has no history"),
        (["reports", "--settings", "garbage", "--db", "{db}"], "garbage: "),
        (["retain", "--settings", "nowhere", "--db", "{db}"], "nowhere: No such file or directory"),
        (["erase", "nobody", "--db", "{db}"], "patron nobody: nothing is known of such a person"),
        (["erase", "--db", "{db}"], "audit erase: PATRON is missing"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else None,
)
def test_a_wrong_question_is_answered_in_one_line(db: str, wartable: Wartable, tokens: list[str], reason: str) -> None:
    Path("garbage").write_bytes(b"\xff\x00 this is nothing\n")
    Path("garbage").chmod(0o600)
    Path("empty").touch()
    Path("key").write_text("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    answer = wartable("audit", *(db if token == "{db}" else token for token in tokens))
    if not tokens:
        assert (answer.code, answer.err) == (0, "")
        assert "Usage: wartable audit COMMAND" in answer.out
    else:
        assert f"wartable: {reason}" in one_line(answer)
    assert not Path("out").exists()
    assert wartable("audit", "verify", "--db", db).code == 0


@pytest.mark.parametrize("verb", VERBS_OF_A_STORE, ids=lambda verb: verb[0])
def test_every_verb_looks_for_the_store_that_serve_makes_and_says_how_to_name_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wartable: Wartable, verb: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    said = one_line(wartable("audit", *verb))
    assert said == "wartable: --db: wartable.db: no such file; name another store with --db sqlite:///PATH\n"
    store = open_store("sqlite:///wartable.db")
    Keeper(store).puts_in_force("T1", "maryland", {"seats": 4}).plays("T1", told_day())
    store.put_personal("seat 1", b'{"name":"Ada"}', 0)
    store.close()
    assert wartable("audit", *verb).code == 0


OPTIONS = st.sampled_from(["--db", "--json", "T1", "1", "-o", "--sql", "--seat"])
DOCUMENTS = st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps).map(str.encode)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(st.lists(st.text(max_size=8) | OPTIONS))
def test_no_nonsense_is_answered_with_a_traceback(db: str, wartable: Wartable, words: list[str]) -> None:
    for verb in ("verify", "recall", "reports", "export"):
        answer = wartable("audit", verb, "--db", db, *words, "--table")
        assert answer.code == 2
        assert answer.err.count("\n") == 1


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(st.binary(max_size=200) | DOCUMENTS)
def test_any_file_given_as_heads_receipts_or_settings_is_refused_in_one_line(
    db: str, wartable: Wartable, content: bytes
) -> None:
    Path("given").write_bytes(content + b"\n[x")
    Path("key").write_text("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    for options in (
        ("verify", "--heads", "given", "--key", "key"),
        ("verify", "--receipts", "given"),
        ("reports", "--settings", "given"),
        ("verify", "--heads", "key", "--key", "given"),
    ):
        answer = wartable("audit", *options, "--db", db)
        assert "given" in one_line(answer)
