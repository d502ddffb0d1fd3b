"""The pages for contributors are true: links lead somewhere, and what they name exists."""

import ast
import importlib.util
import re
import subprocess
import tomllib
from functools import cache
from pathlib import Path

import pytest

from tests.soak.__main__ import SOAKS
from tests.test_architecture import find
from wartable.cli.app import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "wartable"
PAGES = ("CONTRIBUTING.md", "docs/architecture.md", "docs/recipes.md", "docs/decisions/README.md")
LINKING = ("README.md", "CONTRIBUTING.md", *(str(file.relative_to(ROOT)) for file in sorted(ROOT.glob("docs/**/*.md"))))
EXAMPLES = {"NAME": "washington", "KIND": "sqlite", "BET": "spin", "VIEW": "lab"}
"""What a recipe leaves open, and an example that is there."""
SUFFIXES = ("lock", "toml", "md", "csv")
ROOMS = re.compile(r"^\| `(\w+)` \| .+ \| (.*)\|$", re.MULTILINE)


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def quoted(page: str) -> list[str]:
    """What a page sets in code, in its sentences and in its blocks of commands."""
    prose = re.sub(r"^```.*?^```$", "", text_of(page), flags=re.MULTILINE | re.DOTALL)
    blocks = re.findall(r"^```\n(.*?)^```$", text_of(page), re.MULTILINE | re.DOTALL)
    return re.findall(r"`([^`\n]+)`", prose) + [line for block in blocks for line in block.splitlines()]


NAMED = sorted({(page, name) for page in PAGES for name in quoted(page)})
FILES = [(page, name) for page, name in NAMED if re.fullmatch(r"[\w.*-]*/[\w./*-]*", name) and name != "./dev"]
MODULES = [name.split()[-1] for _, name in NAMED if name.startswith(".venv/bin/python -m ")]
WORDS = [name for _, name in NAMED if re.fullmatch(r"[A-Za-z_]\w*", name)]
DOTTED = [name for _, name in NAMED if re.fullmatch(r"[a-z]+(\.\w+)+", name) and name.split(".")[-1] not in SUFFIXES]


# Links


def anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head).lower().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", LINKING)
def test_every_link_leads_somewhere(page: str) -> None:
    lost = []
    for link in re.findall(r"\]\(([^)\s]+)\)", text_of(page)):
        if link.startswith(("http://", "https://")):
            continue
        file, _, anchor = link.partition("#")
        target = (ROOT / page).parent / file if file else ROOT / page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            lost.append(link)
    assert lost == []


# Names


@cache
def defined() -> frozenset[str]:
    """Every module, class, function, constant, field and tag of the tree."""
    found = set[str]()
    for file in (*PACKAGE.rglob("*.py"), *(ROOT / "tools").glob("*.py"), *(ROOT / "tests").rglob("*.py")):
        found.add(file.stem)
        found.add(file.parent.name)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    found.add(name)
                case ast.Name(id=name, ctx=ast.Store()) | ast.keyword(arg="tag", value=ast.Constant(value=str(name))):
                    found.add(name)
    for file in (*(ROOT / "frontend" / "src").rglob("*.ts"), *(ROOT / "frontend" / "src").rglob("*.svelte")):
        found.update(re.findall(r"(?:const|let|function|class|interface|type) (\w+)", file.read_text(encoding="utf-8")))
    return frozenset(found)


@pytest.mark.parametrize(("page", "name"), FILES)
def test_every_file_that_a_page_names_is_there(page: str, name: str) -> None:
    path = re.sub("|".join(EXAMPLES), lambda found: EXAMPLES[found[0]], name).rstrip("/")
    folders = (ROOT, PACKAGE, ROOT / "frontend" / "src") if page == "docs/architecture.md" else (ROOT,)
    assert any(path and list(folder.glob(path.partition("#")[0])) for folder in folders)


@pytest.mark.parametrize("module", MODULES)
def test_every_module_that_a_page_runs_is_there(module: str) -> None:
    assert importlib.util.find_spec(module) is not None


@pytest.mark.parametrize("page", PAGES)
def test_every_command_that_a_page_names_exists(page: str) -> None:
    usage = text_of("dev")
    for name in quoted(page):
        program, *words = name.split()
        if program == "./dev" and words:
            assert f"./dev {words[0]}" in usage
            assert words[0] != "soak" or words[1:2] in ([], ["NAME"]) or words[1] in SOAKS
        elif program == "wartable" and words:
            assert words[0] in COMMANDS


@pytest.mark.parametrize("word", ["bogus", "Run", "--json", ""])
def test_dev_says_which_word_it_does_not_know(word: str) -> None:
    done = subprocess.run([ROOT / "dev", word, "more"], capture_output=True, text=True, check=False)
    expected = "expected one of run, test, lint, format, bench, soak, lock, help"
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"dev: unknown command {word or repr(word)}; {expected}\n"


@pytest.mark.parametrize("name", sorted(set(WORDS)))
def test_every_name_on_a_page_is_defined(name: str) -> None:
    assert name in defined()


@pytest.mark.parametrize("name", sorted(set(DOTTED)))
def test_every_name_on_a_page_that_says_its_room_is_defined_there(name: str) -> None:
    assert find(f"wartable.{name}")


# The rooms


def table_of_rooms() -> dict[str, set[str]]:
    rooms = text_of("docs/architecture.md").partition("## The rooms\n")[2].partition("\n## ")[0]
    return {room: set(re.findall(r"`(\w+)`", inside)) for room, inside in ROOMS.findall(rooms)}


def test_every_room_is_on_the_page_of_the_architecture_floor_by_floor() -> None:
    contracts = tomllib.loads(text_of("pyproject.toml"))["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    floors = [re.findall(r"\w+", layer) for layer in layers]
    assert list(table_of_rooms()) == [room for floor in floors for room in floor]


def test_every_package_is_on_the_page_of_the_architecture() -> None:
    told = table_of_rooms()
    inside = {room: {door.parent.name for door in (PACKAGE / room).glob("*/__init__.py")} for room in told}
    assert {room: packages for room, packages in told.items() if packages} == {
        room: packages for room, packages in inside.items() if packages
    }
    assert not list(PACKAGE.glob("*/*/*/__init__.py"))
