"""Rulebooks with one entry deleted, misspelt or given a wrong value: the loader has to name every one."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from wartable.rulebook import BadRulebook, rulebook_names
from wartable.rulebook.clauses import clauses_of
from wartable.rulebook.data import folder
from wartable.rulebook.readings import readings
from wartable.rulebook.strict import Beside, schema
from wartable.rulebook.strict.read import read_document
from wartable.rulebook.strict.schema import TABLES, ValueKey
from wartable.rulebook.toml_lines import dotted
from wartable.rulebook.values import Ends

Document = dict[str, Any]
Path = tuple[str, ...]

OPTIONAL = frozenset(
    {"follows", "house_rule", "key", "more", "needed", "reading", "says", "when", "without", "word", "words"}
)
"""Fields that a row may be without, so that a loader cannot know that one was there."""


class Mutant(NamedTuple):
    """One rulebook, changed at one place."""

    rulebook: str
    kind: str
    path: Path
    row: str
    document: Document

    def __str__(self) -> str:
        return f"{self.rulebook}: {self.kind}: {dotted(self.path)}"


def written(rulebook: str) -> str:
    return (folder("rulebooks") / f"{rulebook}.toml").read_text(encoding="utf-8")


def beside(rulebook: str) -> Beside:
    """Return what a packaged rulebook is compared with."""
    return Beside(schema(), clauses_of(rulebook), readings(), rulebook_names())


def as_toml(document: Mapping[str, Any]) -> str:
    """A document as TOML, a line for each of its first keys."""
    return "\n".join(f"{json.dumps(name)} = {inline(raw)}" for name, raw in document.items())


def inline(raw: object) -> str:
    """Anything that a rulebook holds, on one line of TOML."""
    if isinstance(raw, Mapping):
        return "{" + ", ".join(f"{json.dumps(name)} = {inline(item)}" for name, item in raw.items()) + "}"
    return "[" + ", ".join(map(inline, raw)) + "]" if isinstance(raw, list) else json.dumps(raw)


def is_named(mutant: Mutant) -> bool:
    """Whether the loader refuses a mutant and names the entry, or the row whose field was changed."""
    try:
        read_document(mutant.rulebook, "", mutant.document, beside(mutant.rulebook))
    except BadRulebook as bad:
        return any(problem.key.startswith(mutant.row) for problem in bad.problems)
    return False


def mutants(rulebook: str, document: Document) -> Iterator[Mutant]:
    """Every mutant of a rulebook; what a rulebook may also say, as far as a schema can know, is none of them."""
    for word in schema().head:
        yield from _deleted_and_misspelt(rulebook, document, (word,))
        for kind, raw in _wrong_heads(rulebook, word):
            yield _with(rulebook, kind, document, (word,), raw)
    for path, row in _rows(document):
        yield from _deleted_and_misspelt(rulebook, document, path)
        yield _with(rulebook, "wrong type", document, path, "a text")
        for field, raw in row.items():
            if not _may_be_left_out(path, field):
                yield _with(rulebook, "deleted", document, (*path, field), None)
            yield _with(rulebook, "misspelt", document, (*path, field), None, instead=_misspelt(field))
            for kind, wrong in _wrong_fields(path, field, raw, row):
                yield _with(rulebook, kind, document, (*path, field), wrong)


def legal(document: Document) -> int:
    """How many fields a row may also be without: deleting one is no mistake that a loader can see, and is not tried."""
    return sum(_may_be_left_out(path, field) for path, row in _rows(document) for field in row)


def _may_be_left_out(path: Path, field: str) -> bool:
    key = schema().values.get(".".join(path))
    if key is not None and field == "default":
        return key.open
    if key is not None and field == "room":
        return key.allows is None and key.unit != "depth"
    if field in ("says", "word"):  # words and duties that only one text knows say what they are
        return path[0] not in ("attest", "terms") or path[-1] in {**schema().attest, **schema().terms}
    return field in OPTIONAL


def _rows(document: Document) -> Iterator[tuple[Path, Document]]:
    """Every row: a value, a settlement, a step, an attestation, a word."""
    for name in schema().values:
        row: Any = document
        for part in name.split("."):
            row = row.get(part, {})
        if row:
            yield tuple(name.split(".")), row
    for table in TABLES:
        depth = 3 if table == "settlement" else 1
        yield from _below(document.get(table, {}), depth, (table,))


def _below(tables: Document, depth: int, above: Path) -> Iterator[tuple[Path, Document]]:
    for name, row in tables.items():
        if depth > 1:
            yield from _below(row, depth - 1, (*above, name))
        else:
            yield (*above, name), row


def _deleted_and_misspelt(rulebook: str, document: Document, path: Path) -> Iterator[Mutant]:
    yield _with(rulebook, "deleted", document, path, None)
    yield _with(rulebook, "misspelt", document, path, None, instead=_misspelt(path[-1]))


def _misspelt(word: str) -> str:
    """A slip of the pen: the last letter twice."""
    return word + word[-1]


def _with(
    rulebook: str, kind: str, document: Document, path: Path, raw: object, *, instead: str | None = None
) -> Mutant:
    """A mutant with something else at a place, or with nothing there, or with the same under another name."""
    changed = table = dict(document)
    for part in path[:-1]:
        table[part] = table = dict(table[part])
    if raw is not None:
        table[path[-1]] = raw
    else:
        was = table.pop(path[-1])
        if instead is not None:
            table[instead] = was
    row = path if path in dict(_rows(document)) or len(path) == 1 else path[:-1]
    return Mutant(rulebook, kind, path, dotted(row), changed)


def _wrong_heads(rulebook: str, word: str) -> Iterator[tuple[str, object]]:
    yield "wrong type", 7
    if word == "name":
        yield "another name", next(name for name in rulebook_names().values() if name != rulebook)
    elif word == "code":
        yield "another code", next(code for code, name in rulebook_names().items() if name not in (rulebook, code))
        yield "no code", "X"
    elif word == "in_force":
        yield "no day", "2026-02-30"


def _wrong_fields(path: Path, field: str, raw: object, row: Document) -> Iterator[tuple[str, object]]:
    key = schema().values.get(".".join(path))
    if field == "clauses" and isinstance(raw, list):
        yield "wrong type", raw[0]
        yield "no clause", []
        yield "clause twice", [*raw, raw[0]]
        yield "unknown clause", [*raw[:-1], f"{raw[-1]}-99"]
        yield "clause of another state", [_of_another(raw[0])]
    elif field == "reading":
        yield "wrong type", True
        yield "unknown reading", "G999"
        yield "reading of another state", "MD.1" if not str(_first_clause(row)).startswith("MD") else "MA.1"
    elif field in ("result", "pays", "amount", "meter"):
        yield "wrong type", 7
        yield "unknown word", "nonsense"
    elif field in ("needed", "house_rule"):
        yield "wrong type", "yes"
        yield "outside the kinds", False
    elif field in _WRONG:
        yield "wrong type", 7
        yield from (("unknown word", wrong) for wrong in _WRONG[field])
    elif key is not None:
        yield from _wrong_values(key, field, raw, row)


_WRONG: Mapping[str, tuple[object, ...]] = {
    "says": ("",),
    "word": ("",),
    "key": ("Not a Key", "about"),
    "words": ({"nonsense": "clockwise"}, {"right_to_left": "nonsense"}),
    "warn": ({"nonsense": "a warning"},),
    "follows": ("nonsense", "seats"),
    "more": ({"nonsense": [3]}, {"literal_decks": ["nonsense"]}),
    "when": ({"nonsense": ["none"]}, {"shuffler.kind": ["nonsense"]}, {"offers": ["nonsense"]}),
}
"""Wrong words in fields that are about other entries, or are shown."""


def _wrong_values(key: ValueKey, field: str, raw: object, row: Document) -> Iterator[tuple[str, object]]:
    """Wrong values of `value`, `default`, `without` and `room`."""
    yield "wrong type", {"nonsense": "nonsense"}
    yield "wrong type", ["nonsense", 7]
    yield "wrong type", 7 if isinstance(raw, str | bool) else "nonsense"
    for outside in _outside(key):
        yield "outside the kinds", [outside] if isinstance(raw, list) else outside
    room = row.get("room")
    if field == "default" and isinstance(room, list) and isinstance(key.allows, list):
        for other in key.allows:
            if other not in room and other not in row.get("words", {}).values():
                yield "outside the room", [other] if isinstance(raw, list) else other
    elif field == "default" and isinstance(room, dict) and isinstance(raw, int):
        yield "outside the room", room["min"] - 1
    elif field == "default" and isinstance(room, dict):
        yield "outside the room", "0 cards"
    elif field == "room" and isinstance(raw, list):
        yield "a choice twice", [*raw, raw[0]]
        yield "no choice", []
        if "default" in row and not isinstance(row["default"], list):
            yield "room without its default", [item for item in raw if item != row["default"]]
    elif field == "room":
        yield "unknown end", {"least": 1}


def _outside(key: ValueKey) -> Iterator[object]:
    if isinstance(key.allows, Ends):
        yield from (-1, 1_000_001)
        if isinstance(key.allows.max, int):
            yield key.allows.max + 1
    elif isinstance(key.allows, list):
        yield 99 if isinstance(key.allows[0], int) else "nonsense"
    elif key.unit in ("dollars", "odds", "rate", "percent", "stakes"):
        yield "-1"


def _first_clause(row: Document) -> object:
    return row["clauses"][0]


def _of_another(clause: object) -> str:
    return "WA-1" if not str(clause).startswith("WA") else "MD-6-A"
