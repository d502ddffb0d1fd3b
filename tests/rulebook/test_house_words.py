"""The words of findings: a value as it was written, and the room a house has."""

from datetime import date
from typing import Any

import pytest

from wartable.rulebook.checks.room import misfit
from wartable.rulebook.checks.wording import allowed, counted, listed, plain, shown
from wartable.rulebook.depth import parse_depth
from wartable.rulebook.values import Ends, Raw, Value


def value(**fields: Any) -> Value:
    return Value(says="", clauses=("X-1",), **fields)


@pytest.mark.parametrize(
    ("given_value", "raw", "message", "room"),
    [
        (value(unit="dollars", room=Ends(min="5.00")), "4.99", "4.99 is too little", "at least 5.00"),
        (value(unit="dollars", room=Ends(max="5.00")), "5.01", "5.01 is too much", "at most 5.00"),
        (value(unit="dollars", room=Ends(min="1.00", max="5.00")), "5.01", "5.01 is too much", "from 1.00 to 5.00"),
        (value(unit="dollars", room=Ends(min="1.00", max="5.00")), "5.00", None, "from 1.00 to 5.00"),
        (value(unit="hours", room=Ends()), 3, None, "a whole number"),
        (value(unit="hours"), 3, None, "a whole number"),
        (value(unit="hours"), -3, "-3 hours is too few", "a whole number"),
        (value(unit="choice"), "free", None, "a word as a text"),
        (value(unit="steps"), ["free"], None, "a list of words"),
        (value(unit="steps", value=[]), ["a"], '["a"] changes what the rules fix', "only nothing, which the rules fix"),
    ],
)
def test_room_is_told_in_words(given_value: Value, raw: object, message: str | None, room: str) -> None:
    assert misfit("any", given_value, raw, 312, frozenset()) == message
    assert allowed(given_value, 312) == room


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("six", '"six"'),
        ("x" * 38, '"' + "x" * 38 + '"'),
        ("x" * 39, '"' + "x" * 37 + '…"'),
        ("\\" * 99, '"…"'),
        (True, "true"),
        (False, "false"),
        (12, "12"),
        (10**18, "a very large number"),
        (1.5, "1.5"),
        ([], "[]"),
        (["a", "b"], '["a", "b"]'),
        ([1], "a list"),
        (["a"] * 41, "a list"),
        ({}, "an empty table"),
        ({"rank": "A", "10.00": 5, 7: None}, '{ rank = "A", "10.00" = 5, "<int>" = nothing }'),
        ({"rank": {}}, "a table"),
        ({"rank": ["A"]}, "a table"),
        (dict.fromkeys("abcde", 1), "a table"),
        ({"k" * 80: 1}, "a table"),
        ({"k": "x" * 41}, '{ k = "' + "x" * 37 + '…" }'),
        (None, "nothing"),
        (date(2026, 11, 15), "a date"),
    ],
)
def test_a_value_is_shown_as_a_file_would_write_it(raw: object, text: str) -> None:
    assert shown(raw) == text


@pytest.mark.parametrize("text", ["78 cards", "1/4 stack"])
def test_a_depth_is_written_as_it_is_read(text: str) -> None:
    assert str(parse_depth(text)) == text


def test_numbers_and_lists_read_as_people_say_them() -> None:
    assert [counted(1, "boxes"), counted(2, "boxes"), counted(1, "cards")] == ["1 box", "2 boxes", "1 card"]
    assert counted(10**18, "cards") == "a very large number of cards"
    assert [listed(["a"]), listed(["a", "b"]), listed("abc", "and")] == ["a", "a or b", "a, b and c"]
    raws: list[Raw] = [True, 6, "a", ["a", "b"], [], {"5.00": "1000.00"}]
    assert [plain(raw) for raw in raws] == ["true", "6", "a", "a and b", "nothing", "1000.00 for 5.00"]
