"""The contract that every package is entered by its door: its `__init__`, which imports what others may use.

A module imports its own siblings, and other packages by their doors alone. No module that is not a door passes on
what it imports. So a package's `__init__` lists everything that the rest of the tree depends on.
"""

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from importlinter import Contract, ContractCheck, output

DOOR = "__init__"


def wrong_imports(package: Path) -> Iterator[str]:
    """Yield a line for each import inside a package that goes around a door."""
    sources = {_parts(file, package): ast.parse(file.read_text(encoding="utf-8")) for file in package.rglob("*.py")}
    bound = {module: _bound(tree) for module, tree in sources.items()}
    for file in sorted(package.rglob("*.py")):
        module = _parts(file, package)
        home = module if file.stem == DOOR else module[:-1]
        for line, target, names in _imports(sources[module], home):
            if target[0] == package.name and len(target) > 1:
                wrong = _wrong(home, target, names, bound)
                if wrong:
                    yield f"{file.relative_to(package.parent)}:{line}: {'.'.join(target)}: {wrong}"


def _wrong(
    home: tuple[str, ...],
    target: tuple[str, ...],
    names: tuple[str, ...],
    bound: dict[tuple[str, ...], tuple[set[str], set[str]]],
) -> str:
    shared = 0
    while shared < min(len(home), len(target)) and home[shared] == target[shared]:
        shared += 1
    if len(target) - shared > 1:
        return f"expected an import from {'.'.join(target[: shared + 1])}"
    modules = {name for name in names if (*target, name) in bound}
    if len(target) == shared:
        through = [name for name in names if name not in modules]
        return f"{', '.join(through)}: a module does not go through its own package's door" if through else ""
    defined, imported = bound.get(target, (set(), set()))
    is_door = any(module[: len(target)] == target and len(module) > len(target) for module in bound)
    if is_door:
        hidden = sorted(modules - defined - imported)
        return f"its door does not offer {', '.join(hidden)}" if hidden else ""
    passed_on = sorted(set(names) & imported - defined)
    return f"it does not define {', '.join(passed_on)}" if passed_on else ""


def _parts(file: Path, package: Path) -> tuple[str, ...]:
    parts = file.relative_to(package.parent).with_suffix("").parts
    return parts[:-1] if parts[-1] == DOOR else parts


def _imports(tree: ast.Module, home: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...], tuple[str, ...]]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            start = home[: len(home) + 1 - node.level] if node.level else ()
            named = tuple(node.module.split(".")) if node.module else ()
            yield node.lineno, (*start, *named), tuple(name.name for name in node.names)
        elif isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, tuple(name.name.split(".")), ()


def _bound(tree: ast.Module) -> tuple[set[str], set[str]]:
    """The names that a module defines, and those that it imports."""
    defined, imported = set(), set()
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom() | ast.Import():
                imported |= {name.asname or name.name for name in node.names}
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                defined.add(node.name)
            case ast.Name(ctx=ast.Store()):
                defined.add(node.id)
    return defined, imported


class Doors(Contract):
    """Breaks where an import goes around a door."""

    type_name = "doors"

    def check(self, graph: Any, verbose: bool) -> ContractCheck:  # noqa: ARG002
        """Check every import of the root packages."""
        found: list[str] = []
        for package in self.session_options["root_packages"]:
            spec = find_spec(package)
            if spec is None or not spec.submodule_search_locations:
                raise ModuleNotFoundError(package)
            found += wrong_imports(Path(spec.submodule_search_locations[0]))
        return ContractCheck(kept=not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print each import on a line."""
        for line in check.metadata["found"]:
            output.print_error(line)
