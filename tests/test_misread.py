"""What cannot be read is told in words: where it is, and what was expected there."""

import re
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from wartable.live.people.orders import BadCommand, read_command
from wartable.live.settings import Floorplan
from wartable.live.wire.messages import ClientMessage
from wartable.misread import tell_misread

PROGRAMMERS = re.compile(r"`|\$|regex|enum|\b(str|int|float|bool|array)\b|Expected|Object|Invalid")
"""Words that only a person who knows the parser understands."""


def complaint(document: Any) -> str:
    with pytest.raises(BadCommand) as error:
        read_command(document)
    return str(error.value)


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ({"command": "sit"}, "sit: seat: is missing"),
        ({"command": "sit", "seat": "1"}, "sit: seat: expected a whole number, got text"),
        ({"command": "sit", "seat": 1, "chair": 2}, "sit: chair: unknown key; expected one of seat, patron, same_as"),
        ({"command": "dance"}, "there is no command dance; the message catalogue lists them all"),
        ({"seat": 1}, 'expected an object with a command, such as {"command":"sit","seat":1}'),
        (
            {"command": "cover_device", "how": "blue"},
            "cover_device: how: 'blue' is not allowed; expected one of covered, sign",
        ),
        (
            {"command": "put_wagers", "seat": 1, "wagers": {"initial": "3"}},
            "put_wagers: wagers: expected a whole number, got text",
        ),
        (b"{", "truncated JSON; a brace, a bracket or a quotation mark is not closed"),
        (b'{"a" 1}', "invalid JSON at byte 5"),
    ],
)
def test_a_command_that_cannot_be_read_is_told_with_its_place(document: Any, told: str) -> None:
    assert complaint(document) == told


def test_a_wager_that_there_is_none_of_is_told_with_those_there_are() -> None:
    told = complaint({"command": "put_wagers", "seat": 1, "wagers": {"blue": 3}})
    assert told.startswith("put_wagers: wagers: 'blue' is not allowed; expected one of bonus_spin")


class Small(msgspec.Struct, forbid_unknown_fields=True):
    """A type with everything that a message of msgspec can be about."""

    count: Annotated[int, Meta(ge=2, le=5)]
    word: Literal["one", "two"] = "one"
    code: Annotated[str, Meta(pattern="^[0-9]$", description="one digit")] = "1"
    name: Annotated[str, Meta(min_length=2, max_length=3)] = "abc"
    pair: tuple[int, int] = (1, 2)
    inner: tuple["Small", ...] = ()
    by_word: dict[Literal["a", "b"], int] = {}


@pytest.mark.parametrize(
    ("document", "told"),
    [
        (7, "expected keys with values, got a whole number"),
        ({}, "count: is missing"),
        ({"count": 3, "x y": 1}, "'x y': unknown key; expected one of count, word, code, name, pair, inner, by_word"),
        ({"count": 3, "a`\n`": 1}, "'a`\\n`': unknown key; expected one of count, word"),
        ({"count": 1}, "count: expected 2 or more"),
        ({"count": 6}, "count: expected 5 or less"),
        ({"count": 3, "word": "three"}, "word: 'three' is not allowed; expected one of one, two"),
        ({"count": 3, "code": "x"}, "code: expected one digit"),
        ({"count": 3, "name": "x"}, "name: expected at least 2 characters"),
        ({"count": 3, "name": "abcd"}, "name: expected at most 3 characters"),
        ({"count": 3, "pair": [1]}, "pair: expected 2 entries, got 1"),
        ({"count": 3, "inner": [{"count": 3}, {"count": "3"}]}, "inner[1].count: expected a whole number, got text"),
        ({"count": 3, "inner": [{"count": 3, "word": "x"}]}, "inner[0].word: 'x' is not allowed; expected one of one"),
        ({"count": 3, "by_word": {"c": 1}}, "by_word: 'c' is not allowed; expected one of a, b"),
        ({"count": 3, "by_word": {"a": "1"}}, "by_word: expected a whole number, got text"),
    ],
)
def test_every_text_of_msgspec_that_is_taken_apart_is_still_worded_so(document: Any, told: str) -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert(document, Small)
    assert tell_misread(error.value, Small).startswith(told)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text("abc1 ", max_size=70),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["at", "table", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)
NAMES = [
    "type",
    "id",
    "table",
    "tables",
    "command",
    "on",
    "at",
    "ready",
    "request",
    "operator",
    "guest_chips",
    "limits",
]


@given(
    message=st.dictionaries(
        st.sampled_from(NAMES), anything | st.sampled_from(["do", "watch", "ping", "washington"]), max_size=5
    )
)
def test_nothing_that_cannot_be_read_is_told_in_a_programmers_words(message: dict[str, Any]) -> None:
    for kind in (ClientMessage, Floorplan):
        assert not PROGRAMMERS.search(told_of(message, kind))


def told_of(message: dict[str, Any], kind: Any) -> str:
    try:
        msgspec.convert(message, kind)
    except msgspec.ValidationError as error:
        return tell_misread(error)
    return ""
