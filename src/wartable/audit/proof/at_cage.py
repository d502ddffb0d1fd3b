"""What a record beside the tables must be: in its own stream and, at the cage, with an amount, names and a command that
the desk takes.
"""

from collections.abc import Iterator, Mapping
from itertools import chain

import msgspec

from wartable import cage
from wartable.audit.house_events import HOUSE, HouseEvent, PersonAdded, PersonRole, RoleChanged, RulesPutInForce
from wartable.ledger import patron as account_of
from wartable.money import MAX_CENTS, format_cents
from wartable.store import name_of
from wartable.table import name_is_bad

OF_PATRONS = (cage.BoughtIn, cage.CashedOut, cage.TipGiven)
SOLD_AT_TABLES: frozenset[PersonRole] = frozenset({"cage", "dealer"})
AT_THE_DESK: frozenset[PersonRole] = frozenset({"cage"})
MAY_GIVE: Mapping[type[cage.CageEvent], frozenset[PersonRole]] = {
    kind: SOLD_AT_TABLES if kind in (cage.BoughtIn, cage.TipGiven, cage.TipsCollected) else AT_THE_DESK
    for kind in cage.EVENTS
}
"""Who may give the command; it is `<person>/<id>`."""
BY_THE_HOUSE: Mapping[str, type[cage.CageEvent]] = {
    "chips": cage.BoughtIn,
    "fill": cage.InventoryFilled,
    "friends": cage.InventoryCredited,
}
"""How the commands of the house itself begin. It gives chips to guests and, at practice tables, to walk-ins."""


def is_beside_tables(stream: str) -> bool:
    """Whether a stream is the house's or a patron's; other programs may write to others."""
    return stream == HOUSE or stream.startswith(account_of(""))


class AtCage:
    """Holds what happened at the cage against the people and tables of the house, whose stream goes by first."""

    def __init__(self) -> None:
        self._roles: dict[str, set[str]] = {}
        self._forms: dict[str, set[str]] = {}

    def why_not(self, stream: str, command_id: str, event: msgspec.Struct, *, whole: bool) -> str:
        """Say why an event cannot have happened there; empty where it can.

        The house is known where its `whole` stream went by.
        """
        if stream == HOUSE:
            self._hear(event)
        due = _stream_of(event)
        if stream != due:
            return f"{_name(event)}: it lies in {stream}; expected in {due or 'the stream of its table'}"
        if not isinstance(event, cage.CageEvent):
            return ""
        wrong = chain(_wrong_amounts(event), _wrong_names(event), self._wrong_commands(event, command_id, whole=whole))
        return next((f"{_name(event)}: {says}" for says in wrong), "")

    def _hear(self, event: msgspec.Struct) -> None:
        match event:
            case PersonAdded() | RoleChanged():
                self._roles.setdefault(event.person, set()).add(event.role)
            case RulesPutInForce():
                self._forms.setdefault(event.table, set()).add(event.form)

    def _wrong_commands(self, event: cage.CageEvent, command_id: str, *, whole: bool) -> Iterator[str]:
        """Yield why this command cannot have led to it. A house without accounts has no people to hold it to."""
        by = command_id.partition("/")[0]
        patron, table = getattr(event, "patron", ""), getattr(event, "table", "")
        if not whole:
            return
        if isinstance(event, cage.BoughtIn) and self._forms.get(table) == {"automatic"}:
            yield f"no person deals at table {table}; expected a table that a dealer sells chips at"
        if not self._roles:
            if patron and by == patron:
                yield f"the command {command_id} is of the patron; expected one of the cage"
        elif BY_THE_HOUSE.get(by) is type(event):
            if patron in self._roles or (patron and table):
                yield f"the house gives no chips to {patron}; expected a command of the cage"
        elif not (roles := MAY_GIVE[type(event)]) & self._roles.get(by, set()):
            expected = " or ".join(sorted(roles))
            yield f"the command {command_id} is of no person who may give it; expected the role {expected}"


def _stream_of(event: msgspec.Struct) -> str:
    if isinstance(event, OF_PATRONS):
        return account_of(event.patron)
    return HOUSE if isinstance(event, cage.CageEvent | HouseEvent) else ""


def _wrong_amounts(event: cage.CageEvent) -> Iterator[str]:
    counts = isinstance(event, cage.DropCounted)
    least = 0 if counts else 1
    for name in ("expected", "counted") if counts else ("amount",):
        amount = getattr(event, name)
        if not least <= amount <= MAX_CENTS:
            yield (f"its {name} is {format_cents(amount)}; expected {format_cents(least)} to {format_cents(MAX_CENTS)}")


def _wrong_names(event: cage.CageEvent) -> Iterator[str]:
    for field in ("patron", "table", "slip"):
        name = getattr(event, field, None)
        if isinstance(event, cage.BoughtIn) and field == "table" and not name:
            continue  # at the cage
        if name is not None and name_is_bad(name):
            yield f"its {field} is {name!r}; expected a name of 1 to 64 characters"


def _name(event: msgspec.Struct) -> str:
    return name_of(type(event))
