"""What the batches of a table say: which fills the next shoe, which is shuffled meanwhile, and what waits for that.

With a batch shuffler two batches take turns: while one is in play, the other is shuffled and stored in the shuffler.
Without one, all decks are one batch.
"""

from msgspec.structs import replace

from wartable.rulebook import Rules
from wartable.table.decks import DeckBatch, Stock
from wartable.table.refusals import Refusal, Refused
from wartable.table.state import Table
from wartable.table.words import BatchState, Phase

SHUFFLED: BatchState = "shuffled"
AT_REST: frozenset[Phase] = frozenset({"closed", "opening", "shuffling", "closing"})
"""Phases in which no batch is shuffled beside the game: none is on the table yet, or the phase itself shuffles."""


def is_tracked(table: Table) -> bool:
    """Whether this table keeps a record of its batches; logs of the first edition have none."""
    return not table.rules.of_the_first_edition


def new_stock(rules: Rules, *, to_empty: bool = False) -> Stock:
    """Return the batches of a table before the first of them is received."""
    return Stock((DeckBatch(),) * (2 if rules.by_batches else 1), to_empty=to_empty)


def stock_of(table: Table) -> Stock:
    """Return the record of the batches. A table closed by an earlier release has none, but maybe a jam."""
    return table.stock or new_stock(table.rules, to_empty=table.device == "jammed")


def cover_cards_with(rules: Rules, batch: int) -> int:
    """Return how many cover cards come with a batch; those of two batches come with the first."""
    return 0 if batch else rules.cards.cover_cards + rules.cards.second_cutting_card


def with_batch(stock: Stock, number: int, batch: DeckBatch) -> Stock:
    return replace(stock, batches=(*stock.batches[:number], batch, *stock.batches[number + 1 :]))


def by_machine(table: Table) -> bool:
    """Whether a device shuffles now; once it is out of order and covered, the dealer does."""
    return table.rules.shuffler.kind != "none" and table.device != "covered"


def other_batch(table: Table) -> int:
    """Return the batch that does not fill the shoe: of two the one that is not on the table, or the only one."""
    return 1 - table.cards.batch if table.rules.by_batches else table.cards.batch


def batch_inside(table: Table) -> int:
    """Return the batch that the shuffler holds: the one put into it, or else the one that it is to shuffle now."""
    stock = stock_of(table)
    put_in = next((number for number, batch in enumerate(stock.batches) if batch.place == "shuffler"), None)
    if put_in is not None:
        return put_in
    due = next_to_shuffle(table) if table.phase == "shuffling" else None
    return other_batch(table) if due is None else due


def is_stuck(table: Table, number: int) -> bool:
    """Whether a batch lies in a shuffler that stopped and was not emptied since."""
    stock = stock_of(table)
    return stock.to_empty and stock.batches[number].place == "shuffler"


def is_shuffled(table: Table, number: int) -> bool:
    """Whether a batch has a completed shuffle since it was last in play or looked at."""
    return stock_of(table).batches[number].state == SHUFFLED


def is_stored(table: Table, number: int) -> bool:
    """Whether the shuffler holds a batch that it has shuffled."""
    return is_shuffled(table, number) and stock_of(table).batches[number].place == "shuffler"


def controls_due(table: Table, number: int) -> int:
    """Return how many steps of the house's internal controls are due before this batch is shuffled again."""
    return stock_of(table).batches[number].controls or 0


def next_control(table: Table, number: int) -> str:
    """Return the step of the house's internal controls that is due for a batch, with its number."""
    steps = table.rules.irregularity.jam_steps
    place = len(steps) - controls_due(table, number)
    return f"internal control {place + 1} of {len(steps)}: {steps[place]}"


def next_to_shuffle(table: Table) -> int | None:
    """Return the batch that is shuffled before the next shoe is cut. New decks are all shuffled before any is dealt."""
    stock = stock_of(table)
    wanted = (
        (stock.turn, 1 - stock.turn) if table.shuffle_reason == "opening" and table.rules.by_batches else (stock.turn,)
    )
    return next((number for number in wanted if stock.batches[number].state != SHUFFLED), None)


def rack_is_full(table: Table) -> bool:
    """Whether the played one of two batches still lies in the shoe and the discard rack."""
    return table.rules.by_batches and any(batch.place == "shoe" for batch in stock_of(table).batches)


def stack_is_ready(table: Table) -> bool:
    """Whether the next batch can be cut: it is shuffled and out of the shuffler, and the rack is empty of the other."""
    return next_to_shuffle(table) is None and not rack_is_full(table) and not lies_inside(table)


def lies_inside(table: Table) -> bool:
    """Whether the next batch was put into the shuffler from the table, and the other still lies there instead."""
    stock = stock_of(table)
    return bool(stock.through) and table.cards.batch != stock.turn


def goes_through(table: Table) -> bool:
    """Whether the batch on the table is put into the shuffler to be shuffled, and the other taken out for that time.

    The shuffler has room for one batch, and what it holds is stored in it.
    """
    if not table.rules.by_batches or not by_machine(table) or table.device != "working":
        return False
    stock = stock_of(table)
    here = stock.turn == table.cards.batch and stock.batches[stock.turn].state != SHUFFLED
    return here and stock.batches[1 - stock.turn].place == "shuffler"


def spare_to_shuffle(table: Table) -> int | None:
    """Return the batch that the shuffler has to shuffle and store beside the game; None if none has to."""
    if not is_tracked(table) or not table.rules.by_batches or table.phase in AT_REST:
        return None
    spare = other_batch(table)
    works = table.device == "working" and not stock_of(table).to_empty
    return spare if works and not is_stored(table, spare) else None


def change_clauses(table: Table) -> tuple[str, ...]:
    """Return why the decks are due: by a ruling of the floor, or by the time for which they may be used."""
    return table.change_ruled_by or table.rules.cite["cards.change_period"]


def device_waits(table: Table) -> Refused | None:
    """Return a refusal of the next card: a device that deals and has failed is covered or signed first."""
    if table.device == "failed" and table.rules.shuffler.kind == "continuous":
        return Refused(Refusal.DEVICE_IS_IN_THE_WAY, table.rules.cite["irregularity.cover_failed_device"])
    return None


def round_waits(table: Table) -> Refused | None:
    """Return a refusal of the next round, because of the decks or the shuffler."""
    rules = table.rules
    if not is_tracked(table):
        return None
    if table.deck_change_due:
        return Refused(Refusal.DECKS_MUST_BE_CHANGED, change_clauses(table))
    if stock_of(table).to_empty:
        return Refused(Refusal.DEVICE_IS_EMPTIED_FIRST, rules.steps["empty_device"].clauses)
    if table.device in ("failed", "covered") and not rules.shuffler.by_hand:
        return Refused(Refusal.DEVICE_IS_NEEDED, rules.cite["shuffler.by_hand"])
    return device_waits(table)
