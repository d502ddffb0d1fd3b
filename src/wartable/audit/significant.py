"""Significant events: one definition, for the floor's page and for the audit's reports.

Every kind of event stands in exactly one of the lists below, by its stable name. docs/audit.md says why each is there.
"""

from collections.abc import Callable, Mapping
from typing import Any

from wartable.money import Cents

LARGE: Cents = 10_000_00
"""Default: wagers and pays of this amount and more are significant."""

BY_KIND: Mapping[str, frozenset[str]] = {
    "voids and corrections": frozenset(
        {
            "round_voided",
            "settlement_reversed",
            "card_taken_back",
            "card_misread",
            "meter_corrected",
            "war_wager_not_placed",
        }
    ),
    "rulings and overrides": frozenset(
        {
            "floor_called",
            "floor_ruled",
            "players_released",
            "absence_ended",
            "wagers_abandoned",
            "request_confirmed",
            "side_wagers_miscounted",
        }
    ),
    "dealing errors": frozenset(
        {
            "burn_forgotten",
            "burn_not_made",
            "burn_owed",
            "card_drawn_in_error",
            "card_exposed",
            "card_lifted",
            "card_touched",
            "cards_reassigned",
            "exposed_card_racked",
            "face_up_cards_racked",
            "hand_missed",
        }
    ),
    "devices": frozenset({"device_covered", "device_failed", "device_restored", "shuffler_jammed"}),
    "the store": frozenset({"integrity_failed", "store_restored"}),
    "jackpots": frozenset({"progressive_won", "win_validated", "win_refused", "meter_paid"}),
    "changes of rules and rates": frozenset({"rules_put_in_force", "rate_changed"}),
    "cards and dealers": frozenset(
        {
            "deck_change_called",
            "cut_found_improper",
            "decks_changed",
            "batch_refused",
            "decks_received",
            "defect_found",
            "recut_ordered",
            "reshuffle_ordered",
            "dealer_took_over",
            "duty_taken",
            "duty_left",
        }
    ),
    "opening and closing": frozenset({"table_opened", "table_closed"}),
    "accounts": frozenset(
        {
            "person_added",
            "person_locked",
            "person_unlocked",
            "password_changed",
            "role_changed",
            "sign_in_locked",
        }
    ),
    "personal data": frozenset({"personal_erased", "personal_expired"}),
}
"""Significant whenever they happen, by what they have in common."""

BY_AMOUNT: Mapping[str, str] = {"wager_placed": "amount", "war_declared": "stake", "wager_settled": "paid"}
"""Significant from a large amount on: the field that holds it."""

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
        return bool(getattr(event, BY_AMOUNT[name]) >= large)
    if name in WHERE:
        return WHERE[name](event)
    return name not in ORDINARY
