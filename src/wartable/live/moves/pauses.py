"""How long the automatic dealer waits before an act, so that people can follow it."""

from collections.abc import Mapping

from wartable.live.history import Mirror
from wartable.live.moments import SECOND, Moment
from wartable.live.moves.acts import HouseAct
from wartable.live.moves.dealer import Countdown, SealDue
from wartable.live.settings import TableSettings
from wartable.table import Event, Table
from wartable.table import events as e

PAUSE_MS: Mapping[str, int] = {
    "turn_card": 700,
    "meet_cover_card": 900,
    "burn_card": 250,
    "settle_hand": 700,
    "pick_up_cards": 2_500,
    "confirm_war_wagers": 600,
    "call_no_more_bets": 0,
    "count_side_wagers": 500,
    "draw_hot_seat": 500,
    "spin_wheel": 2_500,
    "settle_side_bets": 1_500,
    "validate_win": 2_500,
    "place_wager": 400,
    "go_to_war": 700,
    "surrender": 700,
    "post_bank": 700,
    "offer_bank": 5_000,
}
"""How long a person takes before each of these, in milliseconds; everything else is done at once."""

IN_SIGHT_MS: Mapping[type[Event], int] = {e.CardDealt: 2_600, e.WheelSpun: 5_200, e.WheelRespun: 5_200}
"""How long a card and the wheel stay after they were told: the turn of the card, or of the last ring, and 1.5 s.

A card takes 1.1 s to lie turned on the page of a player who chose the calm pace. A phone takes a while to draw
the wheel before it turns, so the wheel has half a second more.
"""


def pauses_before(command: str, settings: TableSettings) -> bool:
    """Return whether the automatic dealer waits before a command; all else is done at once."""
    return PAUSE_MS.get(command, 0) * settings.pace > 0


def when(
    move: HouseAct | SealDue | Countdown, mirror: Mirror, settings: TableSettings
) -> tuple[Moment, HouseAct | SealDue]:
    """Return when a move of the house is made, and the move itself."""
    if isinstance(move, SealDue):
        return 0, move
    if isinstance(move, Countdown) and not move.early:
        return mirror.since + move.seconds * SECOND, move.then
    soon = move.then if isinstance(move, Countdown) else move
    return mirror.at + pause_before(soon.command, mirror, settings), soon


def pause_before(command: str, mirror: Mirror, settings: TableSettings) -> int:
    """Return the microseconds to wait before a command."""
    pause = PAUSE_MS.get(command, 0)
    if mirror.round_so_far and _takes_away(command, mirror.table):
        pause = max(pause, IN_SIGHT_MS.get(type(mirror.round_so_far[-1].event), 0))
    return pause * settings.pace * 10


def _takes_away(command: str, table: Table) -> bool:
    """Return whether something that players look at leaves the layout with a command."""
    with_its_cards = table.rules.settle.style == "pick_and_pay"
    return command == "settle_side_bets" or (command == "settle_hand" and with_its_cards)
