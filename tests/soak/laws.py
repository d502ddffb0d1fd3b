"""Random laws of many rounds and random bankrolls, each compared with exact fractions and its own bound."""

import random
from collections.abc import Mapping
from fractions import Fraction

from wartable.odds import Distribution, PatronLaws, RoundLaw
from wartable.odds.distribution import by_transform, by_whole_numbers, whole_powers
from wartable.odds.ruin import Chain
from wartable.rulebook.wagers import stakes_on

REACHES = (1, 2, 12, 200, 3_000)
"""How far from nothing a net may lie."""
MOST_PLACES = 20_000
MOST_STATES = 24
SETS = 4
"""Sets of results whose chance is looked at, for each law."""


class NotABound(AssertionError):
    """A figure is further from the exact one than it promises."""


def laws(tries: int, seed: int) -> str:
    """This many laws and this many bankrolls; the nearest that any error came to its bound is told."""
    chance = random.Random(seed)
    whole = transformed = ruined = 0.0
    for _ in range(tries):
        law, rounds = pick_law(chance)
        exact = law_of(law, rounds)
        whole = max(whole, hold(by_whole_numbers(law, rounds), exact, chance))
        transformed = max(transformed, hold(by_transform(law, rounds), exact, chance))
        ruined = max(ruined, hold_ruin(chance))
    return (
        f"{tries} laws and {tries} bankrolls against fractions; errors came to {whole:.0%} of the bound in whole "
        f"numbers, {transformed:.0%} by transform, {ruined:.0%} for ruin"
    )


def pick_law(chance: random.Random) -> tuple[RoundLaw, int]:
    """Few nets or many, near or far, as likely as each other or nearly never."""
    reach = chance.choice(REACHES)
    nets = chance.sample(range(-reach, reach + 1), chance.randint(1, min(2 * reach + 1, 8)))
    most = 10 ** chance.randint(0, 12)
    weights = [chance.choice((1, most, chance.randint(1, most))) for _ in nets]
    if chance.random() < 0.25:  # so balanced that the characteristic function nearly vanishes somewhere
        weights = [most + chance.randint(0, 2) for _ in nets]
    rounds = chance.choice((1, 1, 2, 3, chance.randint(4, 60)))
    return of_weights(nets, weights), rounds if rounds * reach <= MOST_PLACES else 1


def of_weights(nets: list[int], weights: list[int]) -> RoundLaw:
    total = sum(weights)
    return RoundLaw({net: Fraction(weight, total) for net, weight in sorted(zip(nets, weights, strict=True))})


def law_of(law: RoundLaw, rounds: int) -> dict[int, Fraction]:
    """The law of this many rounds in fractions, by net."""
    ways, whole = whole_powers(law, rounds)
    return {law.lowest * rounds + place * law.step: Fraction(way, whole) for place, way in enumerate(ways)}


def hold(found: Distribution, exact: Mapping[int, Fraction], chance: random.Random) -> float:
    """What the error of a law comes to, as a share of its bound: over all results, and over sets of them."""
    ours = {found.lowest + place * found.step: Fraction(float(one)) for place, one in enumerate(found.chances)}
    nothing = Fraction(0)
    off = [sum(abs(ours.get(net, nothing) - exact.get(net, nothing)) for net in {*ours, *exact})]
    for net in chance.choices(list(exact), k=SETS):
        off += [
            abs(Fraction(found.below(net)) - sum(one for at, one in exact.items() if at < net)),
            abs(Fraction(found.above(net)) - sum(one for at, one in exact.items() if at > net)),
            abs(Fraction(found.at(net)) - exact[net]),
        ]
    share = float(max(off)) / found.error
    if share > 1:
        raise NotABound(f"{found.rounds} rounds of {len(exact)} results by {found.method}: {max(off)} > {found.error}")
    return share


def hold_ruin(chance: random.Random) -> float:
    """The same for a bankroll: by steps, by squaring and by equations."""
    nets = [-1, 1, *chance.sample(range(-3, 4), 2)]
    war, surrender, plain = (of_weights(nets, [chance.randint(1, 1000) for _ in nets]) for _ in range(3))
    before, bankroll = 1, chance.randint(1, MOST_STATES // 2)
    target, rounds = bankroll + chance.randint(1, MOST_STATES // 2), chance.randint(1, 40)
    stakes = stakes_on(initial=1, war_tie=chance.randint(0, 2))
    to_war = before + chance.randint(0, 4)
    fate = PatronLaws(stakes, war, surrender, before, to_war, Fraction(1), plain if stakes["war_tie"] else None)
    chain = Chain(fate, bankroll, target, rounds)
    ruined, above = walked(chain, rounds)
    shares = []
    for one, other, error in (chain._by_steps(rounds), chain._by_squaring(rounds)):  # noqa: SLF001
        shares += [abs(Fraction(one) - ruined) / Fraction(error), abs(Fraction(other) - above) / Fraction(error)]
    first = chain.ruin_first()
    if first is not None:
        shares.append(abs(Fraction(first[0]) - solved(chain)) / Fraction(first[1]))
    if max(shares) > 1:
        raise NotABound(f"{rounds} rounds from {bankroll} to {target} under {fate}: {float(max(shares))} of the bound")
    return float(max(shares))


def jumps(chain: Chain, state: int) -> list[tuple[int, Fraction]]:
    """Where a state leads, in fractions."""
    money, laws = chain.least + state * chain.step, chain.laws
    law = laws.war if money >= laws.to_war else laws.surrender
    if laws.plain_war is not None and laws.to_war - laws.stakes["war_tie"] <= money < laws.to_war:
        law = laws.plain_war
    return [(state + net // chain.step, share) for net, share in law.chances.items()]


def walked(chain: Chain, rounds: int) -> tuple[Fraction, Fraction]:
    """Ruin and target within this many rounds, one after the other."""
    here, ruined, above = {chain.start: Fraction(1)}, Fraction(0), Fraction(0)
    for _ in range(rounds):
        there: dict[int, Fraction] = {}
        for state, share in here.items():
            for after, more in jumps(chain, state):
                if after < 0:
                    ruined += share * more
                elif after >= chain.states:
                    above += share * more
                else:
                    there[after] = there.get(after, Fraction(0)) + share * more
        here = there
    return ruined, above


def solved(chain: Chain) -> Fraction:
    """Ruin before the target, by elimination in fractions."""
    size = chain.states
    rows = [[Fraction(place == state) for place in range(size)] + [Fraction(0)] for state in range(size)]
    for state, row in enumerate(rows):
        for after, share in jumps(chain, state):
            if after < 0:
                row[size] += share
            elif after < size:
                row[after] -= share
    for place, row in enumerate(rows):
        row[:] = [entry / row[place] for entry in row]
        for other in rows:
            if other is not row and other[place]:
                times = other[place]
                other[:] = [entry - times * ours for entry, ours in zip(other, row, strict=True)]
    return rows[chain.start][size]
