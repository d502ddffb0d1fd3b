"""A laboratory's house: a house file taken at its word, also where the rulebook leaves it no room.

Another pay for the tie wager, say, is nothing a house may choose. But the rulebook's table settles it like any other
once it is in force, and the odds follow from that table. Such rules never reach a live table: `check` refuses them.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from wartable.rulebook import BadHouse, HouseFinding, Rules, choose, open_house, parse_value, rules_in_force


def lab_house(text: str | bytes) -> tuple[Rules, dict[str, Any]]:
    """The rules a file would put in force if everything were allowed, and what of it is not."""
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
        raise BadHouse(str(error)) from None


def _at(tables: Mapping[str, Any], key: str) -> Any:
    """What stands at a dotted key, or nothing."""
    found: Any = tables
    for part in key.split("."):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found
