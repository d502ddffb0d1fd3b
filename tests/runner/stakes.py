"""Stakes for tables of every rulebook."""

from wartable.runner import Stakes
from wartable.table import Table


def offered(table: Table, stakes: Stakes) -> Stakes:
    """Those stakes that the house takes."""
    rules = table.rules
    options = {"war_tie": rules.tie.on_war_deal, "progressive": rules.progressive, "bonus_spin": rules.bonus_spin}
    return tuple((wager, stake) for wager, stake in stakes if options.get(wager, True))
