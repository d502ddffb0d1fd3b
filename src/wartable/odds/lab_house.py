"""A laboratory's house: every value of a house file in force, also where the rulebook allows no choice.

A house may not choose another pay for the tie wager, for example. But the rulebook's table settles it like any other
once it is in force, and the odds follow from that table. Such rules never reach a live table: `check` rejects them.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from wartable.misread import tell_misread
from wartable.rulebook import BadHouse, HouseFinding, Rules, choose, open_house, parse_value, rules_in_force


def lab_house(text: str | bytes) -> tuple[Rules, dict[str, Any]]:
    """Return the rules as if the rulebook allowed every value of the file, and the values that it does not allow."""
    house = open_house(text)
    if isinstance(house, HouseFinding):
        raise BadHouse(str(house))
    book = house.book
    choices, findings = choose(book, house.tables)
    names = book.by_house_key()
    for finding in findings:
        if finding.severity == "error" and finding.key not in names:
            raise BadHouse(str(finding))
    forbidden: dict[str, Any] = {}
    for key, name in names.items():
        raw = _at(house.tables, key)
        if raw is not None and name not in choices:
            try:
                parse_value(book.values[name], raw)
            except ValueError as error:
                raise BadHouse(f"{key}: {error}") from None
            forbidden[key] = raw
            choices[name] = raw
    try:
        return rules_in_force(book, choices), forbidden
    except msgspec.ValidationError as error:
        raise BadHouse(tell_misread(error)) from None


def _at(tables: Mapping[str, Any], key: str) -> Any:
    found: Any = tables
    for part in key.split("."):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found
