"""The independent checker: short, alone with the standard library, and of one mind with the program."""

import ast
import copy
import json
import random
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.shoe.test_reveal import places, put
from tests.shoe.test_vectors import DOCUMENTS, OLD_DOCUMENTS
from tests.soak.shoe import ours
from tools import check_shoe
from wartable.shoe import BadDocument
from wartable.shoe.selftest import KNOWN_ANSWERS

CHECKER = Path(check_shoe.__file__)
MOST_LINES = 200
SHOE, SHUFFLER = DOCUMENTS
NOT_COMPARED = "commitments not compared: none were given"


def run(file: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    """As anyone would, without site packages, so without wartable."""
    command = [sys.executable, "-I", "-S", str(CHECKER), str(file), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def write(folder: Path, document: object) -> Path:
    file = folder / "shoe.json"
    file.write_text(json.dumps(document))
    return file


def test_it_is_short_and_imports_nothing_but_the_standard_library() -> None:
    source = CHECKER.read_text()
    assert len(source.splitlines()) <= MOST_LINES
    imported = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(source))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or "."]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported
    assert imported <= sys.stdlib_module_names
    assert "wartable" not in imported


@pytest.mark.parametrize(("key", "block", "answer"), KNOWN_ANSWERS)
def test_rfc_8439_its_own_chacha_gives_the_published_blocks(
    key: str, block: int, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hmac.digest", lambda *_: bytes.fromhex(key))
    stream = check_shoe.stream(SHOE, "order", 6)
    assert bytes(islice(stream, 64 * block, 64 * block + 64)).hex().startswith(answer)


def test_alone_it_proves_the_documents_of_the_page(tmp_path: Path) -> None:
    done = run(write(tmp_path, DOCUMENTS))
    assert (done.returncode, done.stdout, done.stderr) == (0, f"2 proved, 70 cards seen; {NOT_COMPARED}\n", "")
    assert run(write(tmp_path, SHOE)).stdout == f"1 proved, 11 cards seen; {NOT_COMPARED}\n"


def test_alone_it_holds_the_commitments_against_those_that_were_seen(tmp_path: Path) -> None:
    seen = [part for document in DOCUMENTS for part in ("--commitment", document["commitment"])]
    file = write(tmp_path, DOCUMENTS)
    assert (run(file, *seen).returncode, run(file, *seen).stdout) == (
        0,
        "2 proved, 70 cards seen; commitments compared\n",
    )
    assert (run(file, *seen[:2]).returncode, run(file, *seen[:2]).stdout) == (
        1,
        "a commitment is none of those given\n",
    )


@pytest.mark.parametrize(
    "options",
    [["--commitment"], ["--commitment", "1"], ["--commitment", "A" * 64], ["--commitments", "a" * 64], ["a" * 64]],
)
def test_alone_it_refuses_a_bad_commitment_in_one_line(tmp_path: Path, options: list[str]) -> None:
    done = run(write(tmp_path, DOCUMENTS), *options)
    assert (done.returncode, done.stderr) == (2, "")
    assert done.stdout.startswith("after the file only --commitment and 64 lower-case")
    assert done.stdout.count("\n") == 1


def test_alone_it_says_what_is_wrong(tmp_path: Path) -> None:
    done = run(write(tmp_path, [SHOE | {"cut": 157}, SHUFFLER]))
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == "table T1, shoe 1: card 2 is shown as Kh but was 8s\n"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"\xff",
        b"[" * 100_000,
        b'{"protocol": 1, "protocol": 1}',
        json.dumps(SHOE | {"words": "\ud800"}).encode(),
        json.dumps(SHOE | {"decks": 10**9}).encode(),
        json.dumps(SHOE | {"more": 1}).encode(),
        json.dumps(SHOE | {"table": "T\n1"}).encode(),
    ],
)
def test_what_is_no_document_is_refused_in_one_line(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "shoe.json"
    file.write_bytes(data)
    assert check_shoe.main(str(file)) == 2
    assert len(capsys.readouterr().out.splitlines()) == 1
    assert check_shoe.main(str(tmp_path / "missing.json")) == 2


def verdict_of_the_checker(document: Any, folder: Path) -> int:
    return check_shoe.main(str(write(folder, document)))


def verdict_of_the_program(document: Any) -> int:
    try:
        return 1 if ours(document if isinstance(document, list) else [document]) else 0
    except BadDocument:
        return 2


VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    1,
    2,
    7,
    31,
    52,
    155,
    312,
    2**53,
    -1,
    1.5,
    "",
    "Ts",
    "??",
    "0" * 64,
    "T1",
    "idle",
    [],
    [1],
    {},
)


def test_no_matter_what_is_changed_the_checker_proves_nothing_that_the_program_does_not(tmp_path: Path) -> None:
    """What the program refuses for its form the checker may judge by its arithmetic; never does one prove a cheat."""
    rng = random.Random(11)
    proved = 0
    for _ in range(300):
        document = copy.deepcopy(rng.choice((*DOCUMENTS, *OLD_DOCUMENTS)))
        path = rng.choice([place for place in places(document) if place])
        changed = put(document, path, rng.choice(VALUES))
        mine, independent = verdict_of_the_program(changed), verdict_of_the_checker(changed, tmp_path)
        assert (mine == 1) <= (independent != 0), (path, mine, independent)
        assert (mine == 0) == (independent == 0) or mine == 2, (path, mine, independent)
        proved += mine == 0
    assert proved
