"""Which kernel a plan gets, and that it fits the machine."""

import re

import pytest

from wartable.sim import layout
from wartable.sim.gpu.source import MOST_WARPS, Kernel, kernel_for

HOPPER, CONSUMER = 227 * 1024, 99 * 1024
"""What a block may have of shared memory, on the large GPUs and on the small."""


def plan(decks: int = 6, front: int = 234, burns: int = 3, *choices: int, trigger: int = -1) -> list[int]:
    choices = choices or (layout.GO_TO_WAR,)
    row = [decks, len(choices), 1, front, 0, burns, 0, trigger, 0, 1, *choices]
    return row + [0] * (layout.PLAN_SIZE - len(row))


def number(kernel: Kernel, name: str) -> int:
    found = re.search(rf"^#define {name} (\d+)$", kernel.source, re.MULTILINE)
    assert found, name
    return int(found[1])


def deals(kernel: Kernel) -> int:
    return number(kernel, "DEALS")


@pytest.mark.parametrize("choice", [layout.GO_TO_WAR, layout.SURRENDER])
@pytest.mark.parametrize("decks", [6, 7, 8])
def test_a_single_hand_with_one_strategy_gets_the_heads_up_kernel(decks: int, choice: int) -> None:
    assert kernel_for(plan(decks, decks * 39, 3, choice), shared=HOPPER).name == "headsup"


@pytest.mark.parametrize(
    "other",
    [
        plan(6, 234, 3, layout.BY_COUNT),
        plan(6, 234, 3, layout.GO_TO_WAR, layout.GO_TO_WAR),
        plan(12, 468),
        plan(8, 408, 0),
    ],
    ids=["by count", "two hands", "a shoe too large for its place", "more wars than are counted"],
)
def test_every_other_plan_gets_the_kernel_for_any_hands(other: list[int]) -> None:
    assert kernel_for(other, shared=HOPPER).name == "hands"


def test_the_kernel_for_any_hands_can_be_asked_for() -> None:
    assert kernel_for(plan(), shared=HOPPER, any_hands=True).name == "hands"


@pytest.mark.parametrize("shared", [HOPPER, CONSUMER])
@pytest.mark.parametrize("decks", range(1, 13))
@pytest.mark.parametrize("seats", [1, 2, 9])
def test_a_block_fits_its_shared_memory(decks: int, seats: int, shared: int) -> None:
    kernel = kernel_for(plan(decks, decks * 26, 3, *[layout.GO_TO_WAR] * seats), shared=shared)
    assert 1 <= kernel.warps <= MOST_WARPS
    assert kernel.shared <= shared


def test_no_warps_are_left_when_a_shoe_is_too_large() -> None:
    assert kernel_for(plan(60, 1000), shared=CONSUMER).warps == 0


@pytest.mark.parametrize("front", range(300, 416))
def test_lanes_that_deal_on_beside_the_others_never_run_out_of_cards(front: int) -> None:
    kernel = kernel_for(plan(8, front, 3, layout.SURRENDER), shared=HOPPER)
    most = (front - 1) // 2 + 1
    assert kernel.name == "hands" or -(-most // deals(kernel)) * deals(kernel) * 2 <= 416


def test_shoes_shuffled_after_every_round_have_one_round() -> None:
    every_round = plan()
    every_round[layout.ONE_ROUND] = 1
    kernel = kernel_for(every_round, shared=HOPPER, any_hands=True)
    assert number(kernel, "FRONT") == every_round[layout.BURN_FIRST]


@pytest.mark.parametrize(("burns", "way"), [(3, 1), (6, 1), (0, 2), (4, 2)])
def test_the_trigger_is_read_off_two_cards_gone_unless_a_war_has_that_bit(burns: int, way: int) -> None:
    assert number(kernel_for(plan(burns=burns, trigger=25), shared=HOPPER), "TRIGGER") == way
    assert number(kernel_for(plan(burns=burns), shared=HOPPER), "TRIGGER") == 0


def test_a_number_too_large_for_32_bits_says_so_in_the_source() -> None:
    row = plan(6, 234, 3, layout.BY_COUNT)
    row[layout.COUNT_DEN] = 10**11
    assert f"#define COUNT_DEN {10**11}ll" in kernel_for(row, shared=HOPPER).source
