"""The steps of the cards: delivery, shuffle, cut, shoe, and what the dealer owes to the shuffler."""

from collections.abc import Iterator

from msgspec.structs import replace

from wartable.table import commands as c
from wartable.table.phases import PHASES
from wartable.table.procedures import (
    can_plug,
    cover_depth,
    is_remote,
    open_offer,
    required_steps,
    rules_before_closing,
    seal_is_due,
    step_before_shuffle,
    waits_for_a_player,
)
from wartable.table.state import Offer, Table
from wartable.table.steps.step import Step, make_step
from wartable.table.stock import (
    batch_inside,
    by_machine,
    controls_due,
    cover_cards_with,
    is_stored,
    is_stuck,
    is_tracked,
    next_control,
    next_to_shuffle,
    spare_to_shuffle,
    stock_of,
)
from wartable.table.words import DEALER_SEAT


def cover_device(table: Table) -> Iterator[Step]:
    if table.device == "failed" and c.CoverDevice in PHASES[table.phase]:
        yield make_step(table, "cover_device", c.CoverDevice("covered"))


def beside(table: Table) -> Iterator[Step]:
    """What the dealer owes to the shuffler while the game goes on: to empty it, or to let it shuffle."""
    if not is_tracked(table) or c.ConfirmStep not in PHASES[table.phase] or table.phase == "shuffling":
        return
    if stock_of(table).to_empty:
        name, batch = "empty_device", batch_inside(table)
    elif (spare := spare_to_shuffle(table)) is not None:
        name, batch = "jam_control" if controls_due(table, spare) else "machine_shuffle", spare
    else:
        return
    yield replace(_at_the_shuffler(table, name, batch), beside=True)


def _at_the_shuffler(table: Table, name: str, batch: int) -> Step:
    """A step at the shuffler or the rack; one of the internal controls in the words that the house filed."""
    step, colour = make_step(table, name, c.ConfirmStep(name), batch=batch), table.rules.colour_of(batch).capitalize()
    if name == "jam_control":
        return replace(step, says=f"{colour} batch: {next_control(table, batch)}")
    if name == "clear_rack" and not by_machine(table):
        says = "take the cards out of the shoe and the discard rack, and lay them aside for the other batch."
        return replace(step, says=f"{colour} batch: {says}")
    return step


def seal_steps(table: Table) -> Iterator[Step]:
    """The shoe's own steps. No rulebook has a seal, so the clauses are those of the step that waits for it."""
    if table.seal.ended:
        says = "Reveal the seed of the last shoe."
        yield Step("reveal", ("shoe",), says, table.rules.steps["load"].clauses)
    elif seal_is_due(table) and c.SealShoe in PHASES[table.phase]:
        says = "Seal the shoe: publish its commitment before the cut."
        yield Step("seal", ("shoe",), says, table.rules.steps["cut"].clauses)


def _arrival(table: Table) -> Step:
    """The wait for the first player. No text names it as a step, so its clauses are those of the look."""
    says = "Wait for the first player: nothing is turned down, washed or cut before."
    return Step("arrival", ("player",), says, table.rules.steps["look"].clauses)


def _look(table: Table, offer: Offer) -> Step:
    """The look of a named person; the dealer confirms it only for a walk-in."""
    if is_remote(table, offer.patron):
        return replace(make_step(table, "look", None, offer.seat), by=("player",))
    return make_step(table, "look", c.ConfirmStep("look"), offer.seat)


def _receive(table: Table, batch: int) -> Step:
    """The delivery of a batch; the cover cards of two batches come with the first."""
    covers = cover_cards_with(table.rules, batch)
    step = make_step(table, "receive", c.ReceiveDecks(table.rules.decks, covers), batch=batch)
    if covers or not batch:
        return step
    return replace(step, says=f"{table.rules.colour_of(batch).capitalize()} batch: receive the decks, and count them.")


def todo(table: Table) -> Iterator[Step]:
    if not table.todo or rules_before_closing(table):
        return
    name, batch = table.todo[0]
    if table.phase == "idle" and is_stuck(table, batch):
        return
    if waits_for_a_player(table):
        yield _arrival(table)
    elif offer := open_offer(table):
        yield _look(table, offer)
    elif name == "receive" and is_tracked(table):
        yield _receive(table, batch)
    elif name != "swap_batches" or not is_tracked(table) or is_stored(table, stock_of(table).turn):
        yield make_step(table, name, c.ConfirmStep(name), batch=batch)


def shuffling(table: Table) -> Iterator[Step]:
    if is_tracked(table):
        yield from _tracked_shuffling(table)
        return
    if table.device == "jammed":
        name = "empty_device"
    elif by_machine(table):
        name = "machine_shuffle"
    else:
        name = _next_shuffle_step(table)
    yield make_step(table, name, c.ConfirmStep(name))


def _tracked_shuffling(table: Table) -> Iterator[Step]:
    """Shuffler and rack first. Without a machine the dealer shuffles, where the rules let the dealer."""
    due = step_before_shuffle(table)
    if due is not None:
        yield _at_the_shuffler(table, *due)
    elif table.rules.shuffler.by_hand:
        name = _next_shuffle_step(table)
        yield make_step(table, name, c.ConfirmStep(name), batch=next_to_shuffle(table))
    else:
        yield make_step(table, "restore_device", c.RestoreDevice())


def _next_shuffle_step(table: Table) -> str:
    """A wash that is due, the house's own sequence, then the steps that are still required, then the stack."""
    done = tuple(step for step in table.done if step != "wash")
    if "wash" in required_steps(table):
        return "wash"
    sequence = [step for step in table.rules.shuffle.sequence if step != "plug" or can_plug(table)]
    if len(done) < len(sequence) and tuple(sequence[: len(done)]) == done:
        return sequence[len(done)]
    missing = [step for step in required_steps(table) if step not in table.done]
    too_early = missing[:1] == ["strip"] and table.done.count("riffle") < table.rules.shuffle.riffles_before_strip
    return "riffle" if too_early else missing[0] if missing else "stack"


def cutting(table: Table) -> Iterator[Step]:
    stack = table.rules.stack
    if seal_is_due(table):
        return
    if waits_for_a_player(table):
        yield _arrival(table)
    elif table.cut.reinsert:
        name = "insert_cover_card" if is_tracked(table) and table.cut.cutter is None else "reinsert"
        depth = cover_depth(table).in_cards(stack)
        yield replace(make_step(table, name), automatic=c.ReinsertCoverCard(depth))
    elif table.cut.offer == DEALER_SEAT:
        yield replace(make_step(table, "cut", None, DEALER_SEAT), by=("dealer",), automatic=c.CutCards(stack // 2))
    else:
        yield make_step(table, "offer_cut", None, table.cut.offer)


def loading(table: Table) -> Iterator[Step]:
    if not seal_is_due(table) and table.call is None:
        load = make_step(table, "load", c.LoadShoe(), batch=table.cards.batch)
        yield load if by_machine(table) and table.device == "working" else replace(load, by=("dealer",))
