"""The words of the table: roles, phases, and actors."""

from typing import Literal

import msgspec

Role = Literal["player", "dealer", "floor", "shoe", "meter", "clock", "auditor"]
Phase = Literal[
    "closed",
    "opening",
    "shuffling",
    "cutting",
    "loading",
    "banking",
    "betting",
    "counting",
    "dealing",
    "settling",
    "deciding",
    "picking_up",
    "war_wagers",
    "war_dealing",
    "war_settling",
    "validating",
    "side_bets",
    "suspended",
    "idle",
    "waking",
    "closing",
]
DealName = Literal["original", "war"]
Outcome = Literal["lower", "higher", "equal"]
ShuffleReason = Literal["opening", "cover_card", "ordered", "every_round", "irregularity", "idle"]
BatchState = Literal[
    "awaited",
    "received",
    "inspected",
    "verified",
    "spread",
    "seen",
    "mixed",
    "stacked",
    "shuffling",
    "shuffled",
    "in_play",
    "played",
]
BatchPlace = Literal["box", "table", "shuffler", "shoe"]
"""The place of a batch. A batch in play lies in the shoe, on the layout and in the discard rack."""
ShuffledBy = Literal["", "machine", "hand", "supplier"]
ShoeEnd = Literal[ShuffleReason, "decks_changed", "table_closed"]
"""The reason of the end of a sealed shoe."""
OfferOf = Literal["look", "cut"]
"""What a named person is offered."""
CallReason = Literal[
    "face_up_card",
    "face_up_cards",
    "drawn_card",
    "exposed_card",
    "misdelivered_card",
    "missed_hand",
    "missed_war_card",
    "forgotten_burn",
    "time_is_up",
    "player_absent",
    "misread_card",
    "touched_card",
    "count_differs",
    "win_disputed",
    "jam",
    "early_cover_card",
    "shoe_is_over",
]
WinCheck = Literal["verify_hand", "check_light", "validate_win"]
"""The checks of a win in their order: the dealer looks at the hand and the light, the floor validates."""
Presence = Literal["at_table", "remote"]
"""A player who sits at the table, for whom the dealer enters wagers and choices; or one on a device of their own."""
CoverHow = Literal["covered", "sign"]
Misread = Literal["no_such_card", "used_up", "double_read"]
ROLES: tuple[Role, ...] = ("player", "dealer", "floor", "shoe", "meter", "clock", "auditor")

MAX_NAME = 64
MAX_WORDS = 200
"""The most bytes of the words that a player adds to the order of a sealed shoe, with a cut or a wager."""

Seat = int
DEALER_SEAT: Seat = 0
"""The dealer's own place, where a seat is expected."""


CHECKS: tuple[WinCheck, ...] = ("verify_hand", "check_light")
"""The dealer's checks of a win, in their order."""


STANDS = "win_stands"
"""Among the checks that are done: the floor has let the win stand, and the dealer makes the next check once more."""


def next_check(done: tuple[str, ...]) -> WinCheck:
    """Return the check of a win that comes after those that are done."""
    return next((check for check in CHECKS if check not in done), "validate_win")


class Actor(msgspec.Struct, frozen=True):
    """The sender of a command: a role, for a player the patron, and the signed-in person where there is one."""

    role: Role
    patron: str = ""
    person: str = ""
    """The dealer or the floorperson who sends it; empty where the program itself acts in a role."""


def plain_name(name: str) -> str:
    """Return a name without what does not tell people apart: outer and double blanks, and capitals."""
    return " ".join(name.split()).casefold()


def name_is_bad(name: str) -> bool:
    """Whether a name is unprintable, empty or too long."""
    return not name.strip() or len(name) > MAX_NAME or not name.isprintable()
