"""The postings that follow from a record of any stream."""

from collections.abc import Iterable, Mapping

import msgspec

from wartable import cage, ledger
from wartable.audit.house_events import RulesPutInForce
from wartable.audit.reading.rules import RulesOverTime
from wartable.money import Cents
from wartable.store import NewEvent, decode, name_of
from wartable.table import Event

Posted = tuple[tuple[str, Cents], ...]
"""Accounts and what each is given, in order."""

MONEY = frozenset(name_of(kind) for kind in (*ledger.MOVES, *cage.MOVES))
"""The names of events that move money; all others are not even read for the ledger."""

TABLE = "table/"


MOST_REMEMBERED = 200_000
"""Patrons bet the same amounts at the same seats all day: what follows from the same record is worked out once."""


class Deriving:
    """Derives postings from records. Meters that several tables share are known from the log."""

    def __init__(self, put_in_force: Iterable[RulesPutInForce] = ()) -> None:
        changes: dict[str, list[RulesPutInForce]] = {}
        for change in put_in_force:
            changes.setdefault(change.table, []).append(change)
        self._remembered: dict[tuple[str, str, int, bytes], Posted] = {}
        self._shared = {
            table: RulesOverTime(made) for table, made in changes.items() if any(change.meters for change in made)
        }

    def of(self, stream: str, version: int, name: str, schema: int, body: bytes) -> Posted:
        """Return the postings of one record; raise StoreError where it is unreadable."""
        if name not in MONEY:
            return ()
        key = (stream, name, schema, body)
        made = self._remembered.get(key)
        if made is None:
            made = self.of_event(stream, version, decode(NewEvent(name, schema, body)))
            if stream.removeprefix(TABLE) not in self._shared and len(self._remembered) < MOST_REMEMBERED:
                self._remembered[key] = made
        return made

    def of_event(self, stream: str, version: int, event: msgspec.Struct) -> Posted:
        """Return the postings of a decoded event."""
        if isinstance(event, cage.CageEvent):
            made = cage.moves_of(event)
        elif isinstance(event, Event) and stream.startswith(TABLE):
            table = stream.removeprefix(TABLE)
            made = ledger.moves_of(table, event, self._meters(table, version))
        else:
            made = ()
        return tuple([(posting.account, posting.cents) for posting in made])

    def _meters(self, table: str, version: int) -> Mapping[str, str] | None:
        shared = self._shared.get(table)
        return shared.at(version).meters if shared else None
