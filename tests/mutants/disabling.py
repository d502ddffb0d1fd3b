"""Disable one reference of a rulebook, such as `value:cut.depth`, before anything else reads it."""

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from msgspec.structs import replace

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
    """Imports the modules of the program with one change of their source, where a word stands in it."""

    def __init__(self, package: str, word: str, change: ast.NodeTransformer) -> None:
        self._package = package
        self._word = word
        self._change = change

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not fullname.startswith(self._package):
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
            return None
        if self._word not in Path(spec.origin).read_text(encoding="utf-8"):
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

    def visit_Return(self, node: ast.Return) -> ast.AST:
        if isinstance(node.value, ast.IfExp):
            return self.generic_visit(node)
        if not self._is_named(node):
            return node
        self.places += 1
        return ast.Pass()

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        for branch, other in ((node.body, node.orelse), (node.orelse, node.body)):
            if self._is_named(branch):
                self.places += 1
                return other
        return self.generic_visit(node)

    def _is_named(self, node: ast.AST) -> bool:
        """Whether the refusal is named there: as a member, or as a constant of the module."""
        names = (getattr(part, "attr", getattr(part, "id", "")) for part in ast.walk(node))
        return self._name in names


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


def _another(value: Any, raw: Any, words: Sequence[Any]) -> Any:
    """A value of the same unit that is not the one in force; None where there is none."""
    if value.unit in OTHERS:
        return next(other for other in OTHERS[value.unit] if other != raw)
    if isinstance(raw, int):
        return raw + 1
    others = [word for word in words if word not in (raw if isinstance(raw, list) else [raw])]
    if isinstance(raw, list):
        changed = raw[::-1] if value.unit == "steps" else raw[:-1]
        return changed if len(raw) > 1 else others[:1] or None
    if isinstance(raw, dict):
        return dict(list(raw.items())[:-1]) or dict.fromkeys(raw, "1.23")
    return others[0] if others else None


def _other_value(book: Any, name: str) -> Any:
    from wartable.rulebook.strict import schema

    value, allowed = book.values[name], schema().values[name].allows
    words = next((one for one in (value.room, allowed) if isinstance(one, list)), [])
    if value.value is not None:
        other = _another(value, value.value, words)
        changed = None if other is None else replace(value, value=other)
    else:
        other = None if value.default is None else _another(value, value.default, words)
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


def _change_the_book(rulebook: str, kind: str, name: str) -> bool:
    from wartable.rulebook import load

    books = {book.name: book for book in load.rulebooks_that_load()}
    changed = IN_THE_BOOK[kind](books[rulebook], name)
    if changed is None:
        return False
    load.load_rulebook.cache_clear()
    setattr(load, "read_rulebook", lambda asked, *_: changed if asked == rulebook else books[asked])  # noqa: B010
    return True


def _change_the_table(kind: str, name: str) -> None:
    deciding: Any = importlib.import_module("wartable.table.decide")
    phases: Any = importlib.import_module("wartable.table.phases")
    commands: Any = importlib.import_module("wartable.table.commands")
    events: Any = importlib.import_module("wartable.table.events")
    if kind == "phase":
        phases.PHASES[name] = {}
        return
    if kind == "command":
        unknown = next(one for one in commands.COMMANDS if one.__struct_config__.tag == name)
        deciding.DECIDERS[unknown] = lambda *_: deciding.NOT_NOW
        return
    dropping = Dropping(next(one for one in events.EVENTS if one.__struct_config__.tag == name))
    decide: FunctionType = deciding.decide
    # Other modules have imported this very function, so its code is exchanged.
    vars(deciding)["_whole"] = FunctionType(decide.__code__, decide.__globals__)
    vars(deciding)["_without"] = dropping.from_decided
    decide.__code__ = _stand_in.__code__


def _stand_in(table: Any, command: Any, by: Any) -> Any:
    return _without(_whole(table, command, by))  # type: ignore[name-defined]  # noqa: F821


class Dropping:
    """Takes one event out of all that the table decides."""

    MOST = 20_000
    """More decisions than all the tests of a clause ask for; a table that needs its event goes on and on."""

    def __init__(self, dropped: type) -> None:
        self._dropped = dropped
        self._decided = 0

    def from_decided(self, decided: Any) -> Any:
        """Return what was decided without the event."""
        self._decided += 1
        assert self._decided < self.MOST, "the table goes on and on"
        if not isinstance(decided, tuple):
            return decided
        return tuple(event for event in decided if not isinstance(event, self._dropped))


def _change_the_source(kind: str, name: str) -> bool:
    change = NeverRefused(name) if kind == "refusal" else FindsNothing(name)
    package, word = ("wartable.", name.upper()) if kind == "refusal" else ("wartable.rulebook.", f"def {name}(")
    for module in [module for module in sys.modules if module == "wartable" or module.startswith("wartable.")]:
        del sys.modules[module]
    sys.meta_path.insert(0, Rewriting(package, word, change))
    importlib.import_module("wartable.live" if kind == "refusal" else "wartable.rulebook.check")
    return change.places > 0


def disable(rulebook: str, meets: str) -> bool:
    """Disable what this reference names in this process, and say whether there was something to disable."""
    kind, _, name = meets.partition(":")
    if kind in IN_THE_BOOK:
        return _change_the_book(rulebook, kind, name)
    if kind in {"phase", "command", "event"}:
        _change_the_table(kind, name)
        return True
    return kind in {"refusal", "check"} and _change_the_source(kind, name)
