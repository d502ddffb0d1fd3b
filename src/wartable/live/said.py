"""Events as an audience may know them, each with its sentence."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from wartable.live.messages import Said
from wartable.live.mirror import Happened
from wartable.live.views import Audience
from wartable.table import Event
from wartable.table import events as e
from wartable.table.sentences import Words, say

Names = Callable[[str], str]
"""The screen name of a patron."""

SEES_NAMES: frozenset[Audience] = frozenset({"dealer", "floor", "auditor"})
HOUSE_ONLY: frozenset[type[Event]] = frozenset({e.FloorCalled, e.FloorRuled, e.CardMisread})
"""Calls are between the dealer and the floor; players see that the table waits, and what is done then."""
SOMEBODY = "somebody"


def tell(happened: Happened, audience: Audience, words: Words, names: Names) -> Said | None:
    """One event for one audience; nothing where it is not theirs."""
    event = happened.event
    inside = audience in SEES_NAMES
    if not inside and type(event) in HOUSE_ONLY:
        return None
    return Said(
        version=happened.version,
        event=_fields(event) if inside else _without_people(_fields(event)),
        says=say(_named(event, names), words),
        clauses=getattr(event, "clauses", ()),
        own=happened.own,
    )


def _fields(event: Event) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(event)
    return fields


def _without_people(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Accounts and the names of bettors behind a seat are nobody else's business."""
    shown = dict(fields)
    for key in ("patron", "bettor", "dealer"):
        if key in shown:
            shown[key] = ""
    if isinstance(shown.get("line"), dict):
        shown["line"] = _without_people(shown["line"])
    return shown


def _named(event: Event, names: Names) -> Event:
    """The event with screen names in it, to be said aloud."""
    changes: dict[str, Any] = {}
    if patron := getattr(event, "patron", ""):
        changes["patron"] = names(patron) or SOMEBODY
    if getattr(event, "bettor", ""):
        changes["bettor"] = SOMEBODY
    if isinstance(event, e.SettlementReversed):
        changes["line"] = _named(event.line, names)
    return msgspec.structs.replace(event, **changes) if changes else event
