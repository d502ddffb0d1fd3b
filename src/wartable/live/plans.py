"""Reading a floor plan: which tables there are, and under which house's rules each is played."""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from wartable.live.settings import FELTS, PRIVATE, Floorplan, TableSettings, form_of, is_private
from wartable.misread import tell_misread
from wartable.rulebook import (
    MAX_HOUSE_BYTES,
    BadHouse,
    Form,
    House,
    HouseCheck,
    HouseFinding,
    Rules,
    check_choices,
    check_house,
    errors,
    open_house,
    rules_of_house,
)
from wartable.shipped import shipped

MAX_PLAN_BYTES = 256 * 1024
MAX_NAME = 60


class BadFloorplan(ValueError):
    """A floor plan is wrong; one line names the file, the key and what was expected."""

    def __init__(self, says: str, findings: tuple[str, ...] = ()) -> None:
        super().__init__(says)
        self.findings = findings
        """Everything that `check` finds in the house files, where that is what is wrong."""


def default_plan() -> Floorplan:
    """Return a table for every rulebook, with the shipped houses."""
    text = resources.files("wartable.live").joinpath("floorplan.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Floorplan)


def read_plan(path: Path) -> Floorplan:
    try:
        document = tomllib.loads(_read(path, MAX_PLAN_BYTES, "a floor plan").decode())
    except UnicodeDecodeError:
        raise BadFloorplan(f"{path}: expected UTF-8 text") from None
    except (ValueError, RecursionError) as error:
        if isinstance(error, BadFloorplan):
            raise
        raise BadFloorplan(f"{path}: invalid TOML: {str(error).splitlines()[0]}") from None
    return _convert(path, document)


def _read(path: Path, most: int, what: str) -> bytes:
    """Read a file up to a size; an endless file is refused as too large."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        raise BadFloorplan(f"{path}: {getattr(error, 'strerror', None) or error}; expected {what}") from None
    if len(data) > most:
        raise BadFloorplan(f"{path}: too large; expected at most {most} bytes")
    return data


def _convert(path: Path, document: dict[str, Any]) -> Floorplan:
    try:
        plan = msgspec.convert(document, Floorplan)
    except msgspec.ValidationError as error:
        raise BadFloorplan(f"{path}: {tell_misread(error, Floorplan)}") from None
    names = [one.table for one in plan.tables]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadFloorplan(f"{path}: tables: duplicate name {twice}; expected a different name for each")
    kept = next(filter(is_private, names), None)
    if kept is not None:
        says = f"{path}: tables: {kept}: this name is reserved for private tables"
        raise BadFloorplan(f"{says}; expected one that does not begin with {PRIVATE}")
    return plan


def plan_for(houses: Sequence[Path]) -> Floorplan:
    """Return one table for each of these house files."""
    tables: list[TableSettings] = []
    for number, path in enumerate(houses):
        name = _free_name(path, {one.table for one in tables})
        felt = FELTS[number % len(FELTS)]
        title = _title(path) or name
        tables.append(msgspec.convert({"table": name, "house": str(path), "name": title, "felt": felt}, TableSettings))
    return Floorplan(tuple(tables))


def _free_name(path: Path, taken: set[str]) -> str:
    name = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")[:MAX_NAME] or "table"
    return next(free for free in _numbered(name) if free not in taken)


def _numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}-{number}" for number in range(2, 10_000))


def _title(path: Path) -> str:
    house = open_house(read_house(str(path)))
    about = {} if isinstance(house, HouseFinding) else house.about
    title = about.get("name", "") if isinstance(about, dict) else ""
    return title[:MAX_NAME] if isinstance(title, str) else ""


def read_house(name: str) -> bytes:
    """Read a house file by its path, or a shipped one by its name."""
    houses = {file.stem: file for file in sorted(shipped("houses").glob("*.toml"))}
    path = houses[name] if name in houses and not Path(name).is_file() else Path(name)
    return _read(path, MAX_HOUSE_BYTES, f"a house file, or one of {', '.join(houses)}")


LIMITS: Mapping[str, tuple[int, int, int]] = {
    "5-100": (5, 100, 5),
    "10-200": (10, 200, 10),
    "20-500": (20, 500, 10),
    "50-1000": (50, 1_000, 10),
}
"""Limits that a private table may have: the smallest and largest initial wager and its step, in whole units."""


class Filed(msgspec.Struct, frozen=True):
    """A house file that was read: the rules it puts in force, and its choices as the log keeps them."""

    rules: Rules
    rulebook: str
    choices: dict[str, Any]
    form: Form = "automatic"
    """Who deals this table."""
    practice: bool = False
    """A practice table may be opened with a house file that `check` refuses."""
    private: dict[str, dict[str, Any]] = {}
    """The same choices with each of the `LIMITS` that `check` accepts, for private tables; empty where none are."""


def read_houses(plan: Floorplan) -> dict[str, Filed]:
    """Read the house of every table. A house that `check` refuses opens no table, except for practice."""
    texts = {name: read_house(name) for name in {one.house: None for one in plan.tables}}
    checked = {name: check_house(text, name) for name, text in texts.items()}
    refused = {one.house: checked[one.house] for one in plan.tables if not (one.practice or checked[one.house].ok)}
    if refused:
        raise _not_filed(refused.values())
    return {one.table: _filed(one, texts[one.house], friends=plan.friends) for one in plan.tables}


def _not_filed(reports: Collection[HouseCheck]) -> BadFloorplan:
    """Say why these house files open no table: every finding with its line, key, range and clauses."""
    findings = tuple(_told(report, finding) for report in reports for finding in errors(report.findings))
    files = ", ".join(report.file for report in reports)
    found = f"{len(findings)} error{'s' if len(findings) > 1 else ''}"
    says = f"{files}: {found}; expected a house that `wartable check` accepts, or a practice table"
    return BadFloorplan(says, findings)


def _told(report: HouseCheck, finding: HouseFinding) -> str:
    place = report.file if finding.line is None else f"{report.file}:{finding.line}"
    clauses = f"; clauses: {', '.join(finding.clauses)}" if finding.clauses else ""
    return f"{place}: {finding}{clauses}"


def _filed(one: TableSettings, text: bytes, *, friends: bool) -> Filed:
    house = open_house(text)
    if isinstance(house, HouseFinding):
        raise BadFloorplan(f"{one.house}: {house}")
    if one.choices and not one.practice:
        says = f"table {one.table}: choices: a floor plan cannot change what was filed"
        raise BadFloorplan(f"{says}; expected a house file of its own, or a practice table")
    house = replace(house, tables=_with(house.tables, one.choices))
    try:
        rules = rules_of_house(house)
    except BadHouse as error:
        where = f"{one.house}, as table {one.table} chooses" if one.choices else one.house
        raise BadFloorplan(f"{where}: {error}") from None
    if (one.dealer, one.floor, one.practice) == ("person", "automatic", False):
        says = f"table {one.table}: floor: a person of the floor looks at real cards"
        raise BadFloorplan(f'{says}; expected "person", or a practice table')
    form = form_of(one)
    if form not in rules.table.forms and not one.practice:
        said = f"{one.house}: table.forms: table {one.table} uses the form {form}, which is not filed"
        raise BadFloorplan(f'{said}; expected "{form}" among the forms, or a practice table')
    is_base = friends and not one.practice and "automatic" in rules.table.forms
    private = dict(_with_limits(house)) if is_base else {}
    return Filed(rules, rules.rulebook, msgspec.to_builtins(house.tables), form, one.practice, private)


def _with_limits(house: House) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the choices of a house with other limits, where the law and the rest of its filing allow them."""
    for name, amounts in LIMITS.items():
        least, most, step = (f"{amount}.00" for amount in amounts)
        tables = _with(house.tables, {"limits": {"min": least, "max": most, "step": step}})
        if check_choices(replace(house, tables=tables), name).ok:
            yield name, msgspec.to_builtins(tables)


def _with(tables: Mapping[str, Any], choices: Mapping[str, Any]) -> dict[str, Any]:
    """Return the house's choices with a table's own over them, key by key."""
    changed = dict(tables)
    for key, value in choices.items():
        before = changed.get(key)
        changed[key] = _with(before, value) if isinstance(before, Mapping) and isinstance(value, Mapping) else value
    return changed
