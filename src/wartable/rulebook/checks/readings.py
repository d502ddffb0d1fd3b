"""Readings of unclear text that differ from the default."""

from collections.abc import Iterator

from wartable.rulebook.checks.case import Case
from wartable.rulebook.checks.finding import HouseFinding
from wartable.rulebook.checks.wording import plain
from wartable.rulebook.readings import readings

_WORDS = frozenset({"choice", "direction", "role", "yes or no"})
"""Units whose values are readings; a number within its range is not one."""


def readings_chosen(case: Case) -> Iterator[HouseFinding]:
    """Yield a note for each reading that this house changes, so that a reader need not search for it."""
    for name, raw in case.choices.items():
        value = case.book.values[name]
        if value.reading is None or value.default is None or value.unit not in _WORDS or not case.changed(name):
            continue
        if case.key(name) in readings()[value.reading].options:
            message = f"reading {value.reading} is set to {plain(raw)}; by default it is {plain(value.default)}"
            yield from case.find(name, "note", message, case.room(name))
