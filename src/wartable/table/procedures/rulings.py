"""Rulings of the floor: the choices of each call, and their effects."""

from collections.abc import Callable, Mapping

from wartable.cards import Card
from wartable.rulebook import Ruling
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.invariants import TableBroken
from wartable.table.procedures.absence import lost_events
from wartable.table.procedures.betting import return_wagers
from wartable.table.procedures.calls import reason_is_bad, was_about_the_war
from wartable.table.procedures.counting import return_chip, return_wager
from wartable.table.procedures.cover_card import (
    BETWEEN,
    begin_shuffle,
    end_the_shoe,
    ruled_to_reshuffle,
    shuffle_waits_for_the_round,
)
from wartable.table.procedures.deal import burns_due
from wartable.table.procedures.forgotten import burn_now, overtaken_burns
from wartable.table.procedures.misplaced import compared_again
from wartable.table.procedures.missed import deal_now_events, missed_hand_events
from wartable.table.procedures.validation import refuse
from wartable.table.procedures.void import void_events
from wartable.table.procedures.war import surrender_events
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Box, Call, Table, bettor_at, round_is_open
from wartable.table.stock import is_tracked
from wartable.table.turns import boxes_in, next_card_for
from wartable.table.words import DEALER_SEAT, Actor, Seat


def rule(table: Table, command: c.Rule, by: Actor) -> Decided:
    """Rule one of the open choices for the floor, with a reason that is recorded."""
    call = table.call
    if call is None or command.ruling not in call.choices:
        return Refused(Refusal.CHOICE_IS_NOT_OPEN)
    if reason_is_bad(command.reason):
        return Refused(Refusal.REASON_IS_MISSING)
    named = ON_A_NAMED_WAGER.get(command.ruling)
    follows = named(table, call, command) if named else RULINGS[command.ruling](table, call)
    if isinstance(follows, Refused):
        return follows
    return (
        e.FloorRuled(command.ruling, command.reason, command.seat, command.wager, command.ruling == "win_stands"),
        *follows,
        *_shuffle_that_waited(table, call, follows),
    )


def open_choices(table: Table) -> tuple[Ruling, ...]:
    """Return the rulings that the floor can make now: a hand that has a card, or left, or the dealer, gets no other."""
    call = table.call
    if call is None:
        return ()
    places = {"forward": _first_open(table, call), "dealer_next": DEALER_SEAT}
    shut = {choice for choice, place in places.items() if not _takes_a_card(table, call, place)}
    if "deal_now" in call.choices and isinstance(_deal_now(table, call), Refused):
        shut.add("deal_now")
    return tuple(choice for choice in call.choices if choice not in shut)


def _shuffle_that_waited(table: Table, call: Call, follows: tuple[e.Event, ...]) -> tuple[e.Event, ...]:
    """A shuffle that became due while the floor was called between rounds begins before the next round.

    After a cover card that led the shoe it begins after that round, and cards that new decks replace are not shuffled.
    """
    begun = any(isinstance(event, e.ShuffleBegun | e.DeckChangeCalled) for event in follows)
    if table.shuffle_due is None or begun or call.resume not in BETWEEN or shuffle_waits_for_the_round(table):
        return ()
    return begin_shuffle(table, table.shuffle_due)


def _goes_on(table: Table, call: Call) -> Decided:
    return ()


def _void(table: Table, call: Call) -> Decided:
    if not round_is_open(table):
        return end_the_shoe(table)
    return void_events(table, call.reason.replace("_", " "), call.clauses, reshuffle=False)


def _burn(table: Table, call: Call) -> Decided:
    return *compared_again(table, call), e.ExposedCardRacked(_exposed(table))


def _forward(table: Table, call: Call) -> Decided:
    """The card goes to the first hand at or after the place where it lies that has none; never back."""
    return _deal_exposed(table, call, _first_open(table, call))


def _first_open(table: Table, call: Call) -> Seat | None:
    if call.seat is None:
        return next_card_for(table)
    if call.seat == DEALER_SEAT:
        return DEALER_SEAT
    at_war = call.resume == "war_dealing"
    reached = False
    for box in boxes_in(table, table.rules.deal.direction):
        reached = reached or box.seat == call.seat
        waiting = (box.at_war and box.war_card is None) if at_war else (box.bettors and box.card is None)
        if reached and waiting and not box.missed:
            return box.seat
    return DEALER_SEAT


def _dealer_next(table: Table, call: Call) -> Decided:
    return _deal_exposed(table, call, DEALER_SEAT)


def _deal_exposed(table: Table, call: Call, seat: Seat | None) -> Decided:
    if seat is None or not _takes_a_card(table, call, seat):
        return Refused(Refusal.CHOICE_IS_NOT_OPEN)
    dealt = e.CardDealt(seat, _exposed(table), "war" if call.resume == "war_dealing" else "original")
    return *compared_again(table, call), *overtaken_burns(table), dealt


def _takes_a_card(table: Table, call: Call, seat: Seat | None) -> bool:
    """Whether a card can be dealt to a hand: there is one, and the dealer has one card of a deal at most."""
    dealers = table.round.dealer_war_card if call.resume == "war_dealing" else table.round.dealer_card
    return seat is not None and (seat != DEALER_SEAT or dealers is None)


def _exposed(table: Table) -> Card:
    if table.cards.exposed is None:
        raise LookupError("no card is exposed")
    return table.cards.exposed


def _called_to(table: Table, call: Call) -> Box:
    box = table.box(call.seat or DEALER_SEAT)
    if box is None:
        raise TableBroken("the floor was called to no box")
    return box


def _void_hand(table: Table, call: Call) -> Decided:
    return missed_hand_events(table, _called_to(table, call), in_the_war=was_about_the_war(table, call))


def _continue(table: Table, call: Call) -> Decided:
    """Go on; in the first edition of the law this forgave the burns that were due."""
    return (e.BurnForgotten(burns_due(table)),) if call.reason == "forgotten_burn" else ()


def _deal_now(table: Table, call: Call) -> Decided:
    return deal_now_events(table, _called_to(table, call), in_the_war=was_about_the_war(table, call))


def _burn_now(table: Table, call: Call) -> Decided:
    return burn_now(table)


def _change_decks(table: Table, call: Call) -> Decided:
    """Call for new decks. Wagers that lie there are not decided by these, so they go back."""
    waiting = is_tracked(table) and call.resume == "betting"
    return e.DeckChangeCalled(call.clauses), *(return_wagers(table) if waiting else ())


def _surrender(table: Table, call: Call) -> Decided:
    box = _called_to(table, call)
    bettor = bettor_at(box, call.bettor)
    if bettor is None or not bettor.stakes["initial"]:
        return Refused(Refusal.HAND_IS_NOT_IN_PLAY)
    return surrender_events(table, box, bettor, "floor")


def _lost(table: Table, call: Call) -> Decided:
    return lost_events(table, _called_to(table, call))


def _reshuffle(table: Table, call: Call) -> Decided:
    return ruled_to_reshuffle(table, call)


RULINGS: Mapping[Ruling, Callable[[Table, Call], Decided]] = {
    "continue": _continue,
    "void": _void,
    "next_card": _goes_on,
    "burn": _burn,
    "forward": _forward,
    "dealer_next": _dealer_next,
    "void_hand": _void_hand,
    "burn_now": _burn_now,
    "deal_now": _deal_now,
    "change_decks": _change_decks,
    "wait": _goes_on,
    "surrender": _surrender,
    "play_on": _goes_on,
    "lost": _lost,
    "recount": _goes_on,
    "check_again": _goes_on,
    "win_stands": _goes_on,
    "no_win": refuse,
    "reshuffle": _reshuffle,
    "cover_card_came": _reshuffle,
    "no_cover_card": _goes_on,
    "no_face_up_cards": _goes_on,
    "no_jam": _goes_on,
}
ON_A_NAMED_WAGER: Mapping[Ruling, Callable[[Table, Call, c.Rule], Decided]] = {
    "return_chip": return_chip,
    "return_wager": return_wager,
}
"""Rulings on the wager that the floor names."""
