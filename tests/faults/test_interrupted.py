"""Interrupted rounds: in each phase, after each kind of stop, the round goes on or is void as the rulebook says."""

from collections import Counter
from itertools import product

import pytest
from msgspec.structs import replace

from tests.faults.interrupted import STOPS, Lost, Scene, Stop
from tests.faults.outcomes import MACHINES, interrupt_all, judge, phases_of
from tests.simulated.evening import copy_of, evening, events_of, unhurried
from tests.simulated.loop import run
from tests.table.houses import rules_of_house
from wartable.table import events as e
from wartable.table.phases import PHASES
from wartable.table.state import ROUND_IS_OPEN
from wartable.table.words import Phase

SEED = 7
MOST_ROUNDS = 80
HOUSES = {
    "maryland": "progressive and wheel, at the end of the round",
    "california": "california",
    "wisconsin": "batch with recut",
    "massachusetts": "progressive at the end of the round",
    "washington": "batch, no cut after the machine, every round",
}
"""One house for every rulebook, with all that its rules have: side bets, a bank, a device that can jam."""


def share(rulebook: str) -> frozenset[tuple[Phase, Stop]]:
    """The pairs that one rulebook tries here; the others try the rest, and `./dev soak interrupted` tries all."""
    tried = set()
    for place, (phase, stop) in enumerate(product(PHASES, STOPS)):
        coming = [name for name, house in HOUSES.items() if phase in phases_of(rules_of_house(house))]
        if coming[place % len(coming)] == rulebook:
            tried.add((phase, stop))
    return frozenset(tried)


def test_the_rulebooks_try_every_pair_of_phase_and_stop_among_them() -> None:
    tried = Counter(pair for rulebook in HOUSES for pair in share(rulebook))
    assert tried == Counter(product(PHASES, STOPS))


@pytest.mark.parametrize("rulebook", HOUSES)
def test_every_phase_that_is_stopped_in_every_way_has_an_outcome_with_a_clause(rulebook: str) -> None:
    pairs = share(rulebook)
    stopped = interrupt_all(HOUSES[rulebook], SEED, MOST_ROUNDS, wanted=lambda phase, stop: (phase, stop) in pairs)
    assert Counter((one.phase, one.stop) for one in stopped) == Counter(pairs)
    for one in stopped:
        if one.outcome in ("void", "by the declared rule"):
            assert one.clauses, one
        if one.stop in MACHINES:
            assert one.outcome in ("went on", "nothing was in play"), one
        if one.stop == "void" and one.phase in ROUND_IS_OPEN:
            assert one.outcome == "void", one


def test_a_judge_notices_other_cards_a_stake_that_is_kept_and_a_void_without_a_clause() -> None:
    with unhurried():
        played = run(evening("wisconsin", SEED, MOST_ROUNDS))
        standing = next(one for one in played.standing if one.phase == "dealing")
        scene = Scene("wisconsin", standing, "void")
        run(scene.play())
    reference = events_of(played, standing.version)
    assert judge(scene, reference).outcome == "void"
    went_on = Scene("wisconsin", standing, "server")
    with unhurried():
        run(went_on.play())
    other = [replace(event, card="??") if isinstance(event, e.CardDealt) else event for event in reference]
    with pytest.raises(Lost, match="other cards"):
        judge(went_on, other)
    scene.standing = replace(standing, store=copy_of(scene.store))
    with pytest.raises(Lost, match="the past was changed"):
        judge(scene, reference)
