"""How a record differs from the one that is due, in a sentence that names what was paid and what should have been."""

import msgspec

from wartable.money import format_cents
from wartable.store import name_of
from wartable.table import Event
from wartable.table import events as e

AMOUNTS = frozenset(
    {"staked", "collected", "returned", "paid", "matched", "cover", "amount", "stake", "before", "reading"}
)
"""Fields that hold cents."""
LEFT_OPEN = frozenset({"clauses", "terms", "passed", "repeats", "leads", "inside"})
"""What two records of one fact may say differently.

Which clauses decided a line is told to people; a later edition of a rulebook may cite others for the same pay. The
terms of a seal are a digest over the order of a wheel's rings, which the log does not keep, and early seals have
none; the seed must fit the commitment with the terms as they were published. Earlier releases did not record who
passed an offer of the bank, that the check of a win which the floor lets stand is repeated, whether a cover card
led the shoe, and which batch lay in a shuffler that jammed; no money moves by any of them.
"""

NEVER_SAID_BEFORE = frozenset({"decided"})
"""What earlier releases did not record, and decided otherwise: a record that does not say it is followed as it is."""

RENAMED = ("missed_hand", "missed_war_card")
"""A call in an earlier log, and its name now."""


def same(kept: Event, due: Event) -> bool:
    """Return whether two events agree in every field that is determined."""
    if kept == due:
        return True
    return type(kept) is type(due) and not any(_differing(kept, due))


def how_they_differ(kept: Event | None, due: Event) -> str:
    """Describe the recorded event and the one that follows from the records before it."""
    if kept is None:
        return f"the log ends where this is due: {_whole(due)}"
    if type(kept) is not type(due):
        return f"the record says {_whole(kept)}; expected {_whole(due)}"
    says = ", ".join(f"{name} {_value(kept, name)}, expected {_value(due, name)}" for name in _differing(kept, due))
    return f"the record of {_place(due)} does not follow from those before it: {says}"


def _differing(kept: Event, due: Event) -> list[str]:
    """Return the fields that differ; a line inside an event is compared field by field."""
    return [
        name
        for name in kept.__struct_fields__
        if name not in LEFT_OPEN and not _alike(getattr(kept, name), getattr(due, name)) and not _unsaid(kept, name)
    ]


def _unsaid(kept: Event, name: str) -> bool:
    return name in NEVER_SAID_BEFORE and not getattr(kept, name)


def _alike(kept: object, due: object) -> bool:
    if isinstance(kept, e.WagerSettled) and isinstance(due, e.WagerSettled):
        return not _differing(kept, due)
    return kept == due or (kept, due) == RENAMED


def _place(event: Event) -> str:
    """Name the wager, meter or hand that an event is about."""
    line = event.line if isinstance(event, e.SettlementReversed) else event
    words = [name_of(type(event)).replace("_", " ")]
    for name in ("seat", "bettor", "wager", "meter"):
        value = getattr(line, name, None)
        if value not in (None, ""):
            words.append(f"{name} {value}")
    return ", ".join(words)


def _whole(event: Event) -> str:
    line = event.line if isinstance(event, e.SettlementReversed) else event
    amounts = [f"{name} {_value(line, name)}" for name in line.__struct_fields__ if name in AMOUNTS]
    return ", ".join([_place(event), *amounts])


def _value(event: msgspec.Struct, name: str) -> str:
    value = getattr(event, name)
    if name in AMOUNTS and isinstance(value, int):
        return format_cents(value)
    return _whole(value) if isinstance(value, Event) else str(value)
