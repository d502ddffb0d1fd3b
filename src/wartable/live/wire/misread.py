"""What is wrong with something that was sent, in words for whoever wrote it: where, and what was expected there."""

import re
from collections.abc import Callable
from typing import Any, get_args, get_origin

import msgspec

KINDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "object": "an object in braces",
    "array": "a list in brackets",
    "null": "nothing",
}
FORMS = {
    "^[a-z0-9][a-z0-9._-]*": "small letters, digits, dots and dashes, such as dana",
    "^[a-z0-9][a-z0-9-]*": "small letters, digits and dashes, such as pit-1",
    "^[A-Za-z0-9][A-Za-z0-9 ._-]*": "letters, digits, spaces, dots and dashes",
    "^[A-Za-z0-9._:-]+": "letters, digits, dots, colons and dashes, without a space",
}
"""What a pattern asks for; one that is not here is another form, and the catalogue shows it."""
PARTS = {"str": ("character", "characters"), "array": ("entry", "entries"), "object": ("entry", "entries")}


def tell_misread(error: Exception | str, kind: type | None = None) -> str:
    """One line for what was found; with the kind that was read, the words that might have stood there."""
    what, _, where = str(error).partition(" - at ")
    place = _place(where)
    said = next((tell(found) for form, tell in SAID if (found := re.fullmatch(form, what))), what.replace("`", ""))
    if "none of the words" in said and (words := _words_at(kind, place)):
        said += f"; expected {', '.join(words)}"
    return f"{place}: {said}"[:200] if place else said[:200]


def _place(where: str) -> str:
    """`$.tables[0].name` as a reader counts: tables 1, name."""
    path = where.replace("`", "").removeprefix("key in ").removeprefix("$").lstrip(".").replace("[...]", "")
    return ", ".join(re.sub(r"\[(\d+)\]", lambda found: f" {int(found[1]) + 1}", part) for part in path.split("."))


def _kinds(text: str) -> str:
    return " or ".join(KINDS.get(one.strip(), one.strip()) for one in text.split("|"))


def _length(found: re.Match[str]) -> str:
    number = int(found[3])
    part = PARTS[found[1]][number != 1]
    return f"expected at {'least' if found[2] == '>=' else 'most'} {number} {part}"


def _bound(found: re.Match[str]) -> str:
    return f"expected {found[2]} or {'more' if found[1] == '>=' else 'less'}"


def _form(found: re.Match[str]) -> str:
    return f"expected {next((words for form, words in FORMS.items() if found[1].startswith(form)), 'another form')}"


SAID: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"Expected `([^`]*)`, got `([^`]*)`", lambda found: f"expected {_kinds(found[1])}, got {_kinds(found[2])}"),
    (r"Expected `(str|array|object)` of length (>=|<=) (\d+)", _length),
    (r"Expected `(?:int|float)` (>=|<=) (-?[\d.]+)", _bound),
    (r"Expected `str` matching regex '(.*)'", _form),
    (r"Expected `([^`]*)`", lambda found: f"expected {_kinds(found[1])}"),
    (r"Object missing required field `([^`]*)`", lambda found: f"{found[1]} is missing"),
    (r"Object contains unknown field `([^`]*)`", lambda found: f"{found[1]} is not known here"),
    (r"Invalid (?:enum )?value (.*)", lambda found: f"{found[1]} is none of the words that may stand here"),
    (r"Missing required \w+ parameter '([^']*)'.*", lambda found: f"{found[1]} is missing in the address"),
    (r"'data'", lambda _: "nothing was sent; expected an object in braces"),
    (r"Input data was truncated", lambda _: "it ends too early; a brace, a bracket or a quotation mark is not closed"),
    (r"JSON is malformed: .*\(byte (\d+)\)", lambda found: f"it is no JSON; it goes wrong at byte {found[1]}"),
    (r"Number out of range", lambda _: "the number is too large"),
    (r"maximum recursion depth exceeded.*", lambda _: "it is nested too deeply"),
    (
        r"'utf-8' codec can't .*|Invalid UTF-8.*|Invalid .*surrogate.*|Invalid escape.*",
        lambda _: "it has characters that cannot be read",
    ),
)


def _words_at(kind: type | None, place: str) -> tuple[str, ...]:
    """The words that a field of a kind may have, or the keys of one."""
    if kind is None:
        return ()
    field = next((one for one in msgspec.structs.fields(kind) if one.encode_name == place), None)
    return _words(field.type) if field else ()


def _words(hint: Any) -> tuple[str, ...]:
    args = get_args(hint)
    if str(get_origin(hint)).endswith("Literal"):
        return tuple(str(one) for one in args)
    return next((words for one in args if (words := _words(one))), ())
