"""The heads-up kernel: sixteen shoes side by side, in step.

Each deal, original or war, takes one card for the player and one for the dealer. So the lanes stay in step: a lane that
is at war deals its war while the others deal their next round, and all have the same number of cards left.
"""

import numpy as np

from wartable.sim import layout
from wartable.sim.cpu.compiled import kernel, part
from wartable.sim.cpu.draw import DECK, begin_shoes, draw_two, lay_out, trigger_cards
from wartable.sim.cpu.lanes import (
    LANES,
    Column,
    Lanes,
    Mask,
    any_lane,
    bump,
    choose,
    every_lane,
    gather,
    lane_numbers,
    load,
    no_lane,
    same,
    scatter,
    splat,
    store,
)
from wartable.sim.cpu.totals import GROUPS, SHOE_PRODUCTS, SIZE, Row, add_columns, add_products, count, count_shoes


@part
def take(shoes: Column, place: Lanes, last: int) -> Lanes:
    """Take the cards at these places; the last card of each shoe fills the gap."""
    at = place * splat(LANES) + lane_numbers()
    card = gather(shoes, at, every_lane())
    scatter(shoes, at, load(shoes, last * LANES), every_lane())
    return card


@part
def count_double_ties(
    in_shoe: Column, tied: Mask, suited: Mask, suited_war: Mask, card: Lanes, war_card: Lanes
) -> None:
    """Count tied wars, by the hand they make."""
    change = card ^ war_card
    one_rank, one_card = change < splat(4), same(change, splat(0))
    both = tied & suited & suited_war
    count(in_shoe, layout.SUITED_FOUR_OF_A_KIND, both & one_card)
    count(in_shoe, layout.SUITED_DOUBLE_TIE, both & ~one_card)
    count(in_shoe, layout.FOUR_OF_A_KIND, tied & ~both & one_rank)
    count(in_shoe, layout.DOUBLE_TIE, tied & ~both & ~one_rank)


@part
def write_down(
    in_shoe: Column, rounds: Lanes, wins: Lanes, lost: Lanes, won: Lanes, lost_suited: Lanes, won_suited: Lanes
) -> None:
    """Add the counts in registers to the rest; the place of the hands lost holds the rounds."""
    store(in_shoe, layout.LOSE * LANES, rounds)
    store(in_shoe, layout.WIN * LANES, wins)
    store(in_shoe, layout.TIE_WAR_LOSE * LANES, lost)
    store(in_shoe, layout.TIE_WAR_WIN * LANES, won)
    store(in_shoe, layout.SUITED_TIE_WAR_LOSE * LANES, lost_suited)
    store(in_shoe, layout.SUITED_TIE_WAR_WIN * LANES, won_suited)


@part
def close_shoes(in_shoe: Column, products: Column, totals: Column, row: Row) -> None:
    """Close sixteen shoes that are at their end."""
    add_products(in_shoe, SIZE, products)
    count_shoes(in_shoe, row)
    for found in range(layout.WIN, SIZE):
        at = found * LANES
        store(totals, at, load(totals, at) + load(in_shoe, at))
        store(in_shoe, at, splat(0))


@part
def empty(totals: Column, products: Column, row: Row) -> None:
    add_columns(totals, SIZE, row, layout.HAND_CLASSES)
    add_columns(products, SHOE_PRODUCTS, row, layout.SHOE_MOMENTS)


@kernel
def deal_heads_up(plan: Row, seed: np.uint64, first: int, groups: int, row: Row) -> None:
    """Deal groups of sixteen shoes into a tally; every shoe to its end."""
    cards = plan[layout.DECKS] * DECK
    shoes = np.empty(cards * LANES, np.uint32)
    in_shoe, totals = np.zeros(SIZE * LANES, np.uint32), np.zeros(SIZE * LANES, np.uint32)
    products, spins = np.zeros(SHOE_PRODUCTS * LANES, np.uint32), np.zeros(LANES, np.uint32)
    one_trigger, other_trigger = trigger_cards(plan[layout.TRIGGER])
    fights = plan[layout.CHOICE] == layout.GO_TO_WAR
    burns = splat(plan[layout.WAR_BURNS] + plan[layout.WAR_BURNS_EACH])
    front = splat(0 if plan[layout.ONE_ROUND] else plan[layout.FRONT])
    for group in range(groups):
        x, carry, key = begin_shoes(seed, first + group * LANES)
        lay_out(shoes, plan[layout.DECKS])
        left = cards
        gone = splat(plan[layout.BURN_FIRST])
        playing, at_war, suited = every_lane(), no_lane(), no_lane()
        rounds, wins, triggers, before = splat(0), splat(0), splat(0), splat(0)
        lost, won, lost_suited, won_suited = splat(0), splat(0), splat(0), splat(0)
        while any_lane(playing):
            x, carry, place, other_place = draw_two(x, carry, key, splat(left), every_lane())
            card, dealers = take(shoes, place, left - 1), take(shoes, other_place, left - 2)
            left -= 2
            tie, higher = same(card >> splat(2), dealers >> splat(2)), card > dealers
            original = playing & ~at_war
            rounds, wins = bump(rounds, original), bump(wins, original & higher & ~tie)
            triggers = bump(triggers, original & (same(dealers, one_trigger) | same(dealers, other_trigger)))
            gone = gone + splat(2)
            if any_lane(at_war):
                plain, losing, winning = at_war & ~suited, ~higher & ~tie, higher & ~tie
                lost, won = bump(lost, plain & losing), bump(won, plain & winning)
                lost_suited, won_suited = bump(lost_suited, suited & losing), bump(won_suited, suited & winning)
                if any_lane(at_war & tie):
                    count_double_ties(in_shoe, at_war & tie, suited, same(card, dealers), before, card)
                gone = choose(at_war, gone + burns, gone)
            tied = original & tie
            suited = tied & same(card, dealers)
            before = card
            at_war = tied
            if not fights:
                count(in_shoe, layout.TIE_SURRENDER, tied & ~suited)
                count(in_shoe, layout.SUITED_TIE_SURRENDER, suited)
                at_war, suited = no_lane(), no_lane()
            playing = (playing & (gone <= front)) | at_war
        write_down(in_shoe, rounds, wins, lost, won, lost_suited, won_suited)
        close_shoes(in_shoe, products, totals, row)
        store(spins, 0, triggers)
        add_columns(spins, 1, row, layout.TRIGGERS)
        if group % GROUPS == GROUPS - 1:
            empty(totals, products, row)
    empty(totals, products, row)
