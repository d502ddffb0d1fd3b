"""What a simulation has to say in a report; the one place where the simulator is called."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from wartable.report.parts import HANDS
from wartable.report.program import version
from wartable.report.shoe_level import COVER_SHOES, CutCardEffect, Lives, meter_lives, tell_cover
from wartable.rulebook import WAGERS, Rules

if TYPE_CHECKING:
    from wartable.sim import Estimate, Simulation

ROUNDS = 10_000_000
MAX_SEATS = 9
ROUNDS_A_COVER_SHOE = 100
"""Rounds of the simulation for each shoe in which the cover card's effect is looked for."""

EDGES: dict[str, str] = {
    wager: "edge, initial, always war" if wager == "initial" else f"edge, {row.heading}"
    for wager, row in WAGERS.items()
}
COURSES = {
    "win": "chance to win at once",
    "lose": "chance to lose at once",
    "tie_war_win": "unsuited tie, war won",
    "tie_war_lose": "unsuited tie, war lost",
    "suited_tie_war_win": "suited tie, war won",
    "suited_tie_war_lose": "suited tie, war lost",
    **{hand: HANDS[hand] for hand in ("double_tie", "four_of_a_kind", "suited_double_tie", "suited_four_of_a_kind")},
}


class Dealt(msgspec.Struct, frozen=True):
    """One figure as it was dealt, beside the exact one of a full shoe and what the cover card adds to that."""

    figure: str
    exact: float
    value: float
    low: float | None
    """Where its interval begins; nothing, where the shoes showed no spread."""
    high: float | None
    z: float | None
    """Standard errors from the exact figure and what the cover card adds; nothing where the figure cannot stray."""
    adds: float = 0.0
    """What the cover card adds to the exact figure."""
    outside: bool = False
    """Whether it lies further from what is expected than its confidence allows."""


class SeatDealt(msgspec.Struct, frozen=True):
    """The initial wager's edge at one seat."""

    seat: int
    strategy: str
    edge: Dealt


class SimEvidence(msgspec.Struct, frozen=True):
    """A simulation that can be run again."""

    seed: int
    rounds: int
    shoes: int
    seats: int
    confidence: int
    """Of the intervals, in percent."""
    stream: str
    """How the cards follow from the seed."""
    checksum: str
    """Of the whole tally, in hexadecimal digits."""
    software: str
    dealt: Sequence[Dealt]
    seats_dealt: Sequence[SeatDealt] = ()
    cover: CutCardEffect | None = None
    """Nothing where every round has a full shoe."""
    lives: Lives | None = None
    """Nothing without a meter that was hit twice."""


class NotDealt(msgspec.Struct, frozen=True):
    """Why there is no simulation."""

    why: str


def deal(rules: Rules, rounds: int, seed: int, backend: Literal["cpu", "table"] = "cpu") -> SimEvidence | NotDealt:
    """Deal this number of rounds with every seat taken by a player who always goes to war, and judge what was dealt."""
    from wartable.sim import BadPlan, Goal, Strategy, Where, make_plan, simulate

    seats = min(rules.seats - (rules.bank.by == "player"), MAX_SEATS)
    try:
        plan = make_plan(rules, (Strategy("war"),) * seats)
        shoes = min(COVER_SHOES, max(rounds // ROUNDS_A_COVER_SHOE, 1))
        found = simulate(rules, plan, Goal(rounds=rounds), seed=seed, where=Where(backend), cover_shoes=shoes)
    except BadPlan as error:
        return NotDealt(str(error))
    return SimEvidence(
        seed=found.seed,
        rounds=found.rounds,
        shoes=found.shoes,
        seats=found.seats,
        confidence=round(found.confidence * 100),
        stream=found.stream,
        checksum=found.checksum,
        software=f"wartable {version()}",
        dealt=tuple(_dealt(found)),
        seats_dealt=tuple(
            SeatDealt(seat.seat, seat.strategy, edge)
            for seat in found.by_seat
            for edge in _beside(EDGES["initial"], seat.estimates["initial"].edge)
        ),
        cover=None if plan.one_round or found.cover_card is None else tell_cover(found.cover_card, EDGES),
        lives=meter_lives(rules, plan, seed, found.shoes),
    )


def _dealt(found: "Simulation") -> Iterator[Dealt]:
    """Yield the edge of every wager, then the chance of every course that can occur."""
    for wager, name in EDGES.items():
        if wager in found.estimates:
            yield from _beside(name, found.estimates[wager].edge)
    for course, name in COURSES.items():
        yield from _beside(name, found.outcomes[course])


def _beside(name: str, estimate: "Estimate") -> Iterator[Dealt]:
    """Yield a dealt figure that has an exact one."""
    if estimate.exact is not None and estimate.effect is not None:
        interval = (estimate.low, estimate.high, estimate.z_expected)
        yield Dealt(name, estimate.exact, estimate.value, *interval, estimate.effect, estimate.outside is True)
