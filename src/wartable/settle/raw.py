"""A table that somebody else will judge, kept as written, but small and plain enough to be judged safely."""

from wartable.settle.errors import BadScenario
from wartable.settle.form import show_key, under

MAX_DEPTH = 8
MAX_VALUES = 4_096
MAX_TEXT = 1_024
MAX_NUMBER = 10**15
"""Larger numbers mean nothing in a house, and the largest cannot even be printed."""


def read_raw_table(value: object) -> dict[str, object]:
    """The table itself, once every value in it is a text, a number, true, false, a list or a table."""
    if not isinstance(value, dict):
        raise BadScenario("expected a table")
    _count_plain(value, MAX_DEPTH, MAX_VALUES)
    return value


def _count_plain(value: object, depth: int, room: int) -> int:
    """How many more values there is room for after this one."""
    if room < 1:
        raise BadScenario(f"expected at most {MAX_VALUES} values")
    if not isinstance(value, dict | list):
        _check_plain(value)
        return room - 1
    if depth < 1:
        raise BadScenario(f"expected tables at most {MAX_DEPTH} deep")
    room -= 1
    for step, item in value.items() if isinstance(value, dict) else enumerate(value):
        try:
            if isinstance(value, dict) and not isinstance(step, str):
                raise BadScenario("expected a key that is a text")
            room = _count_plain(item, depth - 1, room)
        except BadScenario as error:
            raise under(show_key(step) if isinstance(value, dict) else f"[{step}]", error) from None
    return room


def _check_plain(value: object) -> None:
    if isinstance(value, str):
        if len(value) > MAX_TEXT:
            raise BadScenario(f"expected a text of at most {MAX_TEXT} characters")
    elif not isinstance(value, int | float) or not -MAX_NUMBER <= value <= MAX_NUMBER:
        raise BadScenario("expected a text, a number, true or false, a list or a table")
