"""The kernel for many hands: sixteen shoes side by side, each with its own number of cards left.

The original deal is in step. Then the lanes that have wars deal them, card by card, until the last one is done; the
others wait.
"""

import numpy as np

from wartable.sim import layout
from wartable.sim.cpu.compiled import kernel, part
from wartable.sim.cpu.draw import DECK, begin_shoes, draw_two, lay_out, take, trigger_cards
from wartable.sim.cpu.lanes import (
    LANES,
    Column,
    Lanes,
    Mask,
    any_lane,
    bump,
    choose,
    count_bits,
    every_lane,
    gather,
    lane_numbers,
    load,
    same,
    scatter,
    splat,
    store,
)
from wartable.sim.cpu.totals import (
    GROUPS,
    ROUND_PRODUCTS,
    SHOE_PRODUCTS,
    SIZE,
    Row,
    add_columns,
    add_products,
    count,
    count_shoes,
)

WINS, TIES, WARS_WON, WARS_TIED = range(layout.ROUND_VECTOR)

State = tuple[Lanes, Lanes, Lanes]
"""State and carry of the generators, and the cards left."""


@part
def deal_original(
    shoes: Column, dealt: Column, hands: int, x: Lanes, carry: Lanes, key: Lanes, left: Lanes, who: Mask
) -> State:
    """Deal a card for every hand and one for the dealer, two a word."""
    for turned in range(0, hands + 1, 2):
        x, carry, first, second = draw_two(x, carry, key, left, who)
        store(dealt, turned * LANES, take(shoes, first, left, who))
        left = choose(who, left - splat(1), left)
        if turned < hands:
            store(dealt, (turned + 1) * LANES, take(shoes, second, left, who))
            left = choose(who, left - splat(1), left)
    return x, carry, left


@part
def compare(plan: Row, dealt: Column, counts: Column, in_round: Column, who: Mask) -> Lanes:
    """Count wins and surrenders, and return a bit for each hand that goes to war."""
    dealers = load(dealt, plan[layout.HANDS] * LANES)
    wars = splat(0)
    for hand in range(plan[layout.HANDS]):
        choice = plan[layout.CHOICE + hand]
        if choice != layout.NO_BETTOR:
            card = load(dealt, hand * LANES)
            tied = who & same(card >> splat(2), dealers >> splat(2))
            won = who & (card > dealers) & ~tied
            count(counts, hand * SIZE + layout.WIN, won)
            count(in_round, WINS, won)
            count(in_round, TIES, tied)
            if choice == layout.SURRENDER:
                suited = tied & same(card, dealers)
                count(counts, hand * SIZE + layout.TIE_SURRENDER, tied & ~suited)
                count(counts, hand * SIZE + layout.SUITED_TIE_SURRENDER, suited)
            else:
                wars = choose(tied, wars + splat(1 << hand), wars)
    return wars


@part
def deal_wars(
    shoes: Column, war_dealt: Column, fights: Lanes, x: Lanes, carry: Lanes, key: Lanes, left: Lanes
) -> State:
    """Deal a card for every hand at war and then one for the dealer, two a word, until the last lane is done."""
    turned = 0
    second = splat(0)
    fighting = fights > splat(0)
    who = fighting
    while any_lane(who):
        if turned % 2 == 0:
            x, carry, place, second = draw_two(x, carry, key, left, who)
        else:
            place = second
        store(war_dealt, turned * LANES, take(shoes, place, left, who))
        left = choose(who, left - splat(1), left)
        turned += 1
        who = fighting & (splat(turned) <= fights)
    return x, carry, left


@part
def war_class(card: Lanes, dealers: Lanes, war_card: Lanes, dealers_war: Lanes) -> Lanes:
    """Return the outcome class of hands that went to war."""
    suited = same(card, dealers)
    decided = bump(splat(layout.TIE_WAR_LOSE), war_card > dealers_war)
    decided = choose(suited, decided + splat(2), decided)
    change = card ^ war_card
    tied = bump(splat(layout.DOUBLE_TIE), change < splat(4))
    suited_twice = bump(splat(layout.SUITED_DOUBLE_TIE), same(change, splat(0)))
    tied = choose(suited & same(war_card, dealers_war), suited_twice, tied)
    return choose(same(war_card >> splat(2), dealers_war >> splat(2)), tied, decided)


@part
def settle_wars(
    dealt: Column, hands: int, war_dealt: Column, wars: Lanes, fights: Lanes, counts: Column, in_round: Column
) -> None:
    """Settle every lane's first war, then every lane's second, and so on."""
    lanes = lane_numbers()
    dealers = load(dealt, hands * LANES)
    dealers_war = gather(war_dealt, fights * splat(LANES) + lanes, fights > splat(0))
    fought = 0
    who = fights > splat(0)
    while any_lane(who):
        rest = wars & (wars - splat(1))
        hand = count_bits((wars ^ rest) - splat(1))
        card = gather(dealt, hand * splat(LANES) + lanes, who)
        found = war_class(card, dealers, load(war_dealt, fought * LANES), dealers_war)
        at = (hand * splat(SIZE) + found) * splat(LANES) + lanes
        scatter(counts, at, gather(counts, at, who) + splat(1), who)
        won = same(found, splat(layout.TIE_WAR_WIN)) | same(found, splat(layout.SUITED_TIE_WAR_WIN))
        count(in_round, WARS_WON, who & won)
        count(in_round, WARS_TIED, who & (found >= splat(layout.DOUBLE_TIE)))
        wars = rest
        fought += 1
        who = splat(fought) < fights


@part
def sum_hands(counts: Column, hands: int, in_shoe: Column, totals: Column) -> None:
    """Sum what the hands counted in a shoe, add it to the totals of each, and reset it."""
    for found in range(layout.WIN, SIZE):
        total = splat(0)
        for hand in range(hands):
            at = (hand * SIZE + found) * LANES
            seen = load(counts, at)
            total = total + seen
            store(totals, at, load(totals, at) + seen)
            store(counts, at, splat(0))
        store(in_shoe, found * LANES, total)


@part
def empty(totals: Column, hands: int, products: Column, moments: Column, row: Row) -> None:
    add_columns(totals, hands * SIZE, row, layout.HAND_CLASSES)
    add_columns(products, SHOE_PRODUCTS, row, layout.SHOE_MOMENTS)
    add_columns(moments, ROUND_PRODUCTS, row, layout.ROUND_MOMENTS)


@kernel
def deal_many_hands(plan: Row, seed: np.uint64, first: int, groups: int, row: Row) -> None:
    """Deal groups of sixteen shoes into a tally; every shoe to its end."""
    cards, hands = plan[layout.DECKS] * DECK, plan[layout.HANDS]
    shoes, dealt = np.empty(cards * LANES, np.uint32), np.zeros((hands + 2) * LANES, np.uint32)
    war_dealt, counts = np.zeros((hands + 1) * LANES, np.uint32), np.zeros(hands * SIZE * LANES, np.uint32)
    in_shoe, in_round = np.zeros(SIZE * LANES, np.uint32), np.zeros(layout.ROUND_VECTOR * LANES, np.uint32)
    totals, products = np.zeros(hands * SIZE * LANES, np.uint32), np.zeros(SHOE_PRODUCTS * LANES, np.uint32)
    moments, spins = np.zeros(ROUND_PRODUCTS * LANES, np.uint32), np.zeros(LANES, np.uint32)
    one_trigger, other_trigger = trigger_cards(plan[layout.TRIGGER])
    front = splat(0 if plan[layout.ONE_ROUND] else plan[layout.FRONT])
    for group in range(groups):
        x, carry, key = begin_shoes(seed, first + group * LANES)
        lay_out(shoes, plan[layout.DECKS])
        left, gone = splat(cards), splat(plan[layout.BURN_FIRST])
        rounds, triggers = splat(0), splat(0)
        playing = every_lane()
        while any_lane(playing):
            in_round[:] = 0
            x, carry, left = deal_original(shoes, dealt, hands, x, carry, key, left, playing)
            wars = compare(plan, dealt, counts, in_round, playing)
            rounds, gone = bump(rounds, playing), gone + splat(hands + 1)
            dealers = load(dealt, hands * LANES)
            triggers = bump(triggers, playing & (same(dealers, one_trigger) | same(dealers, other_trigger)))
            fights = count_bits(wars)
            fighting = fights > splat(0)
            if any_lane(fighting):
                x, carry, left = deal_wars(shoes, war_dealt, fights, x, carry, key, left)
                settle_wars(dealt, hands, war_dealt, wars, fights, counts, in_round)
                used = splat(plan[layout.WAR_BURNS] + 1) + fights * splat(plan[layout.WAR_BURNS_EACH] + 1)
                gone = choose(fighting, gone + used, gone)
            add_products(in_round, layout.ROUND_VECTOR, moments)
            playing = playing & (gone <= front)
        store(in_shoe, 0, rounds)
        sum_hands(counts, hands, in_shoe, totals)
        add_products(in_shoe, SIZE, products)
        count_shoes(in_shoe, row)
        store(spins, 0, triggers)
        add_columns(spins, 1, row, layout.TRIGGERS)
        if group % GROUPS == GROUPS - 1:
            empty(totals, hands, products, moments, row)
    empty(totals, hands, products, moments, row)
