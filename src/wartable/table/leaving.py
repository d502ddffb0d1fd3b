"""What becomes of the next card that leaves the shoe, and what the shoe itself owes first.

Whoever runs a table asks here, be it a live one or a shoe played through in one go.
"""

from wartable.table import commands as c
from wartable.table.phases import PHASES
from wartable.table.procedures.deal import no_card_left
from wartable.table.state import Table

DEALING = ("dealing", "war_dealing")


def seal_is_due(table: Table) -> bool:
    """A sealed shoe is committed to before anybody cuts it."""
    before_the_cut = table.phase == "shuffling" or table.cut.cutter is None
    return not table.seal.commitment and before_the_cut and c.SealShoe in PHASES[table.phase]


def burn_is_due(table: Table) -> bool:
    """The next card leaves unseen."""
    return bool(table.cards.burns_due or table.round.war_burns_due)


def cover_card_may_come(table: Table) -> bool:
    """The cover card comes out when the next card would leave, whether to be burned or to be turned."""
    leaving = burn_is_due(table) or table.phase in DEALING
    return bool(leaving and table.cut.behind and table.cover_seat is None and c.MeetCoverCard in PHASES[table.phase])


def shoe_is_empty(table: Table) -> bool:
    """A card has to be dealt, and there is none."""
    return table.phase in DEALING and no_card_left(table.cards)
