"""A pytest plugin that disables one reference of a rulebook before the tests are imported, and reports what failed."""

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.mutants import MUTANT, RESULT

RULEBOOK, _, MEETS = os.environ[MUTANT].partition(" ")
KIND, _, NAME = MEETS.partition(":")
OTHERS: Mapping[str, tuple[Any, Any]] = {
    "yes or no": (True, False),
    "odds": ("7 to 3", "1 to 1"),
    "dollars": ("1.23", "4.56"),
    "percent": ("9.99%", "8.88%"),
    "rate": ("0.37", "0.38"),
    "name": ("another", "one more"),
    "depth": ("3 cards", "4 cards"),
    "direction": ("clockwise", "counterclockwise"),
}
"""For a unit, two values; one of them is not the value in force."""


class Rewriting(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports the modules of the program with one change of their source; it counts the places changed."""

    def __init__(self, package: str, change: ast.NodeTransformer) -> None:
        self._package = package
        self._change = change

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not fullname.startswith(self._package):
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
            return None
        spec.loader = self
        return spec

    def exec_module(self, module: ModuleType) -> None:
        assert module.__file__ is not None
        tree = self._change.visit(ast.parse(Path(module.__file__).read_text(encoding="utf-8")))
        exec(compile(ast.fix_missing_locations(tree), module.__file__, "exec"), module.__dict__)


class NeverRefused(ast.NodeTransformer):
    """Removes the guards of one refusal: what it refused goes on."""

    def __init__(self, name: str) -> None:
        self._name = name.upper()
        self.places = 0

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        named = (part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute))
        if self._name not in named or isinstance(node.value, ast.IfExp):
            return node
        self.places += 1
        return ast.Pass()

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        for branch, other in ((node.body, node.orelse), (node.orelse, node.body)):
            if any(isinstance(part, ast.Attribute) and part.attr == self._name for part in ast.walk(branch)):
                self.places += 1
                return other
        return node


class FindsNothing(ast.NodeTransformer):
    """Makes one check of a house's file find nothing."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.places = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        if node.name == self._name:
            self.places += 1
            node.body = [ast.Return(ast.List([], ast.Load()))]
        return node


def _another(value: Any, raw: Any) -> Any:
    """A value of the same unit that is not the one in force."""
    if value.unit in OTHERS:
        return next(other for other in OTHERS[value.unit] if other != raw)
    if isinstance(raw, int):
        return raw + 1
    if isinstance(raw, list):
        return raw[:-1] if len(raw) > 1 else None
    if isinstance(raw, dict):
        return dict(list(raw.items())[:-1]) or None
    words = [word for word in (value.room or ()) if word != raw] if isinstance(value.room, list) else []
    return words[0] if words else None


def _other_value(book: Any, name: str) -> Any:
    value = book.values[name]
    if value.value is not None:
        other = _another(value, value.value)
        changed = None if other is None else replace(value, value=other)
    else:
        other = None if value.default is None else _another(value, value.default)
        changed = replace(value, default=other, room=None, needed=False, required=False, needed_with={}, more={})
    return None if changed is None else replace(book, values={**book.values, name: changed})


def _other_settlement(book: Any, name: str) -> Any:
    row = book.settlement[name]
    other = replace(row, result="lose" if row.result != "lose" else "push", pays=None, amount=None, meter=None)
    return replace(book, settlement={**book.settlement, name: other})


def _other_step(book: Any, name: str) -> Any:
    """A step that is asked in no words, for no clause, and of no one who could be meant."""
    step = book.steps[name]
    by = tuple(role for role in ("player", "dealer", "floor", "shoe") if role not in step.by)
    return replace(book, steps={**book.steps, name: replace(step, says="-", clauses=("-",), by=by)})


def _without(field: str) -> Callable[[Any, str], Any]:
    def change(book: Any, name: str) -> Any:
        return replace(book, **{field: {key: row for key, row in getattr(book, field).items() if key != name}})

    return change


def _other_term(book: Any, name: str) -> Any:
    return replace(book, terms={**book.terms, name: replace(book.terms[name], word="-")})


IN_THE_BOOK: Mapping[str, Callable[[Any, str], Any]] = {
    "value": _other_value,
    "figure": lambda book, name: _other_value(book, f"figures.{name}"),
    "settlement": _other_settlement,
    "step": _other_step,
    "attest": _without("attest"),
    "term": _other_term,
}


def _change_the_book() -> bool:
    from wartable.rulebook import load

    read = load.read_rulebook
    book = load.load_rulebook(RULEBOOK)
    load.load_rulebook.cache_clear()
    changed = IN_THE_BOOK[KIND](book, NAME)
    if changed is None:
        return False
    setattr(load, "read_rulebook", lambda name, *more: changed if name == RULEBOOK else read(name, *more))  # noqa: B010
    return True


def _change_the_table() -> bool:
    deciding: Any = importlib.import_module("wartable.table.decide")
    phases: Any = importlib.import_module("wartable.table.phases")
    commands: Any = importlib.import_module("wartable.table.commands")
    events: Any = importlib.import_module("wartable.table.events")
    if KIND == "phase":
        phases.PHASES[NAME] = {}
        return True
    if KIND == "command":
        kind = next(one for one in commands.COMMANDS if one.__struct_config__.tag == NAME)
        deciding.DECIDERS[kind] = lambda *_: deciding.NOT_NOW
        return True
    dropped = next(one for one in events.EVENTS if one.__struct_config__.tag == NAME)
    for kind, decider in list(deciding.DECIDERS.items()):
        deciding.DECIDERS[kind] = _dropping(dropped, decider)
    return True


def _dropping(dropped: type, decider: Callable[..., Any]) -> Callable[..., Any]:
    def decided(*args: Any) -> Any:
        told = decider(*args)
        return tuple(event for event in told if not isinstance(event, dropped)) if isinstance(told, tuple) else told

    return decided


def _disable() -> bool:
    if KIND in IN_THE_BOOK:
        return _change_the_book()
    if KIND in {"phase", "command", "event"}:
        return _change_the_table()
    if KIND not in {"refusal", "check"}:
        return False
    change = NeverRefused(NAME) if KIND == "refusal" else FindsNothing(NAME)
    package = "wartable." if KIND == "refusal" else "wartable.rulebook."
    for name in [name for name in sys.modules if name == "wartable" or name.startswith("wartable.")]:
        del sys.modules[name]
    sys.meta_path.insert(0, Rewriting(package, change))
    importlib.import_module("wartable.live" if KIND == "refusal" else "wartable.rulebook.check")
    return change.places > 0


DISABLED = _disable()
FAILED: list[str] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        FAILED.append(report.nodeid)


def pytest_sessionfinish(exitstatus: int) -> None:
    broken = exitstatus not in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}
    outcome = {"disabled": DISABLED, "failed": FAILED, "broken": broken}
    print(f"\n{RESULT}{msgspec.json.encode(outcome).decode()}")
