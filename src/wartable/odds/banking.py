"""Odds where a player banks: expectations of the bank and the players, and the effect of a bank that covers too little.

Players bet one unit each on the initial wager and always go to war. Under the adopted reading everything that changes
hands uses up the bank's wager. So each seat in turn uses exactly one unit, with any card, and how far the bank
reaches is known before a card is dealt. What is left then pays the additional units of tied wars, in the order of
action. Only that last part depends on the cards of several seats, through the number of tied wars in a round. It is
counted like the hits of the progressive: from the chance that given seats all tie.

Where a house reads coverage differently, the table settles two players, one round for each pair of outcomes.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

import msgspec

from wartable.money import Cents
from wartable.odds.base import BASE_OUTCOMES
from wartable.odds.composition import Composition
from wartable.odds.dealing import deal_round, lines_of, open_table, seat_players
from wartable.odds.deals import Chances, falling
from wartable.odds.exact import Exact
from wartable.odds.exclusion import exactly
from wartable.odds.pairs import pair_chances
from wartable.odds.rounds import Courses, base_net
from wartable.rulebook import Bank, Rules
from wartable.runner import FixedPolicy
from wartable.table import Seat, Table

ADOPTED: Mapping[str, object] = {
    "coverage": "action",
    "war_cover": "at_turn",
    "top_up": False,
    "war_loss_uses": "posted",
    "partial": "cover_part",
}
"""The adopted reading of how far a bank reaches."""
TWO = 2
"""Players whose rounds are settled by the table."""
UNIT: Cents = 2_00
ENOUGH = 1_000
"""A bank of this number of units covers two players in every outcome."""


class Covered(msgspec.Struct, frozen=True):
    """A round with a limited bank: the expectation of each person, in units."""

    bank: str
    """The bank's wager in units of the players'."""
    bank_expects: Exact
    players: tuple[Exact, ...]
    """The expectation of each player, in the order of action."""
    cost_to_players: Exact
    """What all players together lose because the bank is limited; negative where they gain."""


class BankOdds(msgspec.Struct, frozen=True):
    """The bank's side of a round against a given number of players."""

    players: int
    bank_expects: Exact
    """With everything covered, in units of one player's wager."""
    player_expects: Exact
    """Each player, with everything covered."""
    most_needed: str
    """The bank in units that covers every outcome."""
    coverage: tuple[Covered, ...]
    """From one unit up to the bank that covers everything."""


def bank_odds(rules: Rules, courses: Courses, found: Chances, shoe: Composition, players: int) -> BankOdds | None:
    """Return the expectations of the bank and the players, where a player banks."""
    if rules.bank.by != "player":
        return None
    mean = sum((chance * base_net(courses[course]) for course, chance in found.war.items()), Fraction(0))
    extra = _additional(courses)
    by_action = is_by_action(rules.bank)
    players = players if by_action else TWO
    units = [Fraction(bank) for bank in range(1, players + 1)]
    units += [players + extra * ties for ties in range(1, players + 1)] if extra else []
    if by_action:
        coverage = tuple(covered(unit, players, courses, found, shoe) for unit in units)
    else:
        coverage = covered_by_table(rules, units, pair_chances(shoe))
    return BankOdds(
        players=players,
        bank_expects=Exact.of(-mean * players),
        player_expects=Exact.of(mean),
        most_needed=str(units[-1]),
        coverage=coverage,
    )


def is_by_action(bank: Bank) -> bool:
    """Whether each wager in turn uses its own amount of the bank: the adopted reading."""
    return all(getattr(bank, key) == adopted for key, adopted in ADOPTED.items())


def covered(bank: Fraction, players: int, courses: Courses, found: Chances, shoe: Composition) -> Covered:
    """Return the odds of one round with a bank of this number of units."""
    plain = sum((chance * _without_additional(courses, course) for course, chance in found.war.items()), Fraction(0))
    extra = _additional(courses)
    left = max(bank - players, Fraction(0))
    paid = [_paid(left, extra, shoe, count) for count in range(players + 1)]
    expects = [
        plain * min(max(bank - seat, Fraction(0)), Fraction(1)) + paid[seat + 1] - paid[seat] for seat in range(players)
    ]
    full = plain + extra * found.tie * found.war_tie
    return _told(bank, expects, full)


def _told(bank: Fraction, expects: list[Fraction], full: Fraction) -> Covered:
    total = sum(expects, Fraction(0))
    return Covered(
        bank=str(bank),
        bank_expects=Exact.of(-total),
        players=tuple(Exact.of(expected) for expected in expects),
        cost_to_players=Exact.of(full * len(expects) - total),
    )


def _additional(courses: Courses) -> Fraction:
    """What a tied war pays beyond the pool, in units."""
    return base_net(courses["double_tie"]) - base_net(courses["tie_war_win"])


def _without_additional(courses: Courses, course: str) -> Fraction:
    """What a course nets when only the pool is paid."""
    net = base_net(courses[course])
    return net - _additional(courses) if BASE_OUTCOMES[course] == "war_tie" else net


def _paid(left: Fraction, extra: Fraction, shoe: Composition, players: int) -> Fraction:
    """What the bank pays on average in additional units to the first `players` players."""
    chances = war_ties_at_once(shoe, players)
    return sum((chance * min(extra * ties, left) for ties, chance in enumerate(chances)), Fraction(0))


@lru_cache(maxsize=64)
def war_ties_at_once(shoe: Composition, players: int) -> tuple[Fraction, ...]:
    """Return the chance that 0, 1, 2 … of these players tie on both deals of one round, all of them going to war."""
    together = [Fraction(1)]
    for tied in range(1, players + 1):
        cards = tied + 1
        by_rank = [falling(count, cards) if count >= cards else 0 for count in shoe.ranks]
        at_home = sum(falling(count, 2 * cards) for count in shoe.ranks if count >= 2 * cards)
        ways = sum(by_rank) ** 2 - sum(count**2 for count in by_rank) + at_home
        share = Fraction(ways, falling(shoe.total, 2 * cards)) if shoe.total >= 2 * cards else Fraction(0)
        together.append(comb(players, tied) * share)
    return tuple(exactly(together))


# Any reading of coverage, for two players, by the table itself


class _Cards(NamedTuple):
    """A player's cards for one outcome, against the dealer's eight and, on the war deal, the dealer's nine."""

    deal: str
    war: str = ""


_DEALERS = _Cards("8c", "9c")
_PLAYERS: Mapping[str, _Cards] = {
    "win": _Cards("9d"),
    "lose": _Cards("7d"),
    "war_win": _Cards("8d", "Td"),
    "war_lose": _Cards("8d", "7d"),
    "war_tie": _Cards("8d", "9d"),
}


def covered_by_table(
    rules: Rules, units: Iterable[Fraction], pairs: Mapping[tuple[str, str], Fraction]
) -> tuple[Covered, ...]:
    """Return two players and a bank of each size, settled by the table under the house's own reading."""
    chances: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for (one, other), chance in pairs.items():
        chances[BASE_OUTCOMES[one], BASE_OUTCOMES[other]] += chance
    opened = open_table(rules)
    most = _expected(opened, Fraction(ENOUGH), chances)
    full = sum(most, Fraction(0)) / TWO
    return tuple(_told(unit, _expected(opened, unit, chances), full) for unit in units)


def _expected(opened: Table, bank: Fraction, chances: Mapping[tuple[str, str], Fraction]) -> list[Fraction]:
    seated = seat_players(opened, TWO, int(bank * UNIT))
    expects = [Fraction(0)] * TWO
    for outcomes, chance in chances.items():
        for seat, net in enumerate(_settle(seated, [_PLAYERS[outcome] for outcome in outcomes])):
            expects[seat] += chance * net / UNIT
    return expects


class _War(FixedPolicy):
    """One unit on the initial wager, and war wherever the bank reaches far enough to offer it."""

    def __init__(self) -> None:
        super().__init__((("initial", UNIT),))
        self.fighting: set[Seat] = set()

    def goes_to_war(self, _table: Table, seat: Seat, _bettor: str, /) -> bool:
        self.fighting.add(seat)
        return True


def _settle(table: Table, cards: Sequence[_Cards]) -> list[int]:
    policy = _War()

    def turned() -> Iterator[str]:
        yield from (*(card.deal for card in cards), _DEALERS.deal)
        yield from (*(cards[seat - 1].war for seat in sorted(policy.fighting)), _DEALERS.war)

    events = deal_round(table, turned(), policy)
    return [sum(line.net for line in lines_of(events, seat).values()) for seat in range(1, len(cards) + 1)]
