"""The paths on which a part of the program holds a clause: who deals, `settle` and `check`.

A path follows from the kind of a reference, so the trace does not repeat it. Tests compare the exceptions with the
program: what only a person with real cards reports, and what a round that was written down goes through.
"""

from collections.abc import Iterable
from typing import Literal, get_args

from wartable.rulebook.trace import Kind, Meets, parse_meets

Path = Literal["automatic", "console", "settle", "check"]
PATHS: tuple[Path, ...] = get_args(Path)
"""The automatic dealer, a dealer at the console, `wartable settle` and `wartable check`."""

ON_FILE = frozenset(
    {
        *("bank.house_may_bank", "bank.share_of_wagers", "bank.unlimited"),
        *("limits.authorised", "limits.authorised_by", "literal_decks", "payout.inscription"),
        *("table.layout", "table.tip_box", "table.tip_box_because", "wager.approved_instrument"),
    }
)
"""Values that only a house's file is held to; no table reads them."""

WITH_REAL_CARDS = frozenset(
    {
        *("batch_refused", "burn_forgotten", "burn_not_made", "card_drawn_in_error", "card_exposed", "card_lifted"),
        *("card_misread", "card_taken_back", "card_touched", "cards_reassigned", "cut_found_improper", "defect_found"),
        *("device_covered", "device_failed", "device_restored", "exposed_card_racked", "face_up_card_found"),
        *("face_up_cards_racked", "hand_missed", "recut_ordered", "shuffler_jammed"),
        *("order_recut", "refuse_batch", "report_defect", "report_device_failure", "report_drawn_card"),
        *("report_face_up_cards", "report_forgotten_burn", "report_jam", "report_misdelivery", "report_misread"),
        *("report_missed_hand", "report_touched_card", "undo_card"),
    }
)
"""Commands and events that need a person with real cards; no automatic dealer gives or causes them."""

WRITTEN_DOWN = frozenset(
    {
        *("betting", "dealing", "deciding", "settling", "war_wagers"),
        *("go_to_war", "place_wager", "settle_hand", "surrender", "turn_card"),
        *("card_dealt", "hand_settled", "tie_surrendered", "wager_placed", "wager_settled", "war_declared"),
    }
)
"""Phases, commands and events of every round that is settled from its notes."""

_ROUND = ("bonus_spin.", "envy.", "limits.", "match_play.", "pays.", "progressive.", "surrender.", "tie.", "war.")
"""Values that decide what a round pays."""
_AT_THE_TABLE: frozenset[Kind] = frozenset({"phase", "command", "event", "refusal", "step"})


def paths_of(references: Iterable[str]) -> tuple[Path, ...]:
    """Return the paths on which these references hold, in the order of PATHS."""
    held = {path for reference in references for path in _paths(parse_meets(reference))}
    return tuple(path for path in PATHS if path in held)


def _paths(meets: Meets) -> tuple[Path, ...]:
    if meets.kind in {"attest", "check"}:
        return ("check",)
    if meets.kind == "settlement":
        return ("automatic", "console", "settle")
    if meets.kind == "value":
        return (*_where_read(meets.name), "check")
    if meets.kind not in _AT_THE_TABLE:
        return ()  # a word or a published figure binds no one
    if meets.name in WITH_REAL_CARDS:
        return ("console",)
    return ("automatic", "console", "settle") if meets.name in WRITTEN_DOWN else ("automatic", "console")


def _where_read(value: str) -> tuple[Path, ...]:
    if value in ON_FILE:
        return ()
    if value.startswith("irregularity."):
        return ("console",)
    return ("automatic", "console", "settle") if value.startswith(_ROUND) else ("automatic", "console")
