"""Kernels that examine shoes: the cards left at the end, a counter's view before every round, and sessions.

These kernels follow single shoes round by round, with the plain kernel's own rounds. They return floats and places,
not a tally.
"""

import numpy as np
from numpy.typing import NDArray

from wartable.sim import layout
from wartable.sim.cpu.compiled import kernel, part
from wartable.sim.cpu.plain import DECK, LEFT, RANKS, U64, Grid, Numbers, Row, Shoe, begin_shoe, goes_on, play_round

Floats = NDArray[np.float64]
FloatGrid = NDArray[np.float64]

HANDS_WAR = 7
"""Hands of a player who goes to war: decided, tie, suited tie, double tie, four of a kind, and both of these suited."""
TIE, SUITED_TIE = HANDS_WAR, HANDS_WAR + 1
"""After them, the class of a tie on the original deal alone."""
CHANCES = HANDS_WAR + 2

PLACE_ROUNDS, PLACE_NETS, PLACE_WITH_EDGE, PLACE_GAIN, PLACE_BEST = range(5)
PLACE_SIZE = 5
"""Rounds by the cards gone at their start: how many, their nets, those with an edge, their gains, and the best."""

ENDED, LOWEST, HIGHEST, DRAWDOWN, RUIN = range(5)
SESSION_SIZE = 5
"""A session: its end, its lowest and highest point, its deepest drawdown, the round of its ruin."""


@part
def cards_left(chance: Numbers) -> int:
    return int(np.int64(chance[LEFT]))


@part
def count_cards(shoe: Shoe, left: int, counts: Row) -> None:
    """Count the unseen cards by card; a burned card is not drawn, so it is among those left."""
    for code in range(DECK):
        counts[code] = 0
    for place in range(left):
        counts[shoe[place]] += 1


@kernel
def weigh(counts: Row, left: int, chances: Floats) -> None:
    """Compute the chance of each hand in the next round, in whole numbers over the unseen cards."""
    pairs = suited_pairs = squares = card_squares = one_rank = four = suited_four = first_suited = 0
    for rank in range(RANKS):
        count = suited = square = 0
        for code in range(4 * rank, 4 * rank + 4):
            of_card = counts[code]
            both = of_card * (of_card - 1)
            count += of_card
            suited += both
            square += both * both
            suited_four += both * (of_card - 2) * (of_card - 3)
        pair, next_pair = count * (count - 1), (count - 2) * (count - 3)
        pairs += pair
        squares += pair * pair
        four += pair * next_pair
        suited_pairs += suited
        card_squares += square
        one_rank += suited * suited - square
        first_suited += suited * (next_pair - pair)
    two, after = left * (left - 1), (left - 2) * (left - 3)
    double = pairs * pairs - squares + four
    suited_double = suited_pairs * suited_pairs - card_squares + suited_four
    suited_then_any = suited_pairs * pairs + first_suited
    plain_four = four - one_rank - suited_four
    all_ways = float(two * after)
    chances[0] = (two - pairs) * after / all_ways
    chances[1] = ((pairs - suited_pairs) * after - (double - suited_then_any)) / all_ways
    chances[2] = (suited_pairs * after - suited_then_any) / all_ways
    chances[3] = (double - suited_double - plain_four) / all_ways
    chances[4] = plain_four / all_ways
    chances[5] = (suited_double - suited_four) / all_ways
    chances[6] = suited_four / all_ways
    chances[TIE] = (pairs - suited_pairs) / float(two)
    chances[SUITED_TIE] = suited_pairs / float(two)


@kernel
def look_at_ends(plan: Row, seed: np.uint64, first: int, rounds: Row, chances: FloatGrid) -> None:
    """Deal shoes to their end: the rounds of each, and the chance of each hand in one more round."""
    cards = plan[layout.DECKS] * DECK
    shoe, chance = np.empty(cards, np.uint8), np.empty(5, np.uint64)
    classes, hand_cards = np.empty(layout.MAX_HANDS, np.int64), np.empty(layout.MAX_HANDS, np.int64)
    counts = np.empty(DECK, np.int64)
    for place in range(len(rounds)):
        begin_shoe(seed, U64(first + place), cards, shoe, chance)
        gone, more = plan[layout.BURN_FIRST], True
        while more:
            used, _ = play_round(plan, shoe, chance, classes, hand_cards)
            gone += used
            rounds[place] += 1
            more = goes_on(plan, gone)
        left = cards_left(chance)
        count_cards(shoe, left, counts)
        weigh(counts, left, chances[place])


@kernel
def look_before_rounds(
    plan: Row, seed: np.uint64, first: int, shoes: int, nets: FloatGrid, depth: int, places: NDArray[np.float64]
) -> FloatGrid:
    """Compute what a counter sees: before every round, each wager over the unseen cards.

    Figures go to the place at which the round began. What comes back is each wager's gain of a shoe up to a depth, and
    its square, summed over shoes.
    """
    cards, wagers = plan[layout.DECKS] * DECK, len(nets)
    shoe, chance = np.empty(cards, np.uint8), np.empty(5, np.uint64)
    classes, hand_cards = np.empty(layout.MAX_HANDS, np.int64), np.empty(layout.MAX_HANDS, np.int64)
    counts, chances = np.empty(DECK, np.int64), np.empty(CHANCES, np.float64)
    gains, of_shoe = np.zeros((wagers, 2), np.float64), np.zeros(wagers, np.float64)
    for number in range(first, first + shoes):
        begin_shoe(seed, U64(number), cards, shoe, chance)
        gone, more = plan[layout.BURN_FIRST], True
        of_shoe[:] = 0.0
        while more:
            left = cards_left(chance)
            count_cards(shoe, left, counts)
            weigh(counts, left, chances)
            for wager in range(wagers):
                net = 0.0
                for hand in range(CHANCES):
                    net += nets[wager, hand] * chances[hand]
                seen = places[wager, gone]
                seen[PLACE_ROUNDS] += 1
                seen[PLACE_NETS] += net
                seen[PLACE_BEST] = max(seen[PLACE_BEST], net)
                if net > 0:
                    seen[PLACE_WITH_EDGE] += 1
                    seen[PLACE_GAIN] += net
                    of_shoe[wager] += net if gone <= depth else 0.0
            used, _ = play_round(plan, shoe, chance, classes, hand_cards)
            gone += used
            more = goes_on(plan, gone)
        for wager in range(wagers):
            gains[wager, 0] += of_shoe[wager]
            gains[wager, 1] += of_shoe[wager] * of_shoe[wager]
    return gains


@kernel
def follow_sessions(plan: Row, seed: np.uint64, terms: Row, nets: Row, ends: Grid, path: Grid) -> None:
    """Follow sessions at one hand, each from a shoe of its own; `nets` are amounts by class.

    The terms are the first shoe, shoes from one session to the next, rounds, bankroll or nothing, and hand. The path
    has the result after equal stretches of rounds. A session that loses its bankroll goes on, so that paths can be
    compared; the round of its ruin is noted.
    """
    first, shoes, rounds, bankroll, hand = terms[0], terms[1], terms[2], terms[3], terms[4]
    cards = plan[layout.DECKS] * DECK
    shoe, chance = np.empty(cards, np.uint8), np.empty(5, np.uint64)
    classes, hand_cards = np.empty(layout.MAX_HANDS, np.int64), np.empty(layout.MAX_HANDS, np.int64)
    stretches = path.shape[1]
    for session in range(len(ends)):
        number, gone, more = first + session * shoes - 1, 0, False
        total = lowest = highest = drawdown = ruin = np.int64(0)
        told = 0
        for dealt in range(1, rounds + 1):
            if not more:
                number += 1
                begin_shoe(seed, U64(number), cards, shoe, chance)
                gone = plan[layout.BURN_FIRST]
            used, _ = play_round(plan, shoe, chance, classes, hand_cards)
            gone += used
            more = goes_on(plan, gone)
            total += nets[classes[hand]]
            lowest, highest = min(lowest, total), max(highest, total)
            drawdown = max(drawdown, highest - total)
            if bankroll and not ruin and total <= -bankroll:
                ruin = np.int64(dealt)
            while told < stretches and dealt * stretches >= (told + 1) * rounds:
                path[session, told] = total
                told += 1
        ends[session, ENDED], ends[session, LOWEST], ends[session, HIGHEST] = total, lowest, highest
        ends[session, DRAWDOWN], ends[session, RUIN] = drawdown, ruin
