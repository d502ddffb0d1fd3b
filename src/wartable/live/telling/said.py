"""Events as an audience may know them, each with its sentence."""

from collections.abc import Callable, Set
from typing import Any

import msgspec

from wartable.live.history import Happened
from wartable.live.telling.known import KNOWN, OF_THE_HOUSE
from wartable.live.wire import Audience, Said
from wartable.table import Event, Words, say
from wartable.table import events as e

Names = Callable[[str], str]
"""The screen name of a patron."""

SEES_NAMES = OF_THE_HOUSE
A_PLAYER = "a player"
PEOPLE = ("patron", "bettor", "dealer", "floor", "person")
"""Fields that name a person. Where they are hidden they are sent empty, as clients of earlier releases expect."""


def tell(happened: Happened, audience: Audience, words: Words, names: Names) -> Said | None:
    """Return one event as one audience hears it; None where it may not."""
    event = happened.event
    known = KNOWN[type(event)].by(audience)
    if known is None:
        return None
    return Said(
        version=happened.version,
        event=_shown(event, audience, known),
        says=say(_named(event, names, known), words),
        clauses=getattr(event, "clauses", ()),
        own=happened.own,
    )


def is_told(happened: Happened, audience: Audience) -> bool:
    return KNOWN[type(happened.event)].by(audience) is not None


def _shown(event: Event, audience: Audience, known: Set[str]) -> dict[str, Any]:
    """Return the fields that are listed as known, and no others."""
    fields: dict[str, Any] = msgspec.to_builtins(event)
    shown = {"event": fields["event"]}
    for name in event.__struct_fields__:
        if name in known:
            shown[name] = fields[name]
        elif name in PEOPLE:
            shown[name] = ""
    if isinstance(event, e.SettlementReversed) and "line" in shown:
        shown["line"] = _shown(event.line, audience, KNOWN[e.WagerSettled].by(audience) or frozenset())
    return shown


def _named(event: Event, names: Names, known: Set[str]) -> Event:
    """Put screen names into the event; a dealer who may not be known has none."""
    changes: dict[str, Any] = {}
    if patron := getattr(event, "patron", ""):
        changes["patron"] = names(patron) or A_PLAYER
    if getattr(event, "bettor", ""):
        changes["bettor"] = A_PLAYER
    if hasattr(event, "dealer") and "dealer" not in known:
        changes["dealer"] = ""
    if isinstance(event, e.SettlementReversed):
        changes["line"] = _named(event.line, names, known)
    return msgspec.structs.replace(event, **changes) if changes else event
