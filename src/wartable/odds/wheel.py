"""The Bonus Spin: turned by the dealer's first card, it pays one hot spot and, by another ring, the others."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import asdict, replace

from wartable.cards import DECK
from wartable.money import Cents, format_cents
from wartable.odds.composition import Composition
from wartable.odds.dealing import WagerResult, deal_round, lines_of, open_table, seat_players
from wartable.odds.exact import Exact
from wartable.odds.figures import Chance, weigh
from wartable.odds.wagers import SpinAt, SpinOdds
from wartable.rulebook import BonusSpin, MeterName, Rules
from wartable.runner import FixedPolicy
from wartable.table import Table
from wartable.table import commands as c

INITIAL: Cents = 10_00
PRIMARY: MeterName = "spin_primary"
SECONDARY: MeterName = "spin_secondary"


class Ring(NamedTuple):
    """What a ring's symbols pay in units of the wager, and how likely each is; a meter's own pay is its reset."""

    pays: dict[str, Fraction]
    chances: dict[str, Fraction]
    meters: dict[str, MeterName]


def spin_odds(rules: Rules, shoe: Composition) -> SpinOdds | None:
    """Return the Bonus Spin, where it is offered: at a full table, and by the number of players."""
    spin = rules.bonus_spin
    if spin is None:
        return None
    stake = spin.stakes[0]
    hot, community = settle_rings(rules, spin, stake)
    turned = Fraction(
        sum(count for card, count in zip(DECK, shoe.counts, strict=True) if spin.trigger.falls(card)), shoe.total
    )
    at_full = hot_chance(spin, rules.seats, rules.seats)
    full = weigh(_outcomes(spin, hot, community, turned, at_full))
    shares = {
        meter: turned * at_full * sum(hot.chances[symbol] for symbol, name in hot.meters.items() if name == meter)
        for meter in (PRIMARY, SECONDARY)
    }
    resets = {PRIMARY: spin.primary.reset, SECONDARY: spin.secondary.reset}
    from_meters = sum((shares[meter] * resets[meter] / stake for meter in shares), Fraction(0))
    return SpinOdds(
        **asdict(full),
        stake=format_cents(stake),
        trigger=Exact.of(turned),
        primary_reset=format_cents(spin.primary.reset),
        secondary_reset=format_cents(spin.secondary.reset),
        return_fixed=Exact.of(full.returned.exact - from_meters),
        primary_share=Exact.of(shares[PRIMARY]),
        secondary_share=Exact.of(shares[SECONDARY]),
        return_per_dollar_primary=Exact.of(shares[PRIMARY] * 100 / stake),
        return_per_dollar_secondary=Exact.of(shares[SECONDARY] * 100 / stake),
        players=tuple(
            _with_players(players, rules.seats, spin, hot, community, turned) for players in range(1, rules.seats + 1)
        ),
    )


def hot_chance(spin: BonusSpin, players: int, seats: int) -> Fraction:
    """Return the chance that the hot spot is one player's: among all positions, or among the bettors with a respin."""
    return Fraction(1, players if spin.hot_spot.unbet_position == "respin" else seats)


def _with_players(players: int, seats: int, spin: BonusSpin, hot: Ring, community: Ring, turned: Fraction) -> SpinAt:
    chance = hot_chance(spin, players, seats)
    outcomes = _outcomes(spin, hot, community, turned, chance)
    returned = sum((outcome.probability * (outcome.net + 1) for outcome in outcomes), Fraction(0))
    return SpinAt(players, Exact.of(chance), Exact.of(returned))


def _outcomes(spin: BonusSpin, hot: Ring, community: Ring, turned: Fraction, own: Fraction) -> Iterator[Chance]:
    """No turn; a turn that is hot for another player or none; and a turn that is hot for this player."""
    yield Chance("no_spin", 1 - turned, Fraction(-1))
    for symbol, chance in community.chances.items():
        yield Chance(f"community_{symbol}", turned * (1 - own) * chance, community.pays[symbol] - 1)
    for symbol, chance in hot.chances.items():
        both = turned * own * chance
        if not spin.hot_spot.also_community:
            yield Chance(f"hot_{symbol}", both, hot.pays[symbol] - 1)
            continue
        for other, too in community.chances.items():
            pays = hot.pays[symbol] + community.pays[other] - 1
            yield Chance(f"hot_{symbol}_community_{other}", both * too, pays)


# What the rings pay, by the table


def settle_rings(rules: Rules, spin: BonusSpin, stake: Cents) -> tuple[Ring, Ring]:
    """Return both rings, each symbol paid once by a table at which two players bet; meters pay their resets."""
    symbols: dict[str, list[str]] = {"hot": [], "community": []}
    for row in rules.settlement:
        ring, symbol, _ = row.split(".")
        if ring in symbols and symbol != "none":
            symbols[ring].append(symbol)
    hot_weights = spin.hot_weights or dict.fromkeys(symbols["hot"], 1)
    community_weights = spin.community_weights or dict.fromkeys(symbols["community"], 1)
    opened = open_table(replace(rules, electronic=None, progressive=None, seats=max(rules.seats, 2)))
    table = seat_players(opened, 2)
    first = next(iter(community_weights))
    hot = {s: _spin(table, stake, spin, 1, s, first)["bonus_spin"] for s in hot_weights}
    some = next(iter(hot_weights))
    community = {s: _spin(table, stake, spin, 2, some, s)["community"] for s in community_weights}
    meters: dict[str, MeterName] = {
        symbol: meter for symbol in hot if (meter := rules.settlement[f"hot.{symbol}.bonus_spin"].meter) is not None
    }
    resets = {PRIMARY: spin.primary.reset, SECONDARY: spin.secondary.reset}
    pays = {s: Fraction(resets[meters[s]] if s in meters else line.paid, stake) for s, line in hot.items()}
    return (
        Ring(pays, _shares(hot_weights), meters),
        Ring({s: Fraction(line.paid, stake) for s, line in community.items()}, _shares(community_weights), {}),
    )


def _shares(weights: Mapping[str, int]) -> dict[str, Fraction]:
    total = sum(weights.values())
    return {symbol: Fraction(weight, total) for symbol, weight in weights.items()}


def _spin(
    table: Table, stake: Cents, spin: BonusSpin, hot_seat: int, hot: str, community: str
) -> Mapping[str, WagerResult]:
    """A round in which the wheel is turned, as the first seat sees it."""
    trigger = next(card for card in DECK if spin.trigger.falls(card))
    other = next(card for card in DECK if card[0] != trigger[0])
    policy = FixedPolicy((("initial", INITIAL), ("bonus_spin", stake)))
    wheel = c.SpinWheel(hot_seat, hot, community)
    return lines_of(deal_round(table, (other, other, trigger), policy, lambda _: wheel))
