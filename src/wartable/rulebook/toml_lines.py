"""The line of each key in a TOML text, so that a finding can point at it.

The standard parser gives the meaning of a text but not the place. This reads only the outline (headers, keys, brackets
and what must be skipped as strings and comments) and leaves everything else to the standard parser.
"""

import json
import re
import tomllib
from collections.abc import Iterator

LONGEST_NAME = 80
"""The longest dotted name that is shown; a longer one is truncated."""

DEEPEST_TABLE = 16
"""Keys in inline tables deeper than this get the line of their outer table."""

# No pattern backtracks, and an unclosed string runs to the end, so any text is read in one pass.
_TOKEN = re.compile(
    r"""
      (?P<comment>\#[^\n]*+)
    | (?P<text>
          \"{3} (?:[^"\\]++ | \\. | \"(?!\"\"))*+ \"{0,5}
        | '{3} (?:[^']++ | '(?!''))*+ '{0,5}
        | " (?:[^"\\\n]++ | \\[^\n])*+ "?
        | ' [^'\n]*+ '?
      )
    | (?P<mark>[\[\]{}=,.\n])
    | (?P<word>[^\s\[\]{}=,.\#"']++)
    """,
    re.VERBOSE | re.DOTALL,
)
_BARE = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)

Path = tuple[str, ...]


def dotted(path: tuple[object, ...]) -> str:
    """Return a key in its usual form: its parts joined by points, quoted where they need it."""
    parts = [part if isinstance(part, str) else f"<{type(part).__name__}>" for part in path]
    name = ".".join(part if _BARE.fullmatch(part) else json.dumps(part) for part in parts)
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


class KeyLines:
    """The lines of the keys of a text that the standard parser accepts, counted from 1."""

    def __init__(self, text: str) -> None:
        outline = _Outline()
        for kind, token, line in _tokens(text + "\n"):
            outline.take(kind, token, line)
        self._lines = outline.implied | outline.written

    def find(self, name: str) -> int | None:
        """Return the line of a key, or of the table that should hold a missing key, where there is one."""
        while name and name not in self._lines:
            name = name.rpartition(".")[0]
        return self._lines.get(name)


def longest_key(text: str) -> tuple[int, int]:
    """Return the number of parts of the longest dotted key, and its line. The text may be invalid."""
    longest, where, parts, joined = 0, 1, 0, False
    for kind, token, line in _tokens(text):
        if kind == "mark":
            joined = token == "."
        elif kind != "comment":
            parts, joined = parts + 1 if joined else 1, False
            if parts > longest:
                longest, where = parts, line
    return longest, where


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """The tokens of the outline, each with the line it begins on."""
    line, counted = 1, 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", counted, match.start())
        counted = match.start()
        yield str(match.lastgroup), match[0], line


class _Outline:
    """Reads tokens in order and notes each key: explicit ones, and the tables that they imply."""

    def __init__(self) -> None:
        self.written: dict[str, int] = {}
        self.implied: dict[str, int] = {}
        self._reading = "key"
        self._key: Path = ()
        # The path of the current keys; None inside an array, whose items have no names.
        self._table: Path | None = ()
        self._open: list[tuple[str, Path | None]] = []

    def take(self, kind: str, token: str, line: int) -> None:
        if kind == "mark":
            if token == "\n":
                self._end_line(line)
            elif self._reading != "header":
                self._mark(token, line)
        elif kind != "comment" and self._reading != "value":
            self._key += (token if kind == "word" else _unquoted(token),)

    def _end_line(self, line: int) -> None:
        if self._reading == "header":
            self._table = ()
            self._note(line)
            self._table = self._key
        if not self._open:
            self._reading, self._key = "key", ()

    def _mark(self, mark: str, line: int) -> None:
        if mark == "=":
            self._note(line)
            self._reading = "value"
        elif mark == "[" and self._reading == "key":
            self._reading = "header"
        elif mark in "[{":
            self._enter(mark)
        elif mark in "]}":
            self._table = self._open.pop()[1]
            self._reading = "value"
        elif mark == "," and self._open[-1][0] == "{":
            self._reading, self._key = "key", ()

    def _enter(self, bracket: str) -> None:
        self._open.append((bracket, self._table))
        if bracket == "[" or self._table is None or len(self._table) >= DEEPEST_TABLE:
            self._table = None
        else:
            self._table += self._key
        if bracket == "{":
            self._reading, self._key = "key", ()

    def _note(self, line: int) -> None:
        if self._table is None:
            return
        path = self._table + self._key
        self.written.setdefault(dotted(path), line)
        for end in range(1, len(path)):
            self.implied.setdefault(dotted(path[:end]), line)


def _unquoted(token: str) -> str:
    """A quoted key without its quotes; only a backslash needs the standard parser's help."""
    if "\\" not in token or token.startswith("'"):
        return token[1:-1]
    return str(tomllib.loads(f"key = {token}")["key"])
