"""Exact values for a plan: each class's chance in a full shoe, and the net of every wager in each class.

Both come from `wartable.odds`, which asks the table: no pay and no chance is written here.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

import msgspec

from wartable.odds import Chances, Composition, Courses, base_net, chances, progressive_net, settle_apart, spin_odds
from wartable.rulebook import Rules, Stakes, Wager
from wartable.sim import layout
from wartable.sim.plan import SimPlan


class Pays(msgspec.Struct, frozen=True):
    """One wager: its net in each outcome class, in units of the wager, and the units put up (none or one)."""

    nets: tuple[Fraction, ...]
    units: tuple[Fraction, ...]


class SpinChances(msgspec.Struct, frozen=True):
    """The Bonus Spin: the chance that the wheel turns, and what a unit then gets back, meters at their resets."""

    trigger: Fraction
    returned: Fraction


def pays_of(rules: Rules, stakes: Stakes) -> dict[str, Pays]:
    """Return every wager on the cards that is made."""
    courses = settle_apart(rules, stakes)
    nets: dict[str, list[Fraction | None]] = {"initial": [base_net(courses[name]) for name in layout.CLASSES]}
    ties: tuple[Wager, ...] = ("tie", "war_tie")
    for wager in ties:
        if stakes[wager]:
            nets[wager] = _nets(courses, wager)
    if rules.progressive is not None and stakes["progressive"]:
        reset = rules.progressive.reset
        nets["progressive"] = [progressive_net(courses[name]["progressive"], reset) for name in layout.CLASSES]
    return {
        wager: Pays(tuple(net or Fraction(0) for net in by_class), tuple(Fraction(net is not None) for net in by_class))
        for wager, by_class in nets.items()
    }


def _nets(courses: Courses, wager: str) -> list[Fraction | None]:
    """The net of a unit by class; None where the wager is not made."""
    lines = [courses[name].get(wager) for name in layout.CLASSES]
    return [None if line is None else Fraction(line.net, line.staked) for line in lines]


def class_chances(plan: SimPlan, hands: Sequence[int] = ()) -> tuple[Fraction, ...] | None:
    """Return the chance of each class for some hands, or all, in a full shoe; None where a player counts cards."""
    hands = hands or plan.bet_hands
    found = _in_full_shoe(plan.decks)
    by_choice: Mapping[int, Mapping[str, Fraction]] = {layout.GO_TO_WAR: found.war, layout.SURRENDER: found.surrender}
    total = [Fraction(0)] * len(layout.CLASSES)
    for hand in hands:
        if plan.choices[hand] not in by_choice:
            return None
        for place, name in enumerate(layout.CLASSES):
            total[place] += by_choice[plan.choices[hand]].get(name, Fraction(0))
    return tuple(chance / len(hands) for chance in total)


@cache
def _in_full_shoe(decks: int) -> Chances:
    return chances(Composition.of_decks(decks))


def exact_mean(pays: Pays, class_chance: tuple[Fraction, ...] | None) -> Fraction | None:
    """Return the average net of a unit on a wager."""
    if class_chance is None:
        return None
    units = sum((chance * unit for chance, unit in zip(class_chance, pays.units, strict=True)), Fraction(0))
    nets = sum((chance * net for chance, net in zip(class_chance, pays.nets, strict=True)), Fraction(0))
    return nets / units if units else None


def wheel_of(rules: Rules, plan: SimPlan) -> SpinChances | None:
    """Return the Bonus Spin for the seats that bet it, where it is offered."""
    spin = spin_odds(rules, Composition.of_decks(plan.decks))
    if spin is None:
        return None
    trigger = spin.trigger.exact
    return SpinChances(trigger, spin.players[plan.seats - 1].return_at_reset.exact / trigger)
