"""The result of a run: every figure beside the exact one, with its interval and the difference."""

from fractions import Fraction
from math import sqrt

import msgspec

from wartable.odds import MAX_SEATS, par_sheet
from wartable.rulebook import Rules, Stakes
from wartable.sim import layout, rare
from wartable.sim.cover import Cover
from wartable.sim.cpu import Floats
from wartable.sim.cut_card import class_weights, edge_weights
from wartable.sim.estimate import (
    CONFIDENCE,
    Estimate,
    PriorFigure,
    Sample,
    estimate_mean,
    estimate_share,
    few,
    seat_covariance,
    whole_table,
    with_interval,
)
from wartable.sim.exact import Pays, SpinChances, class_chances, exact_mean, pays_of, wheel_of
from wartable.sim.hands import some_hands
from wartable.sim.plan import Row, SimPlan
from wartable.sim.tally import Tally, read_row
from wartable.sim.wagers import usual_stakes


class WagerEstimate(msgspec.Struct, frozen=True, omit_defaults=True):
    """One wager: the bank's share of a unit, and for the initial wager the covariance of two seats of a round."""

    edge: Estimate
    units: int
    """The number of settled wagers."""
    covariance: float | None = None
    covariance_exact: float | None = None


class ShoeLength(msgspec.Struct, frozen=True):
    """Rounds in a shoe."""

    mean: float
    deviation: float
    least: int
    most: int


class TallyResult(msgspec.Struct, frozen=True):
    """The figures of a tally."""

    estimates: dict[str, WagerEstimate]
    outcomes: dict[str, Estimate]
    """How often a hand meets each outcome class."""
    rounds_per_shoe: ShoeLength | None


class SeatFound(msgspec.Struct, frozen=True):
    """The figures of one seat. The wheel belongs to the whole table, and is reported with it."""

    seat: int
    strategy: str
    estimates: dict[str, WagerEstimate]
    outcomes: dict[str, Estimate]


class StrategyFound(msgspec.Struct, frozen=True):
    """The figures of the seats with the same choice on a tie, together."""

    strategy: str
    seats: tuple[int, ...]
    estimates: dict[str, WagerEstimate]
    outcomes: dict[str, Estimate]


class Judge:
    """The exact values of a plan, to compare tallies with."""

    def __init__(self, rules: Rules, plan: SimPlan, stakes: Stakes | None = None, cover: Cover | None = None) -> None:
        self.plan = plan
        self.rules = rules
        self.pays = pays_of(rules, stakes or usual_stakes(rules))
        self.wheel = wheel_of(rules, plan)
        self.cover = cover
        """What the cover card adds; while it is unknown, no figure is reported as outside."""

    def judge(self, tally: Tally) -> TallyResult:
        """Return every figure of a tally, all seats together."""
        estimates, outcomes = self._figures(whole_table(self.plan, tally), self.plan.bet_hands)
        for wager in ("initial", "tie"):
            together = seat_covariance(self.plan, tally, self.pays[wager].nets) if wager in estimates else None
            if together is not None:
                estimates[wager] = msgspec.structs.replace(
                    estimates[wager], covariance=float(together), covariance_exact=self._exact_covariance(wager)
                )
        if self.wheel is not None:
            estimates["bonus_spin"] = WagerEstimate(spin_edge(tally, self.wheel), tally.rounds * self.plan.seats)
        return TallyResult(estimates, outcomes, shoe_length(tally))

    def by_seat(self, tally: Tally) -> tuple[SeatFound, ...]:
        """Return every figure of the cards, seat by seat."""
        return tuple(
            SeatFound(seat, strategy, *self._figures(some_hands(self.plan, tally, (hand,)), (hand,)))
            for seat, (hand, strategy) in enumerate(zip(self.plan.hand_of, self.plan.strategies, strict=True), 1)
        )

    def by_strategy(self, tally: Tally) -> tuple[StrategyFound, ...]:
        """Return every figure of the cards, strategy by strategy; a community card counts once."""
        found = []
        for strategy in dict.fromkeys(self.plan.strategies):
            seats = tuple(seat for seat, other in enumerate(self.plan.strategies, 1) if other == strategy)
            hands = tuple(dict.fromkeys(self.plan.hand_of[seat - 1] for seat in seats))
            figures = self._figures(some_hands(self.plan, tally, hands), hands)
            found.append(StrategyFound(strategy, seats, *figures))
        return tuple(found)

    def precision(self, row: Row) -> float:
        """Return the half-width of the interval of the initial wager's edge."""
        edge = self.edge(read_row(self.plan, row), "initial")
        return float("inf") if edge is None or edge.reach is None else edge.reach

    def edge(self, tally: Tally, wager: str) -> Estimate | None:
        """Return the bank's share of a unit on a wager."""
        return self._edge(whole_table(self.plan, tally), self.pays[wager], self.plan.bet_hands)

    def _figures(self, sample: Sample, hands: tuple[int, ...]) -> tuple[dict[str, WagerEstimate], dict[str, Estimate]]:
        """The edge of every wager on the cards, and how often each class came."""
        estimates = {}
        for wager, pays in self.pays.items():
            if (edge := self._edge(sample, pays, hands)) is not None:
                units = sum(int(unit) * count for unit, count in zip(pays.units, sample.classes, strict=True))
                estimates[wager] = WagerEstimate(edge, units)
        exact = class_chances(self.plan, hands)
        outcomes = {}
        for place, name in enumerate(layout.CLASSES):
            known = (
                PriorFigure()
                if exact is None
                else PriorFigure(exact[place], self._moved(hands, class_weights((place,))), exact)
            )
            outcomes[name] = estimate_share(sample, (place,), known)
        return estimates, outcomes

    def _edge(self, sample: Sample, pays: Pays, hands: tuple[int, ...]) -> Estimate | None:
        exact = class_chances(self.plan, hands)
        mean = exact_mean(pays, exact)
        known = PriorFigure()
        if exact is not None and mean is not None:
            known = PriorFigure(-mean, self._moved(hands, edge_weights(pays, exact)), exact)
        return estimate_mean(sample, [-net for net in pays.nets], pays.units, known)

    def _moved(self, hands: tuple[int, ...], weights: Floats) -> tuple[float, float] | None:
        return None if self.cover is None else self.cover.moves(self.plan, hands, weights)

    def _exact_covariance(self, wager: str) -> float | None:
        if set(self.plan.choices) != {layout.GO_TO_WAR} or not 1 < self.plan.hands <= MAX_SEATS:
            return None
        table = par_sheet(self.rules, seats=self.plan.seats).table
        shared = next(each.covariance for each in table.wagers if each.wager == wager)
        return shared.value if shared else None


def spin_edge(tally: Tally, wheel: SpinChances) -> Estimate:
    """Estimate the Bonus Spin: the number of turns was dealt, and what a turn pays is exact.

    A shoe holds a fixed number of the cards that turn the wheel, so its turns vary a little less than independent ones;
    the interval ignores that. The cover card adds nothing: every card ends a shoe as often as any other.
    """
    share, returned = Fraction(tally.triggers, tally.rounds), float(wheel.returned)
    seldom = few(tally.triggers, tally.rounds)
    chance = wheel.trigger if seldom else share
    error = sqrt(chance * (1 - chance) / tally.rounds) * returned
    between = None
    if seldom:
        low, high = rare.interval(tally.triggers, tally.rounds, CONFIDENCE)
        between = (1 - high * returned, 1 - low * returned)
    known = PriorFigure(1 - wheel.trigger * wheel.returned, (0.0, 0.0))
    return with_interval(1 - share * wheel.returned, error, known, between)


def shoe_length(tally: Tally) -> ShoeLength | None:
    """Return the rounds in the shoes that were dealt to their end."""
    if not tally.shoes:
        return None
    mean = Fraction(sum(rounds * shoes for rounds, shoes in tally.rounds_in_shoe.items()), tally.shoes)
    squares = sum((rounds - mean) ** 2 * shoes for rounds, shoes in tally.rounds_in_shoe.items())
    return ShoeLength(float(mean), sqrt(squares / tally.shoes), min(tally.rounds_in_shoe), max(tally.rounds_in_shoe))
