"""Closing a table: every batch is taken out and counted, and the seats are empty."""

from msgspec import UNSET
from msgspec.structs import replace

from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.decks import Cards
from wartable.table.procedures.banking import after_closing, withdraw_bank
from wartable.table.procedures.batches import taking_in
from wartable.table.procedures.seal import end_seal
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table, has_bets, new_table
from wartable.table.stock import is_tracked, new_stock, stock_of
from wartable.table.words import Actor


def close_table(table: Table, command: c.CloseTable, by: Actor) -> Decided:
    """Close the table for the floor when no chips lie on it."""
    if has_bets(table):
        return Refused(Refusal.NOT_NOW)
    return (*withdraw_bank(table), e.TableClosing())


def table_closing(table: Table, event: e.TableClosing) -> Table:
    """Have the cards taken in; with them goes what the floor was asked about them."""
    todo, table = taking_in(table), end_seal(table, "table_closed")
    found = replace(table.found, waiting=())
    return replace(table, cards=Cards(batch=table.cards.batch), todo=todo, offer=UNSET, call=None, found=found)


def rules_before_closing(table: Table) -> bool:
    """Whether the floor has to rule on a touched card before the last cards leave the table."""
    return table.phase == "closing" and table.call is not None and len(table.todo) == 1


def confirm(table: Table, command: c.ConfirmStep, by: Actor) -> Decided:
    step, batch = table.todo[0]
    if command.step != step:
        return Refused(Refusal.NOT_THE_NEXT_STEP, table.rules.steps[step].clauses)
    if table.call is not None and rules_before_closing(table):
        return Refused(Refusal.FLOOR_RULES_FIRST, table.call.clauses)
    confirmed = e.StepConfirmed(step, by.role, batch)
    return (confirmed,) if len(table.todo) > 1 else (confirmed, e.TableClosed())


def table_closed(table: Table, event: e.TableClosed) -> Table:
    """Reset the table to its state before opening, but for its round's number, its meters, device, seals and banker."""
    new = replace(
        new_table(table.rules),
        round=table.round,
        meters=table.meters,
        device=table.device,
        seal=table.seal,
        opened_seals=table.opened_seals,
        banker=after_closing(table),
    )
    if not is_tracked(table):
        return new
    return replace(new, stock=new_stock(table.rules, to_empty=stock_of(table).to_empty))
