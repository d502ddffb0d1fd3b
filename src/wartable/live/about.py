"""What a request with two keys is about: a round, a card or a call, which can be past when the second key is turned."""

import msgspec

from wartable.live.mirror import Mirror
from wartable.live.orders import read_command
from wartable.live.requests import Request
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.state import round_is_open

PASSES = (c.VoidRound, c.UndoCard, c.Rule)
"""Commands about something that passes; a meter does not."""


def place_of(said: msgspec.Struct, mirror: Mirror) -> int:
    """The version at which what a command is about began; 0 where there is no such thing now, or it does not pass."""
    table = mirror.table
    match said:
        case c.VoidRound() if round_is_open(table) and not table.round.voided:
            return _last(mirror, e.NoMoreBetsCalled)
        case c.UndoCard() if table.round.turned is not None:
            return _last(mirror, e.CardDealt)
        case c.Rule() if table.call is not None:
            return _last(mirror, e.FloorCalled)
    return 0


def is_past(said: msgspec.Struct, about: int, mirror: Mirror) -> bool:
    """Whether what a request was about is over; so is a request of an old log, which does not say what it is about."""
    return (isinstance(said, PASSES) and not about) or place_of(said, mirror) != about


def has_lapsed(request: Request, mirror: Mirror | None) -> bool:
    """Whether a request waits for nothing any more; one at a table that is not here now waits."""
    if request.state != "waits" or mirror is None:
        return False
    return is_past(read_command(request.command), request.about, mirror)


def _last(mirror: Mirror, kind: type[e.Event]) -> int:
    return next((one.version for one in reversed(mirror.round_so_far) if isinstance(one.event, kind)), 0)
