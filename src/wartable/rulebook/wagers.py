"""The table of wagers: one row for each thing that can be bet or awarded, in the order in which they are settled.

Every list of wagers reads these rows. A new side bet is one row here, one settlement module in
`wartable.table.procedures`, and its values in the rulebooks.
"""

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, Protocol

import msgspec

from wartable.money import Cents, Rate
from wartable.rulebook.rules import Limits, MeterName, Rules

Wager = Literal["initial", "tie", "war", "war_tie", "progressive", "envy", "bonus_spin", "community", "match_play"]
Stakes = Mapping[Wager, Cents]
"""The amount on each wager that takes a stake; 0 where there is none."""

Kind = Literal["layout", "side", "award", "coupon"]
"""`layout`: chips stay on the layout until they are settled. `side`: the dealer collects the chips before the deal.
`award`: a pay without a stake of its own. `coupon`: paper beside a wager, which is not money."""


class Fed(Protocol):
    """A meter's values in a rulebook."""

    @property
    def reset(self) -> Cents: ...
    @property
    def rate(self) -> Rate: ...


class MeterSpec(NamedTuple):
    """A progressive meter that a wager feeds."""

    name: MeterName
    word: str
    short: str
    key: str
    """The names of its reset and its rate in the rulebook."""
    values: Callable[[Rules], Fed | None]


class Range(NamedTuple):
    """The limits of the house file that bind a wager."""

    least: str
    most: str
    values: Callable[[Limits], tuple[Cents | None, Cents | None]]


def _always(_rules: Rules) -> bool:
    return True


def _no_limit(_limits: Limits) -> tuple[None, None]:
    return None, None


def _any_amount(_rules: Rules) -> tuple[Cents, ...]:
    return ()


class WagerSpec(msgspec.Struct, frozen=True, kw_only=True):
    """One wager: its names, where it may be placed, its limits, and what decides it."""

    kind: Kind = "layout"
    short: str
    """Its name in lists."""
    title: str = ""
    """Its name in reports, where it differs."""
    assumes: str = ""
    """The assumptions of its odds."""
    pays: str = ""
    """The row of the rulebook's pays, or the source of its pay in words."""
    noun: str
    where: str = ""
    """Its name in a sentence, with the amount between the two: "the tie wager of 5.00 on the war deal"."""
    on: str = ""
    """Where its chips go down: "5.00 on the tie"."""
    key: str = ""
    """The key that puts chips on it in the terminal."""
    placed_in: Literal["betting", "war_wagers", ""] = "betting"
    """The phase in which a player may place it; empty where no command places it."""
    behind: bool = False
    """Whether bettors behind a seat may place it."""
    offered_by: str = ""
    """The value of the rulebook that offers it; empty where every table offers it."""
    offered: Callable[[Rules], bool] = _always
    limits: Range = Range("", "", _no_limit)
    stakes: Callable[[Rules], tuple[Cents, ...]] = _any_amount
    """The only stakes that the house accepts, or none where the limits apply."""
    meters: tuple[MeterSpec, ...] = ()
    deals: tuple[Literal["original", "war"], ...] = ()
    """The deals that decide it; a side bet has its own settlement."""
    part_of: Wager | None = None
    """The wager that led to it, and with which its result is counted."""
    later: bool = False
    """Whether it came after the first release. Snapshots then name it only where chips lie on it, so that states of
    earlier releases keep their bytes."""

    @property
    def name(self) -> str:
        """Its name by itself: "tie wager on the war deal"."""
        return f"{self.short} wager" if self.kind == "side" else f"{self.noun}{self.where}"

    @property
    def heading(self) -> str:
        """Its name in reports: "Bonus Spin"."""
        return self.title or self.short


WAGERS: Mapping[Wager, WagerSpec] = {
    "initial": WagerSpec(
        short="initial",
        assumes="always going to war",
        noun="initial wager",
        pays="initial",
        key="i",
        behind=True,
        limits=Range("limits.min", "limits.max", lambda limits: (limits.min, limits.max)),
        deals=("original", "war"),
    ),
    "tie": WagerSpec(
        short="tie",
        noun="tie wager",
        pays="tie",
        on=" on the tie",
        key="t",
        behind=True,
        limits=Range("limits.tie_min", "limits.tie_max", lambda limits: (limits.tie_min, limits.tie_max)),
        deals=("original",),
    ),
    "war": WagerSpec(
        short="war",
        noun="war wager",
        pays="war",
        on=" on the war",
        placed_in="",
        deals=("war",),
        part_of="initial",
    ),
    "war_tie": WagerSpec(
        short="tie on the war deal",
        assumes="once there is a war",
        noun="tie wager",
        pays="tie",
        where=" on the war deal",
        on=" on a tie in the war",
        key="t",
        placed_in="war_wagers",
        behind=True,
        offered_by="tie.on_war_deal",
        offered=lambda rules: rules.tie.on_war_deal,
        limits=Range("", "limits.war_tie_max", lambda limits: (None, limits.war_tie_max)),
        deals=("war",),
    ),
    "progressive": WagerSpec(
        kind="side",
        short="progressive",
        assumes="always war, the meter at its reset, and no envy",
        noun="progressive wager",
        pays="the meter",
        on=" on the progressive",
        key="p",
        offered_by="progressive.stakes",
        offered=lambda rules: rules.progressive is not None,
        stakes=lambda rules: rules.progressive.stakes if rules.progressive else (),
        meters=(
            MeterSpec(
                "progressive", "progressive meter", "progressive", "progressive", lambda rules: rules.progressive
            ),
        ),
    ),
    "envy": WagerSpec(
        kind="award", short="envy bonus", noun="envy bonus", on=" on envy", placed_in="", part_of="progressive"
    ),
    "bonus_spin": WagerSpec(
        kind="side",
        short="bonus spin",
        title="Bonus Spin",
        assumes="every seat bets it, and the meters at their resets",
        noun="wager",
        pays="the wheel",
        where=" on the wheel",
        on=" on the wheel",
        key="b",
        offered_by="bonus_spin.stakes",
        offered=lambda rules: rules.bonus_spin is not None,
        stakes=lambda rules: rules.bonus_spin.stakes if rules.bonus_spin else (),
        meters=(
            MeterSpec(
                "spin_primary",
                "primary meter of the wheel",
                "spin",
                "bonus_spin.primary",
                lambda rules: rules.bonus_spin.primary if rules.bonus_spin else None,
            ),
            MeterSpec(
                "spin_secondary",
                "secondary meter of the wheel",
                "second spin",
                "bonus_spin.secondary",
                lambda rules: rules.bonus_spin.secondary if rules.bonus_spin else None,
            ),
        ),
    ),
    "community": WagerSpec(
        kind="award",
        short="community pay",
        noun="community pay",
        on=" on the community pay",
        placed_in="",
        part_of="bonus_spin",
    ),
    "match_play": WagerSpec(
        kind="coupon",
        short="coupon",
        noun="match play coupon",
        pays="as the initial wager",
        key="k",
        limits=Range("", "limits.max", lambda limits: (None, limits.max)),
        offered_by="match_play.enabled",
        offered=lambda rules: rules.match_play.enabled,
    ),
}

STAKED: tuple[Wager, ...] = tuple(wager for wager, row in WAGERS.items() if row.kind != "award")
"""The wagers that can lie in front of a bettor."""
CHIPS: tuple[Wager, ...] = tuple(wager for wager in STAKED if WAGERS[wager].kind != "coupon")
"""The same without coupons, which are not money."""
LAYOUT: tuple[Wager, ...] = tuple(wager for wager in CHIPS if WAGERS[wager].kind == "layout")
SIDE: tuple[Wager, ...] = tuple(wager for wager in CHIPS if WAGERS[wager].kind == "side")
METERS: Mapping[MeterName, MeterSpec] = {meter.name: meter for row in WAGERS.values() for meter in row.meters}
FEEDS: Mapping[MeterName, Wager] = {meter.name: wager for wager, row in WAGERS.items() for meter in row.meters}
"""The wager that feeds each meter."""


NO_STAKES: Stakes = dict.fromkeys(STAKED, 0)


def stakes_on(**amounts: Cents) -> Stakes:
    """Return these amounts by wager, and 0 on every other."""
    if unknown := amounts.keys() - set(STAKED):
        raise LookupError(f"unknown wager: {', '.join(sorted(unknown))}")
    return {wager: amounts.get(wager, 0) for wager in STAKED}


def decided_in(deal: str) -> tuple[Wager, ...]:
    return tuple(wager for wager, row in WAGERS.items() if deal in row.deals)
