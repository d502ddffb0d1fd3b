"""The stakes of a simulated round: an amount on every wager that the house offers, within its limits."""

from wartable.money import Cents
from wartable.rulebook import CHIPS, WAGERS, Limits, Rules, Stakes, Wager, stakes_on
from wartable.sim.plan import BadPlan

USUAL: Cents = 10_00


def usual_stakes(rules: Rules) -> Stakes:
    """Return the usual amount on every wager offered, or the nearest that the limits allow."""
    return stakes_on(
        **{
            wager: stakes[0] if (stakes := row.stakes(rules)) else _within(rules.limits, wager)
            for wager, row in WAGERS.items()
            if wager in CHIPS and row.placed_in and row.offered(rules)
        }
    )


def _within(limits: Limits, wager: Wager) -> Cents:
    """Return an amount within the limits, a multiple of the step, with a half that exists."""
    amount, (low, high) = USUAL, WAGERS[wager].limits.values(limits)
    multiple = (limits.step if wager == "initial" else None) or 2
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
