"""What a run found: every figure beside the exact one, with its interval and how far apart they are."""

from fractions import Fraction
from math import sqrt

import msgspec

from wartable.odds import par_sheet
from wartable.odds.seats import MAX_SEATS
from wartable.rulebook import Rules
from wartable.sim import layout
from wartable.sim.estimate import FEW, Estimate, estimate_mean, estimate_share, seat_covariance, with_interval
from wartable.sim.exact import Pays, Wheel, class_chances, exact_mean, pays_of, wheel_of
from wartable.sim.plan import Plan, Row
from wartable.sim.tally import Tally, read_row
from wartable.sim.wagers import Stakes, usual_stakes


class WagerEstimate(msgspec.Struct, frozen=True, omit_defaults=True):
    """One wager: the bank's share of a unit, and for the initial wager how two seats of a round go together."""

    edge: Estimate
    units: int
    """Wagers that were settled."""
    covariance: float | None = None
    covariance_exact: float | None = None


class ShoeLength(msgspec.Struct, frozen=True):
    """Rounds in a shoe."""

    mean: float
    deviation: float
    least: int
    most: int


class Found(msgspec.Struct, frozen=True):
    """What a tally says."""

    estimates: dict[str, WagerEstimate]
    outcomes: dict[str, Estimate]
    """How often a hand meets each outcome class."""
    rounds_per_shoe: ShoeLength | None


class Judge:
    """What is known beforehand about a plan, to hold tallies against."""

    def __init__(self, rules: Rules, plan: Plan, stakes: Stakes | None = None) -> None:
        self.plan = plan
        self.rules = rules
        self.pays = pays_of(rules, stakes or usual_stakes(rules))
        self.chances = class_chances(plan)
        self.wheel = wheel_of(rules, plan)

    def judge(self, tally: Tally) -> Found:
        """Every figure of a tally."""
        estimates = {wager: found for wager, pays in self.pays.items() if (found := self._wager(tally, wager, pays))}
        if self.wheel is not None:
            estimates["bonus_spin"] = WagerEstimate(spin_edge(tally, self.wheel), tally.rounds * self.plan.seats)
        exact = self.chances
        outcomes = {
            name: estimate_share(self.plan, tally, (place,), None if exact is None else exact[place])
            for place, name in enumerate(layout.CLASSES)
        }
        return Found(estimates, outcomes, shoe_length(tally))

    def precision(self, row: Row) -> float:
        """How far the interval of the initial wager's edge reaches to either side."""
        edge = self.edge(read_row(self.plan, row), "initial")
        return float("inf") if edge is None or edge.reach is None else edge.reach

    def edge(self, tally: Tally, wager: str) -> Estimate | None:
        """The bank's share of a unit on a wager."""
        pays = self.pays[wager]
        mean = exact_mean(pays, self.chances)
        lost = [-net for net in pays.nets]
        return estimate_mean(self.plan, tally, lost, pays.units, None if mean is None else -mean)

    def _wager(self, tally: Tally, wager: str, pays: Pays) -> WagerEstimate | None:
        edge = self.edge(tally, wager)
        if edge is None:
            return None
        units = sum(int(unit) * count for unit, count in zip(pays.units, tally.classes, strict=True))
        together = seat_covariance(self.plan, tally, pays.nets) if wager in ("initial", "tie") else None
        if together is None:
            return WagerEstimate(edge, units)
        return WagerEstimate(edge, units, float(together), self._exact_covariance(wager))

    def _exact_covariance(self, wager: str) -> float | None:
        if set(self.plan.choices) != {layout.GO_TO_WAR} or not 1 < self.plan.hands <= MAX_SEATS:
            return None
        table = par_sheet(self.rules, seats=self.plan.seats).table
        shared = next(each.covariance for each in table.wagers if each.wager == wager)
        return shared.value if shared else None


def spin_edge(tally: Tally, wheel: Wheel) -> Estimate:
    """The Bonus Spin: how often the wheel turned was dealt, what it pays when it does is exact.

    A shoe holds a fixed number of the cards that turn it, so its turns are a little more even than independent ones;
    the interval does not make use of that.
    """
    share = Fraction(tally.triggers, tally.rounds)
    chance = share if tally.triggers >= FEW else wheel.trigger
    error = sqrt(chance * (1 - chance) / tally.rounds) * float(wheel.returned)
    return with_interval(1 - share * wheel.returned, error, 1 - wheel.trigger * wheel.returned)


def shoe_length(tally: Tally) -> ShoeLength | None:
    """Rounds in the shoes that were dealt to their end."""
    if not tally.shoes:
        return None
    mean = Fraction(sum(rounds * shoes for rounds, shoes in tally.rounds_in_shoe.items()), tally.shoes)
    squares = sum((rounds - mean) ** 2 * shoes for rounds, shoes in tally.rounds_in_shoe.items())
    return ShoeLength(float(mean), sqrt(squares / tally.shoes), min(tally.rounds_in_shoe), max(tally.rounds_in_shoe))
