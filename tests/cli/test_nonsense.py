"""Nonsense for every option of every command: one line that says where and what was expected, and nothing is done.

The options are asked of the commands themselves, so that a new one is tried as well.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, Wartable
from wartable.cli.app import COMMANDS, make_app
from wartable.shipped import shipped
from wartable.store import open_store

HOUSE = str(shipped("houses") / "washington.toml")
USUAL: dict[tuple[str, ...], tuple[str, ...]] = {
    ("settle",): (),
    ("check",): (HOUSE,),
    ("rules",): ("MD",),
    ("odds",): ("MD",),
    ("report",): (HOUSE, "-o", "/nowhere/report.html"),
    ("verify-shoe",): ("nowhere.json",),
    ("simulate",): ("MD", "--rounds", "10"),
    ("evidence",): ("rng", "-o", "evidence", "--bytes", "1"),
    ("drill",): ("MD", "--json"),
    ("serve",): ("--host", "300.1.1.1"),
    ("play",): ("MD",),
    ("users",): ("list", "--db", "sqlite:///war.db"),
    ("bench",): ("nothing",),
    ("audit", "verify"): ("--db", "sqlite:///war.db"),
    ("audit", "heads"): ("--db", "sqlite:///war.db", "--heads", "heads", "--key", "heads.pem"),
    ("audit", "recall"): ("T1", "1", "--db", "sqlite:///war.db"),
    ("audit", "replay"): ("--db", "sqlite:///war.db"),
    ("audit", "export"): ("--db", "sqlite:///war.db", "-o", "nowhere/out"),
    ("audit", "reports"): ("--db", "sqlite:///war.db"),
    ("audit", "erase"): ("nobody", "--db", "sqlite:///war.db"),
    ("audit", "retain"): ("--db", "sqlite:///war.db", "--settings", "nowhere.toml"),
}
"""A call of every command that is soon over, and changes nothing."""
NONSENSE = ("", "-1", "nan", "1e400", "٣x", "9" * 30, "9" * 5_000, "a\nb", "dir", "dangling", "binary", "deep")

MAKES = ("--checkpoint", "--heads", "--key", "--output", "--html")
"""Options that name what is to be made; almost anything is a name."""


def options(command: tuple[str, ...]) -> list[str]:
    app = make_app(command[0])
    for word in command:
        app = app[word]
    names = [name for argument in app.assemble_argument_collection() for name in argument.names]
    return [name for name in names if name.startswith("--") and not name.startswith("--no-")]


def calls() -> Iterator[tuple[str, ...]]:
    for command, usual in USUAL.items():
        for option in options(command):
            yield (*command, *_without(usual, "-o" if option == "--output" else option), option)


def _without(usual: tuple[str, ...], option: str) -> tuple[str, ...]:
    at = usual.index(option) if option in usual else len(usual)
    return (*usual[:at], *usual[at + 2 :])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a store, and with files that are not one."""
    monkeypatch.chdir(tmp_path)
    open_store("sqlite:///war.db").close()
    Path("dir").mkdir()
    Path("dangling").symlink_to("nowhere")
    Path("binary").write_bytes(bytes(range(256)))
    Path("deep").write_text("a = " + "[" * 50_000)
    return tmp_path


def test_every_command_is_tried() -> None:
    assert {command[0] for command in USUAL} == set(COMMANDS)
    verbs = [name for name in make_app("audit")["audit"] if not name.startswith("-")]
    assert [command[1] for command in USUAL if command[0] == "audit"] == verbs


@pytest.mark.parametrize("call", list(calls()), ids=lambda call: f"{' '.join(call[:2])} {call[-1]}"[:40])
def test_nonsense_is_answered_in_one_line(folder: Path, wartable: Wartable, call: tuple[str, ...]) -> None:
    before = set(folder.iterdir())
    for value in NONSENSE:
        answer = wartable(*call[:-1], f"{call[-1]}={value}")
        assert answer.code in (0, 1, 2), (value, answer)
        if answer.code == 2:
            assert answer.out == ""
            *findings, last = told = answer.err.splitlines()
            assert last.startswith("wartable: "), (value, answer)
            assert all(line.startswith(f"{value}:") for line in findings), (value, answer)  # of a house file
            assert len(told[-1]) < 1_000
            for word in ("Errno", "codec", "Traceback", "Invalid value", "standard output"):
                assert word not in answer.err, (value, answer)
    made = {file for file in folder.iterdir() if not file.name.startswith("war.db-")} - before
    assert not made or call[-1] in MAKES


@pytest.mark.parametrize("command", USUAL, ids=" ".join)
def test_words_that_are_no_text_are_refused(wartable: Wartable, command: tuple[str, ...]) -> None:
    answer = wartable(*command, "a\udcff")
    assert answer == (2, "", "wartable: a\\udcff: expected UTF-8 text\n")


def test_a_page_does_not_take_the_place_of_its_store(file: Path, db: str, wartable: Wartable) -> None:
    before = file.read_bytes()
    answer = wartable("audit", "recall", "T1", "1", "--db", db, "--html", str(file))
    assert (answer.code, answer.err) == (2, f"wartable: --html: {file} is the store itself; expected another file\n")
    assert file.read_bytes() == before


# What is around the command

PLAIN = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
AROUND: dict[str, dict[str, str]] = {
    "a locale without letters": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "a narrow terminal of another alphabet": {"PYTHONIOENCODING": "latin-1", "COLUMNS": "20", "NO_COLOR": "1"},
    "a terminal that makes no sense": {"COLUMNS": "x", "LINES": "-3", "TERM": ""},
}


@pytest.mark.parametrize("around", AROUND)
def test_a_poor_terminal_and_no_home_are_no_reason_to_fall_over(around: str) -> None:
    env = PLAIN | AROUND[around]
    done = subprocess.run([*COMMAND, "rules", "MD"], cwd="/", env=env, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="this system has no /proc, where no one can write")
def test_a_folder_where_no_one_can_write_is_told_in_one_line() -> None:
    done = subprocess.run([*COMMAND, "serve", "--port", "0"], cwd="/proc", env=PLAIN, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert (done.stderr.startswith(b"wartable: "), done.stderr.count(b"\n")) == (True, 1)
