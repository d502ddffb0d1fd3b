"""Many rounds fast, from real shoes, and provably the same game as the table.

    from wartable.rulebook import load_house
    from wartable.sim import Goal, make_plan, parse_strategies, simulate

    rules = load_house(text)
    plan = make_plan(rules, parse_strategies("war", seats=5))
    found = simulate(rules, plan, Goal(rounds=10**9), seed=1)
    found.estimates["initial"].edge

Names are loaded when they are first asked for: the GPU's part must do with little.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wartable.sim.backends import NoBackend, Where, open_backend
    from wartable.sim.counting import exposure
    from wartable.sim.cut_card import cut_card_effect
    from wartable.sim.estimate import Estimate
    from wartable.sim.meter import meter_life
    from wartable.sim.plan import BadPlan, Plan, make_plan
    from wartable.sim.run import Goal, State
    from wartable.sim.sessions import follow
    from wartable.sim.simulation import ShoeLevel, Simulation, simulate
    from wartable.sim.strategy import Strategy, parse_strategies
    from wartable.sim.tally import Tally
    from wartable.sim.wagers import usual_stakes

_ROOMS = {
    "backends": ("NoBackend", "Where", "open_backend"),
    "counting": ("exposure",),
    "cut_card": ("cut_card_effect",),
    "estimate": ("Estimate",),
    "meter": ("meter_life",),
    "plan": ("BadPlan", "Plan", "make_plan"),
    "run": ("Goal", "State"),
    "sessions": ("follow",),
    "simulation": ("ShoeLevel", "Simulation", "simulate"),
    "strategy": ("Strategy", "parse_strategies"),
    "tally": ("Tally",),
    "wagers": ("usual_stakes",),
}

__all__ = [
    "BadPlan",
    "Estimate",
    "Goal",
    "NoBackend",
    "Plan",
    "ShoeLevel",
    "Simulation",
    "State",
    "Strategy",
    "Tally",
    "Where",
    "cut_card_effect",
    "exposure",
    "follow",
    "make_plan",
    "meter_life",
    "open_backend",
    "parse_strategies",
    "simulate",
    "usual_stakes",
]


def __getattr__(name: str) -> Any:
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{room}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
