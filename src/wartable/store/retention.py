"""How long things are kept, as the house sets it.

The log itself is kept: every event is part of the proof of all that came after it. What is known of patrons as persons
lies beside it and goes when its time is over; the log knows them only by the names that the house gave them.
"""

import msgspec

from wartable.store.port import At, Store

DAY: At = 24 * 60 * 60 * 1_000_000


class Retention(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house's setting."""

    personal_days: int = 5 * 365
    """What is known of a person goes so many days after it was last written."""


def keep_no_longer(store: Store, retention: Retention, now: At) -> int:
    """Erase what has been kept for long enough, and say of how many patrons."""
    return store.expire_personal(now - retention.personal_days * DAY)
