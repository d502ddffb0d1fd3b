"""The command itself: what it refuses in one line, and a whole visit in a terminal of its own."""

import os
import pty
import select
import subprocess
import sys
import time

import pytest

from tests.cli.command import COMMAND, Wartable
from tests.cli.conftest import wartable
from tests.patience import PATIENCE

__all__ = ["wartable"]


@pytest.mark.parametrize(
    ("tokens", "reason"),
    [
        ([], "`play` needs an interactive terminal"),
        (["washington", "--pace", "fast"], "`play` needs an interactive terminal"),
        (["nowhere.toml"], "nowhere.toml: No such file or directory"),
        (["--bots", "7"], "--bots: expected 0 to 6, not 7"),
        (["--bots", "many"], "--bots: expected a whole number, not 'many'"),
        (["--pace", "slow"], "--pace: expected one of fast, human, not 'slow'"),
        (["--seed", "x", "--db", "sqlite:///x.db"], "--seed: known cards are for practice in memory only"),
        (["maryland", "california"], "unexpected argument california"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(wartable: Wartable, tokens: list[str], reason: str) -> None:
    answer = wartable("play", *tokens)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"wartable: {reason}")
    assert answer.err.count("\n") == 1


def test_the_screen_is_loaded_only_to_play() -> None:
    loaded = "import sys, wartable.cli.play, wartable.cli.app; print('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, check=True)
    assert done.stdout == b"False\n"


def test_in_a_terminal_the_table_is_drawn_and_left_by_a_key() -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    command = [*COMMAND, "play", "--bots", "0", "--pace", "fast"]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        _go_to_the_first_bets(ours)
        os.write(ours, b"q")
        seen = _read_until(ours, b"You left the table with 1,000.00 in chips.")
        assert b"Traceback" not in seen
        assert process.wait(PATIENCE) == 0
    os.close(ours)


@pytest.mark.parametrize("unread", [False, True])
def test_a_terminal_that_vanishes_without_a_hang_up_ends_the_table(unread: bool) -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    command = [*COMMAND, "play", "--bots", "0", "--pace", "human"]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        try:
            os.close(theirs)
            _go_to_the_first_bets(ours)
            if unread:  # the program waits until its last words are read
                os.write(ours, b"123?" * 500)
                time.sleep(1)
            os.close(ours)
            assert process.wait(PATIENCE) == 129
        finally:
            process.kill()


def _go_to_the_first_bets(terminal: int) -> None:
    """Answer what the table asks before it opens; unanswered, each question lapses only after seconds."""
    for question in (b"I have looked", b"The cut is yours."):
        _read_until(terminal, question)
        os.write(terminal, b"\r")
    _read_until(terminal, b"Place your bets.")


def _read_until(terminal: int, words: bytes) -> bytes:
    seen = b""
    until = time.monotonic() + PATIENCE
    while words not in seen:
        assert time.monotonic() < until, seen[-500:]
        if select.select([terminal], [], [], 1)[0]:
            seen += os.read(terminal, 65_536)
    return seen
