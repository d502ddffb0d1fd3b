"""The command as a fixture: tokens in, exit code and both streams out. And a store to ask it about."""

import sys
from pathlib import Path

import pytest

from tests.audit.histories import Keeper, told_day
from tests.cli.command import Answer, Wartable, text_stream
from wartable.cli import main
from wartable.store import open_store


@pytest.fixture
def wartable(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Wartable:
    monkeypatch.delenv("COLUMNS", raising=False)

    def run(*tokens: str, stdin: bytes = b"") -> Answer:
        monkeypatch.setattr(sys, "stdin", text_stream(stdin))
        capsys.readouterr()  # what came before this call is not its answer
        code = main(tokens)
        return Answer(code, *capsys.readouterr())

    return run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "war.db"
    store = open_store(f"sqlite:///{path}")
    Keeper(store).puts_in_force("T1", "maryland", {"seats": 4}).plays("T1", told_day())
    store.put_personal("seat 1", b'{"name":"Ada"}', 0)
    store.close()
    return path


@pytest.fixture
def db(file: Path) -> str:
    return f"sqlite:///{file}"
