"""Finding a key that a JSON document gives twice: decoders keep the last one and say nothing."""

import re

import msgspec

from wartable.settle.form import show_key

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\],:]')


class Duplicate(msgspec.Struct, frozen=True):
    """The second time a key is written in one table."""

    key: str
    line: int
    column: int


def find_duplicate(text: str) -> Duplicate | None:
    """The first key that is written twice in the same table of a valid JSON text."""
    open_tables: list[set[str] | None] = [None]  # None stands for where texts are no keys: a list, or no table at all
    before = ""
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in "{[":
            open_tables.append(set() if mark == "{" else None)
        elif mark in "}]":
            open_tables.pop()
        elif mark[0] == '"' and before in "{," and (keys := open_tables[-1]) is not None:
            key = msgspec.json.decode(mark, type=str)
            if key in keys:
                return _place(text, key, token.start())
            keys.add(key)
        before = mark
    return None


def _place(text: str, key: str, start: int) -> Duplicate:
    return Duplicate(show_key(key), text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start))
