"""The kernel for a plan: its source with the plan's constants in front, and the resources it takes.

Every number of a plan is a constant to the compiler. A heads-up plan with one strategy gets the kernel that was made
for it; every other plan gets the one for any number of hands, which gives the same tally.
"""

from collections.abc import Iterable
from importlib import resources
from typing import NamedTuple

from wartable.sim import layout
from wartable.sim.gpu import table, totals

SCHEDULERS = 4
MOST_WARPS = 5 * SCHEDULERS
"""Warps that fit a multiprocessor of the GPU this was tuned on; more would not share its schedulers evenly."""
DEALS = (6, 4, 2)
"""Deals at once in the heads-up kernel, the fastest first."""
_SUMS_HOLD = 1024
"""Batches of 32 shoes that always fit in a sum of 32 bits."""
_WINS_HOLD = 256
"""Shoes whose wins fit in 16 bits."""

_ROW_BYTES = 128
_TABLE_BYTES = 28 * 1024
"""The shared memory of the heads-up table and of what lies in front of it, such as one warp's shoes."""
_IN_FRONT_OF_TABLE = 14 * 1024
_BINS_BYTES = 2 * 1024


class Kernel(NamedTuple):
    """A kernel to compile: its name, its source, the warps of a block and the shared memory they need."""

    name: str
    source: str
    warps: int
    shared: int


def kernel_for(plan: list[int], *, shared: int, any_hands: bool = False) -> Kernel:
    """Return the fastest kernel for a plan within a block's shared memory; `any_hands` excludes the heads-up one."""
    deals = 0 if any_hands else _deals_at_once(plan)
    return _headsup(plan, deals, shared) if deals else _hands(plan, shared)


def _deals_at_once(plan: list[int]) -> int:
    """How many deals the heads-up kernel takes at once, or 0 if it cannot deal this plan."""
    choice, burned, front = plan[layout.CHOICE], plan[layout.BURN_FIRST], _front(plan)
    if plan[layout.HANDS] != 1 or choice not in (layout.GO_TO_WAR, layout.SURRENDER):
        return 0
    in_front = plan[layout.DECKS] * 13 * _ROW_BYTES <= _IN_FRONT_OF_TABLE
    if not in_front or (front - burned) // (2 + _war_cards(plan)) >= table.MOST_WARS:
        return 0
    most = (front - burned) // 2 + 2
    return next((deals for deals in DEALS if -(-most // deals) * deals * 2 <= plan[layout.DECKS] * 52), 0)


def _headsup(plan: list[int], deals: int, shared: int) -> Kernel:
    war = plan[layout.CHOICE] == layout.GO_TO_WAR
    burned, front, war_cards = plan[layout.BURN_FIRST], _front(plan), _war_cards(plan)
    sure = 2 * ((front - burned) // (2 + war_cards)) if war else (front - burned) // 2
    shoe = plan[layout.DECKS] * 13 * _ROW_BYTES
    warps = _even(1 + (shared - _TABLE_BYTES) // shoe)
    trigger = 0 if plan[layout.TRIGGER] < 0 else 2 if war and war_cards & 2 else 1
    names = {
        "START": table.start(burned, front),
        "WAR": int(war),
        "WAR_CARDS": war_cards,
        "TRIGGER": trigger,
        "DEALS": deals,
        "SURE": max(0, sure - deals),
        "HOLD": _SUMS_HOLD,
        "GONE_AT": table.GONE_AT,
        "OUT": table.OUT,
        "STATES": table.STATES,
        "WON_AT": table.WON_AT,
        "DOUBLE_AT": table.DOUBLE_AT,
        "WAR_WIDTH": table.WAR_WIDTH,
    }
    words = [word for entry in table.entries(war_cards if war else None) for word in entry]
    text = _source(plan, "headsup", warps, {"VECTOR": totals.DEALT + 1, **names}, {"TABLE": words})
    return Kernel("headsup", text, warps, _TABLE_BYTES + (warps - 1) * shoe)


def _hands(plan: list[int], shared: int) -> Kernel:
    hands = plan[layout.HANDS]
    choices = plan[layout.CHOICE : layout.CHOICE + hands]
    by_count = layout.BY_COUNT in choices
    shoe = (plan[layout.DECKS] * 13 + 4 * by_count) * _ROW_BYTES
    warps = _even((shared - _BINS_BYTES) // shoe)
    names = {
        "HANDS": hands,
        "BURN_FIRST": plan[layout.BURN_FIRST],
        "FRONT": _front(plan),
        "WAR_BURNS": plan[layout.WAR_BURNS],
        "WAR_BURNS_EACH": plan[layout.WAR_BURNS_EACH],
        "BETTORS": _mask(choice != layout.NO_BETTOR for choice in choices),
        "GO_TO_WAR": _mask(choice == layout.GO_TO_WAR for choice in choices),
        "BY_COUNT": int(by_count),
        "COUNTING": _mask(choice == layout.BY_COUNT for choice in choices),
        "COUNT_NUM": plan[layout.COUNT_NUM],
        "COUNT_DEN": plan[layout.COUNT_DEN],
        "HOLD": _WINS_HOLD,
        "ROUNDS_AT": totals.ROUNDS_AT,
        "MISFIT_AT": totals.MISFIT_AT,
        "CLASSES_AT": totals.CLASSES_AT,
    }
    text = _source(plan, "hands", warps, {"VECTOR": totals.MORE_WINS + 1, **names}, {})
    return Kernel("hands", text, warps, _BINS_BYTES + warps * shoe)


def _front(plan: list[int]) -> int:
    """Cards in front of the cover card; where every round is shuffled, the first round already goes beyond it."""
    return plan[layout.BURN_FIRST] if plan[layout.ONE_ROUND] else plan[layout.FRONT]


def _war_cards(plan: list[int]) -> int:
    return plan[layout.WAR_BURNS] + plan[layout.WAR_BURNS_EACH] + 2


def _even(warps: int) -> int:
    """The number of warps that fit, equal for each scheduler if there are enough."""
    return min(MOST_WARPS, warps // SCHEDULERS * SCHEDULERS if warps >= SCHEDULERS else warps)


def _mask(bits: Iterable[bool]) -> int:
    return sum(1 << place for place, bit in enumerate(bits) if bit)


def _source(plan: list[int], name: str, warps: int, names: dict[str, int], words: dict[str, list[int]]) -> str:
    shared = {
        "DECKS": plan[layout.DECKS],
        "SLOTS": plan[layout.DECKS] * 52,
        "WARPS": warps,
        "SAME_RANK": table.SAME_RANK,
        "LENGTHS_AT": totals.LENGTHS_AT,
        "TRIGGERS_AT": totals.TRIGGERS_AT,
    }
    words = {"FRESH": table.fresh_words(plan[layout.TRIGGER]), **words}
    lines = [f"#define {key} {_number(value)}" for key, value in (shared | names).items()]
    lines += [f"__constant__ const unsigned int {key}[] = {{{_listed(row)}}};" for key, row in words.items()]
    parts = ("machine.cuh", "stream.cuh", "moments.cuh", f"{name}.cu")
    return "\n".join([*lines, *(_read(part) for part in parts)])


def _number(value: int) -> str:
    """A number as the kernel's language writes it: of 32 bits, or of 64 if it is larger."""
    return str(value) if value < 1 << 31 else f"{value}ll"


def _listed(row: list[int]) -> str:
    return ", ".join(f"{word}u" for word in row)


def _read(part: str) -> str:
    return resources.files(__package__).joinpath("kernels", part).read_text(encoding="utf-8")
