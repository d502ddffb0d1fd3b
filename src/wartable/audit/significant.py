"""Significant events: one definition, for the floor's page and for the audit's reports.

A kind of event is significant whenever it happens, unless one of the lists below has its stable name. docs/audit.md
names every one that is, and says why.
"""

from collections.abc import Callable, Mapping
from typing import Any

from wartable.money import Cents

LARGE: Cents = 10_000_00
"""Default: wagers and pays of this amount and more are significant."""

BY_AMOUNT: Mapping[str, str] = {"wager_placed": "amount", "war_declared": "stake", "wager_settled": "paid"}
"""Significant from a large amount on: the field that holds it. A wager entered after the call is at any amount."""

WHERE: Mapping[str, Callable[[Any], bool]] = {
    "tie_surrendered": lambda event: event.by != "player",
    "win_checked": lambda event: not event.holds,
    "wager_taken_back": lambda event: bool(event.reason),
    "drop_counted": lambda event: event.counted != event.expected,
}
"""Significant in some cases: a choice that a player did not make, a check that failed, a count that differs."""

ORDINARY = frozenset(
    {
        "bank_declined",
        "bank_offered",
        "bank_posted",
        "bank_released",
        "bank_topped_up",
        "bought_in",
        "card_burned",
        "card_dealt",
        "cards_cut",
        "cards_picked_up",
        "cards_shuffled",
        "cashed_out",
        "cover_card_met",
        "cover_card_reinserted",
        "cut_declined",
        "face_up_asked_for",
        "hand_settled",
        "hot_seat_drawn",
        "idle_cards_spread",
        "inclusion_declined",
        "inventory_credited",
        "inventory_filled",
        "look_answered",
        "meter_fed",
        "meter_reset",
        "meter_synced",
        "no_more_bets_called",
        "offer_lapsed",
        "offered",
        "player_left",
        "player_sat",
        "private_table_closed",
        "private_table_opened",
        "request_made",
        "request_withdrawn",
        "room_fee_returned",
        "room_fee_taken",
        "round_ended",
        "session_ended",
        "sessions_ended",
        "shoe_loaded",
        "shoe_revealed",
        "shoe_sealed",
        "shuffle_asked_for",
        "shuffle_begun",
        "side_bets_settled",
        "side_wagers_collected",
        "side_wagers_counted",
        "sign_in_failed",
        "signed_in",
        "step_confirmed",
        "table_closing",
        "table_idled",
        "tip_given",
        "tips_collected",
        "wager_returned",
        "war_covered",
        "war_matched",
        "war_tie_declined",
        "war_tie_offered",
        "war_wager_confirmed",
        "war_wagers_confirmed",
        "wheel_respun",
        "wheel_spun",
    }
)
"""The course of a day."""


def is_significant(name: str, event: Any, large: Cents = LARGE) -> bool:
    """Return whether a floor and a laboratory look at an event, given its name and the event itself.

    An event that is significant by its kind need not be read. One of an unknown name, from a later release, is
    significant: what this program does not know is for a person to look at.
    """
    if name in BY_AMOUNT:
        entered_late = bool(getattr(event, "reason", ""))
        return entered_late or bool(getattr(event, BY_AMOUNT[name]) >= large)
    if name in WHERE:
        return WHERE[name](event)
    return name not in ORDINARY
