"""The progressive wager: its hands, the value of the meter, and envy."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import NamedTuple

from msgspec.structs import asdict

from wartable.money import Cents, format_cents
from wartable.odds.composition import Composition
from wartable.odds.dealing import WagerResult
from wartable.odds.deals import Chances, falling
from wartable.odds.exact import Exact
from wartable.odds.exclusion import exactly
from wartable.odds.figures import Chance, weigh
from wartable.odds.rounds import Courses
from wartable.odds.wagers import AtTable, ProgressiveHand, ProgressiveOdds
from wartable.rulebook import Rules

HANDS = ("suited_four_of_a_kind", "suited_double_tie", "four_of_a_kind", "double_tie", "suited_tie", "tie")
"""From the rarest to the most frequent, as the pay tables print them."""


class _Pay(NamedTuple):
    """What a hand is paid in units of the wager, without the meter, and how much of the wager comes back."""

    odds: Fraction
    returned: Fraction
    takes_meter: bool


class _Meter(NamedTuple):
    """The meter as one wager sees it: the stake in cents, the fixed return, the chance to win it, its reset."""

    stake: Cents
    fixed: Fraction
    share: Fraction
    reset: Cents

    def returns(self, reading: Cents, envy: Fraction = Fraction(0)) -> Fraction:
        """Return the wager's return with the meter at a reading."""
        return self.fixed + envy + self.share * reading / self.stake

    def break_even(self, envy: Fraction = Fraction(0)) -> Exact | None:
        """Return the reading in dollars at which the wager returns all of itself."""
        if not self.share:
            return None
        return Exact.of((1 - self.fixed - envy) * self.stake / self.share / 100)


def progressive_odds(rules: Rules, courses: Courses, found: Chances, shoe: Composition) -> ProgressiveOdds | None:
    """Return the progressive wager of a player who always goes to war, where it is offered."""
    if rules.progressive is None:
        return None
    lines = [course["progressive"] for course in courses.values()]
    stake, pays = lines[0].staked, {line.result: _pay(line) for line in lines}
    war = _by_hand(courses, found.war)
    share = sum((chance for hand, chance in war.items() if pays[hand].takes_meter), Fraction(0))
    meter = _Meter(stake, _fixed(war, pays), share, rules.progressive.reset)
    rate = Fraction(rules.progressive.rate.parts, rules.progressive.rate.of_parts)
    at_reset = weigh(_outcomes(war, pays, Fraction(meter.reset, stake)))
    return ProgressiveOdds(
        **asdict(at_reset),
        stake=format_cents(stake),
        reset=format_cents(meter.reset),
        hands=tuple(
            ProgressiveHand(hand, Exact.of(war[hand]), str(pays[hand].odds), pays[hand].takes_meter) for hand in HANDS
        ),
        return_fixed=Exact.of(meter.fixed),
        return_fixed_surrender=Exact.of(_fixed(_by_hand(courses, found.surrender), pays)),
        meter_share=Exact.of(share),
        return_at_reset=at_reset.returned,
        return_per_dollar=Exact.of(share * 100 / stake),
        rate=Exact.of(rate),
        return_long_run=Exact.of(meter.returns(meter.reset) + (rate if share else 0)),
        break_even_meter=meter.break_even(),
        mean_meter=Exact.of((meter.reset + rate * stake / share) / 100) if share else None,
        rounds_between_hits=Exact.of(1 / share) if share else None,
        players=tuple(_at_table(players, rules, meter, shoe) for players in range(1, rules.seats + 1)),
    )


def _pay(line: WagerResult) -> _Pay:
    odds, returned = Fraction(line.paid - line.meter, line.staked), Fraction(line.returned, line.staked)
    return _Pay(odds, returned, takes_meter=line.meter > 0)


def progressive_net(line: WagerResult, reset: Cents) -> Fraction:
    """Return what a unit of the wager netted, with the meter at its reset."""
    return Fraction(line.net_at(reset), line.staked)


def _by_hand(courses: Courses, chances: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """The chance of each hand, by the table's own name for it; the hands that lose together are `lose`."""
    hands = dict.fromkeys(("lose", *HANDS[::-1]), Fraction(0))
    for course, chance in chances.items():
        hands[courses[course]["progressive"].result] += chance
    return hands


def _fixed(hands: Mapping[str, Fraction], pays: Mapping[str, _Pay]) -> Fraction:
    """What comes back of a unit without the meter."""
    return sum((chance * (pays[hand].odds + pays[hand].returned) for hand, chance in hands.items()), Fraction(0))


def _outcomes(hands: Mapping[str, Fraction], pays: Mapping[str, _Pay], meter: Fraction) -> Iterator[Chance]:
    for hand, chance in hands.items():
        pay = pays[hand]
        yield Chance(hand, chance, pay.odds + pay.returned + (meter if pay.takes_meter else 0) - 1)


def _at_table(players: int, rules: Rules, meter: _Meter, shoe: Composition) -> AtTable:
    """The wager with others at the table: each of them may hold the hand that this player is paid envy for."""
    bonus = rules.envy.bonus(meter.stake) if rules.envy else 0
    envy = (players - 1) * meter.share * bonus / meter.stake
    hits = hits_at_once(shoe, players)
    return AtTable(
        players=players,
        envy=Exact.of(envy),
        return_at_reset=Exact.of(meter.returns(meter.reset, envy)),
        break_even_meter=meter.break_even(envy),
        rounds_between_hits=Exact.of(1 / (1 - hits[0])) if hits[0] != 1 else None,
        several_hits=Exact.of(sum(hits[2:], Fraction(0))),
    )


def hits_at_once(shoe: Composition, players: int) -> list[Fraction]:
    """Return the chance that 0, 1, 2 … of these players hold the meter hand in one round, all of them going to war.

    The dealer's two cards are then one card twice, and each holder has that card twice as well. So the chance that
    given players all hold it is counted card by card, and the chance of an exact number follows by exclusion.
    """
    together = [Fraction(1)]
    for holders in range(1, players + 1):
        cards = 2 + 2 * holders
        ways = sum(falling(count, cards) for count in shoe.counts if count >= cards)
        together.append(comb(players, holders) * Fraction(ways, falling(shoe.total, cards)) if ways else Fraction(0))
    return exactly(together)
