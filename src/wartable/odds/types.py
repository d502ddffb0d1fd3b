"""The par sheet's types: what `par_sheet` returns and what `wartable odds --json` prints, field by field."""

import msgspec

from wartable.odds.exact import Exact
from wartable.odds.figures import WagerOdds


class InitialOdds(WagerOdds, frozen=True, rename={"returned": "return"}):
    """The initial wager of a player who always goes to war; `surrender` is the player who never does."""

    edge_surrender: Exact
    surrender: WagerOdds


class Wagers(msgspec.Struct, frozen=True, omit_defaults=True):
    """The wagers a table offers."""

    initial: InitialOdds
    tie: WagerOdds
    war_tie: WagerOdds | None = None
    """A tie wager on the war deal, given that there is a war."""


class ParSheet(msgspec.Struct, frozen=True):
    """One table's par sheet."""

    rulebook: str
    decks: int
    cards: int
    wagers: Wagers
