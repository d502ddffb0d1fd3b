"""The steps of a round: the bank, the bets, the deal, the choice, the war."""

from collections.abc import Iterator

from msgspec.structs import replace

from wartable.money import say_cents
from wartable.table import commands as c
from wartable.table.phases import PHASES
from wartable.table.procedures import (
    burn_step,
    burns_due,
    cover_card_is_due,
    has_offer,
    is_unseen,
    no_card_left,
    not_asked_yet,
    open_choices,
    seat_due,
    shoe_is_over,
    to_include,
    uncovered_by_next,
    words_are_due,
)
from wartable.table.state import Table, has_bets
from wartable.table.steps.shoe import todo
from wartable.table.steps.step import Step, make_step
from wartable.table.stock import is_tracked, round_waits
from wartable.table.turns import (
    at_war,
    hands_to_pick_up,
    next_card_for,
    next_to_ask,
    next_to_settle,
    next_war_to_settle,
)
from wartable.table.words import DEALER_SEAT, Seat


def owed(table: Table) -> Iterator[Step]:
    """A burn that was forgotten is made at once; in a deal it is a burn like the others."""
    burning = table.phase in ("dealing", "war_dealing", "betting", "banking")
    if table.found.owed and not burning and c.BurnCard in PHASES[table.phase] and not no_card_left(table.cards):
        yield make_step(table, burn_step(table), c.BurnCard())


def _burns(table: Table) -> Iterator[Step]:
    """The burns that are due; an empty shoe has none, and its decks are changed or shuffled first."""
    if burns_due(table) and not no_card_left(table.cards):
        yield make_step(table, burn_step(table), c.BurnCard())


def look_for_cover_card(table: Table) -> Iterator[Step]:
    """With real cards the dealer is told when the cover card can come; a sealed shoe says it by itself."""
    if (
        cover_card_is_due(table)
        and not table.sealed
        and not no_card_left(table.cards)
        and c.MeetCoverCard in PHASES[table.phase]
    ):
        yield make_step(table, "cover_card", None, seat_due(table))


def _shoe_over(table: Table) -> Iterator[Step]:
    yield make_step(table, "shoe_over", c.ReportShoeOver())


def banking(table: Table) -> Iterator[Step]:
    yield from _burns(table)
    if table.deck_change_due:
        yield from _deck_change(table)
    elif shoe_is_over(table):
        yield from _shoe_over(table)
    elif table.banker.offer:
        yield make_step(table, "offer_bank", None, table.banker.offer)
    elif seat := not_asked_yet(table):
        says = "Offer the bank to the player who was not asked yet."
        yield Step("offer_again", ("dealer",), says, table.rules.steps["offer_bank"].clauses, c.OfferBank(), seat)


def betting(table: Table) -> Iterator[Step]:
    yield from _burns(table)
    if shoe_is_over(table) and not burns_due(table) and not table.deck_change_due:
        yield from _shoe_over(table)
        return
    somebody_bets = has_bets(table)
    if table.device in ("failed", "covered") and not table.rules.shuffler.by_hand:
        yield make_step(table, "restore_device", c.RestoreDevice())
    asked = to_include(table)
    yield from (make_step(table, "include_player", None, seat) for seat in asked)
    waits = asked or burns_due(table) or words_are_due(table) or round_waits(table)
    if somebody_bets and not waits:
        yield _no_more_bets(table)
    changes = table.deck_change_due and (is_tracked(table) or not somebody_bets)
    yield from _deck_change(table) if changes else (make_step(table, "bets"),)


def _no_more_bets(table: Table) -> Step:
    """The call, with which the progressive is locked where the rules say that the dealer does it."""
    step, lock = make_step(table, "no_more_bets", c.CallNoMoreBets()), table.rules.steps.get("lock_progressive")
    if lock is None or table.rules.progressive is None:
        return step
    return replace(step, says=f"{step.says} {lock.says}", clauses=(*step.clauses, *lock.clauses))


def _deck_change(table: Table) -> Iterator[Step]:
    step = make_step(table, "change_decks", c.ChangeDecks())
    yield replace(step, clauses=table.change_ruled_by) if table.change_ruled_by else step


def idle(table: Table) -> Iterator[Step]:
    """Idle cards that are due are replaced at once; no player is shown cards that leave the table."""
    yield from _deck_change(table) if is_tracked(table) and table.deck_change_due else todo(table)


def dealing(table: Table) -> Iterator[Step]:
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
    yield make_step(table, f"{war}deal_{'dealer' if seat == DEALER_SEAT else 'player'}", None, seat)


def settling(table: Table) -> Iterator[Step]:
    war = table.phase == "war_settling"
    box = next_war_to_settle(table) if war else next_to_settle(table)
    yield make_step(table, "war_settle" if war else "settle", c.SettleHand(), box.seat if box else None)
    for back in uncovered_by_next(table):
        says = f"Give back {say_cents(back.amount)} to {back.whom}: the bank does not cover it."
        yield replace(make_step(table, "return_uncovered", None, back.seat, back.bettor), says=says)


def deciding(table: Table) -> Iterator[Step]:
    turn = next_to_ask(table)
    if turn is not None:
        yield make_step(table, "choose", None, turn[0].seat, turn[1].name)


def picking_up(table: Table) -> Iterator[Step]:
    fought = any(box.war_card is not None for box in table.boxes)
    step = make_step(table, "war_pick_up" if fought else "pick_up", c.PickUpCards())
    order = [f"{_place(table, seat)} {' '.join(hand)}" for seat, hand in hands_to_pick_up(table)]
    yield replace(step, says=f"{step.says} The order: {', '.join(order)}.") if order else step


def _place(table: Table, seat: Seat) -> str:
    """Whose hand it is. Where a player banks, the dealer has none."""
    last = "player/dealer" if table.rules.bank.by == "player" else "dealer"
    return last if seat == DEALER_SEAT else f"seat {seat}"


def war_wagers(table: Table) -> Iterator[Step]:
    """One question after the other: is each war wager down, does each player want a tie wager, then the war."""
    unseen = [(box, bettor) for box, bettor in at_war(table) if is_unseen(bettor)]
    offered = [(box, bettor) for box, bettor in at_war(table) if has_offer(bettor)]
    for box, bettor in unseen:
        placed = c.ConfirmWarWager(box.seat, placed=True, bettor=bettor.name)
        yield make_step(table, "war_wager", placed, box.seat, bettor.name)
    for box, bettor in offered:
        asked = make_step(table, "war_tie", c.DeclineWarTie(box.seat, bettor.name), box.seat, bettor.name)
        yield replace(asked, by=("player",) if bettor.presence == "remote" else ("dealer",))
    if not unseen and not offered:
        yield make_step(table, "war_wagers", c.ConfirmWarWagers())


def called_meanwhile(table: Table) -> Iterator[Step]:
    """A call that does not stop the table, because the cards are being made ready."""
    if table.phase != "suspended":
        yield from suspended(table)


def suspended(table: Table) -> Iterator[Step]:
    call = table.call
    if call is not None:
        says = f"Rule on it: {', '.join(choice.replace('_', ' ') for choice in open_choices(table))}."
        yield Step("rule", ("floor",), says, call.clauses, None, call.seat, call.bettor)
