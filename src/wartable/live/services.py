"""What a live table stands on, and what goes to it."""

from collections.abc import Callable, Coroutine

import msgspec

from wartable.live.counters import Counters
from wartable.live.messages import Answer
from wartable.live.mirror import Mirror
from wartable.live.moments import Clock
from wartable.live.orders import Speaker
from wartable.live.patrons import Patrons
from wartable.live.pulse import Pulse
from wartable.live.snapshots import Snapshots
from wartable.live.vault import Vault
from wartable.money import Cents
from wartable.store import Store

Log = Callable[..., None]
"""Writes one structured line: a word for what happened, and its particulars."""
BuyIn = Callable[[str, int], Coroutine[None, None, None]]
"""Gives a player of the house, or a walk-in, the chips they are short of."""
Fill = Callable[[Cents, str, Cents, str], Coroutine[None, None, None]]
"""Gets a table chips from the cage: as much as it has at first, or at least so much, under the number of a slip."""
HoldAccounts = Callable[[str, Mirror], Coroutine[None, None, None]]
"""Compares the accounts of a table with what its events have moved to each."""
Report = Callable[[str, str, str], Coroutine[None, None, None]]
"""Writes to the log of the house that what is stored of a table cannot be trusted: the table, what it is, and why."""


class Services(msgspec.Struct, frozen=True):
    """What a live table stands on."""

    store: Store
    vault: Vault
    clock: Clock
    patrons: Patrons
    counters: Counters
    pulse: Pulse
    log: Log
    buy_in: BuyIn
    fill: Fill
    snapshots: Snapshots
    report: Report
    hold_accounts: HoldAccounts
    entropy: Callable[[int], bytes] | None = None


class Order(msgspec.Struct, frozen=True):
    """What somebody asks, on its way to the table's task."""

    speaker: Speaker
    id: str
    said: msgspec.Struct
    deliver: Callable[[Answer], None]
    confirmed: str = ""
    """The request that a second person has confirmed."""
    about: int = 0
    """And what it is about, as the request says."""

    @property
    def command_id(self) -> str:
        """One id for ever; nobody can use up another person's."""
        return f"request/{self.confirmed}" if self.confirmed else f"{self.speaker.person}/{self.id}"
