"""The base of every event."""

import msgspec


class Event(msgspec.Struct, frozen=True, tag_field="event", gc=False):
    """Something that happened."""
