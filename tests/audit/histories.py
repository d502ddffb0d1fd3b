"""Histories in a store: tables that were played, with wallets, rules and postings, as a server would keep them."""

import random
from collections.abc import Iterable, Sequence
from typing import Any

from tests.table.houses import HOUSES, edition_of
from tests.table.walker import walk
from tests.told import Told
from wartable.audit.house_events import RulesPutInForce
from wartable.cage import BoughtIn, CageEvent, InventoryFilled
from wartable.cage import moves_of as cage_moves
from wartable.ledger import BANK, at_table, moves_of, patron, postings
from wartable.money import MAX_CENTS, Cents
from wartable.rulebook import EDITION
from wartable.store import Batch, Kept, Move, Store, Write, encode
from wartable.table.events import Event

NOON = 1_794_744_000_000_000
"""15 November 2026, 12:00 UTC."""
SECOND = 1_000_000
WALLET: Cents = MAX_CENTS
"""What a patron buys first: as much as one purchase can be. A walk that loses more buys again before it."""


class Keeper:
    """Writes to a store what happens, one command after the other, a second apart."""

    def __init__(self, store: Store, at: int = NOON) -> None:
        self.store = store
        self.at = at
        self.commands = 0
        self.kept: list[Kept] = []
        self._wallets: set[str] = set()

    def puts_in_force(self, table: str, rulebook: str, house: dict[str, Any] | None = None, **more: Any) -> "Keeper":
        """The house says which rules a table is played by."""
        after = self.store.head(f"table/{table}").version
        return self.keeps(
            "house", [RulesPutInForce(table, rulebook, house or {}, after, **{"edition": EDITION, **more})]
        )

    def plays(self, table: str, events: Sequence[Event], rng: random.Random | None = None) -> "Keeper":
        """Things happen at a table, a few with each command; a patron who bets has bought in before."""
        for name in dict.fromkeys(_patrons(events)):
            self.buys_in(name, WALLET)
            if (missing := -self._lowest(table, patron(name), events)) > 0:
                self.keeps(f"patron/{name}", [BoughtIn(name, WALLET)] * -(-missing // WALLET))
        self._fill(table, events)
        left = list(events)
        while left:
            some = rng.randint(1, 4) if rng else 1
            self.keeps(f"table/{table}", left[:some])
            del left[:some]
        return self

    def _fill(self, table: str, events: Iterable[Event]) -> None:
        """Fill the tray beforehand where it could not pay, at no time of its own, by no more than a desk gives."""
        missing = -self._lowest(table, at_table(table, BANK), events)
        while missing > 0:
            event = InventoryFilled(table, min(missing, MAX_CENTS), "opening")
            missing -= event.amount
            version = self.store.head("house").version
            moves = [Move("house", 0, posting.account, posting.cents) for posting in cage_moves(event)]
            write = Write("house", version, (encode(event),))
            batch = Batch(f"fill/{table}/{version}", b"", self.at, (write,), tuple(moves), b"ok")
            self.kept.append(self.store.submit(batch).result())

    def _lowest(self, table: str, account: str, events: Iterable[Event]) -> Cents:
        """Return the lowest that an account would hold while these happen."""
        held = lowest = self.store.balance(account)
        for posting in (posting for event in events for posting in moves_of(table, event)):
            held += posting.cents if posting.account == account else 0
            lowest = min(lowest, held)
        return lowest

    def buys_in(self, name: str, amount: Cents, table: str = "") -> "Keeper":
        """Give a patron chips; only the first time, where the wallet has to be full."""
        if amount == WALLET and name in self._wallets:
            return self
        self._wallets.add(name)
        return self.keeps(f"patron/{name}", [BoughtIn(name, amount, table)])

    def keeps(self, stream: str, events: Sequence[Any], command: str = "") -> "Keeper":
        self.commands += 1
        self.at += SECOND
        moved = [
            Move(stream, index, posting.account, posting.cents)
            for index, event in enumerate(events)
            for posting in moves(stream, event)
        ]
        write = Write(stream, self.store.head(stream).version, tuple(encode(event) for event in events))
        command = command or f"command-{self.commands:05}"
        batch = Batch(command, command.encode(), self.at, (write,), tuple(moved), b"ok")
        self.kept.append(self.store.submit(batch).result())
        return self


def moves(stream: str, event: Any) -> Iterable[Any]:
    if isinstance(event, CageEvent):
        return cage_moves(event)
    return moves_of(stream.removeprefix("table/"), event) if isinstance(event, Event) else ()


def _patrons(events: Iterable[Event]) -> Iterable[str]:
    prefix = patron("")
    for event in events:
        for posting in postings(event):
            if posting.account.startswith(prefix):
                yield posting.account.removeprefix(prefix)


def told_day(rulebook: str = "maryland") -> list[Event]:
    """A short day: a win, a war, a surrender, a void round."""
    told = Told.at(rulebook, {"seats": 4})
    told.bets(1, "10.00", "5.00").bets(3, "20.00").deals("7s 9d 8h").ends()
    told.bets(1, "10.00", "5.00").bets(3, "20.00").deals("8s 9d 8h").war(1).war_deals("9s 2d").ends()
    told.bets(1, "10.00").deals("8s 8c").surrenders(1).ends()
    return told.events


LAST = len(told_day())
"""The version of the last record of that day."""


def walked(house: str, seed: object, length: int) -> list[Event]:
    """A random walk over a table of one of the test houses; its cards come from no shoe, so none is sealed."""
    return walk(house, seed, length, sealing=False).watch.events


def keep_walk(store: Store, house: str, seed: object, length: int, table: str = "T1") -> Keeper:
    """A random walk, kept, with the rules it was walked under."""
    rulebook, choices = HOUSES[house]
    keeper = Keeper(store).puts_in_force(table, rulebook, choices, edition=edition_of(house))
    return keeper.plays(table, walked(house, seed, length), random.Random(str(seed)))
