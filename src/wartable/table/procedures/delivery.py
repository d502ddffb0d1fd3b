"""Decks that come to the table: counted by the dealer, whole or defective, and perhaps shuffled by their supplier."""

from msgspec import UNSET
from msgspec.structs import replace

from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.decks import DeckBatch
from wartable.table.procedures.calls import reason_is_bad
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table
from wartable.table.stock import SHUFFLED, cover_cards_with, stock_of, with_batch
from wartable.table.words import Actor, name_is_bad

CHECKED = ("inspect", "verify")
DEFECTS_SHOW = frozenset({*CHECKED, "spread", "look"})
"""Steps at which the cards are looked at, and a defect may be found."""


def receive_decks(table: Table, command: c.ReceiveDecks, by: Actor) -> Decided:
    """Receive one batch, with as many decks and cover cards as the house filed.

    Decks that their supplier inspected and shuffled come under a seal, and skip the steps of the opening. The text
    asks no person of the floor to verify them; but a seal that was opened here before is broken.
    """
    step, batch = table.todo[0]
    rule = table.rules.steps["receive"]
    if step != "receive":
        return Refused(Refusal.NOT_THE_NEXT_STEP, table.rules.steps[step].clauses)
    if command.decks != table.rules.decks:
        return Refused(Refusal.DECKS_ARE_MISCOUNTED, table.rules.cite["decks"])
    if command.cover_cards != cover_cards_with(table.rules, batch):
        return Refused(Refusal.COVER_CARDS_ARE_MISCOUNTED, rule.clauses)
    if (command.supplier or command.seal) and (name_is_bad(command.supplier) or name_is_bad(command.seal)):
        return Refused(Refusal.SEAL_IS_UNNAMED, table.rules.cite["cards.preshuffled"])
    if command.supplier and not table.rules.cards.preshuffled:
        return Refused(Refusal.DECKS_ARE_SHUFFLED_HERE, table.rules.cite["cards.preshuffled"])
    if _as_read(command.supplier, command.seal) in (_as_read(*seal) for seal in table.opened_seals or ()):
        return Refused(Refusal.SEAL_IS_BROKEN, table.rules.cite["cards.preshuffled"])
    received = e.DecksReceived(batch, command.decks, command.cover_cards, command.supplier, command.seal)
    events = (e.StepConfirmed(step, by.role, batch), received)
    rest = [at for _, at in table.todo[1:] if at != batch or not command.supplier]
    return events if rest else (*events, e.ShuffleBegun("opening"))


def _as_read(supplier: str, seal: str) -> tuple[str, str]:
    """A seal as a person reads it: capitals and spaces make no other seal."""
    return "".join(supplier.casefold().split()), "".join(seal.casefold().split())


def decks_received(table: Table, event: e.DecksReceived) -> Table:
    """Skip the opening of a batch that its supplier shuffled; a continuous shuffler shuffles it all the same."""
    if not event.supplier:
        return table
    table = replace(table, opened_seals=(*(table.opened_seals or ()), (event.supplier, event.seal)))
    todo = tuple((step, batch) for step, batch in table.todo if batch != event.batch)
    if table.rules.shuffler.kind == "continuous":
        return replace(table, todo=todo)
    batch = DeckBatch(SHUFFLED, "table", "supplier")
    return replace(table, todo=todo, stock=with_batch(stock_of(table), event.batch, batch))


def report_defect(table: Table, command: c.ReportDefect, by: Actor) -> Decided:
    """Report a defective or missing card while the cards are looked at; the floor replaces the deck."""
    if not table.todo or table.todo[0][0] not in DEFECTS_SHOW:
        return Refused(Refusal.NOT_NOW, table.rules.steps["inspect"].clauses)
    if reason_is_bad(command.reason):
        return Refused(Refusal.REASON_IS_MISSING)
    batch = table.todo[0][1]
    return (e.DefectFound(batch, by.role, command.reason, _is_spread_again(table, batch)),)


def _is_spread_again(table: Table, batch: int) -> bool:
    """Whether the player is still to look at a batch that lies spread: the deck that comes is spread with it."""
    opening = table.rules.opening
    spread = "spread" in (opening.batch_steps if table.rules.by_batches else opening.steps)
    return spread and ("look", batch) in table.todo and ("spread", batch) not in table.todo


def defect_found(table: Table, event: e.DefectFound) -> Table:
    """Have the deck replaced, and the batch checked, verified and spread; a look is offered again after that."""
    steps = (*CHECKED, "spread") if event.spread else CHECKED
    again = (("replace_deck", event.batch), *((step, event.batch) for step in steps))
    rest = tuple(one for one in table.todo if one[0] not in CHECKED or one[1] != event.batch)
    return replace(table, todo=(*again, *rest), offer=UNSET)
