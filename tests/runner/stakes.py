"""Stakes for tables of every rulebook."""

from wartable.rulebook import WAGERS
from wartable.runner import FixedStakes
from wartable.table import Table


def offered(table: Table, stakes: FixedStakes) -> FixedStakes:
    return tuple((wager, stake) for wager, stake in stakes if WAGERS[wager].offered(table.rules))
