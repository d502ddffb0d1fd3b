"""Patrons as persons: the log knows pseudonyms only, so what is known of a person can be erased and it still verifies.

That something was erased is itself an event of the house. It names the pseudonym and never what was known.
"""

from uuid import uuid4

import msgspec

from wartable.audit import moments
from wartable.audit.errors import AuditRefused
from wartable.audit.house_events import HOUSE, HouseEvent, PersonalErased, PersonalExpired
from wartable.audit.settings import Settings
from wartable.store import At, Batch, Store, Write, WrongVersion, encode

TRIES = 8
"""Retries where other writers add to the stream of the house first."""


class Retained(msgspec.Struct, frozen=True):
    """What became of each kind of data."""

    log: str
    """How long the log is to be kept; it is never cut."""
    personal: str
    erased: int
    before: str | None
    """The day before which a patron's data had to be last written to be erased; nothing where it never is."""


def erase(store: Store, patron: str, at: At, by: str) -> None:
    """Erase the personal data of a patron, and record that this was done."""
    if not store.erase_personal(patron):
        raise AuditRefused(f"patron {patron}: nothing is known of such a person")
    _write(store, PersonalErased(patron, by), at)


def retain(store: Store, settings: Settings, at: At, by: str) -> Retained:
    """Erase what is past its retention time."""
    last = settings.personal.before(moments.date_of(at))
    erased = 0
    if last is not None:
        before = moments.parse_day(last.isoformat()) * moments.DAY
        erased = store.expire_personal(before)
        if erased:
            _write(store, PersonalExpired(erased, before, by), at)
    return Retained(str(settings.log), str(settings.personal), erased, last.isoformat() if last else None)


def _write(store: Store, event: HouseEvent, at: At) -> None:
    kept = encode(event)
    command = f"audit-{uuid4()}"
    for _ in range(TRIES):
        write = Write(HOUSE, store.head(HOUSE).version, (kept,))
        try:
            store.submit(Batch(command, kept.body, at, (write,), (), b"")).result()
        except WrongVersion:
            continue
        return
    raise AuditRefused("the stream of the house is written to all the time; what was erased is erased, ask again")
