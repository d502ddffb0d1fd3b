"""What every seat bets in a simulated round: something on everything that the house offers, within its limits."""

import msgspec

from wartable.money import Cents
from wartable.rulebook import Rules
from wartable.sim.plan import BadPlan

USUAL: Cents = 10_00


class Stakes(msgspec.Struct, frozen=True):
    """The amount on each wager; nothing on what is not offered."""

    initial: Cents
    tie: Cents
    war_tie: Cents
    progressive: Cents
    bonus_spin: Cents

    @property
    def initial_only(self) -> "Stakes":
        """The initial wager and nothing beside it."""
        return Stakes(self.initial, 0, 0, 0, 0)

    def on(self, wager: str) -> Cents:
        """The stake on a wager."""
        stake: Cents = getattr(self, wager)
        return stake


def usual_stakes(rules: Rules) -> Stakes:
    """The usual amount, or the nearest that the limits allow."""
    limits = rules.limits
    return Stakes(
        initial=_within(USUAL, limits.min, limits.max, limits.step),
        tie=_within(USUAL, limits.tie_min, limits.tie_max, None),
        war_tie=_within(USUAL, None, limits.war_tie_max, None) if rules.tie.on_war_deal else 0,
        progressive=rules.progressive.stakes[0] if rules.progressive else 0,
        bonus_spin=rules.bonus_spin.stakes[0] if rules.bonus_spin else 0,
    )


def _within(amount: Cents, low: Cents | None, high: Cents | None, step: Cents | None) -> Cents:
    """An amount within the limits, a multiple of the step, with a half that exists."""
    multiple = step or 2
    multiple *= 1 + multiple % 2
    if low is not None and amount < low:
        amount = low
    if high is not None and amount > high:
        amount = high
    up, down = -(-amount // multiple) * multiple, amount // multiple * multiple
    for near in (up, down):
        if near > 0 and (high is None or near <= high) and (low is None or near >= low):
            return near
    raise BadPlan("the house's limits allow no wager with a half in whole cents")
