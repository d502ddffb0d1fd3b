"""The pure cage: patrons' wallets, the inventory of the tables, the drop and the tips.

A wallet is an account of the ledger, and wagers move it too; so the caller gives `decide` the balance of the account.
The store also refuses every posting that would make a patron's account negative.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

import msgspec

from wartable.ledger import BANK, Account, Moves, Posting, at_table, balanced, patron
from wartable.money import MAX_CENTS, Cents
from wartable.table import name_is_bad

CAGE: Account = "cage"
"""The account that chips come from and go back to: minus what is out in the room."""

DROP = "drop"
"""The box under the table: cash for chips, until it is counted."""

TIPS = "tips"
OVER_SHORT = "over_short"
"""The difference between the count and what the box should hold."""


class CageCommand(msgspec.Struct, frozen=True, tag_field="command", forbid_unknown_fields=True, gc=False):
    """A request to the cage."""


class CageEvent(msgspec.Struct, frozen=True, tag_field="event", gc=False):
    """An event at the cage."""


# Wallets


class BuyIn(CageCommand, tag="buy_in", frozen=True):
    """Chips for cash: at the cage, or at a table, whose inventory then gives them and whose box takes the cash."""

    patron: str
    amount: Cents
    table: str = ""


class CashOut(CageCommand, tag="cash_out", frozen=True):
    patron: str
    amount: Cents


class GiveTip(CageCommand, tag="give_tip", frozen=True):
    patron: str
    table: str
    amount: Cents


class BoughtIn(CageEvent, tag="bought_in", frozen=True):
    patron: str
    amount: Cents
    table: str = ""


class CashedOut(CageEvent, tag="cashed_out", frozen=True):
    patron: str
    amount: Cents


class TipGiven(CageEvent, tag="tip_given", frozen=True):
    patron: str
    table: str
    amount: Cents


# Inventory, drop, tips


class FillInventory(CageCommand, tag="fill_inventory", frozen=True):
    """Chips from the cage to a table, under the number of its slip."""

    table: str
    amount: Cents
    slip: str


class CreditInventory(CageCommand, tag="credit_inventory", frozen=True):
    """Chips from a table back to the cage, under the number of its slip."""

    table: str
    amount: Cents
    slip: str


class CountDrop(CageCommand, tag="count_drop", frozen=True):
    """The box was opened and held this amount."""

    table: str
    counted: Cents


class CollectTips(CageCommand, tag="collect_tips", frozen=True):
    """The table's tips go to the cage, to be distributed."""

    table: str
    amount: Cents


class InventoryFilled(CageEvent, tag="inventory_filled", frozen=True):
    table: str
    amount: Cents
    slip: str


class InventoryCredited(CageEvent, tag="inventory_credited", frozen=True):
    table: str
    amount: Cents
    slip: str


class DropCounted(CageEvent, tag="drop_counted", frozen=True):
    table: str
    expected: Cents
    """The amount that went in by the log."""
    counted: Cents


class TipsCollected(CageEvent, tag="tips_collected", frozen=True):
    table: str
    amount: Cents


COMMANDS: tuple[type[CageCommand], ...] = tuple(CageCommand.__subclasses__())
EVENTS: tuple[type[CageEvent], ...] = tuple(CageEvent.__subclasses__())


class CageRefusal(StrEnum):
    """Every reason of a refusal by the cage."""

    NAME_IS_BAD = "a name has 1 to 64 characters"
    AMOUNT_IS_BAD = "an amount must be positive and within the program's limit"
    NOT_HELD = "the account does not hold that much"


def paid_from(command: CageCommand) -> Account | None:
    """Return the account whose balance `decide` needs."""
    match command:
        case CashOut() | GiveTip():
            return patron(command.patron)
        case CollectTips():
            return at_table(command.table, TIPS)
        case CountDrop():
            return at_table(command.table, DROP)
        case BuyIn(table=table) if table:
            return at_table(table, BANK)
        case CreditInventory():
            return at_table(command.table, BANK)
        case _:
            return None


def decide(command: CageCommand, held: Cents = 0) -> CageEvent | CageRefusal:
    """Return the event, where the account of `paid_from` holds `held`; or the refusal."""
    event = _happening(command, held)
    if any(name_is_bad(name) for name in _names(event)):
        return CageRefusal.NAME_IS_BAD
    amount = event.counted if isinstance(event, DropCounted) else event.amount
    if not 0 < amount <= MAX_CENTS and not (isinstance(event, DropCounted) and amount == 0):
        return CageRefusal.AMOUNT_IS_BAD
    if paid_from(command) is not None and not isinstance(event, DropCounted) and held < amount:
        return CageRefusal.NOT_HELD
    return event


Happened = BoughtIn | CashedOut | TipGiven | InventoryFilled | InventoryCredited | DropCounted | TipsCollected


def _happening(command: CageCommand, held: Cents) -> Happened:
    match command:
        case BuyIn():
            return BoughtIn(command.patron, command.amount, command.table)
        case CashOut():
            return CashedOut(command.patron, command.amount)
        case GiveTip():
            return TipGiven(command.patron, command.table, command.amount)
        case FillInventory():
            return InventoryFilled(command.table, command.amount, command.slip)
        case CreditInventory():
            return InventoryCredited(command.table, command.amount, command.slip)
        case CountDrop():
            return DropCounted(command.table, held, command.counted)
        case CollectTips():
            return TipsCollected(command.table, command.amount)
        case _:
            raise TypeError(f"not a command of the cage: {command!r}")


def _names(event: Happened) -> tuple[str, ...]:
    match event:
        case BoughtIn():
            return (event.patron, event.table) if event.table else (event.patron,)
        case CashedOut():
            return (event.patron,)
        case TipGiven():
            return (event.patron, event.table)
        case InventoryFilled() | InventoryCredited():
            return (event.table, event.slip)
        case _:
            return (event.table,)


# Money


def _bought_in(event: BoughtIn) -> Moves:
    """At a table its inventory gives the chips, and the cage is owed the cash in the box."""
    yield patron(event.patron), event.amount
    if event.table:
        yield at_table(event.table, BANK), -event.amount
        yield at_table(event.table, DROP), event.amount
    yield CAGE, -event.amount


def _cashed_out(event: CashedOut) -> Moves:
    yield patron(event.patron), -event.amount
    yield CAGE, event.amount


def _tip_given(event: TipGiven) -> Moves:
    yield patron(event.patron), -event.amount
    yield at_table(event.table, TIPS), event.amount


def _filled(event: InventoryFilled) -> Moves:
    yield CAGE, -event.amount
    yield at_table(event.table, BANK), event.amount


def _credited(event: InventoryCredited) -> Moves:
    yield at_table(event.table, BANK), -event.amount
    yield CAGE, event.amount


def _drop_counted(event: DropCounted) -> Moves:
    yield at_table(event.table, DROP), -event.expected
    yield CAGE, event.counted
    yield at_table(event.table, OVER_SHORT), event.expected - event.counted


def _tips_collected(event: TipsCollected) -> Moves:
    yield at_table(event.table, TIPS), -event.amount
    yield CAGE, event.amount


MOVES: Mapping[type[CageEvent], Callable[[Any], Moves]] = {
    BoughtIn: _bought_in,
    CashedOut: _cashed_out,
    TipGiven: _tip_given,
    InventoryFilled: _filled,
    InventoryCredited: _credited,
    DropCounted: _drop_counted,
    TipsCollected: _tips_collected,
}


def moves_of(event: CageEvent) -> tuple[Posting, ...]:
    """Return the postings of one event, to the accounts of the whole room."""
    return balanced(event, MOVES[type(event)](event))
