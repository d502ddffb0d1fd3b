"""The schema: what it allows is what the program knows, and all that the program asks for is in it."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

import wartable
from tests.rulebook.data_mutants import written
from tests.told import RULEBOOKS
from wartable.rulebook import BadRulebook, rulebooks_that_load
from wartable.rulebook.data import folder
from wartable.rulebook.rules import Rules
from wartable.rulebook.strict import read_schema, schema
from wartable.rulebook.values import parse_raw

PACKAGE = Path(wartable.__file__).parent


def text_of_schema() -> str:
    return (folder() / "schema.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('unit = "boxes"', 'unit = "fathoms"', "schema.toml: table.boxes: the unit is unknown (allowed: "),
        ("optional = true", "optionel = true", "unknown field `optionel`"),
        ("[head]", "[haed]", "schema.toml: head: missing: a table of the schema"),
        ("[head]", "seats = 7\n[head]", "schema.toml: schema: "),
        ("[settlement.hot.none.bonus_spin]", "[settlement.hot]\nnone = 7\n[x]", "schema.toml: schema: "),
        ("[head]", "[head", "schema.toml: schema: "),
    ],
)
def test_a_schema_that_cannot_be_read_is_refused_in_one_line(old: str, new: str, reason: str) -> None:
    with pytest.raises(BadRulebook) as refused:
        read_schema(text_of_schema().replace(old, new, 1))
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


def words_of(hint: Any) -> tuple[object, ...]:
    """The words that a type knows."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    return next((words for one in get_args(hint) if (words := words_of(one))), ())


def type_of(name: str) -> Any:
    """The type that the rules in force have for a value."""
    kind: Any = Rules
    for part in name.split("."):
        structs = [one for one in (kind, *get_args(kind)) if hasattr(one, "__struct_fields__")]
        kind = get_type_hints(structs[0])[part] if structs else None
    return kind


@pytest.mark.parametrize("name", schema().values)
def test_the_words_a_value_may_be_are_words_that_the_program_knows(name: str) -> None:
    key = schema().values[name]
    if key.unit == "percent" or name.startswith(("pays.", "figures.")):
        return
    known = words_of(type_of(name))
    if key.unit == "rulings":
        assert isinstance(key.allows, list)
        assert set(known) >= set(map(str, key.allows))
    elif known:
        assert key.allows == list(known)


def test_every_step_that_the_program_asks_for_is_in_the_schema() -> None:
    asked = {step for file in PACKAGE.rglob("*.py") for step in steps_asked(ast.parse(file.read_text()))}
    assert len(asked) > 20
    assert asked <= set(schema().steps)
    lists = [key.allows for key in schema().values.values() if key.unit == "steps"]
    assert {step for steps in lists if isinstance(steps, list) for step in steps} <= set(schema().steps)


def steps_asked(tree: ast.AST) -> Iterator[str]:
    """Steps by name: `rules.steps["load"]` and `_step(table, "load")`."""
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=ast.Attribute(attr="steps"), slice=ast.Constant(value=str(step))):
                yield step
            case ast.Call(func=ast.Name(id="_step"), args=[_, ast.Constant(value=str(step)), *_]):
                yield step


def test_what_a_settlement_pays_is_a_value_of_odds() -> None:
    names = {pays for key in schema().settlement.values() for pays in key.pays}
    assert names == {name.removeprefix("pays.") for name in schema().values if name.startswith("pays.")}


def test_parts_and_conditions_name_what_the_schema_has() -> None:
    found = schema()
    for keys in (found.values, found.settlement, found.steps, found.terms):
        for key in keys.values():
            assert set(key.parts) <= set(found.parts)
            for name, wanted in key.when.items():
                allows = found.values[name].allows or [True, False]
                assert isinstance(allows, list)
                assert all(raw in allows for raw in wanted)


def test_a_sentence_leaves_open_only_words_that_every_rulebook_has() -> None:
    required = {name for name, term in schema().terms.items() if not (term.optional or term.when)}
    gaps = re.findall(r"\{([^}]*)\}", " ".join(key.says for key in schema().values.values()))
    gaps += re.findall(r"\{([^}]*)\}", " ".join(key.says for key in schema().steps.values()))
    assert gaps
    assert set(gaps) <= required
    for book in rulebooks_that_load():
        shown = [row.says for rows in (book.values, book.steps, book.attest) for row in rows.values()]
        assert not [says for says in shown if "{" in says]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_rulebook_repeats_no_sentence_of_the_schema(rulebook: str) -> None:
    document, found = tomllib.loads(written(rulebook)), schema()
    words = {
        name: row.get("word", found.terms[name].word) for name, row in document["terms"].items() if name in found.terms
    }
    for name, key in found.values.items():
        row = document
        for part in name.split("."):
            row = row.get(part, {})
        assert row.get("says") != key.says.format(**words), name
    for name, step in document["steps"].items():
        assert step.get("says") != found.steps[name].says.format(**words), name
    for name, term in document["terms"].items():
        assert name not in found.terms or term.get("word") != found.terms[name].word, name


@pytest.mark.parametrize("text", ["2.33", "-2.33%", "2.3%", "two%", "102.33%", ""])
def test_a_percentage_has_two_decimals_and_its_sign(text: str) -> None:
    assert parse_raw("percent", "2.33%") == "2.33%"
    with pytest.raises(ValueError, match="expected a percentage"):
        parse_raw("percent", text)
