"""The plain kernel: one shoe after the other, every plan, with a trace of single rounds.

It is the reference of the fast kernels, and the table is its reference. It also deals what the fast kernels cannot:
a shoe that stops in the middle, and players who count.
"""

import numpy as np
from numpy.typing import NDArray

from wartable.sim import layout
from wartable.sim.cpu.compiled import kernel, part

Row = NDArray[np.int64]
Grid = NDArray[np.int64]
Shoe = NDArray[np.uint8]
Numbers = NDArray[np.uint64]

U64 = np.uint64
ONE, WORD, LOW, ALL = U64(1), U64(32), U64(0xFFFFFFFF), U64(1 << 32)
MULTIPLIER = U64(0xFFFEB81B)
PHILOX = (U64(0xD2511F53), U64(0xCD9E8D57))
WEYL = (U64(0x9E3779B9), U64(0xBB67AE85))
DECK = 52
RANKS = 13
SIZE = len(layout.CLASSES)

STATE, KEY, LEFT, FIRST, SECOND = range(5)
"""The generator of a shoe: its state and key, the cards left, and the two draws of the last word."""

NONE, AT_WAR = -1, -2
"""In place of a class: no wager on the hand; its war is still to be dealt."""

TRACE_SHOE, TRACE_GONE, TRACE_TRIGGER, TRACE_LAST, TRACE_CLASSES = range(5)
TRACE_SIZE = TRACE_CLASSES + layout.MAX_HANDS
"""A round in a trace: its shoe, the cards gone, whether it turned the wheel or was the last, and each hand's class."""


@kernel
def begin_shoe(seed: U64, number: U64, cards: int, shoe: Shoe, chance: Numbers) -> None:
    """Begin a fresh shoe and its generator: Philox of the shoe's number under the seed."""
    c0, c1, c2, c3 = number & LOW, number >> WORD, U64(0), U64(0)
    k0, k1 = seed & LOW, seed >> WORD
    for _ in range(10):
        one, other = PHILOX[0] * c0, PHILOX[1] * c2
        c0, c1, c2, c3 = (other >> WORD) ^ c1 ^ k0, other & LOW, (one >> WORD) ^ c3 ^ k1, one & LOW
        k0, k1 = (k0 + WEYL[0]) & LOW, (k1 + WEYL[1]) & LOW
    chance[STATE] = c0 | (c1 | ONE) << WORD
    chance[KEY] = c2
    chance[LEFT] = cards
    for place in range(cards):
        shoe[place] = place % DECK


@part
def draw_two(chance: Numbers) -> None:
    """Draw two places from one word, exactly uniform together: biased words are rejected."""
    left = chance[LEFT]
    ways = left * (left - ONE)
    while True:
        low, high = chance[STATE] & LOW, chance[STATE] >> WORD
        chance[STATE] = MULTIPLIER * low + high
        product = (low ^ high ^ chance[KEY]) * left
        chance[FIRST] = product >> WORD
        product = (product & LOW) * (left - ONE)
        chance[SECOND] = product >> WORD
        rest = product & LOW
        if rest >= ways or rest >= ALL % ways:
            return


@part
def turn_card(shoe: Shoe, chance: Numbers, turned: int) -> int:
    """Return the next card of a deal after `turned` cards: every other card takes a new word."""
    if turned % 2 == 0:
        draw_two(chance)
        place = chance[FIRST]
    else:
        place = chance[SECOND]
    chance[LEFT] -= ONE
    code = shoe[place]
    shoe[place] = shoe[chance[LEFT]]
    return int(np.int64(code))


@part
def war_class(card: int, dealers: int, war_card: int, dealers_war: int) -> int:
    """Return the outcome class of a hand that went to war."""
    suited = card == dealers
    if war_card >> 2 != dealers_war >> 2:
        return layout.TIE_WAR_LOSE + 2 * suited + (war_card > dealers_war)
    if suited and war_card == dealers_war:
        return layout.SUITED_FOUR_OF_A_KIND if card == war_card else layout.SUITED_DOUBLE_TIE
    return layout.FOUR_OF_A_KIND if card >> 2 == war_card >> 2 else layout.DOUBLE_TIE


@part
def count_says_war(plan: Row, shoe: Shoe, left: int) -> bool:
    """Whether two unseen cards tie often enough; the unseen cards are those left, as a burned card is not drawn."""
    ranks = np.zeros(RANKS, np.int64)
    for place in range(left):
        ranks[shoe[place] >> 2] += 1
    pairs = 0
    for rank in range(RANKS):
        pairs += ranks[rank] * (ranks[rank] - 1)
    return bool(pairs * plan[layout.COUNT_DEN] >= plan[layout.COUNT_NUM] * left * (left - 1))


@part
def first_class(card: int, dealers: int, choice: int) -> int:
    """Return the outcome class of a hand after the original deal; a war is still to be decided."""
    if choice == layout.NO_BETTOR:
        return NONE
    if card >> 2 != dealers >> 2:
        return layout.WIN if card > dealers else layout.LOSE
    if choice == layout.SURRENDER:
        return layout.TIE_SURRENDER + (card == dealers)
    return AT_WAR


@kernel
def play_round(plan: Row, shoe: Shoe, chance: Numbers, classes: Row, cards: Row) -> tuple[int, int]:
    """Play one round: fill in each hand's class, and return the cards gone and the dealer's card."""
    hands = plan[layout.HANDS]
    for hand in range(hands):
        cards[hand] = turn_card(shoe, chance, hand)
    dealers = turn_card(shoe, chance, hands)
    gone, fighting, counted, says_war = hands + 1, 0, False, True
    for hand in range(hands):
        choice = plan[layout.CHOICE + hand]
        found = first_class(cards[hand], dealers, choice)
        if found == AT_WAR and choice == layout.BY_COUNT:
            if not counted:
                counted, says_war = True, count_says_war(plan, shoe, int(chance[LEFT]))
            if not says_war:
                found = layout.TIE_SURRENDER + (cards[hand] == dealers)
        classes[hand] = found
        fighting += found == AT_WAR
    if fighting:
        gone += plan[layout.WAR_BURNS] + plan[layout.WAR_BURNS_EACH] * fighting + fighting + 1
        deal_war(shoe, chance, hands, dealers, classes, cards)
    return gone, dealers


@part
def deal_war(shoe: Shoe, chance: Numbers, hands: int, dealers: int, classes: Row, cards: Row) -> None:
    """Deal a card for each hand at war, then the dealer's, which decides them all."""
    turned = 0
    for hand in range(hands):
        if classes[hand] == AT_WAR:
            cards[hand] |= turn_card(shoe, chance, turned) << 8
            turned += 1
    dealers_war = turn_card(shoe, chance, turned)
    for hand in range(hands):
        if classes[hand] == AT_WAR:
            classes[hand] = war_class(cards[hand] & 255, dealers, cards[hand] >> 8, dealers_war)


@part
def is_trigger(plan: Row, dealers: int) -> bool:
    """Whether the dealer's first card turns the wheel: its rank, and red or black."""
    suit = dealers & 3
    red = 1 if suit in (1, 2) else 0
    return bool((dealers >> 2) * 2 + red == plan[layout.TRIGGER])


@part
def goes_on(plan: Row, gone: int) -> bool:
    """Whether another round begins: the cover card has not come out, and the cards are not shuffled every round."""
    return bool(gone <= plan[layout.FRONT] and not plan[layout.ONE_ROUND])


@part
def add_products(row: Row, where: int, vector: Row, size: int) -> None:
    """Add the products of a vector's numbers, each pair once."""
    place = where
    for one in range(size):
        for other in range(one, size):
            row[place] += vector[one] * vector[other]
            place += 1


@part
def count_round(row: Row, classes: Row, hands: int, in_shoe: Row, in_round: Row) -> None:
    """Add the classes of a round to the tally, to the shoe's vector and to the round's."""
    for place in range(layout.ROUND_VECTOR):
        in_round[place] = 0
    for hand in range(hands):
        found = classes[hand]
        if found >= 0:
            row[layout.HAND_CLASSES + hand * SIZE + found] += 1
            in_shoe[found] += 1
            in_round[0] += found == layout.WIN
            in_round[1] += found >= layout.TIE_SURRENDER
            in_round[2] += found in (layout.TIE_WAR_WIN, layout.SUITED_TIE_WAR_WIN)
            in_round[3] += found >= layout.DOUBLE_TIE
    add_products(row, layout.ROUND_MOMENTS, in_round, layout.ROUND_VECTOR)


@kernel
def deal_plain(plan: Row, seed: U64, first: int, shoes: int, limit: int, row: Row) -> None:
    """Deal a range of shoes, each for at most `limit` rounds (0: to its end), into a tally."""
    cards = plan[layout.DECKS] * DECK
    shoe, chance = np.empty(cards, np.uint8), np.empty(5, np.uint64)
    classes, hand_cards = np.empty(layout.MAX_HANDS, np.int64), np.empty(layout.MAX_HANDS, np.int64)
    in_shoe, in_round = np.empty(SIZE, np.int64), np.empty(layout.ROUND_VECTOR, np.int64)
    for number in range(first, first + shoes):
        begin_shoe(seed, U64(number), cards, shoe, chance)
        in_shoe[:] = 0
        gone, rounds, more = plan[layout.BURN_FIRST], 0, True
        while more and (limit == 0 or rounds < limit):
            left, dealers = play_round(plan, shoe, chance, classes, hand_cards)
            gone += left
            rounds += 1
            row[layout.TRIGGERS] += is_trigger(plan, dealers)
            count_round(row, classes, plan[layout.HANDS], in_shoe, in_round)
            more = goes_on(plan, gone)
        row[layout.ROUNDS] += rounds
        if more:
            row[layout.PARTIAL] += 1
        else:
            row[layout.SHOES] += 1
            row[layout.ROUNDS_IN_SHOE + rounds] += 1
        in_shoe[layout.LOSE] = rounds  # losses follow from the other counts, so their place holds the rounds
        add_products(row, layout.SHOE_MOMENTS, in_shoe, SIZE)


@kernel
def trace_plain(plan: Row, seed: U64, first: int, trace: Grid) -> None:
    """Write rounds from the first of a shoe on, one row for each, until the trace is full."""
    cards = plan[layout.DECKS] * DECK
    shoe, chance = np.empty(cards, np.uint8), np.empty(5, np.uint64)
    classes, hand_cards = np.empty(layout.MAX_HANDS, np.int64), np.empty(layout.MAX_HANDS, np.int64)
    number, gone, more = first - 1, 0, False
    for line in range(len(trace)):
        if not more:
            number += 1
            begin_shoe(seed, U64(number), cards, shoe, chance)
            gone = plan[layout.BURN_FIRST]
        left, dealers = play_round(plan, shoe, chance, classes, hand_cards)
        gone += left
        more = goes_on(plan, gone)
        trace[line, TRACE_SHOE] = number
        trace[line, TRACE_GONE] = gone
        trace[line, TRACE_TRIGGER] = is_trigger(plan, dealers)
        trace[line, TRACE_LAST] = not more
        for hand in range(plan[layout.HANDS]):
            trace[line, TRACE_CLASSES + hand] = classes[hand]
