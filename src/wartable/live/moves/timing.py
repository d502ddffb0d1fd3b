"""What time alone brings about at a table: decks that are due, an idle hour, a seat whose player stays away."""

from collections.abc import Iterator, Mapping, Set

from wartable.live.history import Mirror
from wartable.live.moments import SECOND, Moment
from wartable.live.moves.acts import HouseAct, act_of
from wartable.live.settings import TableSettings
from wartable.table import CLOCK, DEALER, PHASES, Seat, Table, is_continuous
from wartable.table import commands as c

MINUTE = 60 * SECOND
HOUR = 60 * MINUTE

Due = tuple[Moment, HouseAct]


def by_time(mirror: Mirror, settings: TableSettings, gone_since: Mapping[str, Moment], bots: Set[str]) -> Due | None:
    """Return the next thing that happens by time alone, and when."""
    due = [*_decks(mirror), *_idle(mirror), *_gone(mirror, settings, gone_since, bots)]
    return min(due, key=lambda one: one[0], default=None)


def _decks(mirror: Mirror) -> Iterator[Due]:
    table, hours = mirror.table, mirror.table.rules.cards.change_period
    if hours is not None and not table.deck_change_due and c.CallDeckChange in PHASES[table.phase]:
        margin = table.rules.cards.change_margin * MINUTE
        yield mirror.decks_opened + hours * HOUR - margin, act_of(CLOCK, c.CallDeckChange(), "clock")


def _idle(mirror: Mirror) -> Iterator[Due]:
    """Idle a table without bets after the idle time, and a table without players at once."""
    table, minutes = mirror.table, mirror.table.rules.idle.after_minutes
    if is_continuous(table) or c.DeclareIdle not in PHASES[table.phase]:
        return
    if table.deck_change_due or any(box.bettors for box in table.boxes):
        return
    if not table.arrivals:
        yield 0, act_of(CLOCK, c.DeclareIdle(), "clock")
        return
    if minutes is None:
        return
    played = mirror.rounds[-1].at if mirror.rounds else 0
    yield max(played, mirror.last_bet, mirror.decks_opened) + minutes * MINUTE, act_of(CLOCK, c.DeclareIdle(), "clock")


def _gone(mirror: Mirror, settings: TableSettings, gone_since: Mapping[str, Moment], bots: Set[str]) -> Iterator[Due]:
    """Give up the seat of a player who has been disconnected too long, when nothing of theirs is in play."""
    table = mirror.table
    if settings.dealer != "automatic" or c.Leave not in PHASES[table.phase]:
        return
    for box in table.boxes:
        if box.patron and box.patron not in bots and box.patron in gone_since and _free_to_go(table, box.seat):
            moment = gone_since[box.patron] + settings.away_seconds * SECOND
            yield moment, act_of(DEALER, c.Leave(box.seat), "clock")


def _free_to_go(table: Table, seat: Seat) -> bool:
    box = table.boxes[seat - 1]
    asked = table.phase == "banking" and table.banker.offer == seat
    return not box.bettors and not asked and not (table.banker.posted and table.banker.seat == seat)
