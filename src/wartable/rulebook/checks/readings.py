"""Where a house chose another reading of unclear text than the one that holds by default."""

from collections.abc import Iterator

from wartable.rulebook.checks.case import Case
from wartable.rulebook.checks.finding import Finding
from wartable.rulebook.checks.wording import plain

_WORDS = frozenset({"choice", "direction", "role", "yes or no"})
"""A number within its room is no reading; a word instead of another one is."""


def readings_chosen(case: Case) -> Iterator[Finding]:
    """A note for each reading that this house does not leave as it is."""
    for name, raw in case.choices.items():
        value = case.book.values[name]
        if value.reading is not None and value.unit in _WORDS and value.default is not None and case.changed(name):
            message = f"reading {value.reading} is set to {plain(raw)}; by default it is {plain(value.default)}"
            yield case.find(name, "note", message, case.room(name))
