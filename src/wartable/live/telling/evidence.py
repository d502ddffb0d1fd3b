"""What the dealer's console asks for as evidence: counts, verdicts and an order. It suggests no answer."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from wartable.live.wire import ActView, CountView, Needs, PickUpView
from wartable.rulebook import SIDE, WAGERS
from wartable.table import Bettor, Step, Table, hands_to_pick_up
from wartable.table import commands as c

EVIDENCE: Mapping[str, Needs] = {"count_side_wagers": "counts", "verify_hand": "verdict", "check_light": "verdict"}
"""The steps that take evidence, and its kind."""
VERDICTS: Mapping[str, tuple[str, str]] = {
    "verify_hand": ("It wins", "It does not win"),
    "check_light": ("It is lit", "It is not lit"),
}
"""The answers to a step that asks for a verdict, yes and then no."""
PICK_UPS = ("pick_up", "war_pick_up")


def answers_to(step: Step) -> tuple[ActView, ...]:
    """Return the answers of which the dealer gives one."""
    said = zip(VERDICTS.get(step.step, ()), step.answers, strict=False)
    return tuple(ActView(says, msgspec.to_builtins(answer)) for says, answer in said)


def counted_at(step: Step) -> tuple[CountView, ...]:
    """Return the kinds that the dealer counts, without the number that the system accepted."""
    if not isinstance(step.command, c.CountSideWagers):
        return ()
    return tuple(CountView(wager, WAGERS[wager].heading) for wager, _ in step.command.counts)


def without_chips_to_count(table: Table, bettor: Bettor) -> Bettor:
    """Return a bettor as the console lists the wagers: while the side wagers are counted blind, without those."""
    if table.phase != "counting":
        return bettor
    return replace(bettor, stakes={**bettor.stakes, **dict.fromkeys(SIDE, 0)})


def order_of(table: Table, step: Step) -> tuple[PickUpView, ...]:
    """Return the hands in the order in which they are picked up."""
    return tuple(PickUpView(*hand) for hand in hands_to_pick_up(table)) if step.step in PICK_UPS else ()
