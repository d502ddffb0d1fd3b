"""Shuffling: by hand in the rulebook's steps, by the batch machine, or by the continuous shuffler."""

from msgspec import UNSET
from msgspec.structs import replace

from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.decks import Cards, CutState
from wartable.table.procedures import banking, batches
from wartable.table.procedures.cover_card import BETWEEN, begin_shuffle
from wartable.table.procedures.idle import is_released, shuffle_before_the_swap
from wartable.table.procedures.seal import end_seal, seal_is_due
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table, is_continuous
from wartable.table.stock import by_machine, is_tracked, next_to_shuffle, stock_of
from wartable.table.turns import entitled_to_cut
from wartable.table.words import Actor, Phase

BEFORE_THE_SHOE: frozenset[Phase] = frozenset({"shuffling", "cutting", "loading"})


def required_steps(table: Table) -> tuple[str, ...]:
    """Return the steps that this manual shuffle must include."""
    required = tuple(step for step in table.rules.shuffle.required if step != "plug" or can_plug(table))
    batch = next_to_shuffle(table) if is_tracked(table) else None
    return required if batch is None or not stock_of(table).batches[batch].unwashed else ("wash", *required)


def can_plug(table: Table) -> bool:
    """Whether there are cards to plug: none before a shoe has been dealt from, nor when all cards were just washed."""
    return bool(table.shoes) and table.shuffle_reason not in ("opening", "idle")


def confirm(table: Table, command: c.ConfirmStep, by: Actor) -> Decided:
    step = command.step
    if table.device == "failed":
        return Refused(Refusal.DEVICE_IS_IN_THE_WAY, table.rules.cite["irregularity.cover_failed_device"])
    if is_tracked(table):
        return _confirm(table, step, by)
    if (table.device == "jammed") != (step == "empty_device"):
        return Refused(Refusal.NOT_THE_NEXT_STEP, table.rules.steps["empty_device"].clauses)
    batch = next_batch(table) if step == "machine_shuffle" else table.cards.batch
    confirmed = e.StepConfirmed(step, by.role, batch)
    if step == "empty_device":
        return (confirmed,)
    if by_machine(table):
        return _confirm_by_machine(table, step, confirmed)
    return _confirm_by_hand(table, step, confirmed)


def _confirm(table: Table, step: str, by: Actor) -> Decided:
    """Confirm what is due at the shuffler and the rack, and otherwise a step of the dealer's own shuffle."""
    due = batches.step_before_shuffle(table)
    if due is None and not table.rules.shuffler.by_hand:
        return Refused(Refusal.DEVICE_IS_NEEDED, table.rules.cite["shuffler.by_hand"])
    if due is None:
        batch = next_to_shuffle(table)
        return _confirm_by_hand(
            table, step, e.StepConfirmed(step, by.role, table.cards.batch if batch is None else batch)
        )
    if step != due[0]:
        return Refused(Refusal.NOT_THE_NEXT_STEP, table.rules.steps[due[0]].clauses)
    confirmed = e.StepConfirmed(step, by.role, due[1])
    return (confirmed, e.CardsShuffled(due[1], (step,))) if step == "machine_shuffle" else (confirmed,)


def _confirm_by_machine(table: Table, step: str, confirmed: e.StepConfirmed) -> Decided:
    if step != "machine_shuffle":
        return Refused(Refusal.NOT_THE_NEXT_STEP, table.rules.steps["machine_shuffle"].clauses)
    return confirmed, e.CardsShuffled(confirmed.batch, (*table.done, step))


def next_batch(table: Table) -> int:
    """Return the next batch: two take turns, shoe by shoe; new cards and idle ones are shuffled as they lie."""
    turns = table.rules.by_batches and table.shuffle_reason not in ("opening", "idle")
    return 1 - table.cards.batch if turns else table.cards.batch


def _confirm_by_hand(table: Table, step: str, confirmed: e.StepConfirmed) -> Decided:
    rules, required = table.rules, required_steps(table)
    if "wash" in required and step != "wash":
        return Refused(Refusal.NOT_THE_NEXT_STEP, rules.steps["wash"].clauses)
    if step == "stack":
        if any(needed not in table.done for needed in required):
            return Refused(Refusal.STEPS_ARE_MISSING, rules.cite["shuffle.required"])
        return confirmed, e.CardsShuffled(confirmed.batch, (*table.done, step))
    if step not in required and step not in rules.shuffle.sequence:
        return Refused(Refusal.NOT_THE_NEXT_STEP, rules.cite["shuffle.required"])
    if step == "plug" and not can_plug(table):
        return Refused(Refusal.NOT_THE_NEXT_STEP, rules.steps["plug"].clauses)
    if step == "strip" and table.done.count("riffle") < rules.shuffle.riffles_before_strip:
        return Refused(Refusal.STRIP_COMES_LATER, rules.cite["shuffle.riffles_before_strip"])
    return (confirmed,)


def cards_shuffled(table: Table, event: e.CardsShuffled) -> Table:
    """Go on to the cut and the cover card, unless the device deals without either."""
    if is_tracked(table):
        return batches.finish_shuffle(table, event)
    table = replace(table, cards=Cards(batch=event.batch), done=())
    if not by_machine(table):
        return _offer_cut(table)
    if is_continuous(table):
        return replace(table, cut=CutState())
    if not table.rules.cut.after_machine:
        return replace(table, cut=CutState(reinsert=True))
    return _offer_cut(table)


def _offer_cut(table: Table) -> Table:
    return replace(table, cut=CutState(offer=entitled_to_cut(table)))


def shuffle_begun(table: Table, event: e.ShuffleBegun) -> Table:
    """Take the cards out of the shoe and the rack; preshuffled cards go straight to the cut.

    A shuffle that is ordered again before the shoe is loaded keeps its first reason, which decides who cuts. A call
    that stopped the table is over with it, and so is an offer of the cut, which is made anew.
    """
    open_call = None if table.phase == "suspended" else table.call
    if is_tracked(table):
        table = _shuffled_again(table, event)
    table = replace(
        end_seal(table, event.reason),
        cards=Cards(batch=table.cards.batch),
        new_dealer=table.new_dealer or bool(table.cards.dealer_burns),
        shuffle_reason=table.shuffle_reason if table.phase in BEFORE_THE_SHOE else event.reason,
        shuffle_due=None,
        cover_leads=UNSET,
        todo=(),
        done=(),
        offer=UNSET,
        call=open_call,
        found=replace(table.found, exposed=(), waiting=table.found.waiting if open_call else ()),
        released=is_released(table) or UNSET,
    )
    if is_tracked(table):
        return batches.begin_shuffle(table)
    if event.reason == "opening" and table.rules.cards.preshuffled:
        return _offer_cut(table)
    return table


def _shuffled_again(table: Table, event: e.ShuffleBegun) -> Table:
    """An order before the shoe is loaded undoes the shuffle of the batch that was to fill it.

    One that came while the decks were opened undoes the shuffle that they came with.
    """
    if table.phase == "opening" and table.shuffle_due == "ordered":
        return replace(table, stock=batches.distrust(table, *range(len(stock_of(table).batches))))
    if event.reason != "ordered" or table.phase not in BEFORE_THE_SHOE:
        return table
    return replace(table, stock=batches.distrust(table, stock_of(table).turn))


def order_reshuffle(table: Table, command: c.OrderReshuffle, by: Actor) -> Decided:
    """Order a reshuffle for the floor: after the round in play, or at once where no card of a round is out.

    Cards that are looked at or lie spread are shuffled as soon as they are taken up, and none is dealt before.
    """
    if by.role not in ("floor", table.rules.reshuffle.role):
        return Refused(Refusal.NOT_YOURS, table.rules.cite["reshuffle.role"])
    ordered = e.ReshuffleOrdered(by.role)
    if table.phase in BETWEEN:
        return ordered, *begin_shuffle(table, "ordered")
    return (ordered, e.ShuffleBegun("ordered")) if table.phase in BEFORE_THE_SHOE else (ordered,)


def reshuffle_ordered(table: Table, event: e.ReshuffleOrdered) -> Table:
    """Note the order; the first reason to shuffle decides who is offered the cut."""
    table = replace(table, shuffle_due=table.shuffle_due or "ordered")
    return shuffle_before_the_swap(table) if table.phase == "waking" else table


def load_shoe(table: Table, command: c.LoadShoe, by: Actor) -> Decided:
    """Put the stack into the shoe, and continue. A device that shuffles may load it where the rules say so."""
    rule = table.rules.steps["load"]
    if by.role not in rule.by or (by.role == "shoe" and (not by_machine(table) or table.device != "working")):
        return Refused(Refusal.NOT_YOURS, rule.clauses)
    if seal_is_due(table):
        return Refused(Refusal.SEAL_COMES_FIRST)
    if table.device == "failed":
        return Refused(Refusal.DEVICE_IS_IN_THE_WAY, table.rules.cite["irregularity.cover_failed_device"])
    if table.call is not None:
        return Refused(Refusal.FLOOR_RULES_FIRST, table.call.clauses)
    if refused := batches.not_loadable(table):
        return refused
    loaded = e.ShoeLoaded(table.cards.batch, table.rules.stack)
    if table.rules.bank.by == "player" and not table.banker.posted:
        return loaded, *banking.offer_bank_events(table)
    return (loaded,)


def shoe_loaded(table: Table, event: e.ShoeLoaded) -> Table:
    table = batches.put_in_play(table, event)
    burn = table.rules.burn
    dealers = burn.new_dealer if table.new_dealer and (burn.coincident == "two" or not burn.first) else 0
    return replace(
        table,
        round=replace(table.round, players=UNSET),
        cards=Cards(
            batch=event.batch, loaded=True, in_shoe=event.cards, burns_due=burn.first + dealers, dealer_burns=dealers
        ),
        new_dealer=False,
        came=UNSET,
        left=UNSET,
        cover_seat=None,
        cover_patron=UNSET,
        shoes=table.shoes + 1,
        found=replace(table.found, face_up=0, owed=0),
    )
