"""The next steps, with role and clause. The console shows them, the automatic dealer does them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from wartable.money import say_cents
from wartable.rulebook import WAGERS
from wartable.table import actors
from wartable.table import commands as c
from wartable.table.commands import Command
from wartable.table.events import ProgressiveWon
from wartable.table.phases import PHASES
from wartable.table.procedures import (
    accepted,
    burn_step,
    burns_due,
    can_plug,
    control_of,
    cover_card_is_due,
    cover_depth,
    has_offer,
    is_remote,
    is_unseen,
    no_card_left,
    open_offer,
    required_steps,
    seal_is_due,
    seat_due,
    shoe_is_over,
    step_before_shuffle,
    to_include,
    uncovered_by_next,
    waits_for_a_player,
    win_pays,
    words_are_due,
)
from wartable.table.sentences import listed
from wartable.table.side_bets import spin_triggered
from wartable.table.state import Offer, Table
from wartable.table.stock import (
    batch_inside,
    by_machine,
    cover_cards_with,
    device_waits,
    is_shuffled,
    is_tracked,
    next_to_shuffle,
    round_waits,
    spare_to_shuffle,
    stock_of,
)
from wartable.table.turns import (
    at_war,
    hands_to_pick_up,
    next_card_for,
    next_to_ask,
    next_to_settle,
    next_war_to_settle,
)
from wartable.table.words import DEALER_SEAT, Actor, Phase, Seat, WinCheck, next_check

HOUSE = (actors.DEALER, actors.FLOOR, actors.SHOE)
"""The roles of the house in the order in which they do a step that several may do."""


Evidence = Literal["", "counts", "verdict"]
"""What a person has to say at a step: the chips counted of each kind, or yes or no."""


class Step(msgspec.Struct, frozen=True):
    """One step: its role, its text and its clauses. `command` is ready to send where no choice is needed.

    Where evidence is asked for, `command` is what the program says that counts and looks by itself; a person is never
    shown it, and gives one of the `answers` or a count.
    """

    step: str
    by: tuple[str, ...]
    says: str
    clauses: tuple[str, ...]
    command: Command | None = None
    seat: Seat | None = None
    bettor: str = ""
    batch: int | None = None
    """The batch that it is done to, where there are two."""
    beside: bool = False
    """Whether the game goes on meanwhile, and the step is done when it can be."""
    evidence: Evidence = ""
    answers: tuple[Command, ...] = ()
    automatic: Command | None = None
    """What an automatic dealer does where a person enters a number, which is never filled in for them."""

    @property
    def usual(self) -> Command | None:
        """What an automatic actor sends; None where a person chooses or a card has to come."""
        return self.command or self.automatic


def steps(table: Table) -> tuple[Step, ...]:
    """Return what may or must be done next; the first is the usual step."""
    cover = tuple(_cover(table))
    if cover and (table.phase in ("shuffling", "loading") or device_waits(table)):
        return cover
    due = (*_seal(table), *_owed(table), *_BY_PHASE[table.phase](table))
    return (*cover, *due, *(_cover_card(table) if due else ()), *_beside(table))


def steps_of_the_house(table: Table) -> tuple[Step, ...]:
    """Return the same steps in the order of an automatic dealer, who serves the shuffler before the bets are closed."""
    due = steps(table)
    if table.phase not in ("betting", "banking"):
        return due
    return tuple(sorted(due, key=lambda step: not step.beside and step.step != burn_step(table)))


def next_of_the_house(table: Table) -> tuple[Actor, Command] | None:
    """Return the house's next command and its role; None where a person chooses or a card has to come."""
    for step in steps_of_the_house(table):
        actor = next((actor for actor in HOUSE if actor.role in step.by), None)
        if step.usual is not None and actor is not None:
            return actor, step.usual
    return None


def _step(
    table: Table,
    name: str,
    command: Command | None = None,
    seat: Seat | None = None,
    bettor: str = "",
    batch: int | None = None,
) -> Step:
    rule = table.rules.steps[name]
    if batch is None or not table.rules.by_batches:
        return Step(name, rule.by, rule.says, rule.clauses, command, seat, bettor)
    says = f"{table.rules.colour_of(batch).capitalize()} batch: {rule.says[:1].lower()}{rule.says[1:]}"
    return Step(name, rule.by, says, rule.clauses, command, seat, bettor, batch)


def _cover(table: Table) -> Iterator[Step]:
    if table.device == "failed" and c.CoverDevice in PHASES[table.phase]:
        yield _step(table, "cover_device", c.CoverDevice("covered"))


def _beside(table: Table) -> Iterator[Step]:
    """What the dealer owes to the shuffler while the game goes on: to empty it, or to let it shuffle."""
    if not is_tracked(table) or c.ConfirmStep not in PHASES[table.phase] or table.phase == "shuffling":
        return
    if stock_of(table).to_empty:
        name, batch = "empty_device", batch_inside(table)
    elif (spare := spare_to_shuffle(table)) is not None:
        name, batch = "machine_shuffle", spare
    else:
        return
    yield replace(_step(table, name, c.ConfirmStep(name), batch=batch), beside=True)


def _seal(table: Table) -> Iterator[Step]:
    """The shoe's own steps. No rulebook has a seal, so the clauses are those of the step that waits for it."""
    if table.seal.ended:
        says = "Reveal the seed of the last shoe."
        yield Step("reveal", ("shoe",), says, table.rules.steps["load"].clauses)
    elif seal_is_due(table) and c.SealShoe in PHASES[table.phase]:
        says = "Seal the shoe: publish its commitment before the cut."
        yield Step("seal", ("shoe",), says, table.rules.steps["cut"].clauses)


def _arrival(table: Table) -> Step:
    """The wait for the first player. No text names it as a step, so its clauses are those of the look."""
    says = "Wait for the first player: nothing is spread, washed or cut before."
    return Step("arrival", ("player",), says, table.rules.steps["look"].clauses)


def _look(table: Table, offer: Offer) -> Step:
    """The look of a named person; the dealer confirms it only for a walk-in."""
    if is_remote(table, offer.patron):
        return replace(_step(table, "look", None, offer.seat), by=("player",))
    return _step(table, "look", c.ConfirmStep("look"), offer.seat)


def _todo(table: Table) -> Iterator[Step]:
    if not table.todo:
        return
    name, batch = table.todo[0]
    if waits_for_a_player(table):
        yield _arrival(table)
    elif offer := open_offer(table):
        yield _look(table, offer)
    elif name == "receive" and is_tracked(table):
        yield _step(table, name, c.ReceiveDecks(table.rules.decks, cover_cards_with(table.rules, batch)), batch=batch)
    elif name != "swap_batches" or not is_tracked(table) or is_shuffled(table, stock_of(table).turn):
        yield _step(table, name, c.ConfirmStep(name), batch=batch)


def _shuffling(table: Table) -> Iterator[Step]:
    if is_tracked(table):
        yield from _tracked_shuffling(table)
        return
    if table.device == "jammed":
        name = "empty_device"
    elif by_machine(table):
        name = "machine_shuffle"
    else:
        name = _next_shuffle_step(table)
    yield _step(table, name, c.ConfirmStep(name))


def _tracked_shuffling(table: Table) -> Iterator[Step]:
    """Shuffler and rack first. Without a machine the dealer shuffles, where the rules let the dealer."""
    due = step_before_shuffle(table)
    if due is not None:
        yield _step(table, due[0], c.ConfirmStep(due[0]), batch=due[1])
    elif table.rules.shuffler.by_hand:
        name = _next_shuffle_step(table)
        yield _step(table, name, c.ConfirmStep(name), batch=next_to_shuffle(table))
    else:
        yield _step(table, "restore_device", c.RestoreDevice())


def _next_shuffle_step(table: Table) -> str:
    """The house's own sequence, then the steps that are still required, then the stack."""
    sequence = [step for step in table.rules.shuffle.sequence if step != "plug" or can_plug(table)]
    if len(table.done) < len(sequence) and tuple(sequence[: len(table.done)]) == table.done:
        return sequence[len(table.done)]
    missing = [step for step in required_steps(table) if step not in table.done]
    too_early = missing[:1] == ["strip"] and table.done.count("riffle") < table.rules.shuffle.riffles_before_strip
    return "riffle" if too_early else missing[0] if missing else "stack"


def _cutting(table: Table) -> Iterator[Step]:
    stack = table.rules.stack
    if seal_is_due(table):
        return
    if waits_for_a_player(table):
        yield _arrival(table)
    elif table.cut.reinsert:
        name = "insert_cover_card" if is_tracked(table) and table.cut.cutter is None else "reinsert"
        depth = cover_depth(table).in_cards(stack)
        yield replace(_step(table, name), automatic=c.ReinsertCoverCard(depth))
    elif table.cut.offer == DEALER_SEAT:
        yield replace(_step(table, "cut", None, DEALER_SEAT), by=("dealer",), automatic=c.CutCards(stack // 2))
    else:
        yield _step(table, "offer_cut", None, table.cut.offer)


def _loading(table: Table) -> Iterator[Step]:
    if not seal_is_due(table):
        load = _step(table, "load", c.LoadShoe(), batch=table.cards.batch)
        yield load if by_machine(table) and table.device == "working" else replace(load, by=("dealer",))


def _owed(table: Table) -> Iterator[Step]:
    """A burn that was forgotten is made at once; in a deal it is a burn like the others."""
    burning = table.phase in ("dealing", "war_dealing", "betting", "banking")
    if table.found.owed and not burning and c.BurnCard in PHASES[table.phase] and not no_card_left(table.cards):
        yield _step(table, burn_step(table), c.BurnCard())


def _burns(table: Table) -> Iterator[Step]:
    if burns_due(table):
        yield _step(table, burn_step(table), c.BurnCard())


def _cover_card(table: Table) -> Iterator[Step]:
    """With real cards the dealer is told when the cover card can come; a sealed shoe says it by itself."""
    if (
        cover_card_is_due(table)
        and not table.sealed
        and not no_card_left(table.cards)
        and c.MeetCoverCard in PHASES[table.phase]
    ):
        yield _step(table, "cover_card", None, seat_due(table))


def _shoe_over(table: Table) -> Iterator[Step]:
    yield _step(table, "shoe_over", c.ReportShoeOver())


def _banking(table: Table) -> Iterator[Step]:
    yield from _burns(table)
    if table.deck_change_due:
        yield from _deck_change(table)
    elif shoe_is_over(table):
        yield from _shoe_over(table)
    elif table.banker.offer:
        yield _step(table, "offer_bank", None, table.banker.offer)


def _betting(table: Table) -> Iterator[Step]:
    yield from _burns(table)
    if shoe_is_over(table) and not burns_due(table) and not table.deck_change_due:
        yield from _shoe_over(table)
        return
    somebody_bets = any(box.bettors for box in table.boxes)
    if table.device in ("failed", "covered") and not table.rules.shuffler.by_hand:
        yield _step(table, "restore_device", c.RestoreDevice())
    asked = to_include(table)
    yield from (_step(table, "include_player", None, seat) for seat in asked)
    waits = asked or burns_due(table) or words_are_due(table) or round_waits(table)
    if somebody_bets and not waits:
        yield _step(table, "no_more_bets", c.CallNoMoreBets())
    changes = table.deck_change_due and (is_tracked(table) or not somebody_bets)
    yield from _deck_change(table) if changes else (_step(table, "bets"),)


def _deck_change(table: Table) -> Iterator[Step]:
    yield _step(table, "change_decks", c.ChangeDecks())


def _counting(table: Table) -> Iterator[Step]:
    step = _step(table, "count_side_wagers", c.CountSideWagers(table.round.side_wagers, accepted(table)))
    again = "The count differs from the system. Count again: " if table.round.miscounts else ""
    kinds = listed([WAGERS[wager].short for wager, _ in accepted(table)], "and")
    yield replace(step, says=f"{again}{step.says} Count: {kinds}.", evidence="counts")


def _validating(table: Table) -> Iterator[Step]:
    """The verdict on a win, with what it is about: the hand or the wheel, the amount, the internal control."""
    won, due = table.wins[0], next_check(table.done)
    yes: Command = c.ValidateWin(won.seat)
    no: Command = c.ValidateWin(won.seat, valid=False)
    if due != "validate_win":
        yes, no = c.CheckWin(won.seat, due, holds=True), c.CheckWin(won.seat, due, holds=False)
    step = _step(table, due, yes, won.seat)
    yield replace(step, says=f"{step.says} {_about(table, won, due)}", evidence="verdict", answers=(yes, no))


def _about(table: Table, won: ProgressiveWon, check: WinCheck) -> str:
    box = table.boxes[won.seat - 1]
    if check == "check_light":
        return f"Seat {won.seat}."
    if check == "validate_win":
        control = control_of(table, won)
        under = f", under {control}" if control else ""
        return f"Seat {won.seat}: {say_cents(win_pays(table, won))}{under}."
    if won.wager == "bonus_spin":
        return f"Seat {won.seat}: the wheel stopped at the {won.hand} jackpot."
    mine, dealers = " ".join(box.hand), " ".join(table.round.dealer_hand)
    return f"Seat {won.seat}: {mine}, dealer: {dealers}, {won.hand.replace('_', ' ')}."


def _side_bets(table: Table) -> Iterator[Step]:
    if spin_triggered(table) and table.round.spun is None:
        yield _step(table, "spin")
    else:
        yield _step(table, "side_bets", c.SettleSideBets())


def _dealing(table: Table) -> Iterator[Step]:
    if no_card_left(table.cards):
        says = "The shoe is empty: void what is not settled."
        yield Step("void_round", ("floor",), says, table.rules.cite["void.scope"])
        return
    due = tuple(_burns(table))
    if due:
        yield from due
        return
    seat = next_card_for(table)
    war = "war_" if table.phase == "war_dealing" else ""
    yield _step(table, f"{war}deal_{'dealer' if seat == DEALER_SEAT else 'player'}", None, seat)


def _settling(table: Table) -> Iterator[Step]:
    war = table.phase == "war_settling"
    box = next_war_to_settle(table) if war else next_to_settle(table)
    yield _step(table, "war_settle" if war else "settle", c.SettleHand(), box.seat if box else None)
    for back in uncovered_by_next(table):
        says = f"Give back {say_cents(back.amount)} to {back.whom}: the bank does not cover it."
        yield replace(_step(table, "return_uncovered", None, back.seat, back.bettor), says=says)


def _deciding(table: Table) -> Iterator[Step]:
    turn = next_to_ask(table)
    if turn is not None:
        yield _step(table, "choose", None, turn[0].seat, turn[1].name)


def _picking_up(table: Table) -> Iterator[Step]:
    fought = any(box.war_card is not None for box in table.boxes)
    step = _step(table, "war_pick_up" if fought else "pick_up", c.PickUpCards())
    order = [f"{_place(seat)} {' '.join(hand)}" for seat, hand in hands_to_pick_up(table)]
    yield replace(step, says=f"{step.says} The order: {', '.join(order)}.") if order else step


def _place(seat: Seat) -> str:
    return "dealer" if seat == DEALER_SEAT else f"seat {seat}"


def _war_wagers(table: Table) -> Iterator[Step]:
    """One question after the other: is each war wager down, does each player want a tie wager, then the war."""
    unseen = [(box, bettor) for box, bettor in at_war(table) if is_unseen(bettor)]
    offered = [(box, bettor) for box, bettor in at_war(table) if has_offer(bettor)]
    for box, bettor in unseen:
        placed = c.ConfirmWarWager(box.seat, placed=True, bettor=bettor.name)
        yield _step(table, "war_wager", placed, box.seat, bettor.name)
    for box, bettor in offered:
        asked = _step(table, "war_tie", c.DeclineWarTie(box.seat, bettor.name), box.seat, bettor.name)
        yield replace(asked, by=("player",) if bettor.presence == "remote" else ("dealer",))
    if not unseen and not offered:
        yield _step(table, "war_wagers", c.ConfirmWarWagers())


def _suspended(table: Table) -> Iterator[Step]:
    call = table.call
    if call is not None:
        says = f"Rule on it: {', '.join(choice.replace('_', ' ') for choice in call.choices)}."
        yield Step("rule", ("floor",), says, call.clauses, None, call.seat, call.bettor)


_BY_PHASE: Mapping[Phase, Callable[[Table], Iterator[Step]]] = {
    "closed": _todo,
    "opening": _todo,
    "shuffling": _shuffling,
    "cutting": _cutting,
    "loading": _loading,
    "banking": _banking,
    "betting": _betting,
    "counting": _counting,
    "dealing": _dealing,
    "settling": _settling,
    "deciding": _deciding,
    "picking_up": _picking_up,
    "war_wagers": _war_wagers,
    "war_dealing": _dealing,
    "war_settling": _settling,
    "validating": _validating,
    "side_bets": _side_bets,
    "suspended": _suspended,
    "idle": _todo,
    "waking": _todo,
    "closing": _todo,
}
