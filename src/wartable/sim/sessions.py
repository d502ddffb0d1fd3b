"""Sessions from real shoes: their results, their paths, their deepest drawdowns, and the ruin of a bankroll."""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import sqrt

import msgspec
import numpy as np

from wartable.money import Cents, format_cents
from wartable.rulebook import STAKED, Rules, Stakes
from wartable.sim import layout
from wartable.sim.cpu import Grid, looks
from wartable.sim.exact import class_chances, pays_of
from wartable.sim.plan import Row, SimPlan

PIECE = 64
STRETCHES = 20
_PLACES = range(len(layout.CLASSES))
QUANTILES = (1, 5, 25, 50, 75, 95, 99)
"""In percent."""


class Mark(msgspec.Struct, frozen=True):
    """The results of all sessions after a number of rounds, by quantile in percent."""

    rounds: int
    results: dict[str, str]


class SessionSample(msgspec.Struct, frozen=True, omit_defaults=True):
    """Many sessions of one player; amounts are in dollars."""

    sessions: int
    rounds: int
    stakes: dict[str, str]
    mean: float
    mean_error: float
    exact_mean: float | None
    ahead: float
    """The share of sessions with a positive result."""
    paths: tuple[Mark, ...]
    drawdown: dict[str, str]
    """The deepest drawdown of a session, by quantile in percent."""
    mean_drawdown: float
    bankroll: str | None = None
    ruined: float | None = None
    """The share of sessions that lost the bankroll."""
    median_ruin: int | None = None
    """The median round of ruin."""


def follow(
    rules: Rules,
    plan: SimPlan,
    seed: int,
    stakes: Stakes,
    *,
    sessions: int,
    rounds: int = 1_000,
    bankroll: Cents = 0,
    threads: int = 1,
) -> SessionSample:
    """Follow the first seat through many sessions; each has its own shoes, and the meter at its reset."""
    pays = pays_of(rules, stakes)
    bet = {wager: stakes[wager] for wager in STAKED if wager in pays and stakes[wager]}
    nets = [sum((pays[w].nets[place] * stake for w, stake in bet.items()), Fraction(0)) for place in _PLACES]
    terms = (rounds, bankroll, plan.hand_of[0])
    ends, path = _follow(plan, seed, np.array([int(net) for net in nets], dtype=np.int64), sessions, terms, threads)
    results, ruins = ends[:, looks.ENDED], ends[ends[:, looks.RUIN] > 0, looks.RUIN]
    chances = class_chances(plan, plan.hand_of[:1])
    return SessionSample(
        sessions=sessions,
        rounds=rounds,
        stakes={wager: format_cents(stake) for wager, stake in bet.items()},
        mean=float(results.mean()) / 100,
        mean_error=float(results.std()) / 100 / sqrt(sessions),
        exact_mean=None
        if chances is None
        else float(sum(chance * net for chance, net in zip(chances, nets, strict=True)) * rounds / 100),
        ahead=float((results > 0).mean()),
        paths=tuple(
            Mark(-(-(stretch + 1) * rounds // STRETCHES), _quantiles(path[:, stretch])) for stretch in range(STRETCHES)
        ),
        drawdown=_quantiles(ends[:, looks.DRAWDOWN]),
        mean_drawdown=float(ends[:, looks.DRAWDOWN].mean()) / 100,
        bankroll=format_cents(bankroll) if bankroll else None,
        ruined=len(ruins) / sessions if bankroll else None,
        median_ruin=int(np.median(ruins)) if len(ruins) else None,
    )


def _follow(
    plan: SimPlan, seed: int, nets: Row, sessions: int, terms: tuple[int, int, int], threads: int
) -> tuple[Grid, Grid]:
    """Every session's end and path, in pieces that threads take in turn."""
    row = plan.row()
    rounds, bankroll, hand = terms
    shoes = rounds  # more than enough, since a shoe has at least one round
    ends, path = (
        np.empty((sessions, looks.SESSION_SIZE), dtype=np.int64),
        np.empty((sessions, STRETCHES), dtype=np.int64),
    )

    def follow_some(first: int) -> None:
        some = slice(first, min(first + PIECE, sessions))
        of_piece = np.array([first * shoes, shoes, rounds, bankroll, hand], dtype=np.int64)
        looks.follow_sessions(row, np.uint64(seed), of_piece, nets, ends[some], path[some])

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(follow_some, range(0, sessions, PIECE)))
    return ends, path


def _quantiles(amounts: Row) -> dict[str, str]:
    found = np.quantile(amounts, [percent / 100 for percent in QUANTILES], method="lower")
    return {str(percent): format_cents(int(amount)) for percent, amount in zip(QUANTILES, found, strict=True)}
