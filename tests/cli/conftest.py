"""The command as a fixture: tokens in, exit code and both streams out."""

import sys

import pytest

from tests.cli.command import Answer, Wartable, text_stream
from wartable.cli import main


@pytest.fixture
def wartable(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Wartable:
    monkeypatch.delenv("COLUMNS", raising=False)

    def run(*tokens: str, stdin: bytes = b"") -> Answer:
        monkeypatch.setattr(sys, "stdin", text_stream(stdin))
        capsys.readouterr()  # whatever came before this call is not its answer
        code = main(tokens)
        return Answer(code, *capsys.readouterr())

    return run
