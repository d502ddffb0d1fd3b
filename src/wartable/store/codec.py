"""Events as bytes and back. Bytes are canonical: JSON with sorted keys and the event's name among them.

An event's name never changes its meaning. When its shape changes, its schema goes up by one and a lift is written that
turns the old document into the next, so that whatever was ever kept can still be read.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from wartable.cage import EVENTS as CAGE_EVENTS
from wartable.store.errors import UnknownEvent
from wartable.store.port import NewEvent, Recorded
from wartable.table import EVENTS as TABLE_EVENTS

FIRST_SCHEMA = 1

Kind = type[msgspec.Struct]
Document = dict[str, Any]
Lift = Callable[[Document], Document]
Lifts = Mapping[tuple[str, int], Lift]
"""By name and old schema: the document one schema later."""


def name_of(kind: Kind) -> str:
    """The stable name of a kind of event."""
    tag = kind.__struct_config__.tag
    if not isinstance(tag, str):
        raise TypeError(f"{kind.__name__} has no name of its own")
    return tag


def place_of(recorded: Recorded | NewEvent) -> str:
    """Where a record lies; nothing of an event that lies nowhere yet."""
    return f"{recorded.stream} version {recorded.version}" if isinstance(recorded, Recorded) else ""


class Codec:
    """The kinds of events that a program knows, and how older ones are lifted."""

    def __init__(self, kinds: Iterable[Kind], lifts: Lifts | None = None) -> None:
        self._lifts = dict(lifts or {})
        self._schemas: dict[str, int] = {}
        self._kinds: dict[str, Kind] = {}
        self._decoders: dict[tuple[str, int], msgspec.json.Decoder[Any]] = {}
        self._encode = msgspec.json.Encoder(order="sorted").encode
        self.learn(*kinds)

    def learn(self, *kinds: Kind) -> None:
        """Know these too: rooms above the store have events of their own."""
        for kind in kinds:
            name = name_of(kind)
            if self._kinds.setdefault(name, kind) is not kind:
                raise ValueError(f"two kinds of event are called {name}")
            schema = FIRST_SCHEMA
            while (name, schema) in self._lifts:
                schema += 1
            self._schemas[name] = schema
            self._decoders[name, schema] = msgspec.json.Decoder(kind)

    @property
    def names(self) -> frozenset[str]:
        """The names of every kind that is known."""
        return frozenset(self._kinds)

    def schema_of(self, kind: Kind) -> int:
        """The schema under which a kind is kept today."""
        return self._schemas[name_of(kind)]

    def encode(self, event: msgspec.Struct) -> NewEvent:
        """An event as it is kept."""
        name = name_of(type(event))
        if self._kinds.get(name) is not type(event):
            raise UnknownEvent(f"nobody said that there are events called {name}")
        return NewEvent(name, self._schemas[name], self._encode(event))

    def decode(self, recorded: Recorded | NewEvent) -> Any:
        """The event that was kept, lifted to what it is called and holds today."""
        decoder = self._decoders.get((recorded.name, recorded.schema))
        try:
            return decoder.decode(recorded.body) if decoder else self._lifted(recorded)
        except msgspec.MsgspecError as error:
            raise UnknownEvent(f"an event {recorded.name} cannot be read: {error}", place_of(recorded)) from None

    def is_canonical(self, recorded: Recorded | NewEvent, event: msgspec.Struct | None) -> bool:
        """Whether a body is as this program writes it, given the event that it was read as; nothing where none was.

        An earlier release may have left out what has a default today. All else has one form only: no key twice, none
        that the event does not have, sorted, without spaces.
        """
        known = event is not None and (recorded.name, recorded.schema) in self._decoders
        written = self._encode(event) if known else recorded.body
        if known and written == recorded.body:
            return True
        try:
            document = msgspec.json.decode(recorded.body)
        except (msgspec.MsgspecError, RecursionError):
            return False
        return self._encode(document) == recorded.body and _is_within(document, msgspec.json.decode(written))

    def _lifted(self, recorded: Recorded | NewEvent) -> Any:
        name, schema = recorded.name, recorded.schema
        newest = self._schemas.get(name)
        if newest is None or not FIRST_SCHEMA <= schema < newest:
            raise UnknownEvent(f"this program does not know events {name} of schema {schema}")
        document = msgspec.json.decode(recorded.body, type=Document)
        while schema < newest:
            document = self._lifts[name, schema](document)
            schema += 1
        return msgspec.convert(document, self._kinds[name])


def _is_within(part: Any, whole: Any) -> bool:
    """Whether a document is another one with some keys left out."""
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
"""What this program knows."""

encode, decode, learn, is_canonical = CODEC.encode, CODEC.decode, CODEC.learn, CODEC.is_canonical
