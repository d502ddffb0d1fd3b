"""A rulebook while it is read: its document, and the problems found so far."""

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from wartable.rulebook.checks import shown, unknown_keys
from wartable.rulebook.clauses import Clause
from wartable.rulebook.problems import BadRulebook, BookProblem
from wartable.rulebook.readings import Reading
from wartable.rulebook.strict.fields import Field
from wartable.rulebook.strict.schema import Schema
from wartable.rulebook.toml_lines import KeyLines, dotted

_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


class Beside(NamedTuple):
    """The context of a rulebook: the schema, its clauses, the readings, and the owner of each name and code."""

    schema: Schema
    clauses: Mapping[str, Clause]
    readings: Mapping[str, Reading]
    names: Mapping[str, str]


class BookDraft:
    """One rulebook file, with its context."""

    def __init__(self, file: str, text: str, document: dict[str, Any], beside: Beside) -> None:
        self.file = file
        self.schema, self.clauses, self.readings, self.names = beside
        self.document = document
        self.words: Mapping[str, str] = {}
        """The rulebook's own words for the placeholders in the schema's sentences."""
        self._text = text
        self._found: list[tuple[str, str, str]] = []

    @property
    def code(self) -> str:
        """The code of the state, if the file has one."""
        code = self.document.get("code")
        return code if isinstance(code, str) else ""

    @property
    def found(self) -> int:
        """The number of problems so far."""
        return len(self._found)

    def has(self, name: str) -> bool:
        """Whether the file has a key, valid or not."""
        tables: object = self.document
        for part in name.split("."):
            if not isinstance(tables, dict) or part not in tables:
                return False
            tables = tables[part]
        return True

    def sentence(self, says: str) -> str:
        """Return a sentence of the schema in the rulebook's own words."""
        for name, word in self.words.items() if "{" in says else ():
            says = says.replace(f"{{{name}}}", word)
        return says

    def wrong(self, key: str, message: str, allowed: str) -> None:
        self._found.append((key, message, allowed))

    def is_told(self, key: str) -> bool:
        """Whether a problem of exactly this key was noted."""
        return any(key == found[0] for found in self._found)

    def refuse(self) -> None:
        """Raise every problem with its line, in the order of the file; do nothing without problems.

        A missing key has the line of its table, or the end of the file.
        """
        if not self._found:
            return
        lines, last = KeyLines(self._text), max(1, self._text.count("\n"))
        placed = [BookProblem(self.file, *found, lines.find(found[0]) or last) for found in dict.fromkeys(self._found)]
        raise BadRulebook(sorted(placed, key=lambda problem: (problem.line, problem.key)))

    def take(
        self, at: str, row: object, fields: Mapping[str, Field], needs: Collection[str] = ("clauses",)
    ) -> dict[str, Any]:
        """Return the valid fields of a row; note those that are invalid, unknown or missing."""
        if not isinstance(row, dict):
            self.wrong(at, f"{shown(row)} is not a table", f"a table with {', '.join(fields)}")
            return {}
        self.unknown((dotted((*at.split("."), name)) for name in row if name not in fields), at, fields)
        right = {}
        for name, field in fields.items():
            if name not in row:
                if name in needs:
                    self.wrong(at, f"missing: {name}", field.allowed)
            elif field.fits(row[name]):
                right[name] = row[name]
            else:
                self.wrong(f"{at}.{name}", f"{shown(row[name])} does not fit", field.allowed)
        self._cited(at, right)
        return right

    def unknown(self, keys: Iterable[str], at: str, known: Iterable[str]) -> None:
        """Note keys that the schema does not have."""
        for finding in unknown_keys(keys, [f"{at}.{name}" if at else name for name in known]):
            self.wrong(finding.key, finding.message, finding.allowed)

    def _cited(self, at: str, row: dict[str, Any]) -> None:
        """Note clauses and readings that are unknown or of another state."""
        for clause in row.get("clauses", ()):
            if clause not in self.clauses:
                self.wrong(f"{at}.clauses", f"unknown clause {shown(clause)}", f"a clause of {self._clause_file}")
        reading = row.get("reading")
        if reading is None:
            return
        if reading not in self.readings:
            self.wrong(f"{at}.reading", f"unknown reading {shown(reading)}", "a reading of readings.toml")
        elif not reading.startswith(("G", f"{self.code}.")):
            self.wrong(f"{at}.reading", f"{reading} is a reading of another state", f"G… or {self.code}.…")

    @property
    def _clause_file(self) -> str:
        return self.file.replace("rulebooks/", "clauses/").replace(".toml", ".csv")


def parse_file(file: str, text: str) -> dict[str, Any]:
    """Parse a file; raise BadRulebook where it is not TOML."""
    try:
        return tomllib.loads(text)
    except ValueError as error:
        place = _PLACE.search(str(error))
        line = int(place[1]) if place and place[1] else text.count("\n") + 1
        reason = _PLACE.sub("", str(error))
        raise BadRulebook([BookProblem(file, "file", f"this is not TOML: {reason}", "a TOML file", line)]) from None
