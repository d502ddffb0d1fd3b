"""Check a table's accounts against its log: the layout, the tray and the meters."""

import asyncio
from collections import Counter

from wartable import cage
from wartable.audit import unsound_money
from wartable.ledger import BANK, at_table
from wartable.live.history.house import HouseLog
from wartable.live.history.mirror import Mirror, stream_of
from wartable.money import Cents, format_cents
from wartable.store import Store, StoreBroken, WrongVersion

OTHERS = (BANK, cage.DROP, cage.TIPS, cage.OVER_SHORT)
"""Accounts of a table that the cage moves as well."""


class AccountsDiffer(RuntimeError):
    """An account does not hold what the log comes to: nothing is paid from it until it is put right."""


def hold_database(store: Store) -> None:
    """Refuse a database whose schema was changed, or whose indexes hide rows: a limit could be among them."""
    for flaw in store.flaws():
        raise StoreBroken(f"{flaw.says}; see wartable audit verify; restore a copy")


def hold_money(store: Store) -> None:
    """Refuse a store with an account that differs from its records, or records that fail their proof: that money could
    be cashed out. From here on the store knows what its wallets hold.
    """
    with store.read_transaction() as moment:
        for found in unsound_money(store, moment):
            raise AccountsDiffer(str(found))
        store.note_wallets(dict(moment.raw("accounts")))


class Holding:
    """Compares every account of a table with what its events moved there, and the tray also with what the cage gave."""

    def __init__(self, store: Store, house: HouseLog) -> None:
        self._store = store
        self._house = house
        self._from_cage: Counter[str] = Counter()
        """What each table's tray and box have from the cage."""
        house.listen(self._hear)

    def _hear(self, event: object, _at: int, _command_id: str) -> None:
        match event:
            case cage.InventoryFilled(table=table, amount=amount):
                self._from_cage[table] += amount
            case cage.InventoryCredited(table=table, amount=amount) | cage.DropCounted(table=table, expected=amount):
                self._from_cage[table] -= amount

    async def hold(self, table: str, mirror: Mirror) -> None:
        """Check a table; retry, since a fill may be stored at this moment."""
        for last in (False, False, True):
            await self._house.follow()
            try:
                await asyncio.to_thread(self._compare, table, mirror)
                return
            except AccountsDiffer:
                head = await asyncio.to_thread(self._store.head, stream_of(table))
                if head.version != mirror.version:
                    raise WrongVersion(head.stream, mirror.version, head.version) from None
                if last:
                    raise

    def _compare(self, table: str, mirror: Mirror) -> None:
        """Compare the balances. Chips sold at a table move cash from the tray to the box, so their sum is compared."""
        own, moved = at_table(table, ""), mirror.moved
        held = {name.removeprefix(own): cents for name, cents in self._store.balances(own).items()}
        for name in sorted({*held, *moved} - {*OTHERS}):
            _same(own + name, held.get(name, 0), moved.get(name, 0))
        tray_and_box = held.get(BANK, 0) + held.get(cage.DROP, 0)
        _same(f"{own}{BANK} with {own}{cage.DROP}", tray_and_box, moved.get(BANK, 0) + self._from_cage[table])


def _same(account: str, held: Cents, due: Cents) -> None:
    if held != due:
        raise AccountsDiffer(f"{account} holds {format_cents(held)}; its log adds up to {format_cents(due)}")
