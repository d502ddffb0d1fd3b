"""What is checked of the page's sources without a browser."""

import ast
from collections import Counter
from pathlib import Path

from tools.node import install, npm
from tools.page import FRONTEND

PEOPLE_AT_TABLES = ("Player", "Dealer")
STAFF = {"petra", "paul", "vera", "walter", "lena"}


def test_the_sources_of_the_page_pass_their_own_tests() -> None:
    install(FRONTEND)
    npm(FRONTEND, "run", "test", "--silent")


def test_every_test_of_the_shared_house_plays_at_tables_of_its_own() -> None:
    played = Counter(
        table
        for file in sorted(Path(__file__).parent.glob("test_*.py"))
        for test in ast.parse(file.read_text()).body
        if isinstance(test, ast.FunctionDef) and test.name.startswith("test_")
        for table in _tables_played_at(test)
    )
    assert played
    assert [table for table, tests in played.items() if tests > 1] == []


def _tables_played_at(test: ast.FunctionDef) -> set[str]:
    """The tables that the people of this test take a seat at or deal at, in the house that other tests share."""
    return {
        named.value
        for call in ast.walk(test)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in PEOPLE_AT_TABLES
        if any(isinstance(one, ast.Name) and one.id == "house" for one in call.args)
        for named in call.args
        if isinstance(named, ast.Constant) and isinstance(named.value, str)
    } - STAFF
