"""What a session looks like: a patron's result after many rounds, the fate of a bankroll, and the house's view."""

from collections.abc import Mapping
from math import sqrt

import msgspec

from wartable.money import Cents, format_cents
from wartable.odds.deals import chances
from wartable.odds.distribution import Distribution, Method, distribution
from wartable.odds.exact import Exact
from wartable.odds.hold import WITHIN, RoundsNeeded, rounds_needed
from wartable.odds.law import PatronLaws, patron_laws
from wartable.odds.rounds import settle_apart, unit_stakes
from wartable.odds.ruin import Ruin, ruin
from wartable.odds.seats import table_odds
from wartable.odds.sheet import seats_taken, shoe_of
from wartable.rulebook import Rules, Stakes, stakes_on

QUANTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
"""In percent."""
BARS = 40
"""Bars of the histogram at most."""
MAX_PER_HOUR = 10_000
"""Rounds an hour; no table and no machine deals so many."""
LEAST_WITHIN, MOST_WITHIN = 1e-6, 1.0
"""How near to its theory a hold can be asked for: shares of the initial wagers."""
SHOWN = 1e-4
"""Each tail of the law that the histogram leaves out."""


class Quantile(msgspec.Struct, frozen=True):
    """So many percent of sessions end with no more than this."""

    percent: int
    result: str


class SessionBar(msgspec.Struct, frozen=True):
    """The chance to end from one amount up to another, both included."""

    low: str
    high: str
    probability: float


class SessionOdds(msgspec.Struct, frozen=True):
    """A patron's session of so many rounds, always going to war; amounts are in dollars."""

    rounds: int
    stakes: dict[str, str]
    method: Method
    error: float
    """No probability of the result is off by more than this."""
    expected: Exact
    """The result on average: below nothing where the patron loses."""
    wagered: Exact
    """All that is put up on average."""
    standard_deviation: float
    ahead: float
    even: float
    behind: float
    quantiles: tuple[Quantile, ...]
    histogram: tuple[SessionBar, ...]
    hours: float | None
    expected_per_hour: float | None
    ruin: Ruin | None
    house: tuple[RoundsNeeded, ...]


class SessionPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What a patron means to do; money in cents."""

    rounds: int
    stakes: Stakes
    bankroll: Cents | None = None
    target: Cents | None = None
    per_hour: int | None = None
    within: tuple[float, ...] = WITHIN
    """How near to theory the house wants its hold: shares of the initial wagers."""


def session(
    rules: Rules,
    plan: SessionPlan,
    *,
    decks: int | None = None,
    removed: Mapping[str, int] | None = None,
    seats: int | None = None,
) -> SessionOdds:
    """The law of a patron's session and, beside it, how long the house has to wait for its hold."""
    _see_that_it_can_be_reckoned(plan)
    rounds, stakes = plan.rounds, plan.stakes
    shoe = shoe_of(rules.decks if decks is None else decks, removed or {})
    found = chances(shoe)
    laws = patron_laws(rules, stakes, found)
    law = distribution(laws.war, rounds)
    taken = seats_taken(rules, seats)
    shared = table_odds(rules, taken, settle_apart(rules, unit_stakes(rules)), shoe).wagers[0]
    alone = patron_laws(rules, stakes_on(initial=stakes["initial"]), found).war
    return SessionOdds(
        rounds=rounds,
        stakes={wager: format_cents(amount) for wager, amount in stakes.items() if amount},
        method=law.method,
        error=law.error,
        expected=Exact.of(laws.war.mean * rounds / 100),
        wagered=Exact.of(laws.wagered * rounds / 100),
        standard_deviation=sqrt(laws.war.variance * rounds) / 100,
        ahead=law.above(0),
        even=law.at(0),
        behind=law.below(0),
        quantiles=_quantiles(law),
        histogram=histogram(law),
        **_by_hour(laws, rounds, plan.per_hour),
        ruin=ruin(laws, plan.bankroll, plan.target, rounds) if plan.bankroll is not None else None,
        house=rounds_needed(alone, stakes["initial"], shared, taken, plan.within),
    )


def _see_that_it_can_be_reckoned(plan: SessionPlan) -> None:
    if plan.per_hour is not None and not 1 <= plan.per_hour <= MAX_PER_HOUR:
        raise ValueError(f"expected 1 to {MAX_PER_HOUR} rounds an hour")
    if not all(LEAST_WITHIN <= within <= MOST_WITHIN for within in plan.within):
        raise ValueError(
            f"expected a hold within {100 * LEAST_WITHIN:.4f} to {100 * MOST_WITHIN:.0f} percent of theory"
        )


def _quantiles(law: Distribution) -> tuple[Quantile, ...]:
    results = law.quantiles([percent / 100 for percent in QUANTILES])
    return tuple(Quantile(p, format_cents(result)) for p, result in zip(QUANTILES, results, strict=True))


def _by_hour(laws: PatronLaws, rounds: int, per_hour: int | None) -> dict[str, float | None]:
    if per_hour is None:
        return {"hours": None, "expected_per_hour": None}
    return {"hours": rounds / per_hour, "expected_per_hour": float(laws.war.mean) * per_hour / 100}


def histogram(law: Distribution, bars: int = BARS) -> tuple[SessionBar, ...]:
    """The law in bars of equal width, without its thinnest tails."""
    low, high = law.quantiles([SHOWN, 1 - SHOWN])
    places = (high - low) // law.step + 1
    width = -(-places // bars)
    first = (low - law.lowest) // law.step
    found = []
    for place in range(first, first + places, width):
        end = min(place + width, len(law.chances))
        at = law.lowest + place * law.step
        last = at + (end - place - 1) * law.step
        found.append(SessionBar(format_cents(at), format_cents(last), law.between(place, end)))
    return tuple(found)
