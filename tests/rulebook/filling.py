"""An empty rulebook filled in from a packaged one, as a person would: line by line, and under a code of its own."""

import re
import tomllib
from typing import Any

from tests.rulebook.data_mutants import inline, written
from wartable.rulebook import empty_rulebook
from wartable.rulebook.data import folder

HEAD = {
    "code": "EX",
    "title": "Exampleland",
    "authority": "The Exampleland Board of Games",
    "source": "Rules of Play",
    "in_force": "2026-07-01",
}

_SECTION = re.compile(r"\[([a-z_.]+)\]")
_ROW = re.compile(r"#?([a-z0-9_.]+) = \{ .* \}")


def filled(name: str, rulebook: str) -> dict[str, str]:
    """Both files of a new rulebook with the law of another, whose code and own readings they do not keep."""
    document = tomllib.loads(written(rulebook))
    empty, section, lines = empty_rulebook(name), "", []
    for line in empty[f"{name}.toml"].splitlines():
        if header := _SECTION.fullmatch(line):
            section = f"{header[1]}."
        elif row := _ROW.fullmatch(line):
            found = _find(document, f"{section}{row[1]}")
            lines.append(line if found is None else f"{row[1]} = {inline(_own(found, document['code']))}")
            continue
        word = line.partition(" = ")[0]
        lines.append(f'{word} = "{HEAD[word]}"' if word in HEAD else line)
    for duty, row in document["attest"].items():
        lines += ["", f"[attest.{duty}]"]
        lines += (f"{field} = {inline(raw)}" for field, raw in _own(row, document["code"]).items())
    clauses = (folder("clauses") / f"{rulebook}.csv").read_text(encoding="utf-8")
    own = re.sub(rf"^{document['code']}-", f"{HEAD['code']}-", clauses, flags=re.MULTILINE)
    return {f"{name}.toml": "\n".join(lines) + "\n", f"{name}.csv": own}


def _find(document: Any, name: str) -> Any:
    for part in name.split("."):
        document = document.get(part) if isinstance(document, dict) else None
    return document


def _own(row: dict[str, Any], code: str) -> dict[str, Any]:
    row = {field: raw for field, raw in row.items() if field != "reading" or raw.startswith("G")}
    return {**row, "clauses": [f"{HEAD['code']}-{clause.removeprefix(f'{code}-')}" for clause in row["clauses"]]}
