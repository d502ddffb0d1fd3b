"""Lists of choices: what is listed once is listed once only."""

from collections.abc import Iterator

from wartable.rulebook.checks.case import Case
from wartable.rulebook.checks.finding import HouseFinding
from wartable.rulebook.checks.wording import listed

SETS = frozenset({"instruments", "forms", "rulings", "stakes"})
"""Units of lists without repetition. A step may be done twice, as a shuffle riffles twice."""


def lists_name_nothing_twice(case: Case) -> Iterator[HouseFinding]:
    """A value that is listed twice is a slip: another one was probably meant."""
    for name, raw in case.choices.items():
        if isinstance(raw, list) and case.book.values[name].unit in SETS:
            twice = [word for word in dict.fromkeys(raw) if raw.count(word) > 1]
            if twice:
                message = f"{listed(twice, 'and')} {'is' if len(twice) == 1 else 'are'} listed twice"
                yield from case.find(name, "error", message, f"{case.room(name)}, each once")
