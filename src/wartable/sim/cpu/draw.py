"""The stream of sixteen shoes at once: seeding, words, draws without bias, and cards taken out of their columns."""

import numpy as np

from wartable.sim.cpu.compiled import part
from wartable.sim.cpu.lanes import (
    LANES,
    Column,
    Lanes,
    Mask,
    any_lane,
    bump,
    choose,
    gather,
    lane_numbers,
    multiply,
    scatter,
    splat,
    store,
)

U32 = np.uint32
DECK = 52
MULTIPLIER = U32(0xFFFEB81B)
PHILOX = (U32(0xD2511F53), U32(0xCD9E8D57))
WEYL = (U32(0x9E3779B9), U32(0xBB67AE85))

Generator = tuple[Lanes, Lanes, Lanes]
"""State, carry and key of each lane's generator."""


@part
def lay_out(shoes: Column, decks: int) -> None:
    """Fill columns with fresh shoes, deck by deck."""
    place = 0
    for _ in range(decks):
        for code in range(DECK):
            store(shoes, place, splat(code))
            place += LANES


@part
def begin_shoes(seed: np.uint64, first: int) -> Generator:
    """Return the generators of sixteen shoes: Philox of each shoe's number under the seed."""
    low, high = splat(first), splat(first >> 32)
    c0 = low + lane_numbers()
    c1, c2, c3 = bump(high, c0 < low), splat(0), splat(0)
    k0, k1 = splat(seed), splat(seed >> np.uint64(32))
    for _ in range(10):
        one_low, one_high = multiply(splat(PHILOX[0]), c0)
        other_low, other_high = multiply(splat(PHILOX[1]), c2)
        c0, c1, c2, c3 = other_high ^ c1 ^ k0, other_low, one_high ^ c3 ^ k1, one_low
        k0, k1 = k0 + splat(WEYL[0]), k1 + splat(WEYL[1])
    return c0, c1 | splat(1), c2


@part
def next_word(x: Lanes, carry: Lanes, key: Lanes) -> tuple[Lanes, Lanes, Lanes]:
    """Return a word of each generator, and the state and carry after it."""
    low, high = multiply(splat(MULTIPLIER), x)
    after = low + carry
    return x ^ carry ^ key, after, bump(high, after < carry)


@part
def draw_two(x: Lanes, carry: Lanes, key: Lanes, left: Lanes, who: Mask) -> tuple[Lanes, Lanes, Lanes, Lanes]:
    """Draw two places in every lane of the mask; only these lanes advance. Biased words are rejected."""
    less = left - splat(1)
    ways = left * less
    word, x_after, carry_after = next_word(x, carry, key)
    rest, first = multiply(word, left)
    rest, second = multiply(rest, less)
    x, carry = choose(who, x_after, x), choose(who, carry_after, carry)
    if any_lane(who & (rest < ways)):
        unfair = (splat(0) - ways) % ways
        again = who & (rest < unfair)
        while any_lane(again):
            word, x_after, carry_after = next_word(x, carry, key)
            rest, one = multiply(word, left)
            rest, other = multiply(rest, less)
            x, carry = choose(again, x_after, x), choose(again, carry_after, carry)
            first, second = choose(again, one, first), choose(again, other, second)
            again = again & (rest < unfair)
    return x, carry, first, second


@part
def trigger_cards(trigger: int) -> tuple[Lanes, Lanes]:
    """Return the two cards that turn the wheel; without a wheel, cards of no shoe."""
    if trigger < 0:
        return splat(DECK), splat(DECK)
    rank, red = (trigger // 2) * 4, trigger % 2
    return splat(rank + 1 if red else rank), splat(rank + 2 if red else rank + 3)


@part
def take(shoes: Column, place: Lanes, left: Lanes, who: Mask) -> Lanes:
    """Take each lane's card at its place, with `left` cards left; its last card fills the gap."""
    lanes = lane_numbers()
    at = place * splat(LANES) + lanes
    card = gather(shoes, at, who)
    scatter(shoes, at, gather(shoes, (left - splat(1)) * splat(LANES) + lanes, who), who)
    return card
