"""Events as bytes and back. Bytes are canonical: JSON with sorted keys and the event's name among them.

An event's name never changes its meaning. When its shape changes, its schema goes up by one and a lift is written that
turns the old document into the next, so that events of every release can be read.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from wartable.cage import EVENTS as CAGE_EVENTS
from wartable.misread import UNREADABLE, tell_misread
from wartable.store.errors import UnknownEvent
from wartable.store.port import NewEvent, Recorded
from wartable.table import EVENTS as TABLE_EVENTS

FIRST_SCHEMA = 1

Kind = type[msgspec.Struct]
Document = dict[str, Any]
Lift = Callable[[Document], Document]
Lifts = Mapping[tuple[str, int], Lift]
"""By name and old schema: the function that returns the document one schema later."""


def name_of(kind: Kind) -> str:
    """Return the stable name of an event type."""
    tag = kind.__struct_config__.tag
    if not isinstance(tag, str):
        raise TypeError(f"{kind.__name__} has no tag")
    return tag


def place_of(recorded: Recorded | NewEvent) -> str:
    """Return the stream and version of a record; nothing for an event without one."""
    return f"{recorded.stream} version {recorded.version}" if isinstance(recorded, Recorded) else ""


class Codec:
    """The event types that a program knows, and how older ones are lifted."""

    def __init__(self, kinds: Iterable[Kind], lifts: Lifts | None = None) -> None:
        self._lifts = dict(lifts or {})
        self._schemas: dict[str, int] = {}
        self._kinds: dict[str, Kind] = {}
        self._decoders: dict[tuple[str, int], msgspec.json.Decoder[Any]] = {}
        self._encode = msgspec.json.Encoder(order="sorted").encode
        self.learn(*kinds)

    def learn(self, *kinds: Kind) -> None:
        """Add event types: rooms above the store have their own."""
        for kind in kinds:
            name = name_of(kind)
            if self._kinds.setdefault(name, kind) is not kind:
                raise ValueError(f"two event types are called {name}")
            schema = FIRST_SCHEMA
            while (name, schema) in self._lifts:
                schema += 1
            self._schemas[name] = schema
            self._decoders[name, schema] = msgspec.json.Decoder(kind)

    @property
    def names(self) -> frozenset[str]:
        """The names of all known event types."""
        return frozenset(self._kinds)

    def schema_of(self, kind: Kind) -> int:
        """Return the current schema of an event type."""
        return self._schemas[name_of(kind)]

    def encode(self, event: msgspec.Struct) -> NewEvent:
        name = name_of(type(event))
        if self._kinds.get(name) is not type(event):
            raise UnknownEvent(f"unknown event type: {name}")
        return NewEvent(name, self._schemas[name], self._encode(event))

    def decode(self, recorded: Recorded | NewEvent) -> Any:
        """Return the event that was kept, lifted to its current schema."""
        decoder = self._decoders.get((recorded.name, recorded.schema))
        try:
            return decoder.decode(recorded.body) if decoder else self._lifted(recorded)
        except UNREADABLE as error:
            raise UnknownEvent(f"invalid event {recorded.name}: {tell_misread(error)}", place_of(recorded)) from None

    def is_canonical(self, recorded: Recorded | NewEvent, event: msgspec.Struct | None) -> bool:
        """Return whether a body is as this program writes it. The event is what it was decoded to, if it could be.

        An earlier release may have left out a field that has a default today. Nothing else may differ: keys are
        sorted, unique and known, without spaces.
        """
        known = event is not None and (recorded.name, recorded.schema) in self._decoders
        try:
            written = self._encode(event) if known else recorded.body
            if known and written == recorded.body:
                return True
            document = msgspec.json.decode(recorded.body)
            return self._encode(document) == recorded.body and _is_within(document, msgspec.json.decode(written))
        except UNREADABLE:
            return False

    def _lifted(self, recorded: Recorded | NewEvent) -> Any:
        name, schema = recorded.name, recorded.schema
        newest = self._schemas.get(name)
        if newest is None or not FIRST_SCHEMA <= schema < newest:
            raise UnknownEvent(f"unknown event type: {name} of schema {schema}", place_of(recorded))
        document = msgspec.json.decode(recorded.body, type=Document)
        while schema < newest:
            document = self._lifts[name, schema](document)
            schema += 1
        return msgspec.convert(document, self._kinds[name])


def _is_within(part: Any, whole: Any) -> bool:
    """Return whether a document is another one with some keys left out."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and _is_within(value, whole[key]) for key, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) == len(whole) and all(map(_is_within, part, whole))
    return type(part) is type(whole) and bool(part == whole)


LIFTS: Lifts = {
    ("wager_placed", 1): lambda document: {**document, "words": ""},
    ("shoe_sealed", 1): lambda document: {**document, "terms": ""},
}
"""Sealed shoes of the first releases knew neither words with a wager nor terms."""

CODEC = Codec((*TABLE_EVENTS, *CAGE_EVENTS), LIFTS)

encode, decode, learn, is_canonical = CODEC.encode, CODEC.decode, CODEC.learn, CODEC.is_canonical
