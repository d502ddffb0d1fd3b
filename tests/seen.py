"""A table as people see it: the felt of an audience and one person's own part, as the live table makes them."""

from wartable.live.history.mirror import Mirror
from wartable.live.settings import TableSettings
from wartable.live.telling.felt import Company, Seats, make_felt
from wartable.live.telling.yours import make_you
from wartable.live.wire.views import Audience, FeltView, You
from wartable.table import Actor, Table
from wartable.table.sentences import words_of

ALONE = Company(lambda _: "", frozenset(), frozenset(), frozenset())
"""A room in which no person has a screen name."""
SETTINGS = TableSettings("seen", "seen.toml")


def seen(table: Table, audience: Audience = "player", seats: Seats | None = None) -> FeltView:
    """What everyone of an audience is told about the table."""
    return make_felt(_mirror(table), audience, words_of(table.rules), ALONE, None, seats)


def own(table: Table, patron: str) -> You:
    """What one player is told besides."""
    words = words_of(table.rules)
    return make_you(_mirror(table), Actor("player", patron), "", 0, words, SETTINGS, ready=False, rounds=0)


def _mirror(table: Table) -> Mirror:
    mirror = Mirror(table.rules)
    mirror.table = table
    return mirror
