"""The allowed content of a field, independent of its row."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

LONGEST_TEXT = 200

_NAME = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*", re.ASCII)


class Field(NamedTuple):
    """One field: a test of its value, and the allowed values in words."""

    fits: Callable[[Any], bool]
    allowed: str


def is_text(raw: object) -> bool:
    """Whether something is a short text without a line break or a space at its ends."""
    return isinstance(raw, str) and 0 < len(raw) <= LONGEST_TEXT and raw.isprintable() and raw.strip() == raw


def is_texts(raw: object) -> bool:
    """Whether something is a list of different texts."""
    return isinstance(raw, list) and bool(raw) and all(is_text(item) for item in raw) and len(set(raw)) == len(raw)


def is_name(raw: object) -> bool:
    """Whether something is a key in the form of rulebooks and houses."""
    return is_text(raw) and _NAME.fullmatch(str(raw)) is not None


def _is_table(raw: object, fits: Callable[[Any], bool]) -> bool:
    return isinstance(raw, dict) and bool(raw) and all(is_text(name) and fits(item) for name, item in raw.items())


ANYTHING = Field(lambda _: True, "a value")
TEXT = Field(is_text, f"a text of 1 to {LONGEST_TEXT} characters")
NAME = Field(is_name, "lower-case letters, digits and _, with dots between the parts")
FLAG = Field(lambda raw: raw is True, "true, or left out")
CLAUSES = Field(is_texts, "a list of clause ids, each once")
WORDS = Field(lambda raw: _is_table(raw, is_text), "a table of texts")
LISTS = Field(lambda raw: _is_table(raw, lambda item: isinstance(item, list) and bool(item)), "a table of lists")
ROOMS = Field(lambda raw: _is_table(raw, lambda item: isinstance(item, list | dict) and bool(item)), "a table of rooms")

CITED = {"reading": TEXT, "clauses": CLAUSES}
