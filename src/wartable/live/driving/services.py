"""What a live table uses, and the orders that go to it."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping

import msgspec

from wartable.live.driving.pulse import Pulse
from wartable.live.history import Mirror, Snapshots
from wartable.live.moments import Clock
from wartable.live.people import Patrons, Speaker
from wartable.live.vault import Vault
from wartable.live.wire import Answer
from wartable.money import Cents
from wartable.store import Store, WalletDiffers

BOUNDS_MS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000)
LogEvent = Callable[..., None]
"""Writes one structured line: a word for what happened, and its particulars."""
GiveChips = Callable[[str, int], Coroutine[None, None, None]]
"""Gives a neighbour, or a walk-in, the chips they are short of."""
Fill = Callable[[Cents, str, Cents, str], Coroutine[None, None, None]]
"""Gets a table chips from the cage: as much as it has at first, or at least so much, under the number of a slip."""
HoldAccounts = Callable[[str, Mirror], Coroutine[None, None, None]]
"""Compares the accounts of a table with what its events have moved to each."""
ReportBroken = Callable[[str, str, str], Coroutine[None, None, None]]
"""Writes to the log of the house that what is stored of a table cannot be trusted: the table, what it is, and why."""


class Counters:
    """Numbers that only go up, and how long commands took."""

    def __init__(self) -> None:
        self.total: Counter[tuple[str, str]] = Counter()
        self.took_by_bound = [0] * (len(BOUNDS_MS) + 1)
        """Commands by the first bound that they stayed below; the last of these are above all bounds."""
        self.took_us = 0

    def count(self, name: str, label: str = "", by: int = 1) -> None:
        """Increase a counter."""
        self.total[name, label] += by

    def took(self, microseconds: int) -> None:
        """Record how long the answer to a command took."""
        self.took_by_bound[bisect_left(BOUNDS_MS, microseconds / 1_000)] += 1
        self.took_us += microseconds


ReportWallet = Callable[[WalletDiffers], Coroutine[None, None, None]]
"""Does the same for a wallet that does not hold what its postings come to."""
ReportError = Callable[[str, Exception], Coroutine[None, None, None]]
"""Does the same for what has stopped a table, or an order there."""


class Services(msgspec.Struct, frozen=True):
    """What a live table uses."""

    store: Store
    vault: Vault
    clock: Clock
    patrons: Patrons
    counters: Counters
    pulse: Pulse
    log: LogEvent
    buy_in: GiveChips
    fill: Fill
    snapshots: Snapshots
    report: ReportBroken
    report_error: ReportError
    hold_accounts: HoldAccounts
    doubted: Mapping[str, Exception]
    """By stream of a table: why it stays closed, found before the start."""
    entropy: Callable[[int], bytes] | None = None


class Order(msgspec.Struct, frozen=True):
    """One command of a person, on its way to the table's task."""

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
        """A unique id that includes the person, so that ids of two people never collide."""
        return f"request/{self.confirmed}" if self.confirmed else f"{self.speaker.person}/{self.id}"
