"""One line for what msgspec could not read: its place, and what was expected there.

msgspec tells the place and the reason only in the text of its exceptions. This module alone takes that text apart, and
tests/test_misread.py fails where a release of msgspec words it differently.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import inspect

UNREADABLE = (msgspec.MsgspecError, RecursionError, UnicodeError)
"""What msgspec raises for bytes that it cannot read: a text that is nested too deeply is none of its own errors."""
MAX_LINE = 200
MAX_KEY = 40
TYPE_WORDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "object": "keys with values",
    "array": "a list",
    "null": "null",
}
FORMS = {
    "^[a-z0-9][a-z0-9._-]*": "small letters, digits, dots and dashes, such as dana",
    "^[a-z0-9][a-z0-9-]*": "small letters, digits and dashes, such as pit-1",
    "^[A-Za-z0-9][A-Za-z0-9 ._-]*": "letters, digits, spaces, dots and dashes",
    "^[A-Za-z0-9._:-]+": "letters, digits, dots, colons and dashes, without a space",
}
"""What a pattern asks for where its type has no description."""
PARTS = {"str": ("character", "characters"), "array": ("entry", "entries"), "object": ("entry", "entries")}

_BARE_KEY = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_KEY}}}", re.ASCII)
_STEP = re.compile(r"([^.\[\]]+)|\[[^\]]*\]")


def tell_misread(error: Exception | str, kind: Any = None, under: str = "") -> str:
    """Return one printable line. With the type that was read, it also lists the keys or words that are allowed."""
    what, _, where = str(error).rpartition(" - at ")
    if not what:
        what, where = where, ""
    at_key = where.startswith("`key`")
    path = where.replace("`", "").removeprefix("key in ").removeprefix("$").lstrip(".")
    found = list(_types_at(kind, path)) if kind is not None else []
    path = f"{under}.{path}".strip(".").replace("[...]", "")
    if (field := re.fullmatch(r"Object (missing required|contains unknown) field `(.*)`", what, re.DOTALL)) is not None:
        path = f"{path}.{_key(field[2])}".lstrip(".")
        keys = [each.encode_name for one in found if isinstance(one, inspect.StructType) for each in one.fields]
        said = "is missing" if field[1].startswith("missing") else f"unknown key{_one_of(keys)}"
    elif (wrong := re.fullmatch(r"Invalid (?:enum )?value (.*)", what, re.DOTALL)) is not None:
        said = f"{wrong[1]} is not allowed{_one_of(_words(found, at_key=at_key))}"
    else:
        described = (one.extra_json_schema or {} for one in found if isinstance(one, inspect.Metadata))
        expected = next((each["description"] for each in described if "description" in each), None)
        said = f"expected {expected}" if expected and not at_key else _in_words(what)
    return "".join(char if char.isprintable() else "?" for char in (f"{path}: {said}" if path else said)[:MAX_LINE])


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else repr(name[:MAX_KEY])


def _one_of(words: list[str]) -> str:
    return f"; expected one of {', '.join(dict.fromkeys(words))}" if words else ""


def _words(found: list[inspect.Type], *, at_key: bool) -> list[str]:
    if at_key:
        found = [key for one in found if isinstance(one, inspect.DictType) for key in _parts(one.key_type)]
    return [str(word) for one in found if isinstance(one, inspect.LiteralType) for word in one.values]


def _types_at(kind: Any, path: str) -> Iterator[inspect.Type]:
    """Every type allowed at a path, with each part of a union on its own."""
    types = list(_parts(_type_info(kind)))
    for step in _STEP.finditer(path):
        types = [part for one in types for inner in _inside(one, step[1]) for part in _parts(inner)]
    yield from types


_type_info = lru_cache(inspect.type_info)


def _parts(one: inspect.Type) -> Iterator[inspect.Type]:
    yield one
    if isinstance(one, inspect.Metadata):
        yield from _parts(one.type)
    elif isinstance(one, inspect.UnionType):
        for part in one.types:
            yield from _parts(part)


def _inside(one: inspect.Type, name: str | None) -> Iterator[inspect.Type]:
    match one:
        case inspect.StructType():
            yield from (field.type for field in one.fields if field.encode_name == name)
        case inspect.DictType():
            yield one.value_type
        case inspect.ListType() | inspect.VarTupleType() | inspect.FrozenSetType():
            yield one.item_type


def _kinds(text: str) -> str:
    return " or ".join(TYPE_WORDS.get(one.strip(), one.strip()) for one in text.split("|"))


def _length(found: re.Match[str]) -> str:
    number = int(found[3])
    part = PARTS[found[1]][number != 1]
    return f"expected at {'least' if found[2] == '>=' else 'most'} {number} {part}"


def _bound(found: re.Match[str]) -> str:
    return f"expected {found[2]} or {'more' if found[1] == '>=' else 'less'}"


def _form(found: re.Match[str]) -> str:
    return f"expected {next((words for form, words in FORMS.items() if found[1].startswith(form)), 'another form')}"


def _in_words(what: str) -> str:
    return next((tell(found) for form, tell in SAID if (found := re.fullmatch(form, what))), what.replace("`", ""))


SAID: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"Expected `([^`]*)`, got `([^`]*)`", lambda found: f"expected {_kinds(found[1])}, got {_kinds(found[2])}"),
    (r"Expected `(str|array|object)` of length (>=|<=) (\d+)", _length),
    (r"Expected `array` of length (\d+), got (\d+)", lambda found: f"expected {found[1]} entries, got {found[2]}"),
    (r"Expected `(?:int|float)` (>=|<=) (-?[\d.]+)", _bound),
    (r"Expected `str` matching regex '(.*)'", _form),
    (r"Expected `([^`]*)`", lambda found: f"expected {_kinds(found[1])}"),
    (r"Missing required \w+ parameter '([^']*)'.*", lambda found: f"{found[1]} is missing in the address"),
    (r"'data'", lambda _: "the body is empty; expected JSON"),
    (r"Input data was truncated", lambda _: "truncated JSON; a brace, a bracket or a quotation mark is not closed"),
    (r"JSON is malformed: .*\(byte (\d+)\)", lambda found: f"invalid JSON at byte {found[1]}"),
    (r"Number out of range", lambda _: "the number is too large"),
    (r"maximum recursion depth exceeded.*", lambda _: "nested too deeply"),
    (r"'utf-8' codec can't .*|Invalid UTF-8.*|Invalid .*surrogate.*|Invalid escape.*", lambda _: "invalid UTF-8"),
)
