"""The dealer's console: the steps in short words, what is owed to each seat, what else may be done or may go wrong.

The table is pure, so the console looks ahead by doing the next keys to a copy of it: nothing happens by that.
"""

from collections.abc import Iterator, Mapping

import msgspec

from wartable.cards import DECK
from wartable.live.people import banks, is_walk_in
from wartable.live.telling.evidence import EVIDENCE, answers_to, counted_at, order_of, without_chips_to_count
from wartable.live.telling.irregular import irregularities
from wartable.live.telling.said import Names
from wartable.live.wire import ActView, ConsoleStep, ConsoleView, CoverCardView, DepthView, Needs, OwedView
from wartable.money import Cents, say_cents
from wartable.rulebook import CHIPS, Wager
from wartable.table import (
    DEALER_SEAT,
    Actor,
    Bettor,
    Box,
    Command,
    Refused,
    Role,
    Seat,
    Step,
    Table,
    Words,
    act,
    bettor_at,
    boxes_in,
    cover_card_can_lead,
    cover_card_is_due,
    cover_card_seats,
    decide,
    depths_allowed,
    impossible,
    is_remote,
    moved,
    open_choices,
    open_offer,
    place,
    say,
    seat_due,
    to_include,
)
from wartable.table import commands as c
from wartable.table import events as e

TITLES: Mapping[str, str] = {
    "deal_player": "Turn a card for {who}.",
    "deal_dealer": "Turn a card for {who}.",
    "war_deal_player": "Turn the war card for {who}.",
    "war_deal_dealer": "Turn the war card for {who}.",
    "settle": "Settle {who}.",
    "war_settle": "Settle the war of {who}.",
    "choose": "Surrender or war, {who}?",
    "arrival": "Wait for the first player.",
    "offer_cut": "Offer the cut to {who}.",
    "offer_bank": "Offer the bank to {who}.",
    "offer_again": "Offer the bank to {who}.",
    "war_tie": "A tie wager on the war, {who}?",
    "war_wager": "Is the war wager down, {who}?",
    "include_player": "Ask {who} into this round.",
    "pick_up": "Pick up the cards.",
    "war_pick_up": "Pick up the cards.",
    "inspect": "Check every card.",
    "spread": "Fan the cards face up.",
    "look": "Let {who} look at the cards.",
    "plug": "Plug the unplayed cards.",
    "riffle": "Riffle the two piles.",
    "turn": "Turn one stack, and riffle.",
    "shuffle": "Shuffle the cards.",
    "cut": "Cut the cards.",
    "reinsert": "Put the {cover} back in.",
    "insert_cover_card": "Put the {cover} in, without a cut.",
    "cover_card": "Set the {cover} aside.",
    "shoe_over": "No further round from this shoe.",
    "empty_device": "Empty the shuffler.",
    "receive": "Count the decks and the {cover}s.",
    "clear_rack": "Clear shoe and rack; change the batches.",
    "release_batch": "Was it secured, released and prepared?",
    "replace_deck": "The floor replaces the deck.",
    "restore_device": "The floor repairs the shuffler.",
    "cover_device": "Cover the device, or sign it.",
    "burn": "Burn the first card.",
    "new_dealer_burn": "Burn a card.",
    "war_burn": "Burn a card.",
    "war_wagers": "Confirm the war wagers.",
    "count_side_wagers": "Count the side wagers.",
    "side_bets": "Settle the side wagers.",
    "verify_hand": "Check the hand of {who}.",
    "check_light": "Check the light of {who}.",
    "validate_win": "The floor validates {who}.",
    "remove_cards": "Take out the cards.",
    "clear_shuffler": "Take the cards out of the shuffler.",
    "count_cards": "The floor counts the cards.",
    "verify": "The floor verifies the cards.",
    "change_decks": "The floor changes the decks.",
    "rule": "The floor rules.",
    "void_round": "The floor voids the round.",
    "spread_idle": "Spread the idle cards.",
    "swap_batches": "Swap the batches.",
    "return_uncovered": "Give back what is not covered.",
}
"""Short titles where the rulebook's own words are too long to read while standing."""

KEYS: Mapping[str, str] = {
    "receive": "Received",
    "inspect": "Checked",
    "spread": "Fanned",
    "turn_up": "Turned up",
    "turn_down": "Turned down",
    "wash": "Washed",
    "stack": "Stacked",
    "shuffle": "Shuffled",
    "machine_shuffle": "Shuffled",
    "plug": "Plugged",
    "riffle": "Riffled",
    "turn": "Turned and riffled",
    "strip": "Stripped",
    "shoe_over": "Call the floor for a reshuffle",
    "load": "Loaded",
    "burn": "Burned",
    "new_dealer_burn": "Burned",
    "war_burn": "Burned",
    "no_more_bets": "No more bets",
    "settle": "Settled",
    "war_settle": "Settled",
    "pick_up": "Picked up",
    "war_pick_up": "Picked up",
    "war_wager": "Down",
    "war_tie": "No tie wager",
    "war_wagers": "All down",
    "side_bets": "Settled",
    "remove_cards": "Taken out",
    "clear_shuffler": "Taken out",
    "empty_device": "Emptied",
    "jam_control": "Done",
    "cover_device": "Covered",
    "swap_batches": "Swapped",
    "clear_rack": "Cleared",
    "release_batch": "It was",
    "spread_idle": "Spread",
    "return_uncovered": "Given back",
    "offer_again": "Offered",
}
ASKS: Mapping[str, Needs] = {
    "choose": "choice",
    "look": "look",
    "offer_cut": "cut",
    "cut": "depth",
    "reinsert": "depth",
    "insert_cover_card": "depth",
    "cover_card": "wait",
    "offer_bank": "bank",
    "bets": "bets",
    "war_wager": "placed",
    "war_tie": "war_tie",
    "include_player": "bets",
    "spin": "spin",
    "receive": "delivery",
    "deal_player": "card",
    "deal_dealer": "card",
    "war_deal_player": "card",
    "war_deal_dealer": "card",
    **EVIDENCE,
}
THEIRS = frozenset({"choose", "offer_bank", "war_tie"})
"""Questions that a player on a device of their own answers there; the console then waits."""
MOST_KEYS_AHEAD = 16
"""Hands of one table that are settled one after the other, and some to spare."""


def make_console(table: Table, steps: tuple[Step, ...], words: Words, names: Names, *, alone: bool) -> ConsoleView:
    """Return the dealer's console; `alone` where the dealer also opens and closes the table for an automatic floor."""
    call = table.call
    called = e.FloorCalled(call.reason, open_choices(table), call.clauses, call.seat, call.bettor) if call else None
    return ConsoleView(
        steps=tuple(_step(table, step, words) for step in steps),
        acts=tuple(_acts(table, steps, alone=alone)),
        owed=tuple(_owed(table, words, names)),
        used_up=tuple(card for card in DECK if impossible(table, card)) if table.cards.loaded else (),
        irregularities=tuple(irregularities(table, names)),
        call=say(called, words) if called else "",
        cover_card=_cover_card(table, words),
    )


def _cover_card(table: Table, words: Words) -> CoverCardView | None:
    """Return what the dealer can report of the cover card now: where it came, or came instead."""
    said = ((seat, decide(table, c.MeetCoverCard(seat), Actor("shoe"))) for seat in cover_card_seats(table))
    seats = tuple(seat for seat, decided in said if not isinstance(decided, Refused))
    if table.sealed or not seats:
        return None
    says = f"The {words.cover_card} is due: set it aside when it comes, and say where."
    leads = table.cover_seat is None and cover_card_can_lead(table)
    due = None if leads else seat_due(table)
    return CoverCardView(words.cover_card, says, seats, due, cover_card_is_due(table), leads)


def _step(table: Table, step: Step, words: Words) -> ConsoleStep:
    where = _place(table, step.seat, words)
    who = "yourself" if where == "dealer" else where
    by_rulebook = step.batch is not None and step.step != "jam_control"
    if step.command == c.ReceiveDecks(table.rules.decks, 0):
        title = "Count the decks; no {cover} with them."
    else:
        title = TITLES.get(step.step, words.rules.steps[step.step].says if by_rulebook else step.says)
    title = title.format(who=who or "the player", cover=words.cover_card)
    if by_rulebook and step.batch is not None:
        title = f"{words.rules.colour_of(step.batch).capitalize()} batch: {title[:1].lower()}{title[1:]}"
    needs = _needs(table, step)
    place = where.removeprefix("the ")
    depth = DepthView(*depths_allowed(table)) if needs in ("cut", "depth") else None
    return ConsoleStep(
        title,
        KEYS.get(step.step, "Done") if needs == "key" else "",
        needs,
        place.capitalize(),
        depth,
        answers=answers_to(step),
        counts=counted_at(step),
        order=order_of(table, step),
    )


def _place(table: Table, seat: Seat | None, words: Words) -> str:
    """Return where a card goes. Where a player banks, the last hand is that player's, and the dealer has none."""
    if seat != DEALER_SEAT:
        return place(seat, words) if seat is not None else ""
    return f"{place(seat, words)}, seat {table.banker.seat}" if table.banker.posted else "dealer"


def _needs(table: Table, step: Step) -> Needs:
    """Return what the console asks for; a remote player answers the look, the cut and the bank elsewhere."""
    offer = open_offer(table)
    if offer and step.step in ("look", "offer_cut") and is_remote(table, offer.patron):
        return "wait"
    if step.step == "offer_bank" and not is_walk_in(banks(table)):
        return "wait"
    if step.step in THEIRS and _is_remote(table, step):
        return "wait"
    mine = "dealer" in step.by and step.command is not None
    return ASKS.get(step.step, "key" if mine else "wait")


def _is_remote(table: Table, step: Step) -> bool:
    """Whether the player who is asked answers on a device of their own."""
    box = table.box(step.seat or 0)
    bettor = bettor_at(box, step.bettor) if box else None
    return (bettor.presence if bettor else box.presence if box else None) == "remote"


# What else may be done


def _acts(table: Table, steps: tuple[Step, ...], *, alone: bool) -> Iterator[ActView]:
    """Yield every command without a choice that the table would accept, except those that a step asks for already."""
    usual = {step.command for step in steps}
    for says, role, command in _candidates(table):
        if command in usual or (role == "floor" and not alone):
            continue
        if not isinstance(decide(table, command, Actor(role)), Refused):
            document = msgspec.to_builtins(command)
            document.pop("dealer", None)  # the dealer who sends it
            yield ActView(says, document)


def _candidates(table: Table) -> Iterator[tuple[str, Role, Command]]:
    yield "Open the table", "floor", c.OpenTable("dealer")
    for patron in table.arrivals[:1]:
        yield "The first player asks for the cards face up", "dealer", c.AskForFaceUp(patron)
    for box in table.boxes:
        if box.patron and is_walk_in(box.patron):
            yield f"Seat {box.seat} asks for a shuffle", "dealer", c.AskForShuffle(box.patron)
    yield "Offer the bank again", "dealer", c.OfferBank()
    if table.phase == "betting" and is_walk_in(banks(table)):
        yield "The bank passes on", "dealer", c.DeclineBank()
    for seat in to_include(table):
        yield f"Seat {seat} stays out", "dealer", c.DeclineInclusion(seat)
    yield "The device is covered", "dealer", c.CoverDevice("covered")
    yield "The device has a sign", "dealer", c.CoverDevice("sign")
    yield "This batch was not released for play", "dealer", c.RefuseBatch()
    yield "Reshuffle", "dealer", c.OrderReshuffle()
    yield "I take over", "dealer", c.TakeOver("dealer")
    yield "The table is idle", "dealer", c.DeclareIdle()
    yield "Close the table", "floor", c.CloseTable()


# What is owed


def _owed(table: Table, words: Words, names: Names) -> Iterator[OwedView]:
    ahead = tuple(_ahead(table))
    direction = table.rules.settle.war_direction if table.phase == "war_settling" else table.rules.settle.direction
    for box in boxes_in(table, direction):
        for bettor in box.bettors:
            yield _row(box, without_chips_to_count(table, bettor), ahead, words, names)


def _ahead(table: Table) -> Iterator[e.WagerSettled | e.WagerReturned]:
    """Yield what the next keys will pay, collect and return."""
    for _ in range(MOST_KEYS_AHEAD):
        settling = table.phase in ("settling", "war_settling")
        if not settling and table.phase != "side_bets":
            return
        done = act(table, c.SettleHand() if settling else c.SettleSideBets(), Actor("dealer"))
        if isinstance(done, Refused):
            return
        table, events = done
        yield from (event for event in events if isinstance(event, e.WagerSettled | e.WagerReturned))


def _row(
    box: Box, bettor: Bettor, ahead: tuple[e.WagerSettled | e.WagerReturned, ...], words: Words, names: Names
) -> OwedView:
    due = tuple(line for line in ahead if (line.seat, line.bettor) == (box.seat, bettor.name))
    said = due or bettor.lines
    lines = tuple(line for line in said if isinstance(line, e.WagerSettled))
    return OwedView(
        seat=box.seat,
        bettor=bettor.name,
        name=names(bettor.patron),
        lies=_lies(bettor, words),
        says=tuple(moved(msgspec.structs.replace(line, bettor="", clauses=()), words) for line in said),
        pay=sum(line.paid for line in lines),
        take=sum(line.collected for line in lines),
        back=sum(_given_back(line) for line in said),
        done=bool(bettor.lines) and not due,
    )


def _given_back(line: e.WagerSettled | e.WagerReturned) -> Cents:
    """Return the part of a wager beyond the bank."""
    if isinstance(line, e.WagerReturned):
        return line.amount
    return line.returned if line.result in ("uncovered", "lose") else 0


def _lies(bettor: Bettor, words: Words) -> str:
    stakes = ((wager, bettor.stakes[wager]) for wager in CHIPS)
    return ", ".join(f"{_word(wager, words)} {say_cents(stake)}" for wager, stake in stakes if stake)


def _word(wager: Wager, words: Words) -> str:
    return words.initial.removesuffix(" wager") if wager == "initial" else wager.replace("_", " ")
