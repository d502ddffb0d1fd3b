"""A table's accounts held against its log: the layout, the tray and the meters hold what was put there."""

from collections.abc import Mapping

from wartable.cage import DROP, OVER_SHORT, TIPS
from wartable.ledger import BANK, at_table
from wartable.money import Cents, format_cents
from wartable.store import Store

OTHERS = (BANK, DROP, TIPS, OVER_SHORT)
"""Accounts of a table that the cage moves as well."""


class AccountsDiffer(RuntimeError):
    """An account of a table does not hold what its log comes to: the table is closed until it is put right."""


def hold_accounts(store: Store, table: str, moved: Mapping[str, Cents], from_cage: Cents) -> None:
    """Compare every account of a table with what its events moved there, and the tray also with what the cage gave.

    Chips that were sold at the table went from the tray into the box as cash, so those two are compared together.
    """
    own = at_table(table, "")
    held = {name.removeprefix(own): cents for name, cents in store.balances(own).items()}
    for name in sorted({*held, *moved} - {*OTHERS}):
        _compare(own + name, held.get(name, 0), moved.get(name, 0))
    tray_and_box = held.get(BANK, 0) + held.get(DROP, 0)
    _compare(f"{own}{BANK} with {own}{DROP}", tray_and_box, moved.get(BANK, 0) + from_cage)


def _compare(account: str, held: Cents, due: Cents) -> None:
    if held != due:
        raise AccountsDiffer(f"{account} holds {format_cents(held)}; its log comes to {format_cents(due)}")
