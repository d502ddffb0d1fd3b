"""The odds of each wager on a par sheet: the types behind `wartable odds --json`, field by field."""

import msgspec
from msgspec.structs import asdict

from wartable.odds.exact import Exact
from wartable.odds.figures import WagerOdds
from wartable.rulebook import WAGERS, Wager


class MatchPlayOdds(msgspec.Struct, frozen=True):
    """An initial wager with a coupon of equal value beside it; figures are per unit of chips."""

    war: WagerOdds
    surrender: WagerOdds
    coupon_worth: Exact
    """What the coupon adds, per unit of its face."""


class InitialOdds(WagerOdds, frozen=True, kw_only=True, omit_defaults=True, rename={"returned": "return"}):
    """The initial wager of a player who always goes to war; `surrender` is the player who never does."""

    edge_surrender: Exact
    surrender: WagerOdds
    match_play: MatchPlayOdds | None = None


class ProgressiveHand(msgspec.Struct, frozen=True):
    """One winning hand of the progressive; `pays` is in units of the wager, and the meter comes on top."""

    hand: str
    probability: Exact
    pays: str
    takes_meter: bool


class AtTable(msgspec.Struct, frozen=True):
    """The progressive with a given number of players, all of whom bet it and always go to war."""

    players: int
    envy: Exact
    """What envy adds to each player's return, per unit."""
    return_at_reset: Exact
    break_even_meter: Exact | None
    """The break-even reading in dollars; null where the meter hand cannot be dealt."""
    rounds_between_hits: Exact | None
    """Mean rounds from one round with a meter hand to the next."""
    several_hits: Exact
    """The chance that a round has two meter hands or more."""


class ProgressiveOdds(WagerOdds, frozen=True, rename={"returned": "return"}):
    """The progressive wager of a player who always goes to war, with the meter at its reset and without envy.

    The wager's own share, which goes on the meter before the deal, is not in the reading.
    """

    stake: str
    reset: str
    hands: tuple[ProgressiveHand, ...]
    return_fixed: Exact
    """Without the meter and envy."""
    return_fixed_surrender: Exact
    """The same for a player who always surrenders: only the ties of the original deal are left."""
    meter_share: Exact
    """The chance of the meter hand."""
    return_at_reset: Exact
    return_per_dollar: Exact
    """What each dollar on the meter adds to the return."""
    rate: Exact
    """The share of each wager that is added to the meter."""
    return_long_run: Exact
    """The return at the average meter: all that is added to the meter is paid out in the end."""
    break_even_meter: Exact | None
    """The break-even reading in dollars: the wager returns all of itself."""
    mean_meter: Exact | None
    """The average reading in dollars at a hit, with this wager alone feeding the meter."""
    rounds_between_hits: Exact | None
    players: tuple[AtTable, ...]


class SpinAt(msgspec.Struct, frozen=True):
    """The Bonus Spin with a given number of players betting it, meters at their resets."""

    players: int
    hot_chance: Exact
    """The chance that the hot spot is this player's, once the wheel is turned."""
    return_at_reset: Exact


class SpinOdds(WagerOdds, frozen=True, rename={"returned": "return"}):
    """The Bonus Spin at a full table, meters at their resets."""

    stake: str
    trigger: Exact
    """The chance that the dealer's first card turns the wheel."""
    primary_reset: str
    secondary_reset: str
    return_fixed: Exact
    """Without the meters."""
    primary_share: Exact
    """The chance of the primary meter."""
    secondary_share: Exact
    return_per_dollar_primary: Exact
    return_per_dollar_secondary: Exact
    players: tuple[SpinAt, ...]


class Wagers(msgspec.Struct, frozen=True, omit_defaults=True):
    """The wagers a table offers."""

    initial: InitialOdds
    tie: WagerOdds
    war_tie: WagerOdds | None = None
    """A tie wager on the war deal, given that there is a war."""
    progressive: ProgressiveOdds | None = None
    bonus_spin: SpinOdds | None = None

    def offered(self) -> dict[Wager, WagerOdds]:
        """Return the odds of every wager that is offered."""
        found: dict[str, WagerOdds | None] = asdict(self)
        return {wager: odds for wager in WAGERS if (odds := found.get(wager)) is not None}
