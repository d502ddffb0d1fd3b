"""Whole simulated houses, seed after seed: no check fails, and planted mistakes are found."""

from tests.simulated.planted import PLANTED
from tests.simulated.world import Lived, live

TWICE_OF = 100
"""One seed in this many is lived twice."""
MOST_TO_FIND = 60


def seeds(tries: int, seed: int) -> str:
    """This many seeds; then every planted mistake, until it is found."""
    lived: list[Lived] = []
    twice = 0
    for number in range(seed, seed + tries):
        lived.append(live(number))
        if number % TWICE_OF == 0 or tries < TWICE_OF:
            twice += 1
            if live(number).digest != lived[-1].digest:
                raise AssertionError(f"the seed {number} gives two different logs")
    needed = {name: _needed(name, seed) for name in PLANTED}
    rounds, answers = sum(one.rounds for one in lived), sum(one.answers for one in lived)
    crashes, takeovers = sum(one.crashes for one in lived), sum(one.takeovers for one in lived)
    return (
        f"{tries} seeds, {rounds} rounds, {answers} answers, {crashes} crashes, {takeovers} take-overs: 0 broken;"
        f" {twice} seeds twice, the same log; {len(needed)} of {len(PLANTED)} planted mistakes found"
        f" within {max(needed.values())} seeds"
    )


def _needed(name: str, seed: int) -> int:
    """How many seeds it takes to find a planted mistake."""
    for tried in range(MOST_TO_FIND):
        with PLANTED[name]():
            try:
                live(seed + tried)
            except Exception:  # no matter what is raised, it was noticed
                return tried + 1
    raise AssertionError(f"no one notices in {MOST_TO_FIND} seeds: {name}")
