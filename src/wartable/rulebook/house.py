"""A house: a casino's choices within its rulebook, read from its file or from a scenario's `[house]`."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from wartable.cards import DECK_SIZE
from wartable.rulebook.book import Rulebook
from wartable.rulebook.checks import (
    FIELDS,
    HouseFinding,
    HouseSays,
    allowed,
    consistent,
    errors,
    find,
    fitting_rows,
    listed,
    misfit,
    misfits,
    missing_from_offers,
    not_offered,
    offered,
    shown,
    split_fields,
    unknown_keys,
    whole_offers,
    wrong_rows,
)
from wartable.rulebook.force import rules_in_force
from wartable.rulebook.load import load_rulebook, rulebook_names, rulebooks_that_load
from wartable.rulebook.rules import Rules
from wartable.rulebook.toml_lines import KeyLines, dotted, longest_key

MAX_HOUSE_BYTES = 256 * 1024
MAX_KEY_PARTS = 8
"""The longest key; the standard parser's time grows with the square of a key's length."""
MANY_STRANGERS = 5
"""The number of unknown keys that is more than a misspelling."""
MAX_REASON = 160

_PLACE = re.compile(r"(?P<reason>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL)


class BadHouse(ValueError):
    """A house's file is invalid; one line names the key and what was expected."""


class House(msgspec.Struct, frozen=True):
    """A house's file, parsed and not yet checked."""

    text: str
    book: Rulebook
    about: object
    attest: object
    tables: Mapping[str, object]


def choose(book: Rulebook, tables: object) -> tuple[dict[str, object], list[HouseFinding]]:
    """Return a house's choices by the rulebook's own names, and the problems of each alone.

    Invalid tables give findings and never an exception. A choice that does not fit is left out, and so is every choice
    of a side bet that cannot open.
    """
    choices, findings, said = judge(book, tables)
    fitting = {name: raw for name, raw in choices.items() if name not in said.refused}
    return whole_offers(book, fitting, said), findings


def judge(book: Rulebook, tables: object) -> tuple[dict[str, object], list[HouseFinding], HouseSays]:
    """Return the choices to check further, the problems of each alone, and everything that the house mentions.

    The choices include the fitting rows of a refused table, and the settings of a side bet that cannot open: one
    mistake hides no other.
    """
    raws, findings = _by_name(book, tables)
    offers = offered(book, tables if isinstance(tables, Mapping) else {})
    switched_on = frozenset(name for name, raw in raws.items() if raw is True)
    stack = _stack(book, raws, switched_on)
    choices: dict[str, object] = {}
    refused: set[str] = set()
    refused_rows: dict[str, frozenset[str]] = {}
    for name, raw in raws.items():
        value = book.values[name]
        wrong = misfits(name, value, raw, stack, switched_on)
        findings += (find(book, name, "error", why, allowed(value, stack), row=row) for why, row in wrong)
        kept = raw
        if wrong:
            refused.add(name)
            refused_rows |= wrong_rows(name, value, wrong)
            kept = fitting_rows(value, raw)
        elif value.warn is not None and raw not in (value.usual or ()):
            findings.append(find(book, name, "warning", value.warn, allowed(value, stack)))
        if value.offer in {None, *offers} and (kept or not wrong):
            choices[name] = kept
    for name in missing_from_offers(book, HouseSays(frozenset(raws), offers)):
        value = book.values[name]
        refused.add(name)
        findings.append(find(book, name, "error", f"missing: {value.says}", allowed(value, stack)))
    said = HouseSays(frozenset(raws), offers, frozenset(refused), refused_rows)
    findings += not_offered(book, said)
    return choices, findings, said


def load_house(text: str | bytes) -> Rules:
    """Return the rules a house's file puts in force; `check` tests whether the file is complete."""
    house = open_house(text)
    if isinstance(house, HouseFinding):
        raise BadHouse(str(house))
    return rules_of_house(house)


def rules_of_house(house: House) -> Rules:
    """Return the rules of a file that was opened."""
    choices, findings = choose(house.book, house.tables)
    rules = rules_in_force(house.book, choices)
    for finding in errors([*findings, *consistent(house.book, choices, rules)]):
        raise BadHouse(str(finding))
    return rules


def open_house(text: str | bytes) -> House | HouseFinding:
    """Parse a house's file, or return why it cannot be checked at all."""
    document = read_house(text)
    if isinstance(document, HouseFinding):
        return document
    text = as_text(text)
    asked = document.pop("rulebook", None)
    name = rulebook_names().get(asked) if isinstance(asked, str) else None
    if name is None:
        message = (
            f"{shown(asked)} is not a rulebook" if asked is not None else "missing: whose rules this house is under"
        )
        return HouseFinding(
            "error", "rulebook", message, listed(rulebook_names()), line=KeyLines(text).find("rulebook")
        )
    about, attest = document.pop("about", {}), document.pop("attest", {})
    return House(text, load_rulebook(name), about, attest, document)


def read_house(text: str | bytes) -> dict[str, Any] | HouseFinding:
    """Read a house's file as TOML, or return why it is invalid."""
    try:
        data = text.encode() if isinstance(text, str) else text
        text = as_text(data)
    except UnicodeError:
        return HouseFinding("error", "", "this file is not text", "UTF-8 text")
    if len(data) > MAX_HOUSE_BYTES:
        return HouseFinding("error", "", f"{len(data)} bytes is too large", f"at most {MAX_HOUSE_BYTES} bytes")
    return _parse(text)


def as_text(text: str | bytes) -> str:
    """Return the text of a file without its byte order mark."""
    return text.removeprefix("\ufeff") if isinstance(text, str) else text.decode("utf-8-sig")


def _parse(text: str) -> dict[str, Any] | HouseFinding:
    parts, line = longest_key(text)
    if parts > MAX_KEY_PARTS:
        return HouseFinding(
            "error", "", f"a key of {parts} parts is too long", f"at most {MAX_KEY_PARTS} parts", line=line
        )
    try:
        return tomllib.loads(text)
    except RecursionError:
        return HouseFinding("error", "", "the brackets are nested too deeply", "a TOML file")
    except ValueError as error:
        return _not_toml(text, str(error))


def _not_toml(text: str, error: str) -> HouseFinding:
    """The parser's own words, with the place of the error."""
    place = _PLACE.fullmatch(error)
    if place is None:
        return HouseFinding("error", "", "this is not TOML: a number has too many digits", "a TOML file")
    reason = place["reason"][:MAX_REASON]
    if place["line"] is None:
        return HouseFinding(
            "error", "", f"this is not TOML: {reason} at the end", "a TOML file", line=text.count("\n") + 1
        )
    message = f"this is not TOML: {reason} (column {place['column']})"
    return HouseFinding("error", "", message, "a TOML file", line=int(place["line"]))


def _by_name(book: Rulebook, tables: object) -> tuple[dict[str, object], list[HouseFinding]]:
    """The house's values by the rulebook's own names, and findings about unknown keys."""
    if not isinstance(tables, Mapping):
        return {}, [HouseFinding("error", "", f"{shown(tables)} is not a table", "a table of house keys")]
    names = book.by_house_key()
    raws: dict[str, object] = {}
    findings: list[HouseFinding] = []
    strangers: list[str] = []
    for key, raw in _leaves(tables, names):
        if key in names:
            raws[names[key]], strange = split_fields(key, book.values[names[key]].unit, raw)
            strangers += strange
        elif inside := [other for other in names if other.startswith(f"{key}.")]:
            if not isinstance(raw, Mapping):
                findings.append(
                    HouseFinding("error", key, f"{shown(raw)} is not a table", f"a table with {listed(inside)}")
                )
        else:
            strangers.append(key)
    if strangers:
        inner = [f"{key}.{field}" for key, name in names.items() for field in FIELDS.get(book.values[name].unit, ())]
        findings += _written_for_another(book, strangers)
        findings += unknown_keys(strangers, [*names, *inner], {name: key for key, name in names.items()})
    return raws, findings


def _written_for_another(book: Rulebook, strangers: list[str]) -> Iterator[HouseFinding]:
    """Many keys that are unknown here and all known elsewhere: probably the name of the rulebook is wrong."""
    if len(strangers) < MANY_STRANGERS:
        return
    for other in rulebooks_that_load():
        known = other.by_house_key()
        if other.name != book.name and all(_knows(known, key) for key in strangers):
            says = f"{len(strangers)} keys are unknown to {book.name} and all known to {other.name}"
            yield HouseFinding("warning", "rulebook", says, f"{other.name}, if the house was written for it")


def _knows(known: Mapping[str, str], key: str) -> bool:
    return key in known or any(key.startswith(f"{other}.") or other.startswith(f"{key}.") for other in known)


def _leaves(tables: Mapping[Any, object], names: Mapping[str, str]) -> Iterator[tuple[str, object]]:
    """Every value with its dotted key, in the order written; a table is a leaf where it is empty, known or too deep."""
    todo: list[tuple[tuple[object, ...], object]] = [((), tables)]
    while todo:
        path, raw = todo.pop()
        key = dotted(path)
        if isinstance(raw, Mapping) and raw and key not in names and len(path) < MAX_KEY_PARTS:
            todo.extend(reversed([((*path, part), inner) for part, inner in raw.items()]))
        elif path:
            yield key, raw


def _stack(book: Rulebook, raws: Mapping[str, object], switched_on: frozenset[str]) -> int:
    """The cards of one shoe, as chosen; depths are compared in cards."""
    value = book.values["decks"]
    raw = raws.get("decks")
    fits = raw is not None and misfit("decks", value, raw, 0, switched_on) is None
    decks = raw if fits else value.in_force
    return decks * DECK_SIZE if isinstance(decks, int) else 0
