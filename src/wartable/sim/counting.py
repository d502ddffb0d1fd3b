"""Exposure to counting, at the kernels' speed: the same figures as `wartable.odds.exposure`, over many more shoes.

Shoes are dealt beyond the cover card, until another round may not fit, so that every depth of the cover card can be
judged from the same shoes.
"""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import sqrt

import msgspec
import numpy as np

from wartable.cards import DECK_SIZE
from wartable.money import format_cents
from wartable.odds import BANDS, DEPTHS, AtDepth, Band, Exposure, WagerExposure
from wartable.rulebook import Rules
from wartable.sim import layout
from wartable.sim.cpu import Floats, looks
from wartable.sim.exact import Pays, pays_of
from wartable.sim.plan import SimPlan
from wartable.sim.wagers import usual_stakes

PIECE = 1024
WORST = -1e9
"""Less than any net."""


def exposure(rules: Rules, plan: SimPlan, seed: int, shoes: int, threads: int = 1) -> Exposure:
    """Deal shoes, and compute the tie wager and the progressive before every round."""
    stack = plan.decks * DECK_SIZE
    pays = pays_of(rules, usual_stakes(rules))
    wagers = [wager for wager in ("tie", "progressive") if wager in pays]
    nets = np.array([_nets(wager, pays[wager]) for wager in wagers])
    places, gains = _look(plan, seed, shoes, nets, threads)
    behind = stack if plan.one_round else stack - plan.front
    return Exposure(
        shoes=shoes,
        seats=plan.seats,
        rounds=int(places[0, :, looks.PLACE_ROUNDS].sum()),
        house_depth=behind,
        meter=format_cents(rules.progressive.reset) if rules.progressive else None,
        wagers=tuple(_wager(wager, places[place], gains[place], shoes, behind) for place, wager in enumerate(wagers)),
    )


def _nets(wager: str, pays: Pays) -> list[float]:
    nets = [Fraction(0)] * looks.CHANCES
    nets[0] = pays.nets[layout.LOSE]
    if wager == "tie":
        nets[looks.TIE] = nets[looks.SUITED_TIE] = pays.nets[layout.TIE_SURRENDER]
    else:
        nets[1], nets[2] = pays.nets[layout.TIE_WAR_LOSE], pays.nets[layout.SUITED_TIE_WAR_LOSE]
        nets[3 : looks.TIE] = pays.nets[layout.DOUBLE_TIE :]
    return [float(net) for net in nets]


def _look(plan: SimPlan, seed: int, shoes: int, nets: Floats, threads: int) -> tuple[Floats, Floats]:
    stack = plan.decks * DECK_SIZE
    to_the_end = msgspec.structs.replace(plan, front=stack - plan.most_cards_in_a_round, one_round=False).row()

    def look(first: int) -> tuple[Floats, Floats]:
        places = np.zeros((len(nets), stack, looks.PLACE_SIZE))
        places[:, :, looks.PLACE_BEST] = WORST
        some = min(PIECE, shoes - first)
        gains = looks.look_before_rounds(to_the_end, np.uint64(seed), first, some, nets, plan.front, places)
        return places, gains

    total, total_gains = np.zeros((len(nets), stack, looks.PLACE_SIZE)), np.zeros((len(nets), 2))
    total[:, :, looks.PLACE_BEST] = WORST
    with ThreadPoolExecutor(threads) as pool:
        for places, gains in pool.map(look, range(0, shoes, PIECE)):
            best = np.maximum(total[:, :, looks.PLACE_BEST], places[:, :, looks.PLACE_BEST])
            total += places
            total[:, :, looks.PLACE_BEST] = best
            total_gains += gains
    return total, total_gains


def _wager(wager: str, places: Floats, gains: Floats, shoes: int, behind: int) -> WagerExposure:
    stack = len(places)
    depths = tuple(_at_depth(places, shoes, stack * part // DEPTHS) for part in range(DEPTHS // 2 + 1))
    with_edge = np.flatnonzero(places[:, looks.PLACE_WITH_EDGE])
    mean, squares = gains[0] / shoes, gains[1] / shoes
    return WagerExposure(
        wager=wager,
        bands=_bands(places),
        depths=depths,
        at_house_depth=_at_depth(places, shoes, behind),
        gain_error=sqrt(max(squares - mean * mean, 0.0) / shoes),
        closed_from=stack - int(with_edge[0]) + 1 if len(with_edge) else 0,
    )


def _at_depth(places: Floats, shoes: int, behind: int) -> AtDepth:
    """The gain of a counter with this number of cards behind the cover card: rounds that begin in front of it count."""
    dealt = places[: len(places) - behind + 1].sum(axis=0)
    rounds = dealt[looks.PLACE_ROUNDS]
    share = float(dealt[looks.PLACE_WITH_EDGE] / rounds) if rounds else 0.0
    return AtDepth(behind, share, float(dealt[looks.PLACE_GAIN]) / shoes)


def _bands(places: Floats) -> tuple[Band, ...]:
    bands = []
    stack = len(places)
    for tenth in range(BANDS):
        some = places[[place for place in range(stack) if place * BANDS // stack == tenth]]
        total = some.sum(axis=0)
        if rounds := int(total[looks.PLACE_ROUNDS]):
            edge, mean = float(total[looks.PLACE_WITH_EDGE]) / rounds, float(total[looks.PLACE_NETS]) / rounds
            bands.append(Band((tenth + 1) / BANDS, rounds, edge, mean, float(some[:, looks.PLACE_BEST].max())))
    return tuple(bands)
