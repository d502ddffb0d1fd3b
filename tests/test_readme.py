"""The README is tested: what it shows runs, and what it links to is there."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.told import RULEBOOKS
from wartable.rulebook import load_rulebook
from wartable.rulebook.clauses import clauses_of

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", README, re.DOTALL)
COMMANDS = [line for kind, block in BLOCKS if not kind for line in block.splitlines() if line.startswith("wartable ")]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_in_the_readme_succeeds(command: str) -> None:
    words = shlex.split(command)
    source = (ROOT / words[words.index("<") + 1]).read_bytes() if "<" in words else None
    arguments = words[1 : words.index("<")] if "<" in words else words[1:]
    run = [sys.executable, "-c", "from wartable.cli import main; raise SystemExit(main())", *arguments]
    done = subprocess.run(run, cwd=ROOT, input=source, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout


def test_the_python_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for source in (block for kind, block in BLOCKS if kind == "python"):
        exec(compile(source, "README.md", "exec"), {})
    assert capsys.readouterr().out == "Receive the decks, and count them and the cut cards. ('MA-4-a', 'MA-2-a.4')\n"


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#]+)\)", README))
def test_a_link_of_the_readme_leads_somewhere(link: str) -> None:
    assert (ROOT / link).is_file()


def test_every_verb_the_readme_names_is_one_of_dev() -> None:
    verbs = set(re.findall(r"\./dev (\w+)", README))
    usage = (ROOT / "dev").read_text(encoding="utf-8")
    assert verbs
    assert all(f"./dev {verb}" in usage for verb in verbs)


def test_the_readme_names_every_state_and_counts_their_clauses() -> None:
    assert [name for name in RULEBOOKS if load_rulebook(name).title not in README] == []
    counted = sum(len(clauses_of(name)) for name in RULEBOOKS)
    assert set(re.findall(r"(\d+)\s+clauses", README)) == {str(counted)}
