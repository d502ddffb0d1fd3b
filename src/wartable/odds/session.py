"""A patron's session: the result after many rounds, the fate of a bankroll, and the house's view."""

from collections.abc import Mapping
from math import sqrt

import msgspec

from wartable.money import Cents, format_cents, say_cents
from wartable.odds.deals import chances
from wartable.odds.distribution import Distribution, Method, distribution
from wartable.odds.errors import BadArgument
from wartable.odds.exact import Exact
from wartable.odds.hold import WITHIN, RoundsNeeded, rounds_needed
from wartable.odds.law import PatronLaws, patron_laws
from wartable.odds.rounds import settle_apart, unit_stakes
from wartable.odds.ruin import Ruin, ruin
from wartable.odds.seats import table_odds
from wartable.odds.sheet import seats_taken, shoe_of
from wartable.rulebook import WAGERS, Rules, Stakes, stakes_on
from wartable.table import Refusal, Refused

QUANTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
"""In percent."""
BARS = 40
"""The most bars of the histogram."""
MAX_PER_HOUR = 10_000
"""The most rounds an hour; no table and no machine deals more."""
LEAST_WITHIN, MOST_WITHIN = 1e-6, 1.0
"""The range of the tolerance of a hold: shares of the initial wagers."""
SHOWN = 1e-4
"""The probability of each tail that the histogram leaves out."""


class Quantile(msgspec.Struct, frozen=True):
    """This percentage of sessions ends with no more than this net."""

    percent: int
    result: str


class SessionBar(msgspec.Struct, frozen=True):
    """The chance to end from one amount up to another, both included."""

    low: str
    high: str
    probability: float


class SessionOdds(msgspec.Struct, frozen=True):
    """A patron's session, always going to war; amounts are in dollars."""

    rounds: int
    stakes: dict[str, str]
    method: Method
    error: float
    """The error bound of every probability of the result."""
    expected: Exact
    """The average result: negative where the patron loses."""
    wagered: Exact
    """The average total put up."""
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
    """A patron's plan; money in cents."""

    rounds: int
    stakes: Stakes
    bankroll: Cents | None = None
    target: Cents | None = None
    per_hour: int | None = None
    within: tuple[float, ...] = WITHIN
    """The house's tolerance of its hold: shares of the initial wagers."""


def session(
    rules: Rules,
    plan: SessionPlan,
    *,
    decks: int | None = None,
    removed: Mapping[str, int] | None = None,
    seats: int | None = None,
) -> SessionOdds:
    """Return the distribution of a patron's session, and the rounds the house needs for its hold."""
    _see_that_it_can_be_reckoned(plan)
    _see_that_it_is_offered(rules, plan.stakes)
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
        raise BadArgument("per_hour", f"expected 1 to {MAX_PER_HOUR} rounds an hour, not {plan.per_hour}")
    for within in plan.within:
        if not LEAST_WITHIN <= within <= MOST_WITHIN:
            allowed = f"{100 * LEAST_WITHIN:.4f} to {100 * MOST_WITHIN:.0f} percent of theory"
            raise BadArgument("within", f"expected {allowed}, not {100 * within:g}")


def _see_that_it_is_offered(rules: Rules, stakes: Stakes) -> None:
    for wager, amount in stakes.items():
        row = WAGERS[wager]
        clauses = rules.cite.get(row.offered_by, ())
        if amount and not row.offered(rules):
            raise BadArgument(wager, f"{Refused(Refusal.WAGER_IS_NOT_OFFERED, clauses)}; leave it out")
        if amount and (offered := row.stakes(rules)) and amount not in offered:
            expected = " or ".join(format_cents(stake) for stake in offered)
            refused = Refused(Refusal.STAKE_IS_NOT_OFFERED, clauses)
            raise BadArgument(wager, f"{refused}; expected {expected}, not {say_cents(amount)}")


def _quantiles(law: Distribution) -> tuple[Quantile, ...]:
    results = law.quantiles([percent / 100 for percent in QUANTILES])
    return tuple(Quantile(p, format_cents(result)) for p, result in zip(QUANTILES, results, strict=True))


def _by_hour(laws: PatronLaws, rounds: int, per_hour: int | None) -> dict[str, float | None]:
    if per_hour is None:
        return {"hours": None, "expected_per_hour": None}
    return {"hours": rounds / per_hour, "expected_per_hour": float(laws.war.mean) * per_hour / 100}


def histogram(law: Distribution, bars: int = BARS) -> tuple[SessionBar, ...]:
    """Return the distribution in bars of equal width, without its thinnest tails."""
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
