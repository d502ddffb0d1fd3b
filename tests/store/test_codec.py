"""Events as bytes: canonical, by name, and lifted when an old one is read."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.store.shapes import KINDS, WRITTEN, shapes
from tests.table.test_messages import anything_of
from wartable.store import CODEC, Codec, NewEvent, UnknownEvent, decode, encode, name_of
from wartable.table import events as e

WAGER = e.WagerPlaced(3, "", "Ada", "initial", 10_00)


def test_the_bytes_have_sorted_keys_and_the_events_name() -> None:
    assert encode(WAGER) == NewEvent(
        "wager_placed",
        2,
        b'{"amount":1000,"bettor":"","event":"wager_placed","hand":0,"instrument":"chips","patron":"Ada",'
        b'"presence":null,"reason":"","seat":3,"wager":"initial","words":""}',
    )


@pytest.mark.parametrize(
    ("name", "body", "event"),
    [
        (
            "wager_placed",
            b'{"amount":1000,"bettor":"","event":"wager_placed","patron":"Ada","seat":3,"wager":"initial"}',
            WAGER,
        ),
        ("shoe_sealed", b'{"commitment":"5ea1","event":"shoe_sealed","shoe":7}', e.ShoeSealed(7, "5ea1")),
    ],
)
def test_what_the_first_releases_kept_of_a_sealed_shoe_is_read_as_protocol_1(
    name: str, body: bytes, event: e.Event
) -> None:
    assert decode(NewEvent(name, 1, body)) == event


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(max_examples=5)
def test_every_kind_of_event_is_read_back_as_it_was_and_written_in_one_way(
    kind: type[msgspec.Struct], data: Any
) -> None:
    event = data.draw(anything_of(kind))
    written = encode(event)
    assert decode(written) == event
    assert msgspec.json.encode(msgspec.json.decode(written.body), order="sorted") == written.body


def test_an_event_whose_shape_changes_has_a_new_schema() -> None:
    assert json.loads(WRITTEN.read_text(encoding="utf-8")) == shapes(), "see tests/store/shapes.py"


class Asked(msgspec.Struct, frozen=True, tag_field="event", tag="asked"):
    text: str


class AskedOtherwise(msgspec.Struct, frozen=True, tag_field="event", tag="asked"):
    words: tuple[str, ...]
    by: str = ""


def test_a_room_above_may_have_events_of_its_own() -> None:
    codec = Codec(())
    codec.learn(Asked)
    codec.learn(Asked)
    assert codec.decode(codec.encode(Asked("why"))) == Asked("why")
    with pytest.raises(ValueError, match="two event types are called asked"):
        codec.learn(AskedOtherwise)


def test_an_event_that_was_not_announced_is_not_kept() -> None:
    with pytest.raises(UnknownEvent, match="unknown event type: asked"):
        encode(Asked("why"))
    with pytest.raises(TypeError, match="has no tag"):
        name_of(type("Nameless", (msgspec.Struct,), {}))


def to_words(document: dict[str, Any]) -> dict[str, Any]:
    return {"words": document["text"].split()}


def name_the_asker(document: dict[str, Any]) -> dict[str, Any]:
    return {**document, "by": "somebody"}


def test_an_old_event_is_lifted_step_by_step() -> None:
    old = Codec((Asked,)).encode(Asked("who goes there"))
    codec = Codec((AskedOtherwise,), {("asked", 1): to_words, ("asked", 2): name_the_asker})
    assert codec.decode(old) == AskedOtherwise(("who", "goes", "there"), "somebody")
    assert codec.decode(NewEvent("asked", 2, b'{"words":["who"]}')) == AskedOtherwise(("who",), "somebody")
    newest = codec.encode(AskedOtherwise(("who",)))
    assert newest.schema == 3
    assert codec.decode(newest) == AskedOtherwise(("who",))


@pytest.mark.parametrize(
    "unreadable",
    [
        NewEvent("never_heard_of", 1, b"{}"),
        NewEvent("wager_placed", 3, encode(WAGER).body),
        NewEvent("wager_placed", 1, b"[]"),
        NewEvent("wager_placed", 0, encode(WAGER).body),
        NewEvent("wager_placed", 1, b'{"event":"wager_placed"}'),
        NewEvent("wager_placed", 1, b'{"event":"wager_taken_back"}'),
        NewEvent("wager_placed", 1, b"\xff"),
        NewEvent("wager_placed", 1, b""),
        NewEvent("wager_placed", 1, b'{"event":"wager_placed","patron":"\xff"}'),
        *(NewEvent("wager_placed", schema, b'{"a":' * 3_000) for schema in (1, 2)),
    ],
)
def test_what_cannot_be_read_is_said(unreadable: NewEvent) -> None:
    with pytest.raises(UnknownEvent):
        decode(unreadable)


@pytest.mark.parametrize("depth", [1, 400, 3_000])
def test_a_body_of_any_depth_is_not_as_this_program_writes_it(depth: int) -> None:
    body = b'{"a":' * depth + b" 1" + b"}" * depth
    assert not CODEC.is_canonical(NewEvent("never_heard_of", 1, body), None)
