"""Exposure: how the tie wager and the progressive move as cards leave the shoe, and what a perfect counter gains.

The caller passes the shuffle. Shoes are dealt round by round as the rules deal them, and before every round both
wagers are computed exactly over the unseen cards. Chance decides only which shoes are examined; no figure of a single
round is an estimate. A burned card is never seen, so it counts as unseen wherever it lies.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from math import lcm, sqrt
from operator import mul
from typing import NamedTuple

import msgspec

from wartable.cards import DECK_SIZE, RANKS
from wartable.money import Cents, format_cents
from wartable.odds.deals import Hands, count_hands, count_ties
from wartable.odds.decision import cover_card_depth
from wartable.odds.progressive import progressive_net
from wartable.odds.rounds import Courses, settle_apart, unit_stakes
from wartable.odds.sheet import seats_taken
from wartable.rulebook import Rules

Shuffle = Callable[[list[int]], None]
"""A function that puts the cards of a shoe in order; the caller supplies the randomness."""

MAX_SHOES = 10_000
"""Every round is kept until all are summed: about a hundred bytes each, and forty rounds a shoe."""
BANDS = 10
"""Tenths of the shoe."""
DEPTHS = 16
"""Cut card depths in the report, in sixteenths of the shoe."""


class Band(msgspec.Struct, frozen=True):
    """Rounds that begin in one tenth of the shoe."""

    dealt: float
    """The share of the shoe that is gone at the band's end."""
    rounds: int
    with_edge: float
    """The share of these rounds in which the player has the edge."""
    mean: float
    """The wager's average net per unit, over all rounds."""
    best: float
    """The best round seen, per unit."""


class AtDepth(msgspec.Struct, frozen=True):
    """The gain of a perfect counter with this number of cards behind the cut card."""

    cards_behind: int
    with_edge: float
    """The share of all rounds dealt."""
    gain_per_shoe: float
    """In units of the wager, betting one whenever there is an edge and nothing otherwise."""


class WagerExposure(msgspec.Struct, frozen=True):
    """One wager through the shoe."""

    wager: str
    bands: tuple[Band, ...]
    depths: tuple[AtDepth, ...]
    at_house_depth: AtDepth
    gain_error: float
    """One standard error of the gain at the house's depth, over the shoes examined."""
    closed_from: int
    """The fewest cards behind the cut card with which no round of any examined shoe gave the player an edge."""


class Exposure(msgspec.Struct, frozen=True):
    """How exposed a table is to a player who counts every card."""

    shoes: int
    seats: int
    rounds: int
    house_depth: int
    """Cards behind the cut card, by the house's rules."""
    meter: str | None
    """The progressive meter's reading."""
    wagers: tuple[WagerExposure, ...]


class _Seen(NamedTuple):
    """One round as a counter sees it before it is dealt."""

    shoe: int
    place: int
    """How many cards have left the shoe."""
    nets: tuple[float, ...]


def exposure(
    rules: Rules, shoes: int, shuffle: Shuffle, *, decks: int | None = None, seats: int | None = None, meter: Cents = 0
) -> Exposure:
    """Deal shoes and compute both wagers before every round of them."""
    if not 1 <= shoes <= MAX_SHOES:
        raise ValueError(f"expected 1 to {MAX_SHOES} shoes")
    decks = rules.decks if decks is None else decks
    taken = seats_taken(rules, seats)
    weigh = _Weigher(rules, settle_apart(rules, unit_stakes(rules)), meter)
    stack = decks * DECK_SIZE
    seen = [
        _Seen(shoe, place, weigh.nets(counts))
        for shoe in range(shoes)
        for place, counts in deal_shoe(rules, decks, taken, shuffle)
    ]
    depth = cover_card_depth(rules, stack)
    return Exposure(
        shoes=shoes,
        seats=taken,
        rounds=len(seen),
        house_depth=depth,
        meter=format_cents(weigh.meter) if weigh.meter else None,
        wagers=tuple(_wager(wager, column, seen, shoes, stack, depth) for column, wager in enumerate(weigh.wagers)),
    )


# Dealing


def deal_shoe(rules: Rules, decks: int, seats: int, shuffle: Shuffle) -> Iterator[tuple[int, list[int]]]:
    """Deal one shoe to its end: before every round, yield the cards gone and the count of each unseen card."""
    cards = [place for place in range(DECK_SIZE) for _ in range(decks)]
    shuffle(cards)
    unseen = [decks] * DECK_SIZE
    gone = rules.burn.first
    longest = 2 * (seats + 1) + war_burns(rules, seats)
    while gone + longest <= len(cards):
        yield gone, unseen
        gone = _round(rules, cards, unseen, gone, seats)


def war_burns(rules: Rules, fighting: int) -> int:
    """Return the number of cards burned for a war of this number of seats."""
    sets = {"once": 1, "before_players_and_dealer": 2, "before_every_card": fighting + 1}
    return rules.war.burns * sets[rules.war.burn_pattern]


def _round(rules: Rules, cards: Sequence[int], unseen: list[int], gone: int, seats: int) -> int:
    dealt = cards[gone : gone + seats + 1]
    gone += seats + 1
    for card in dealt:
        unseen[card] -= 1
    dealer = dealt[-1] % len(RANKS)
    fighting = sum(card % len(RANKS) == dealer for card in dealt[:-1])
    if not fighting:
        return gone
    # The position of the burns among the war cards does not matter: every card of the shoe is equally likely.
    gone += war_burns(rules, fighting)
    for card in cards[gone : gone + fighting + 1]:
        unseen[card] -= 1
    return gone + fighting + 1


# Computing


class _Weigher:
    """The value of a unit on each wager over given unseen cards: integers, divided once at the end."""

    def __init__(self, rules: Rules, courses: Courses, meter: Cents) -> None:
        tie, other = courses["tie_war_lose"]["tie"], courses["lose"]["tie"]
        self.tie, self.other, self.tie_unit = tie.net, other.net, tie.staked
        self.wagers = ["tie"]
        self.meter = 0
        self.hands: tuple[int, ...] = ()
        self.unit = 1
        if rules.progressive is not None:
            self.wagers.append("progressive")
            self.meter = meter or rules.progressive.reset
            lines = {lines["progressive"].result: lines["progressive"] for lines in courses.values()}
            nets = [progressive_net(lines[_RESULTS.get(hand, hand)], self.meter) for hand in Hands._fields]
            self.unit = lcm(*(net.denominator for net in nets))
            self.hands = tuple(int(net * self.unit) for net in nets)

    def nets(self, counts: Sequence[int]) -> tuple[float, ...]:
        """Return each wager's mean net, as the nearest float to the exact one."""
        ties = count_ties(counts)
        two = ties.total * (ties.total - 1)
        tie = (self.tie * ties.pairs + self.other * (two - ties.pairs)) / (two * self.tie_unit)
        if not self.hands:
            return (tie,)
        total = sum(map(mul, self.hands, count_hands(ties)))
        return tie, total / (two * (ties.total - 2) * (ties.total - 3) * self.unit)


_RESULTS = {"decided": "lose"}
"""Where a hand's name is not the table's word for it."""


# Summing


def _wager(wager: str, column: int, seen: Sequence[_Seen], shoes: int, stack: int, depth: int) -> WagerExposure:
    places = [(round_.shoe, round_.place, round_.nets[column]) for round_ in seen]
    depths = tuple(_at_depth(places, shoes, stack, stack * part // DEPTHS) for part in range(DEPTHS // 2 + 1))
    # A round is dealt if the cut card has not come out before it, and once more when it comes out first.
    first = min((place for _, place, net in places if net > 0), default=None)
    return WagerExposure(
        wager=wager,
        bands=_bands(places, stack),
        depths=depths,
        at_house_depth=_at_depth(places, shoes, stack, depth),
        gain_error=_gain_error(places, shoes, stack, depth),
        closed_from=0 if first is None else stack - first + 1,
    )


def _at_depth(places: Sequence[tuple[int, int, float]], shoes: int, stack: int, behind: int) -> AtDepth:
    nets = [net for _, place, net in places if place <= stack - behind]
    gains = [net for net in nets if net > 0]
    return AtDepth(behind, len(gains) / len(nets) if nets else 0.0, sum(gains) / shoes)


def _gain_error(places: Sequence[tuple[int, int, float]], shoes: int, stack: int, behind: int) -> float:
    gains: dict[int, float] = defaultdict(float)
    for shoe, place, net in places:
        if net > 0 and place <= stack - behind:
            gains[shoe] += net
    mean = sum(gains.values()) / shoes
    squares = sum(gain * gain for gain in gains.values()) / shoes
    return sqrt(max(squares - mean * mean, 0.0) / shoes)


def _bands(places: Sequence[tuple[int, int, float]], stack: int) -> tuple[Band, ...]:
    bands = []
    for tenth in range(BANDS):
        nets = [net for _, place, net in places if place * BANDS // stack == tenth]
        if nets:
            edge = sum(net > 0 for net in nets) / len(nets)
            bands.append(Band((tenth + 1) / BANDS, len(nets), edge, sum(nets) / len(nets), max(nets)))
    return tuple(bands)
