"""Who did something: by the event itself where the house wrote it down, or else by the command that led to it."""

from typing import Any

from wartable.audit import moments
from wartable.audit.house_events import HouseEvent, say_of_house
from wartable.audit.reports.tally import SignificantRow
from wartable.store import Recorded

BY_ITSELF = frozenset({"rules", "fill", "auto", "clock", "integrity"})
"""How the ids of commands begin that a server gives when it opens its tables, and while it runs them."""
BOT = "bot"
"""How the ids begin of what a neighbour did at an automatic table."""
TWO_KEYS = "request"
"""How the ids begin of what two people confirmed; the request's own name follows, and the house's log names them."""


def who_did(record: Recorded, event: Any) -> str:
    """Return the name of the person who did it; empty where the log names no person.

    Events about accounts, requests and sessions name the person. A command to a table or to the cage has an id that
    begins with the person's name.
    """
    if isinstance(event, HouseEvent) and (written := getattr(event, "by", getattr(event, "person", None))) is not None:
        return str(written)
    name, found, _ = record.command_id.partition("/")
    if name in BY_ITSELF:
        return "the server"
    if name == BOT:
        return "a neighbour (bot)"
    if name == TWO_KEYS:
        return f"two people, {record.command_id.replace('/', ' ')}"
    return name if found else ""


def significant(record: Recorded, event: Any, says: str = "") -> SignificantRow:
    """Return a report's line about a significant record; without words, those of the house's event."""
    says = says or say_of_house(event) or f"{record.name.replace('_', ' ').capitalize()}."
    at = moments.told(record.at)
    return SignificantRow(at, record.stream, record.version, record.name, says, who_did(record, event))
