"""The way of a wager as docs/architecture.md tells it, and how many files name a wager."""

import ast
import asyncio
import re
import sys
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest

from tests.live.rooms import open_house
from wartable.rulebook.wagers import WAGERS, Wager

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "wartable"
PAGE = ROOT / "frontend" / "src"
MOST_FORMS = 10
MOST_FILES = 28
"""A tie wager on the war deal is also a question to its player, which the steps, the console and the lessons name."""

SECTION = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## The way of a wager\n")[2]
STEPS = re.findall(r"^\| (\d+) \| (.+?) \| (.+) \|$", SECTION.partition("\n## ")[0], re.MULTILINE)
NAMES = [name for _, _, makers in STEPS for name in re.findall(r"`([^`]+)`", makers)]
OF_SERVER = [f"wartable.{name}" for name in NAMES if "/" not in name]
OF_PAGE = [name for name in NAMES if "/" in name]
OPTIONAL = [wager for wager, row in WAGERS.items() if row.offered_by]


def find(name: str) -> Any:
    """Return the object of a dotted name: a module's function, or a method of its class."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found: Any = import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            found = vars(found)[part]
        return found
    raise LookupError(name)


def test_a_wager_takes_at_most_ten_forms_from_click_to_page() -> None:
    assert [int(number) for number, _, _ in STEPS] == list(range(1, len(STEPS) + 1))
    assert 1 < len(STEPS) <= MOST_FORMS


@pytest.mark.parametrize("name", OF_SERVER)
def test_every_function_that_the_walk_names_exists(name: str) -> None:
    assert callable(find(name))


@pytest.mark.parametrize("name", OF_PAGE)
def test_every_function_of_the_page_that_the_walk_names_exists(name: str) -> None:
    file, _, function = name.partition("#")
    text = (PAGE / file).read_text(encoding="utf-8")
    assert re.search(rf"[\s#]{function}\b" if function else "<", text)


def test_a_side_bet_goes_through_the_functions_of_the_walk_in_their_order() -> None:
    called: list[str] = []

    def note(frame: FrameType, what: str, _argument: object) -> None:
        if what == "call":
            called.append(f"{frame.f_globals.get('__name__')}.{frame.f_code.co_qualname}")

    async def story() -> None:
        async with open_house("maryland") as house:
            human = await house.guest("maryland", 1)
            await human.does("maryland", command="put_wagers", seat=1, wagers={"initial": 10_00})
            wagers = b'{"command":"put_wagers","seat":1,"wagers":{"initial":1000,"bonus_spin":500}}'
            sys.setprofile(note)
            try:
                answer = await house.room.ask(human.speaker, "maryland", "walk", msgspec.Raw(wagers))
                await house.rest()
            finally:
                sys.setprofile(None)
            assert answer.ok
            seat = human.messages[-1]["felt"]["seats"][0]
            assert seat["bettors"][0]["bonus_spin"] == 5_00

    asyncio.run(story())
    inside = [name for name in OF_SERVER if not name.startswith("wartable.server.")]
    missing = set(inside) - set(called)
    assert not missing
    assert sorted(inside, key=called.index) == inside


@pytest.mark.parametrize("wager", OPTIONAL)
def test_few_files_name_a_wager_that_a_house_may_leave_out(wager: Wager) -> None:
    files = [path for path in SOURCE.rglob("*.py") if names(path, wager)]
    assert 0 < len(files) <= MOST_FILES, files


def names(path: Path, wager: str) -> bool:
    """Whether a file names a wager: as a text of its own or, where the name is no English word, in any other way."""
    text = path.read_text(encoding="utf-8")
    if "_" in wager:
        return re.search(rf"\b{wager}\b", text) is not None
    constants = (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
    return wager in {value for value in constants if isinstance(value, str)}


def test_no_file_reaches_a_stake_by_the_name_of_an_attribute() -> None:
    reaching = [path for path in SOURCE.rglob("*.py") if re.search(r"getattr\([^)]*\bwager\b", path.read_text("utf-8"))]
    assert not reaching
