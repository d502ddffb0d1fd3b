"""docs/audit.md is the whole format: what it shows works as it stands there."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.audit.conftest import Kept
from tests.audit.histories import NOON, told_day
from wartable.audit import HeadsFile, public_key, signing_key, write_heads
from wartable.audit.heads.lines import text_of
from wartable.audit.settings import Settings, read_settings
from wartable.cli.audit.verbs import VERBS
from wartable.table.events import WarDeclared

PAGE = (Path(__file__).resolve().parent.parent.parent / "docs" / "audit.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, flags=re.DOTALL)
    assert found
    return found[1]


def check(file: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", block("python"), str(file)], capture_output=True, text=True, check=False
    )


def test_the_check_on_the_page_proves_a_file_and_finds_one_changed_bit(sqlite: Kept) -> None:
    expected = [sqlite.store.head(stream) for stream in sqlite.store.streams()]
    sqlite.log.close()
    sqlite.store.close()
    file = Path(sqlite.url.removeprefix("sqlite:///"))
    done = check(file)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [f"{head.stream} {head.version} {head.chain.hex()}" for head in expected]
    war = 1 + next(n for n, event in enumerate(told_day()) if isinstance(event, WarDeclared))
    data = file.read_bytes()
    place = data.index(b'"event":"war_declared"')
    file.write_bytes(data[:place] + b"!" + data[place + 1 :])
    done = check(file)
    assert (done.returncode, done.stderr) == (1, f"table/T1 version {war}: does not follow\n")


def test_a_line_of_heads_is_checked_as_the_page_says(sqlite: Kept, tmp_path: Path) -> None:
    heads = HeadsFile(tmp_path / "heads.jsonl", signing_key(tmp_path / "heads.pem"))
    line = write_heads(sqlite.log, heads, NOON)
    assert line is not None
    (tmp_path / "text").write_bytes(text_of(line))
    (tmp_path / "signature").write_bytes(bytes.fromhex(line.signature))
    public = public_key(tmp_path / "heads.pem").public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    (tmp_path / "heads.pub").write_bytes(public)
    public_key(tmp_path / "heads.pem").verify(bytes.fromhex(line.signature), text_of(line))
    (command,) = re.findall(r"^openssl pkeyutl .*$", PAGE, flags=re.MULTILINE)
    if shutil.which("openssl"):
        done = subprocess.run(command.split(), cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "Signature Verified Successfully\n")


def test_the_settings_on_the_page_are_the_defaults(tmp_path: Path) -> None:
    text = block("toml")
    (tmp_path / "wartable.toml").write_text(text)
    assert read_settings(tmp_path / "wartable.toml") == Settings(operator=tomllib.loads(text)["reports"]["operator"])


def test_every_verb_is_on_the_page() -> None:
    for verb in VERBS:
        assert f"`wartable audit {verb.__name__} " in PAGE
