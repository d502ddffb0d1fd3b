"""Who did something: by the event itself where the house wrote it down, or else by the command that led to it."""

from typing import Any

import msgspec

from wartable.audit import moments
from wartable.audit.reading.rules import HOUSE
from wartable.audit.reports.tally import Significant
from wartable.store import Recorded

ABOUT = ("person", "role", "patron", "patrons", "table", "rulebook", "request", "what", "says")
"""What an event of the house is about, as far as a report tells it."""

BY_ITSELF = frozenset({"rules", "fill", "auto", "clock", "bot", "integrity"})
"""How the ids of commands begin that a server gives when it opens its tables, and while it runs them."""
TWO_KEYS = "request"
"""How those begin that two people asked for; the request's own name follows, and the house's log has their names."""


def who_did(record: Recorded) -> str:
    """The name of whoever did it; nothing, where nobody in particular did.

    What happened to accounts, requests and sessions says so itself. What somebody asked of a table or of the cage came
    with a command, whose id begins with their name.
    """
    said = _read(record) if record.stream == HOUSE else {}
    written = said.get("by", said.get("person"))
    if written is not None:
        return str(written)
    name, found, _ = record.command_id.partition("/")
    if name in BY_ITSELF:
        return "the server"
    if name == TWO_KEYS:
        return f"two people, {record.command_id.replace('/', ' ')}"
    return name if found else ""


def significant(record: Recorded, says: str) -> Significant:
    """A record that somebody should look at, and whom to ask about it."""
    at = moments.told(record.at)
    return Significant(at, record.stream, record.version, record.name, says, who_did(record))


def house_sentence(record: Recorded) -> str:
    """What the house did, and to whom or what."""
    said = _read(record)
    about = ", ".join(str(said[key]) for key in ABOUT if said.get(key))
    what = record.name.replace("_", " ").capitalize()
    return f"{what}: {about}." if about else f"{what}."


def _read(record: Recorded) -> dict[str, Any]:
    """An event as it was written down; rooms above this one have kinds of their own, which nobody here knows."""
    try:
        return msgspec.json.decode(record.body, type=dict[str, Any])
    except msgspec.MsgspecError:
        return {}
