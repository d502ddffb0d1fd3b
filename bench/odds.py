"""The speed of the exact mathematics: a par sheet, and the distribution of a session by its number of rounds.

Times are processor time, because on a shared machine the clock includes waiting.
"""

from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time_ns

import msgspec

from wartable.odds import Composition, RoundLaw, default_choices, distribution, par_sheet, patron_laws
from wartable.odds.deals import chances
from wartable.rulebook import Rules, load_rulebook, rulebook_names, rules_in_force
from wartable.rulebook.wagers import stakes_on

TURNS = 9
ROUNDS = (100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000)
STAKE = 10_00
DECKS = 6


class SessionCost(msgspec.Struct, frozen=True):
    """The cost of the distribution of a number of rounds."""

    rounds: int
    milliseconds: float
    method: str
    results: int
    """The number of different results."""
    error: float


class OddsBench(msgspec.Struct, frozen=True):
    """The result of the bench."""

    sheet_milliseconds: dict[str, float]
    """A full par sheet of each rulebook with every wager it has; the median of turns."""
    sessions: tuple[SessionCost, ...]

    def told(self) -> list[str]:
        sheets = self.sheet_milliseconds.items()
        lines = [f"par sheet, {name}: {spent:.1f} ms of processor time" for name, spent in sheets]
        for cost in self.sessions:
            how = f"{cost.results:,} results, {cost.method}, error at most {cost.error:.1e}"
            lines.append(f"session of {cost.rounds:,} rounds: {cost.milliseconds:.1f} ms ({how})")
        return lines


def bench_odds(turns: int = TURNS, rounds: tuple[int, ...] = ROUNDS) -> OddsBench:
    """Time par sheets and sessions, each several times."""
    names = list(dict.fromkeys(rulebook_names().values()))
    sheets = {name: _milliseconds(partial(par_sheet, _rules(name)), turns) for name in names}
    law = patron_laws(_rules(names[0]), stakes_on(initial=STAKE), chances(Composition.of_decks(DECKS))).war
    return OddsBench(sheets, tuple(_session(law, count, turns) for count in rounds))


def _rules(name: str) -> Rules:
    book = load_rulebook(name)
    return rules_in_force(book, default_choices(book))


def _session(law: RoundLaw, rounds: int, turns: int) -> SessionCost:
    found = distribution(law, rounds)
    spent = _milliseconds(partial(distribution, law, rounds), turns)
    return SessionCost(rounds, spent, found.method, len(found.chances), found.error)


def _milliseconds(work: Callable[[], object], turns: int) -> float:
    work()  # the first run imports modules
    spent = []
    for _ in range(turns):
        begun = process_time_ns()
        work()
        spent.append(process_time_ns() - begun)
    return median(spent) / 1e6
