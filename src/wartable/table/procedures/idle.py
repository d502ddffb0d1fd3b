"""An idle table: the cards are taken out and spread, and made ready again when a player comes.

A table is idle when the last player leaves, on the floor's order, or after the filed time without a wager.
"""

from msgspec import UNSET
from msgspec.structs import replace

from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.conditions import LAYING_OUT
from wartable.table.decks import Cards, CutState
from wartable.table.phases import PHASES
from wartable.table.procedures import batches
from wartable.table.procedures.banking import withdraw_bank
from wartable.table.procedures.cover_card import wagers_back
from wartable.table.procedures.duty import owes_burn
from wartable.table.procedures.offers import confirm_look
from wartable.table.procedures.seal import end_seal
from wartable.table.procedures.showing import shown, turned_down_again, without_the_machine
from wartable.table.procedures.theirs import not_theirs
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table, has_bets, has_players, is_continuous
from wartable.table.stock import is_shuffled, is_stored, is_stuck, is_tracked, stock_of
from wartable.table.turns import box_of, occupied
from wartable.table.words import Actor


def declare_idle(table: Table, command: c.DeclareIdle, by: Actor) -> Decided:
    """Declare a table without gaming activity idle; a continuous shuffler keeps its cards instead.

    A dealer does it when no player is seated: with players at the table it would end a shoe early.
    """
    if by.role == "dealer" and occupied(table):
        return Refused(Refusal.NOT_YOURS, table.rules.cite["idle.after_minutes"])
    if has_bets(table) or is_continuous(table):
        return Refused(Refusal.NOT_NOW, table.rules.cite["idle.after_minutes"])
    return (*withdraw_bank(table), _idled(table))


def idle_if_empty(table: Table) -> tuple[e.Event, ...]:
    """Return the events of a table that the last player has left; a continuous shuffler keeps its cards.

    Under the first edition the dealer declared the table idle.
    """
    if has_players(table) or table.rules.of_the_first_edition or is_continuous(table):
        return ()
    return (_idled(table),)


def _idled(table: Table) -> e.TableIdled:
    """Idle the table. A batch that was made ready and never dealt gives its turn to the one in the shuffler.

    Once a batch was dealt the two take turns, so that none fills two shoes running.
    """
    ready = is_tracked(table) and table.rules.by_batches and stock_of(table).turn == table.cards.batch
    ordered = table.phase == "waking" and table.shuffle_due == "ordered"
    return e.TableIdled(yields=ready and not table.shoes, ordered=ordered)


def table_idled(table: Table, event: e.TableIdled) -> Table:
    """Take the cards out and spread them; at a table that was waking they lie on the layout already."""
    batch = table.cards.batch
    steps = LAYING_OUT[1:] if table.phase == "waking" else LAYING_OUT
    table = batches.take_out(table)
    if event.yields:
        table = replace(table, stock=replace(stock_of(table), turn=1 - batch))
    return replace(
        end_seal(table, "idle"),
        cards=Cards(batch=batch),
        new_dealer=owes_burn(table),
        came=UNSET,
        shuffle_due="ordered" if event.ordered else None,
        cover_seat=None,
        cover_patron=UNSET,
        cover_leads=UNSET,
        todo=tuple((step, batch) for step in steps),
        offer=UNSET,
        face_up=UNSET,
    )


def waking_steps(table: Table) -> tuple[tuple[str, int], ...]:
    """Return the steps when a player comes to an idle table; only cards that lie face up are turned down."""
    if is_tracked(table):
        return _waking_steps(table)
    idle = table.rules.idle
    steps = idle.batch_steps if table.rules.by_batches and table.device != "covered" else idle.steps
    swaps = idle.swap_batches and table.device == "working"
    skip = {"turn_up" if _lie_face_up(table) else "", "" if swaps else "swap_batches"}
    kept = tuple((step, table.cards.batch) for step in steps if step not in skip)
    return (turned_down_again(kept) if _lie_face_up(table) else kept) or (("stack", table.cards.batch),)


def _lie_face_up(table: Table) -> bool:
    """Whether the idle cards lie face up: by the house's choice, or because a player asked for it."""
    return table.rules.idle.spread == "face_up" or bool(table.face_up)


def _waking_steps(table: Table) -> tuple[tuple[str, int], ...]:
    """The idle batch is shown and stacked. With a shuffler it goes in, and the batch inside comes out.

    A batch whose turn it is, because it has not been dealt yet, comes back out when it is shuffled: no batch fills two
    shoes running. The shuffle exchanges it for that.
    """
    idle, here, exchanged = table.rules.idle, table.cards.batch, _is_exchanged(table)
    steps = idle.batch_steps if _is_in_use(table) else idle.steps
    skip = {"turn_up" if _lie_face_up(table) else "", "swap_batches"}
    kept = tuple((step, here) for step in steps if step not in skip)
    ready = (turned_down_again(kept) if _lie_face_up(table) else kept) or (("stack", here),)
    if not exchanged:
        return ready
    return (*ready, ("swap_batches", here), *_taken_out(table, 1 - here))


def _is_exchanged(table: Table) -> bool:
    """Whether the idle batch goes into the shuffler, in exchange for the one inside."""
    return _is_in_use(table) and stock_of(table).turn != table.cards.batch


def _is_in_use(table: Table) -> bool:
    return table.rules.by_batches and table.device in ("working", "jammed")


def _taken_out(table: Table, batch: int) -> tuple[tuple[str, int], ...]:
    """The batch taken out is dealt at once where the rules allow it; otherwise it is spread and shuffled again.

    Where the rules attach conditions, the device stores the batch securely, and each release is confirmed.
    """
    securely = table.rules.shuffler.stores_securely
    if not table.rules.idle.swap_batches or securely is False:
        return shown(table, batch)
    return (("release_batch", batch),) if securely else ()


def wake(table: Table) -> Table:
    """Wake an idle table with its cards laid out as soon as a player sits at it."""
    if table.phase != "idle" or table.todo or not table.arrivals:
        return table
    table = _as_ordered(replace(table, todo=waking_steps(table)))
    return table if not is_tracked(table) or _is_exchanged(table) else _fill_with_the_idle_batch(table)


def _as_ordered(table: Table) -> Table:
    """Have the batch from the shuffler shown and shuffled too, where the floor ordered a shuffle of an idle table."""
    return shuffle_before_the_swap(table) if table.shuffle_due == "ordered" else table


def _fill_with_the_idle_batch(table: Table) -> Table:
    """With no shuffler in use, the batch that is shown and washed is the one that is shuffled and cut."""
    stock, here = stock_of(table), table.cards.batch
    if not table.rules.shuffler.by_hand or stock.turn == here:
        return table
    return replace(table, stock=replace(stock, turn=here, repeats=True))


def without_the_shuffler(table: Table) -> Table:
    """Have the batch on the table washed for the dealer's own shuffle; an idle one cannot be exchanged any more."""
    here = table.cards.batch
    swap = ("swap_batches", here)
    if swap not in table.todo:
        return replace(table, todo=without_the_machine(table, table.todo)) if table.rules.shuffler.by_hand else table
    todo = table.todo[: table.todo.index(swap)]
    if washes_without_the_shuffler(table):
        todo = (*(one for one in todo if one[0] != "stack"), ("wash", here), ("stack", here))
    return _fill_with_the_idle_batch(replace(table, todo=todo))


def can_be_exchanged(table: Table) -> bool:
    """Whether a batch that filled the last shoe is to fill the next one too, and is not loaded yet.

    Once the decks are changed, nothing is exchanged: both batches leave the table, and new ones are opened.
    """
    return is_tracked(table) and table.phase != "opening" and bool(stock_of(table).repeats)


def with_the_shuffler(table: Table) -> Table:
    """Have the idle batch exchanged after all: it is the other one's turn. What was shown is not shown again."""
    here = table.cards.batch
    table = replace(table, stock=replace(stock_of(table), turn=1 - here, repeats=UNSET), done=())
    if table.phase in ("cutting", "loading"):
        table = replace(table, cut=CutState(), offer=UNSET)
    if table.phase == "idle":
        return table
    steps = _waking_steps(table)
    swap = steps.index(("swap_batches", here))
    todo = (*(step for step in steps[:swap] if step in table.todo), *steps[swap:])
    return _as_ordered(replace(table, todo=todo))


def washes_without_the_shuffler(table: Table) -> bool:
    """Whether idle cards are washed only where no shuffler is in use."""
    return "wash" in table.rules.idle.steps and "wash" not in table.rules.idle.batch_steps


def confirm(table: Table, command: c.ConfirmStep, by: Actor) -> Decided:
    """Confirm that the cards are taken out and spread."""
    if not table.todo or command.step != table.todo[0][0]:
        return Refused(Refusal.NOT_THE_NEXT_STEP)
    batch = table.cards.batch
    if is_stuck(table, batch):
        return Refused(Refusal.DEVICE_IS_EMPTIED_FIRST, table.rules.steps["empty_device"].clauses)
    confirmed = e.StepConfirmed(command.step, by.role, batch)
    if command.step != "spread_idle":
        return (confirmed,)
    return e.IdleCardsSpread("up" if _lie_face_up(table) else "down", batch), confirmed


def idle_cards_spread(table: Table, event: e.IdleCardsSpread) -> Table:
    return table


def confirm_waking(table: Table, command: c.ConfirmStep, by: Actor) -> Decided:
    """Make the cards ready; then they are shuffled, or the batch from the shuffler is dealt at once."""
    step, batch = table.todo[0]
    if command.step != step:
        return Refused(Refusal.NOT_THE_NEXT_STEP, table.rules.steps[step].clauses)
    if step == "look":
        return confirm_look(table, by)
    confirmed = e.StepConfirmed(step, by.role, batch)
    if is_tracked(table) and step == "swap_batches" and not is_stored(table, stock_of(table).turn):
        return Refused(Refusal.BATCH_IS_NOT_SHUFFLED, table.rules.steps["machine_shuffle"].clauses)
    if len(table.todo) > 1:
        return (confirmed,)
    if step == "swap_batches" and not is_tracked(table):
        return confirmed, e.ShuffleBegun("idle"), e.CardsShuffled(1 - batch, (step,))
    return confirmed, e.ShuffleBegun("idle")


def ask_for_face_up(table: Table, command: c.AskForFaceUp, by: Actor) -> Decided:
    """Record a player's request that the idle cards lie face up, while they lie face down before the look."""
    patron, clauses = by.patron if by.role == "player" else command.patron, table.rules.cite["idle.spread"]
    if patron not in table.arrivals:
        return Refused(Refusal.NOT_YOURS, clauses)
    if refused := not_theirs(box_of(table, patron), by, clauses, Refusal.NOT_YOURS):
        return refused
    if not can_ask_for_face_up(table):
        return Refused(Refusal.CARDS_LIE_FACE_UP, clauses)
    return (e.FaceUpAskedFor(patron, by.role),)


def can_ask_for_face_up(table: Table) -> bool:
    """Whether idle cards lie face down, or are to be spread so, and the look is still to come."""
    if table.phase not in ("idle", "waking") or _lie_face_up(table):
        return False
    to_do = [step for step, _ in table.todo]
    if table.phase == "idle":
        return "spread_idle" in to_do
    look = ("look", table.cards.batch)
    shown = {step for step in waking_steps(table) if step[0] in ("turn_up", "spread") and step[1] == look[1]}
    return look in table.todo and shown <= set(table.todo)


def face_up_asked_for(table: Table, event: e.FaceUpAskedFor) -> Table:
    """Spread the cards face up, or turn them up at once if they lie face down already."""
    table = replace(table, face_up=True)
    if table.phase == "idle":
        return table
    steps = tuple(step for step in table.todo if step[0] != "turn_up")
    return replace(table, todo=(("turn_up", table.cards.batch), *turned_down_again(steps)), offer=UNSET)


def ask_for_shuffle(table: Table, command: c.AskForShuffle, by: Actor) -> Decided:
    """Have the batch from the shuffler spread and shuffled before it is dealt, at a player's request.

    Wagers that lie there have no card yet, so they go back. A player whose placed wagers stay asks before the first.
    """
    patron, clauses = by.patron if by.role == "player" else command.patron, table.rules.cite["idle.swap_batches"]
    if patron not in table.arrivals:
        return Refused(Refusal.NOT_YOURS, clauses)
    if refused := not_theirs(box_of(table, patron), by, clauses, Refusal.NOT_YOURS):
        return refused
    if not can_ask_for_shuffle(table):
        return Refused(Refusal.NOT_NOW, clauses)
    if _stays_on_it(table, patron):
        return Refused(Refusal.WAGER_STAYS, table.rules.cite["wager.take_back"])
    return e.ShuffleAskedFor(patron, by.role), *wagers_back(table)


def may_ask_for_shuffle(table: Table, patron: str) -> bool:
    """Whether this player may ask now that the batch from the shuffler be shuffled."""
    return patron in table.arrivals and can_ask_for_shuffle(table) and not _stays_on_it(table, patron)


def _stays_on_it(table: Table, patron: str) -> bool:
    """Whether this player has a wager on the batch, where a placed wager stays."""
    bets = any(bettor.patron == patron for box in table.boxes for bettor in box.bettors)
    return bets and not table.rules.wager.take_back


def can_ask_for_shuffle(table: Table) -> bool:
    """Whether a batch from the shuffler is to be dealt unspread, and no card of it has left the shoe."""
    if table.phase == "waking":
        return bool(table.todo) and table.todo[-1][0] in RELEASED
    untouched = not table.cards.loaded or table.cards.in_shoe == table.rules.stack
    return c.AskForShuffle in PHASES[table.phase] and bool(table.released) and untouched


def is_released(table: Table) -> bool:
    """Whether the waking table goes to the cut with a batch that the rules let it deal unspread."""
    by_condition = table.phase == "waking" and bool(table.rules.shuffler.stores_securely) and is_tracked(table)
    return by_condition and is_shuffled(table, stock_of(table).turn)


def refuse_batch(table: Table, command: c.RefuseBatch, by: Actor) -> Decided:
    """Have the batch from the shuffler spread and shuffled, because it was not secured, released and prepared."""
    step, batch = table.todo[0]
    if step != "release_batch":
        return Refused(Refusal.NOT_THE_NEXT_STEP, table.rules.steps["release_batch"].clauses)
    return (e.BatchRefused(batch, by.role),)


def batch_refused(table: Table, event: e.BatchRefused) -> Table:
    return replace(table, todo=shown(table, event.batch))


RELEASED = ("swap_batches", "release_batch")
"""The last steps before the batch from the shuffler is dealt without another look."""


def shuffle_asked_for(table: Table, event: e.ShuffleAskedFor) -> Table:
    """Show the batch from the shuffler; one that was cut or loaded already comes back to the layout."""
    if table.phase == "waking":
        return shuffle_before_the_swap(table)
    batch, table = table.cards.batch, batches.take_out(table)
    return replace(
        end_seal(table, "idle"),
        stock=replace(stock_of(table), turn=batch),
        cards=Cards(batch=batch),
        new_dealer=owes_burn(table),
        todo=shown(table, batch),
        offer=UNSET,
        released=UNSET,
    )


def shuffle_before_the_swap(table: Table) -> Table:
    """Show the batch from the shuffler: the one inside, or on the table if it was taken out already."""
    if not table.todo or table.todo[-1][0] not in RELEASED:
        return table
    out = table.todo[0][0] == "release_batch"
    batch = table.cards.batch if out else 1 - table.cards.batch
    kept = tuple(one for one in table.todo if one[0] != "release_batch")
    return replace(table, todo=(*kept, *shown(table, batch)))


def batches_swapped(table: Table) -> Table:
    """Put the batch from the shuffler on the table, and the other into the shuffler."""
    return replace(table, cards=replace(table.cards, batch=1 - table.cards.batch))
