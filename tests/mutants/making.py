"""Mutants: one small change in one function of the core, made on the syntax tree and put into the running program."""

import ast
import importlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import msgspec

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
Function = ast.FunctionDef
Change = tuple[str, Callable[[], None]]


class Mutant(msgspec.Struct, frozen=True):
    """Where something is changed, and which of the changes that are possible there."""

    module: str
    path: str
    function: str
    place: int
    line: int
    says: str


def mutants_in(source: Path, path: Path) -> Iterator[Mutant]:
    """Every mutant of a file."""
    module = ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__")
    tree = ast.parse(path.read_text())
    for name, function in _functions(tree.body, ""):
        for place, (line, says, _) in enumerate(_changes(function)):
            yield Mutant(module, str(path), name, place, line, says)


def _functions(body: list[ast.stmt], inside: str) -> Iterator[tuple[str, Function]]:
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield f"{inside}{node.name}", node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node.body, f"{inside}{node.name}.")


# What can be changed


def _changes(function: Function) -> Iterator[tuple[int, str, Callable[[], None]]]:
    for statement in function.body:
        for node in _walk(statement):
            for says, change in _changes_of(node):
                yield _line_of(node), says, change
        for holder in _walk(statement):
            yield from _removals(holder)
    yield from _removals(function)


def _line_of(node: Any) -> int:
    """Return the line of a node; for a loop inside an expression, the line of its name."""
    return int(node.target.lineno if isinstance(node, ast.comprehension) else node.lineno)


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it, without the types that are only written beside names."""
    yield node
    beside = [getattr(node, "annotation", None), getattr(node, "returns", None)]
    for child in ast.iter_child_nodes(node):
        if child not in beside:
            yield from _walk(child)


def _changes_of(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Compare(ops=ops):
            for place, op in enumerate(ops):
                other = COMPARED[type(op)]
                yield f"{type(op).__name__} becomes {other.__name__}", _setter(ops, place, other())
        case ast.BoolOp(op=op):
            other_way = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield f"{type(op).__name__} becomes {type(other_way).__name__}", lambda: setattr(node, "op", other_way)
        case ast.BinOp(op=op) if type(op) in COMPUTED:
            computed = COMPUTED[type(op)]
            yield f"{type(op).__name__} becomes {computed.__name__}", lambda: setattr(node, "op", computed())
        case ast.Constant(value=bool(value)):
            yield f"{value} becomes {not value}", lambda: setattr(node, "value", not value)
        case ast.Constant(value=int(value)):
            yield f"{value} becomes {value + 1}", lambda: setattr(node, "value", value + 1)
        case ast.If(test=test) | ast.IfExp(test=test):
            turned = ast.UnaryOp(ast.Not(), test)
            yield "the condition is turned around", lambda: setattr(node, "test", turned)
        case ast.comprehension(ifs=ifs) if ifs:
            yield "the filter is left out", lambda: setattr(node, "ifs", [])


def _setter(held: list[Any], place: int, value: object) -> Callable[[], None]:
    return lambda: held.__setitem__(place, value)


def _removals(holder: ast.AST) -> Iterator[tuple[int, str, Callable[[], None]]]:
    """Statements that can go without leaving a name undefined."""
    for field in ("body", "orelse"):
        held = getattr(holder, field, None)
        if not isinstance(held, list):
            continue
        for place, node in enumerate(held):
            text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            if isinstance(node, ast.Expr | ast.AugAssign | ast.Raise | ast.Continue) and not text:
                yield node.lineno, "the statement is left out", _setter(held, place, ast.Pass())


# Putting it in


def put_in(mutant: Mutant) -> None:
    """From now on the function does the other thing, wherever it is held."""
    tree = ast.parse(Path(mutant.path).read_text())
    function = dict(_functions(tree.body, ""))[mutant.function]
    list(_changes(function))[mutant.place][2]()
    ast.fix_missing_locations(tree)
    code = _code_of(compile(tree, mutant.path, "exec"), mutant.function)
    _function_of(mutant).__code__ = code


def _code_of(code: CodeType, name: str) -> CodeType:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            if const.co_qualname == name:
                return const
            if name.startswith(f"{const.co_qualname}."):
                return _code_of(const, name)
    raise LookupError(name)


def _function_of(mutant: Mutant) -> FunctionType:
    held: Any = importlib.import_module(mutant.module)
    for part in mutant.function.split("."):
        held = vars(held)[part]
    if isinstance(held, property):
        held = held.fget
    held = getattr(held, "__wrapped__", getattr(held, "__func__", held))
    if not isinstance(held, FunctionType):
        raise LookupError(f"{mutant.function} is no function")
    return held
