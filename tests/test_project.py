"""What a reviewer would look for in the tree itself: layers, whole cents, no state in code, no machine in files."""

import ast
import importlib
import io
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import tokenize
import tomllib
import zipfile
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import wartable
from tools.lock import asked_for, recorded
from wartable.rulebook import rulebook_names

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "wartable"

# The rulebook is no part of this list: it meets numbers with a point where it refuses them.
WHOLE_CENTS = ("cards", "money", "table", "runner", "ledger", "cage")
FORBIDDEN_IN_CORE = frozenset({"decimal", "random", "time"})
FORBIDDEN_NAMES = frozenset({"float", "Decimal"})

QUAINT = re.compile(
    r"\b(whoever|nobody|somebody|everybody|anybody|whatever|so many|(?:the|an) own|below nothing|unless said)\b",
    re.IGNORECASE,
)

TEXTS = frozenset({tokenize.STRING, tokenize.COMMENT, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)})

LONGEST_FILE = 400
LONGEST_FUNCTION = 60

STATES = re.compile("|".join(dict.fromkeys(rulebook_names().values())), re.IGNORECASE)
# Written in pieces, so that this file does not find itself.
REGISTRY_HOSTS = ("pypi" + ".org", "python" + "hosted.org", "npm" + "js.org", "npm" + "js.com")
REGISTRY_SETTINGS = ("index" + "-url", 'registry = "' + "http", '"resolved": "' + "http")
MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:root|home|Users|work|tmp)/[\w.]")
NOT_OURS = frozenset(
    {".git", ".venv", ".uv", ".web", "static", ".hypothesis", "dist", "build", "node_modules", "__pycache__"}
)

OURS = {"wartable", "tests", "tools", "bench"}
HEAVY = {"duckdb", "jinja2", "litestar", "numba", "numpy", "textual", "uvicorn"}

Finding = str
Search = Callable[[str], Iterator[Finding]]


# Layers


@pytest.fixture
def copy_of_the_package(tmp_path: Path) -> Path:
    shutil.copytree(PACKAGE, tmp_path / "wartable", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "doors.py", tmp_path / "tools")
    return tmp_path


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    # The folder comes first on the path of a program started with -c, before the installed package.
    program = "from importlinter.cli import lint_imports_command as main; main(['--no-cache', '--no-logo'])"
    return subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False)


PLANTED_IMPORTS = (
    ("cards.py", "from wartable import rulebook", "wartable.cards is not allowed to import wartable.rulebook"),
    ("rulebook/__init__.py", "import wartable.table", "wartable.rulebook is not allowed to import wartable.table"),
    ("table/__init__.py", "import random", "wartable.table -> random"),
    ("ledger.py", "from time import time", "wartable.ledger -> time"),
    ("live/room.py", "from wartable.table.state import Box", "wartable.table.state: expected an import from"),
    ("live/room.py", "from wartable.live.driving.table import LiveTable", "wartable.live.driving.table: expected"),
    ("live/room.py", "def f():\n    import wartable.store.memory", "wartable.store.memory: expected an import from"),
    ("live/tiles.py", "from .driving.table import LiveTable", "live/tiles.py:"),
    ("live/room.py", "from wartable.table import invariants", "its door does not offer invariants"),
    ("live/desk.py", "from wartable.live import Room", "a module does not go through its own package's door"),
    ("live/desk.py", "from wartable.live.room import LiveTable", "it does not define LiveTable"),
    ("unplaced.py", "", "not listed as layers: - wartable.unplaced"),
)
"""What a contract forbids, with what the linter says of each: imports, and a module in no layer. All are planted at
once; that nothing is broken without them is a check of `./dev lint`.
"""


def test_every_planted_import_breaks_its_contract(copy_of_the_package: Path) -> None:
    for module, planted, _ in PLANTED_IMPORTS:
        with (copy_of_the_package / "wartable" / module).open("a") as source:
            source.write(f"\n{planted}\n")
    result = lint_imports(copy_of_the_package)
    assert result.returncode == 1
    told = " ".join(result.stdout.split())
    assert [said for _, _, said in PLANTED_IMPORTS if said not in told] == []


@pytest.mark.parametrize("door", ["audit", "live", "odds", "rulebook", "settle", "sim", "store", "table"])
def test_a_door_loads_no_library_that_only_some_commands_need(door: str) -> None:
    program = f"import sys, wartable.{door}; print(*{HEAVY} & sys.modules.keys())"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


# Sources


def sources(*modules: str) -> Iterator[Path]:
    for module in modules or ("",):
        file = PACKAGE / f"{module}.py"
        yield from [file] if file.is_file() else sorted((PACKAGE / module).rglob("*.py"))


def find_inexact(source: str) -> Iterator[Finding]:
    """Every place where a number could stop being whole, or where chance or a clock comes in."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Constant(value=float() | complex() as value):
                yield f"line {node.lineno}: literal {value}"
            case ast.BinOp(op=ast.Div(), lineno=line):
                yield f"line {line}: a division that leaves no rest"
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in FORBIDDEN_NAMES:
                yield f"line {node.lineno}: name {name}"
            case ast.Import(names=names):
                yield from (f"line {node.lineno}: import {a.name}" for a in names if is_forbidden(a.name))
            case ast.ImportFrom(module=str(module)) if is_forbidden(module):
                yield f"line {node.lineno}: import from {module}"


def is_forbidden(module: str) -> bool:
    return module.partition(".")[0] in FORBIDDEN_IN_CORE


def find_state_names(source: str) -> Iterator[Finding]:
    for number, line in enumerate(source.splitlines(), start=1):
        yield from (f"line {number}: {name}" for name in STATES.findall(line))


def find_too_long(source: str) -> Iterator[Finding]:
    length = len(source.splitlines())
    if length > LONGEST_FILE:
        yield f"{length} lines"
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > LONGEST_FUNCTION:
                yield f"line {node.lineno}: {node.name} has {length} lines"


def find_quaint(source: str) -> Iterator[Finding]:
    """Docstrings, messages and comments with a word that names no actor, or a paraphrase of the usual word."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in TEXTS and (found := QUAINT.search(token.string)):
            yield f"line {token.start[0]}: {found[0]}"


def search(find: Search, *modules: str) -> list[Finding]:
    return [f"{file.relative_to(ROOT)} {found}" for file in sources(*modules) for found in find(file.read_text())]


@pytest.mark.parametrize("module", WHOLE_CENTS)
def test_the_core_holds_whole_numbers_and_no_chance_or_clock(module: str) -> None:
    assert list(sources(module)), f"{module} is gone, and this test would prove nothing"
    assert search(find_inexact, module) == []


def test_no_state_is_named_in_code() -> None:
    assert search(find_state_names) == []


def test_texts_name_the_actor_and_use_the_usual_word() -> None:
    assert search(find_quaint) == []


def shared_class_names(defined: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Public class names that more than one package defines, with those packages."""
    packages: dict[str, set[str]] = {}
    for package, source in defined:
        for node in ast.parse(source).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                packages.setdefault(node.name, set()).add(package)
    return {name: sorted(found) for name, found in packages.items() if len(found) > 1}


def test_a_public_class_name_means_one_thing_across_packages() -> None:
    assert shared_class_names((file.relative_to(PACKAGE).parts[0], file.read_text()) for file in sources()) == {}
    planted = [("live", "class Seal: ..."), ("table", "class Seal: ..."), ("table", "class _Own: ...\nclass Box: ...")]
    assert shared_class_names(planted) == {"Seal": ["live", "table"]}


SAME_VERB = {"decide", "moves_of"}
"""The cage decides commands and moves money by the same rules as a table and its ledger, on a state of its own."""


def test_a_name_that_two_doors_pass_on_is_the_same_thing() -> None:
    doors = [f"wartable.{found.name}" for found in pkgutil.iter_modules([str(PACKAGE)]) if found.name != "__main__"]
    offered: dict[str, dict[int, str]] = {}
    for door in doors:
        module = importlib.import_module(door)
        for name, value in vars(module).items():
            home = getattr(value, "__module__", door)
            if not name.startswith("_") and callable(value) and str(home).startswith(door):
                offered.setdefault(name, {})[id(value)] = door
    shared = {name: sorted(found.values()) for name, found in offered.items() if len(found) > 1}
    assert {name: found for name, found in shared.items() if name not in SAME_VERB} == {}
    assert shared.keys() >= SAME_VERB, "a name is no longer shared; take it from the list"


def test_no_file_and_no_function_outgrows_its_idea() -> None:
    assert search(find_too_long) == []


@pytest.mark.parametrize(
    ("find", "planted"),
    [
        (find_inexact, "half = 0.5"),
        (find_inexact, "def pay(stake: float) -> None: ..."),
        (find_inexact, "stake = builtins.float(stake)"),
        (find_inexact, "from decimal import Context"),
        (find_inexact, "import random as chance"),
        (find_inexact, "def now():\n    import time"),
        (find_state_names, "if jurisdiction == 'Mary" + "land': ..."),
        (find_quaint, 'def pay():\n    """Whoever wins is paid."""'),
        (find_quaint, "raise ValueError(f'{seats} seats are so many')"),
        (find_quaint, "pay()  # never below nothing"),
        (find_too_long, "\n" * (LONGEST_FILE + 1)),
        (find_too_long, "def long():\n" + "    pass\n" * LONGEST_FUNCTION),
    ],
)
def test_each_search_finds_what_is_planted(find: Search, planted: str) -> None:
    assert len(list(find(planted))) == 1


# Files


def committed_files() -> list[Path]:
    """What git holds or would take; without git, or outside a checkout, all but the known by-products."""
    git = shutil.which("git")
    if git:
        command = [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if listing.returncode == 0:
            return [file for name in listing.stdout.split("\0") if name and (file := ROOT / name).is_file()]
    return list(walk(ROOT))


def walk(folder: Path) -> Iterator[Path]:
    for entry in sorted(folder.iterdir()):
        if entry.name in NOT_OURS or entry.name.endswith("_cache"):
            continue
        if entry.is_dir():
            yield from walk(entry)
        else:
            yield entry


def find_machine(text: str) -> Iterator[Finding]:
    """Absolute paths of one machine, and addresses of package registries."""
    for number, line in enumerate(text.splitlines(), start=1):
        words = [word for word in (*REGISTRY_HOSTS, *REGISTRY_SETTINGS, f"{ROOT}/") if word in line]
        words += MACHINE_PATH.findall(line)
        yield from (f"line {number}: {word}" for word in words)


def test_no_file_names_a_machine_or_a_registry() -> None:
    files = {file.relative_to(ROOT): file.read_text(errors="replace") for file in committed_files()}
    assert Path("pyproject.toml") in files
    assert [f"{name} {found}" for name, text in files.items() for found in find_machine(text)] == []


@pytest.mark.parametrize(
    "planted", ["see /ro" + "ot/notes", "source = https://files.python" + "hosted.org/x", "index" + "-url = x"]
)
def test_a_planted_machine_is_found(planted: str) -> None:
    assert len(list(find_machine(planted))) == 1


def test_walking_the_tree_finds_what_git_finds() -> None:
    assert {ROOT / "dev", ROOT / "pyproject.toml", Path(__file__)} <= set(walk(ROOT))


# Packaging


def test_the_lock_was_made_from_what_pyproject_asks_for() -> None:
    # By digest, because resolving again would need the network and an index that still answers as it did on the day.
    asked = asked_for((ROOT / "pyproject.toml").read_text())
    assert recorded((ROOT / "requirements.lock").read_text()) == asked, "run ./dev lock"


def test_a_changed_dependency_makes_the_lock_stale_and_a_changed_setting_does_not() -> None:
    pyproject = (ROOT / "pyproject.toml").read_text()
    assert asked_for(pyproject.replace('"msgspec>=', '"msgspec>=99.')) != asked_for(pyproject)
    assert asked_for(pyproject.replace("line-length = 120", "line-length = 100")) == asked_for(pyproject)


@pytest.mark.parametrize("lock", ["requirements.lock", "tools/bootstrap.lock", "tools/peers.lock"])
def test_every_pin_in_a_lock_has_a_hash(lock: str) -> None:
    pins = re.split(r"^(?=[A-Za-z0-9])", (ROOT / lock).read_text(), flags=re.MULTILINE)[1:]
    assert pins
    assert [pin.split()[0] for pin in pins if "==" not in pin or "--hash=sha256:" not in pin] == []


def imported(folder: str) -> Iterator[tuple[str, str]]:
    """Every package from outside that a folder's files import, with the file."""
    for file in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            for top in {name.partition(".")[0] for name in names} - sys.stdlib_module_names - OURS:
                yield top, str(file.relative_to(ROOT))


@pytest.mark.parametrize(("folder", "groups"), [("src", ()), ("tests", ("dev",)), ("tools", ("dev",))])
def test_everything_that_is_imported_is_declared(folder: str, groups: tuple[str, ...]) -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = [*pyproject["project"]["dependencies"], *pyproject["project"]["optional-dependencies"]["cluster"]]
    asked += [one for group in groups for one in pyproject["dependency-groups"][group]]
    declared = {re.split(r"[\[><=]", one)[0].lower() for one in asked}
    provided_by = packages_distributions()
    found = dict(imported(folder))
    missing = {
        top: file
        for top, file in found.items()
        if declared.isdisjoint(name.lower() for name in provided_by.get(top, ()))
    }
    assert found
    assert missing == {}


def test_the_version_is_said_once() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert wartable.__version__ == project["version"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as pip would unpack it."""
    built, unpacked = tmp_path_factory.mktemp("built"), tmp_path_factory.mktemp("unpacked")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(built)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (file,) = built.glob("*.whl")
    zipfile.ZipFile(file).extractall(unpacked)
    return unpacked


def test_the_wheel_holds_the_rulebooks_the_houses_and_the_examples(wheel: Path) -> None:
    expected = {
        f"wartable/{file.relative_to(PACKAGE)}"
        for file in PACKAGE.rglob("*")
        if file.suffix in (".py", ".toml", ".csv", ".sql")
    }
    for folder in ("houses", "examples"):
        expected |= {f"wartable/{file.relative_to(ROOT)}" for file in (ROOT / folder).glob("*.toml")}
    assert expected | {"wartable/py.typed"} <= {str(file.relative_to(wheel)) for file in wheel.rglob("*")}


def test_the_wheel_holds_nothing_of_development(wheel: Path) -> None:
    assert [file.name for file in wheel.iterdir() if not file.name.endswith(".dist-info")] == ["wartable"]
    assert not (wheel / "wartable" / "bench").exists()


def test_bench_from_the_wheel_says_that_it_needs_a_checkout(wheel: Path) -> None:
    program = "import sys; from wartable.cli import main; sys.exit(main(['bench', 'engine']))"
    command = [sys.executable, "-c", program]
    env = {**os.environ, "PYTHONPATH": str(wheel)}
    done = subprocess.run(command, cwd=wheel, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "wartable: bench is a tool of development; run ./dev bench in a checkout of the source\n"
