"""The command as a whole: its welcome, its help, and how it ends when something outside goes wrong."""

import errno
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, Wartable, start
from tests.cli.test_settle import SAME_ROUND
from wartable import __version__, shipped
from wartable.cli.app import COMMANDS

FULL_DISK = Path("/dev/full")


def test_alone_it_shows_a_settled_round_and_the_commands(wartable: Wartable) -> None:
    answer = wartable()
    assert (answer.code, answer.err) == (0, "")
    example = wartable("settle", str(shipped.shipped("examples") / "first-round.toml"))
    assert example.out in answer.out
    for name in COMMANDS:
        assert f"wartable {name} " in answer.out


def test_the_first_round_of_the_examples_is_settled_as_its_comment_says(wartable: Wartable) -> None:
    file = shipped.shipped("examples") / "first-round.toml"
    result = json.loads(wartable("settle", str(file), "--json").out)
    assert [(seat["seat"], seat["net"]) for seat in result["seats"]] == [(1, "10.00"), (3, "-30.00"), (6, "65.00")]


@pytest.mark.parametrize("kind", ["houses", "examples"])
def test_an_installed_package_finds_what_it_ships_inside_itself(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped, "_PACKAGE", tmp_path / "src" / "wartable")
    in_a_checkout = shipped.shipped(kind)  # type: ignore[arg-type]
    assert in_a_checkout == tmp_path / kind
    installed = tmp_path / "src" / "wartable" / kind
    installed.mkdir(parents=True)
    assert shipped.shipped(kind) == installed  # type: ignore[arg-type]


def test_the_version_is_told(wartable: Wartable) -> None:
    assert wartable("--version") == (0, f"{__version__}\n", "")


def test_python_runs_the_package_as_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "wartable", "--version"], capture_output=True, check=False)
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, f"{__version__}\n", b"")


@pytest.mark.parametrize("tokens", [["--help"], ["-h"], *([name, "--help"] for name in COMMANDS)])
def test_every_help_has_an_example(wartable: Wartable, tokens: list[str]) -> None:
    answer = wartable(*tokens)
    assert (answer.code, answer.err) == (0, "")
    assert "Example:\n" in answer.out
    assert f"    wartable {tokens[0] if tokens[0] in COMMANDS else 'settle'} " in answer.out
    assert "{" not in answer.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_file_in_an_example_of_a_help_is_there(wartable: Wartable, name: str) -> None:
    named = re.findall(r"\b(houses|examples)/(\S+)", wartable(name, "--help").out)
    assert all((shipped.shipped(kind) / file).is_file() for kind, file in named), named


def test_the_help_lists_every_command(wartable: Wartable) -> None:
    out = wartable("--help").out
    assert all(f" {name} " in out for name in COMMANDS)


@pytest.mark.parametrize(
    ("tokens", "reason"),
    [
        (["frobnicate"], "unknown command frobnicate; expected one of settle, check, rules"),
        (["settle\n"], "unknown command settle\\n; expected one of"),
        (["--frobnicate"], "unknown option --frobnicate; expected --help; see wartable --help"),
        (["settle", "--frobnicate"], "unknown option --frobnicate"),
        (["check", "house.toml", "--frobnicate"], "unknown option --frobnicate; expected one of --json, --help"),
        (["check", "--jsn", "house.toml"], "unknown option --jsn; expected --json; see wartable check --help"),
        (["simulate", "--rouns=5", "MD"], "unknown option --rouns; expected --rounds; see wartable simulate --help"),
        (["play", "--pace", "slow"], "--pace: expected one of fast, human, not 'slow'; see wartable play --help"),
        (["evidence", "luck", "-o", "x"], "PART: expected rng, not 'luck'; see wartable evidence --help"),
        (["settle", "a", "b"], "unexpected argument b"),
        (["check"], "check: HOUSE is missing; see wartable check --help"),
        (["rules", "--clause"], "rules: --clause needs a value; see wartable rules --help"),
        (["settle", "--json=maybe"], "--json: expected it alone, without a value, not 'maybe'"),
        (["settle", "/nowhere/round.toml"], "/nowhere/round.toml: No such file or directory"),
        (["settle", "/nowhere/round.jsonl", "--jsonl"], "/nowhere/round.jsonl: No such file or directory"),
        (["check", "/nowhere/house.toml"], "/nowhere/house.toml: No such file or directory"),
        (["settle", "/"], "/: Is a directory"),
        (["settle", "/", "--jsonl"], "/: Is a directory"),
        (["check", "/"], "/: Is a directory"),
        *(
            ([*tokens, ""], "'': expected the name of a file, or - for standard input")
            for tokens in (["settle"], ["check"], ["verify-shoe"], ["report", "-o", "x.html"])
        ),
        (["settle", "a\0b"], "a\\x00b: "),
        (["settle", "x" * 5_000], "x"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_a_wrong_call_is_answered_in_one_line(wartable: Wartable, tokens: list[str], reason: str) -> None:
    answer = wartable(*tokens)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"wartable: {reason}")
    assert answer.err.count("\n") == 1


def test_a_reader_that_goes_away_ends_the_command_quietly() -> None:
    read, write = os.pipe()
    os.close(read)
    for tokens in (["rules", "maryland"], ["rules", "maryland", "--json"], ["settle", "--jsonl"], ["--help"], []):
        with start(*tokens, stdout=write) as process:
            _, err = process.communicate(json.dumps(SAME_ROUND).encode())
        assert (process.returncode, err) == (141, b"")
    os.close(write)


@pytest.mark.skipif(not FULL_DISK.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("tokens", [["rules"], ["rules", "--json"], ["settle", "--jsonl"], ["--help"]])
def test_a_full_disk_is_told_in_one_line(tokens: list[str]) -> None:
    with FULL_DISK.open("wb") as full, start(*tokens, stdout=full) as process:
        _, err = process.communicate(json.dumps(SAME_ROUND).encode())
    assert (process.returncode, err.decode()) == (2, f"wartable: standard output: {os.strerror(errno.ENOSPC)}\n")


def test_ctrl_c_ends_the_command_without_a_word() -> None:
    with start("settle", "--jsonl") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(SAME_ROUND).encode() + b"\n")
        process.stdin.flush()
        assert process.stdout.readline().startswith(b'{"rulebook":"maryland"')  # it is answered before we end
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()
    assert (process.returncode, err) == (130, b"")


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("rules maryland >&-", "wartable: standard output: is closed\n"),
        ("settle --jsonl >&-", "wartable: standard output: is closed\n"),
        ("--help >&-", "wartable: standard output: is closed\n"),
        ("audit export -o new >&-", "wartable: standard output: is closed\n"),
        ("settle >&- <&-", "wartable: standard output: is closed\n"),
        ("settle <&-", "wartable: standard input: is closed\n"),
        ("settle /nowhere 2>&-", ""),
        ("rules maryland >&- 2>&-", ""),
    ],
)
def test_a_closed_stream_is_told_in_one_line_before_anything_is_done(call: str, says: str, tmp_path: Path) -> None:
    line = ["/bin/sh", "-c", f"{shlex.join(COMMAND)} {call}"]
    done = subprocess.run(line, capture_output=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.decode()) == (2, b"", says)
    assert not list(tmp_path.iterdir())


def test_a_terminal_that_reads_only_ascii_gets_ascii() -> None:
    with start("rules", "maryland", env={**os.environ, "PYTHONIOENCODING": "ascii"}) as process:
        out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert out.isascii()
