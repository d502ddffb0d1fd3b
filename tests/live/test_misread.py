"""What cannot be read is told in words: where it is, and what was expected there."""

import re
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wartable.live.people.orders import BadCommand, read_command
from wartable.live.settings import Floorplan
from wartable.live.wire.messages import ClientMessage
from wartable.live.wire.misread import tell_misread

PROGRAMMERS = re.compile(r"`|\$|regex|enum|\b(str|int|float|bool|null|array)\b|Expected|Object|Invalid")
"""Words that only somebody who knows the parser understands."""


def complaint(document: Any) -> str:
    with pytest.raises(BadCommand) as error:
        read_command(document)
    return str(error.value)


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ({"command": "sit"}, "sit: seat is missing"),
        ({"command": "sit", "seat": "1"}, "sit: seat: expected a whole number, got text"),
        ({"command": "sit", "seat": 1, "chair": 2}, "sit: chair is not known here"),
        ({"command": "dance"}, "there is no command dance; the message catalogue lists them all"),
        ({"seat": 1}, 'expected an object with a command, such as {"command":"sit","seat":1}'),
        (
            {"command": "cover_device", "how": "blue"},
            "cover_device: how: 'blue' is none of the words that may stand here; expected covered, sign",
        ),
        (
            {"command": "put_wagers", "seat": 1, "wagers": {"initial": "3"}},
            "put_wagers: wagers: expected a whole number, got text",
        ),
        (b"{", "it ends too early; a brace, a bracket or a quotation mark is not closed"),
        (b'{"a" 1}', "it is no JSON; it goes wrong at byte 5"),
    ],
)
def test_a_command_that_cannot_be_read_is_told_with_its_place(document: Any, told: str) -> None:
    assert complaint(document) == told


def test_a_wager_that_there_is_none_of_is_told_with_those_there_are() -> None:
    told = complaint({"command": "put_wagers", "seat": 1, "wagers": {"blue": 3}})
    assert told.startswith("put_wagers: wagers: 'blue' is none of the words that may stand here; expected initial, tie")


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
