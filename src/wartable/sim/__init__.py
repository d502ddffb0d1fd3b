"""A fast simulation from real shoes, proven to be the same game as the table.

    from wartable.rulebook import load_house
    from wartable.sim import Goal, make_plan, parse_strategies, simulate

    rules = load_house(text)
    plan = make_plan(rules, parse_strategies("war", seats=5))
    found = simulate(rules, plan, Goal(rounds=10**9), seed=1)
    found.estimates["initial"].edge

Names are loaded on first use: the GPU part must run with few packages installed.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wartable.sim import layout
    from wartable.sim.backend import usable_cores
    from wartable.sim.backends import NoBackend, Where, open_backend
    from wartable.sim.checkpoint import BadCheckpoint, load, save
    from wartable.sim.counting import exposure
    from wartable.sim.cut_card import CutCard, cut_card_effect
    from wartable.sim.estimate import CONFIDENCE, Estimate, quantile
    from wartable.sim.exact import class_chances
    from wartable.sim.meter import MeterLife, meter_life
    from wartable.sim.plan import BadPlan, SimPlan, make_plan
    from wartable.sim.result import Judge
    from wartable.sim.run import Goal, RunState, new_state
    from wartable.sim.sessions import SessionSample, follow
    from wartable.sim.simulation import ShoeLevel, Simulation, simulate
    from wartable.sim.strategy import Strategy, parse_strategies
    from wartable.sim.stream import MAX_SEED
    from wartable.sim.tally import Tally, read_row
    from wartable.sim.wagers import usual_stakes

_ROOMS = {
    "backend": ("usable_cores",),
    "backends": ("NoBackend", "Where", "open_backend"),
    "checkpoint": ("BadCheckpoint", "load", "save"),
    "counting": ("exposure",),
    "cut_card": ("CutCard", "cut_card_effect"),
    "estimate": ("CONFIDENCE", "Estimate", "quantile"),
    "exact": ("class_chances",),
    "meter": ("MeterLife", "meter_life"),
    "plan": ("BadPlan", "SimPlan", "make_plan"),
    "result": ("Judge",),
    "run": ("Goal", "RunState", "new_state"),
    "sessions": ("SessionSample", "follow"),
    "simulation": ("ShoeLevel", "Simulation", "simulate"),
    "strategy": ("Strategy", "parse_strategies"),
    "stream": ("MAX_SEED",),
    "tally": ("Tally", "read_row"),
    "wagers": ("usual_stakes",),
}


def __getattr__(name: str) -> Any:
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{room}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
