"""The conditions of the transition table, by name. Each reads the table after the event, and none reads its phase."""

from collections.abc import Callable
from typing import Any

from wartable.rulebook import SIDE, Wager
from wartable.table import events as e
from wartable.table.side_bets import on_the_wheel, side_bets_due, spin_is_early
from wartable.table.state import Table, is_continuous
from wartable.table.stock import is_tracked, stack_is_ready
from wartable.table.turns import (
    hands_to_pick_up,
    is_at_war,
    next_to_ask,
    next_to_deal,
    next_to_settle,
    next_war_card,
    next_war_to_settle,
)

Condition = Callable[[Table, Any], bool]

LAYING_OUT = ("remove_cards", "spread_idle")
"""What is done with the cards of a table that becomes idle; waking steps follow."""
LEFT_TO_THE_CARDS: tuple[Wager, ...] = (*SIDE, "tie")
"""The side wagers of a player who walked away, and a tie wager that is settled again."""


# The day


def cards_are_ready(table: Table, event: e.Event) -> bool:
    """The next batch can be cut. In logs of the first edition, any shuffle or preshuffled delivery leads there."""
    if is_tracked(table):
        return stack_is_ready(table)
    return isinstance(event, e.CardsShuffled) or (
        isinstance(event, e.ShuffleBegun) and event.reason == "opening" and table.rules.cards.preshuffled
    )


def shuffler_is_continuous(table: Table, event: e.CardsShuffled) -> bool:
    return is_continuous(table)


def waking_steps_are_due(table: Table, event: e.Event) -> bool:
    return bool(table.todo) and table.todo[0][0] not in LAYING_OUT


# The original deal


def no_hand_is_left(table: Table, event: e.Event) -> bool:
    """No hand is in play, and no wager either that is left to the cards of a hand out of the round."""
    for box in table.boxes:
        if box.bettors and (not box.missed or any(box.has_stake(wager) for wager in LEFT_TO_THE_CARDS)):
            return False
    return True


def tie_waits_for_the_dealers_card(table: Table, event: e.SettlementReversed) -> bool:
    """A tie wager of a hand out of the round is settled again, and no other hand waits for the dealer's card."""
    return table.round.dealer_card is None and not no_hand_is_left(table, event)


def every_card_is_dealt(table: Table, event: e.Event) -> bool:
    return next_to_deal(table) is None


def card_is_due(table: Table, event: e.Event) -> bool:
    return table.round.dealer_card is None or next_to_deal(table) is not None


def hand_is_unsettled(table: Table, event: e.Event) -> bool:
    return next_to_settle(table) is not None


def hand_of_the_dealer_is_gone(table: Table, event: e.CardsPickedUp) -> bool:
    """The dealer's hand is picked up last, when no war is to come."""
    return table.round.dealer_picked_up


def player_is_asked(table: Table, event: e.Event) -> bool:
    return next_to_ask(table) is not None


# The war


def war_is_declared(table: Table, event: e.Event) -> bool:
    return is_at_war(table)


def hands_go_before_the_war(table: Table, event: e.Event) -> bool:
    return is_at_war(table) and bool(hands_to_pick_up(table))


def hand_left_the_war(table: Table, event: e.Event) -> bool:
    """A hand that goes out before the war deal is picked up first; in the first edition it lay until the last."""
    return hands_go_before_the_war(table, event) and not table.rules.of_the_first_edition


def war_card_is_due(table: Table, event: e.Event) -> bool:
    """A war that was settled with a card that lies elsewhere is fought again."""
    return next_war_card(table) is not None


def every_war_card_is_dealt(table: Table, event: e.Event) -> bool:
    return table.round.dealer_war_card is not None and is_at_war(table) and next_war_card(table) is None


def card_is_of_the_war(table: Table, event: e.CardTakenBack | e.CardsReassigned) -> bool:
    return event.deal == "war"


def card_was_dealt(table: Table, event: e.FaceUpCardsRacked) -> bool:
    """A card that had lain face up in the shoe was dealt to a hand, which has the next card."""
    return event.seat is not None


def card_was_dealt_in_the_war(table: Table, event: e.FaceUpCardsRacked) -> bool:
    return card_was_dealt(table, event) and event.deal == "war"


def war_goes_on(table: Table, event: e.Event) -> bool:
    """A card of the original deal was read again and settled after the war was dealt, which others still fight."""
    if table.round.dealer_war_card is None:
        return False  # the dealer's is the last card of a war
    return next_war_to_settle(table) is not None and next_war_card(table) is None


def war_is_unsettled(table: Table, event: e.Event) -> bool:
    return next_war_to_settle(table) is not None


# The floor


def another_call_waits(table: Table, event: e.Event) -> bool:
    return table.call is not None


# Side bets


def early_wheel_is_due(table: Table, event: e.Event) -> bool:
    return spin_is_early(table) and bool(on_the_wheel(table))


def side_bet_is_open(table: Table, event: e.Event) -> bool:
    return side_bets_due(table)


def side_bet_is_due(table: Table, event: e.Event) -> bool:
    """Before the wars only an early wheel is due; afterwards every open side bet is."""
    if is_at_war(table) or next_to_ask(table) is not None:
        return early_wheel_is_due(table, event)
    return side_bets_due(table)


def chips_are_counted_next(table: Table, event: e.SideWagersCollected) -> bool:
    """Where the house does not count them, the chips are in the inventory already."""
    return table.rules.progressive is None or table.rules.progressive.count


def another_win_waits(table: Table, event: e.Event) -> bool:
    return bool(table.wins)


def wager_is_no_decided_progressive(table: Table, event: e.WagerSettled) -> bool:
    """A progressive that won or lost is the last wager of its hand; after any other wager an event follows."""
    return event.wager != "progressive" or event.result == "void"


def win_is_paid_next(table: Table, event: e.Event) -> bool:
    """A win that was validated or refused is settled next, unless its wager is gone."""
    if not isinstance(event, e.WinValidated | e.WinRefused):
        return False
    box = table.boxes[event.seat - 1]
    return any(box.has_stake(wager) for wager in SIDE)
