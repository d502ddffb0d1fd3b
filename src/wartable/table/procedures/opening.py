"""Opening a table: the cards are received, checked, shown, turned down, washed and stacked, batch by batch."""

from msgspec import UNSET
from msgspec.structs import replace

from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.decks import Cards
from wartable.table.procedures.banking import withdraw_bank
from wartable.table.procedures.batches import taking_in
from wartable.table.procedures.betting import return_wagers
from wartable.table.procedures.duty import owes_burn
from wartable.table.procedures.meters import opening_meters
from wartable.table.procedures.offers import confirm_look, waits_for_a_player
from wartable.table.procedures.seal import end_seal
from wartable.table.procedures.showing import batch_opening
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table, has_bets
from wartable.table.stock import is_tracked, new_stock, stock_of
from wartable.table.words import Actor, name_is_bad

Steps = tuple[tuple[str, int], ...]


def opening_steps(table: Table) -> Steps:
    """Return the steps for new cards, each with its batch; without a shuffler in use every batch is washed."""
    rules = table.rules
    if rules.cards.preshuffled and rules.of_the_first_edition:
        steps = rules.opening.preshuffled_steps
    elif rules.by_batches and not (is_tracked(table) and table.device in ("failed", "covered")):
        steps = batch_opening(rules)
    else:
        steps = rules.opening.steps
    return tuple((step, batch) for batch in ((0, 1) if rules.by_batches else (0,)) for step in steps)


def open_table(table: Table, command: c.OpenTable, by: Actor) -> Decided:
    """Open the table to a dealer, on the floor's order."""
    if name_is_bad(command.dealer):
        return Refused(Refusal.NAME_IS_BAD)
    return (e.TableOpened(table.rules.rulebook, command.dealer, by.person),)


def table_opened(table: Table, event: e.TableOpened) -> Table:
    meters = table.meters or opening_meters(table.rules)
    on_duty = (event.floor,) if event.floor else table.on_duty
    table = replace(table, dealer=event.dealer, on_duty=on_duty, todo=opening_steps(table), meters=meters)
    return _with_new_decks(table)


def _with_new_decks(table: Table) -> Table:
    """Await new batches; a shuffler that has to be emptied still has to be."""
    if not is_tracked(table):
        return table
    return replace(table, stock=new_stock(table.rules, to_empty=stock_of(table).to_empty))


def confirm(table: Table, command: c.ConfirmStep, by: Actor) -> Decided:
    """Confirm the opening steps one after the other; after the last, the cards are shuffled."""
    step, batch = table.todo[0]
    if command.step != step:
        return Refused(Refusal.NOT_THE_NEXT_STEP, table.rules.steps[step].clauses)
    if step == "receive" and is_tracked(table):
        return Refused(Refusal.DECKS_ARE_COUNTED, table.rules.steps[step].clauses)
    if waits_for_a_player(table):
        return Refused(Refusal.NO_PLAYER_HAS_COME, table.rules.steps["look"].clauses)
    if step == "look":
        return confirm_look(table, by)
    confirmed = e.StepConfirmed(step, by.role, batch)
    return (confirmed,) if len(table.todo) > 1 else (confirmed, e.ShuffleBegun("opening"))


def change_decks(table: Table, command: c.ChangeDecks, by: Actor) -> Decided:
    """Bring new decks to the table between rounds; they are opened like the first ones.

    Wagers that still lie there when the decks are due go back.
    """
    lying = has_bets(table)
    if lying and not (is_tracked(table) and table.deck_change_due):
        return Refused(Refusal.NOT_NOW, table.rules.cite["cards.change_period"])
    return (*return_wagers(table), *withdraw_bank(table), e.DecksChanged())


def decks_changed(table: Table, event: e.DecksChanged) -> Table:
    """Have the old cards taken out and counted before the new ones come; the first edition did not ask for it."""
    out = taking_in(table) if is_tracked(table) else ()
    return replace(
        end_seal(table, "decks_changed"),
        cards=Cards(batch=table.cards.batch if out else 0),
        new_dealer=owes_burn(table),
        todo=(*out, *opening_steps(table)),
        deck_change_due=False,
        change_ruled_by=UNSET,
        call=None,
        found=replace(table.found, waiting=()),
        shuffle_due=None,
        cover_seat=None,
        cover_patron=UNSET,
        cover_leads=UNSET,
        shoes=0,
        offer=UNSET,
    )


def call_deck_change(table: Table, command: c.CallDeckChange, by: Actor) -> Decided:
    """Call for new decks by the clock; the round in play is finished first, and no other begins."""
    waiting = is_tracked(table) and table.phase == "betting"
    return (e.DeckChangeCalled(), *(return_wagers(table) if waiting else ()))


def deck_change_called(table: Table, event: e.DeckChangeCalled) -> Table:
    return replace(table, deck_change_due=True, change_ruled_by=event.clauses or table.change_ruled_by)
