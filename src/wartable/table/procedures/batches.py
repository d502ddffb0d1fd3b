"""The record of the batches: every step and every shuffle changes it, and every shoe is loaded from it."""

from collections.abc import Mapping

from msgspec import UNSET
from msgspec.structs import replace

from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.decks import Cards, CutState, DeckBatch, Stock
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table, is_continuous
from wartable.table.stock import (
    SHUFFLED,
    batch_inside,
    by_machine,
    controls_due,
    goes_through,
    is_stored,
    is_stuck,
    is_tracked,
    lies_inside,
    next_to_shuffle,
    rack_is_full,
    spare_to_shuffle,
    stack_is_ready,
    stock_of,
    with_batch,
)
from wartable.table.turns import entitled_to_cut
from wartable.table.words import Actor, BatchPlace, BatchState

STATES: Mapping[str, BatchState] = {
    "receive": "received",
    "inspect": "inspected",
    "verify": "verified",
    "remove_cards": "played",
    "clear_shuffler": "played",
    "spread_idle": "spread",
    "spread": "spread",
    "look": "seen",
    "wash": "mixed",
    "stack": "stacked",
}
"""The state of a batch after a step on the table. Cards that were spread again have to be shuffled again."""

EXCHANGES = frozenset({"clear_rack", "swap_batches"})
"""Steps that put the batch on the table into the shuffler and take the other out."""

BESIDE = frozenset({"empty_device", "jam_control", "machine_shuffle"})
"""Steps at the shuffler that the dealer may confirm in any phase."""


# Deciding


def confirm_beside(table: Table, command: c.ConfirmStep, by: Actor) -> Decided:
    """Confirm a step at the shuffler beside the game: its cards are taken out, or the batch inside is shuffled."""
    clauses = table.rules.steps[command.step].clauses
    if command.step == "empty_device":
        if not stock_of(table).to_empty:
            return Refused(Refusal.NOT_THE_NEXT_STEP, clauses)
        return (e.StepConfirmed(command.step, by.role, batch_inside(table)),)
    spare = spare_to_shuffle(table)
    if spare is None or bool(controls_due(table, spare)) != (command.step == "jam_control"):
        return Refused(Refusal.NOT_THE_NEXT_STEP, clauses)
    confirmed = e.StepConfirmed(command.step, by.role, spare)
    return (confirmed,) if command.step == "jam_control" else (confirmed, e.CardsShuffled(spare, (command.step,)))


def step_before_shuffle(table: Table) -> tuple[str, int] | None:
    """Return the step that is due at the shuffler or the rack, and its batch; None if the dealer shuffles now."""
    batch = next_to_shuffle(table)
    if stock_of(table).to_empty:
        return "empty_device", batch_inside(table)
    if batch is not None and controls_due(table, batch):
        return "jam_control", batch
    if batch is not None and goes_through(table):
        return _step_before_it_goes_in(table, batch_inside(table))
    if batch is not None and by_machine(table):
        return "machine_shuffle", batch
    if rack_is_full(table):
        return "clear_rack", table.cards.batch
    return ("swap_batches", table.cards.batch) if batch is None and lies_inside(table) else None


def _step_before_it_goes_in(table: Table, inside: int) -> tuple[str, int]:
    """Let the shuffler complete the batch that it holds, and then exchange it for the one that is to be shuffled."""
    if is_stored(table, inside):
        return "swap_batches", table.cards.batch
    return "jam_control" if controls_due(table, inside) else "machine_shuffle", inside


def not_loadable(table: Table) -> Refused | None:
    """Return a refusal to load a batch that has no completed shuffle since it was last in play."""
    if not is_tracked(table) or stock_of(table).batches[table.cards.batch].state == SHUFFLED:
        return None
    return Refused(Refusal.BATCH_IS_NOT_SHUFFLED, table.rules.steps["machine_shuffle"].clauses)


def taking_in(table: Table) -> tuple[tuple[str, int], ...]:
    """Return the steps by which all cards leave the table: those in shoe and rack first, then those in the shuffler."""
    here = table.cards.batch
    out = {here: "remove_cards"}
    if is_tracked(table) and table.rules.by_batches:
        batches = stock_of(table).batches
        out = {
            number: "clear_shuffler" if batches[number].place == "shuffler" else "remove_cards"
            for number in (here, 1 - here)
            if batches[number].state != "awaited"
        } or out
    return tuple((step, number) for number, taken in out.items() for step in (taken, "count_cards"))


# Evolving


def follow_step(table: Table, event: e.StepConfirmed) -> Table:
    """Record what a step did to its batch and to the shuffler."""
    if event.step in EXCHANGES:
        return _exchange(table)
    stock = stock_of(table)
    if event.step == "empty_device":
        out = with_batch(stock, event.batch, _out(stock.batches[event.batch]))
        device = "working" if table.device == "jammed" else table.device
        return replace(table, stock=replace(out, to_empty=False), device=device)
    if event.step == "count_cards":
        return _gone(table, event.batch)
    batch = stock.batches[event.batch]
    if event.step == "jam_control":
        left = replace(batch, controls=controls_due(table, event.batch) - 1 or UNSET)
        return replace(table, stock=with_batch(stock, event.batch, left))
    if event.step == "wash":
        batch = replace(batch, unwashed=UNSET)
        stock = with_batch(stock, event.batch, batch)
    if event.step in STATES and table.phase != "shuffling":
        return replace(table, stock=with_batch(stock, event.batch, _at(batch, STATES[event.step], "table")))
    return replace(table, stock=stock)


def _gone(table: Table, number: int) -> Table:
    """Record that a batch left the table; after the last of them nothing of the old decks is left."""
    stock = replace(with_batch(stock_of(table), number, DeckBatch()), turn=0, repeats=UNSET, through=UNSET)
    here = table.cards.batch if any(batch.state != "awaited" for batch in stock.batches) else 0
    return replace(table, stock=stock, cards=Cards(batch=here))


def _at(batch: DeckBatch, state: BatchState, place: BatchPlace) -> DeckBatch:
    """The batch in another state, which is not shuffled. What it owes to the internal controls stays due."""
    return replace(batch, state=state, place=place, by="")


def _out(batch: DeckBatch) -> DeckBatch:
    """A batch that came out of a shuffler that had stopped; one that is in play stays where it is."""
    return batch if batch.state == "in_play" else _at(batch, "stacked", "table")


def _exchange(table: Table) -> Table:
    """Put the batch on the table into the shuffler, if it works, and the other on the table."""
    stock, number = stock_of(table), table.cards.batch
    works = table.device == "working"
    here = stock.batches[number]
    put = _at(here, "shuffling", "shuffler") if works else _at(here, "played", "table")
    taken = replace(stock.batches[1 - number], place="table")
    stock = with_batch(with_batch(stock, number, put), 1 - number, taken)
    through = number == stock.turn and table.phase == "shuffling"
    stock = replace(stock, through=through or UNSET)
    return replace(table, stock=stock, cards=Cards(batch=1 - number))


def begin_shuffle(table: Table) -> Table:
    """Record that the batch in play is played. Of two batches it lies in shoe and rack until the dealer clears them."""
    stock = stock_of(table)
    place: BatchPlace = "shoe" if table.rules.by_batches else "table"
    played = [_at(batch, "played", place) if batch.state == "in_play" else batch for batch in stock.batches]
    stock = replace(stock, batches=tuple(played))
    table = replace(table, stock=stock)
    if not rack_is_full(table) and not stock.through:
        table = replace(table, cards=Cards(batch=stock.turn))
    return offer_when_ready(table)


def finish_shuffle(table: Table, event: e.CardsShuffled) -> Table:
    """Record the completed shuffle of a batch."""
    stock = stock_of(table)
    machine = "machine_shuffle" in event.steps
    stored = machine and table.rules.by_batches and event.batch != table.cards.batch
    batch = DeckBatch(SHUFFLED, "shuffler" if stored else "table", "machine" if machine else "hand")
    table = replace(table, stock=with_batch(stock, event.batch, batch))
    return offer_when_ready(replace(table, done=())) if table.phase == "shuffling" else table


def offer_when_ready(table: Table) -> Table:
    """Offer the cut, or ask for the cover card alone, as soon as the next batch is ready for it."""
    if not stack_is_ready(table):
        return table
    if stock_of(table).batches[table.cards.batch].by == "machine":
        if is_continuous(table):
            return replace(table, cut=CutState())
        if not table.rules.cut.after_machine:
            return replace(table, cut=CutState(reinsert=True))
    return replace(table, cut=CutState(offer=entitled_to_cut(table)))


def put_in_play(table: Table, event: e.ShoeLoaded) -> Table:
    """Record that a batch is in play; of two, the other fills the next shoe."""
    if not is_tracked(table):
        return table
    stock = stock_of(table)
    loaded = replace(stock.batches[event.batch], state="in_play", place="shoe")
    turn = 1 - event.batch if table.rules.by_batches else event.batch
    return replace(
        table, stock=replace(with_batch(stock, event.batch, loaded), turn=turn, repeats=UNSET, through=UNSET)
    )


def take_out(table: Table) -> Table:
    """Record that the cards in play were taken out of the shoe and the rack to be spread, unless they are stuck."""
    if not is_tracked(table) or is_stuck(table, table.cards.batch):
        return table
    stock = stock_of(table)
    batch = stock.batches[table.cards.batch]
    return replace(table, stock=with_batch(stock, table.cards.batch, _at(batch, "played", "table")))


def distrust(table: Table, *numbers: int) -> Stock:
    """Return the stock in which these batches count as not shuffled, unless they are in play."""
    stock = stock_of(table)
    for number in numbers:
        batch = stock.batches[number]
        if batch.state in (SHUFFLED, "shuffling"):
            stock = with_batch(stock, number, _at(batch, "stacked", batch.place))
    return stock


def put_under_control(stock: Stock, steps: int, *numbers: int) -> Stock:
    """Return the stock in which the house's steps after a jam are due for these batches."""
    for number in numbers if steps else ():
        stock = with_batch(stock, number, replace(stock.batches[number], controls=steps))
    return stock
