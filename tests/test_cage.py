"""The cage: what happens there moves money from one account to another, and never makes any."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wartable import cage
from wartable.cage import CageRefusal, decide, moves_of, paid_from
from wartable.money import MAX_CENTS

AMOUNT = st.integers(1, MAX_CENTS)

HAPPENS: list[tuple[cage.CageCommand, cage.CageEvent, dict[str, int]]] = [
    (cage.BuyIn("Ada", 100_00), cage.BoughtIn("Ada", 100_00), {"patron/Ada": 100_00, "cage": -100_00}),
    (
        cage.BuyIn("Ada", 100_00, "T1"),
        cage.BoughtIn("Ada", 100_00, "T1"),
        {"patron/Ada": 100_00, "table/T1/bank": -100_00, "table/T1/drop": 100_00, "cage": -100_00},
    ),
    (cage.CashOut("Ada", 40_00), cage.CashedOut("Ada", 40_00), {"patron/Ada": -40_00, "cage": 40_00}),
    (cage.GiveTip("Ada", "T1", 5_00), cage.TipGiven("Ada", "T1", 5_00), {"patron/Ada": -5_00, "table/T1/tips": 5_00}),
    (
        cage.FillInventory("T1", 500_00, "F-17"),
        cage.InventoryFilled("T1", 500_00, "F-17"),
        {"cage": -500_00, "table/T1/bank": 500_00},
    ),
    (
        cage.CreditInventory("T1", 500_00, "C-3"),
        cage.InventoryCredited("T1", 500_00, "C-3"),
        {"table/T1/bank": -500_00, "cage": 500_00},
    ),
    (
        cage.CountDrop("T1", 990_00),
        cage.DropCounted("T1", 1_000_00, 990_00),
        {"table/T1/drop": -1_000_00, "cage": 990_00, "table/T1/over_short": 10_00},
    ),
    (
        cage.CountDrop("T1", 1_000_00),
        cage.DropCounted("T1", 1_000_00, 1_000_00),
        {"table/T1/drop": -1_000_00, "cage": 1_000_00},
    ),
    (cage.CollectTips("T1", 5_00), cage.TipsCollected("T1", 5_00), {"table/T1/tips": -5_00, "cage": 5_00}),
]
HELD = 1_000_00


@pytest.mark.parametrize(("command", "event", "moved"), HAPPENS)
def test_what_is_asked_happens_and_moves_this_much(
    command: cage.CageCommand, event: cage.CageEvent, moved: dict[str, int]
) -> None:
    assert decide(command, HELD) == event
    assert {posting.account: posting.cents for posting in moves_of(event)} == moved


def test_a_table_sells_no_more_chips_than_its_inventory_holds() -> None:
    command = cage.BuyIn("Ada", HELD + 1, "T1")
    assert paid_from(command) == "table/T1/bank"
    assert decide(command, HELD) is CageRefusal.NOT_HELD
    assert decide(cage.BuyIn("Ada", HELD + 1), HELD) == cage.BoughtIn("Ada", HELD + 1)


def test_no_more_chips_are_taken_off_a_table_than_it_holds() -> None:
    assert decide(cage.CreditInventory("T1", HELD + 1, "C-3"), HELD) is CageRefusal.NOT_HELD
    assert decide(cage.CreditInventory("T1", HELD, "C-3"), HELD) == cage.InventoryCredited("T1", HELD, "C-3")


def test_every_command_and_every_event_is_among_them() -> None:
    assert {type(command) for command, _, _ in HAPPENS} == set(cage.COMMANDS)
    assert {type(event) for _, event, _ in HAPPENS} == set(cage.EVENTS) == set(cage.MOVES)


def test_who_pays_is_asked_what_they_hold() -> None:
    assert paid_from(cage.CashOut("Ada", 1)) == "patron/Ada"
    assert paid_from(cage.GiveTip("Ada", "T1", 1)) == "patron/Ada"
    assert paid_from(cage.CollectTips("T1", 1)) == "table/T1/tips"
    assert paid_from(cage.CountDrop("T1", 1)) == "table/T1/drop"
    assert paid_from(cage.BuyIn("Ada", 1)) is None


@pytest.mark.parametrize("command", [cage.CashOut("Ada", 10_00), cage.GiveTip("Ada", "T1", 10_00)])
def test_no_one_takes_out_more_than_they_hold(command: cage.CageCommand) -> None:
    assert decide(command, 9_99) is CageRefusal.NOT_HELD
    assert isinstance(decide(command, 10_00), cage.CageEvent)


@pytest.mark.parametrize("amount", [0, -1, MAX_CENTS + 1])
def test_an_amount_is_above_nothing_and_within_what_is_counted(amount: int) -> None:
    assert decide(cage.BuyIn("Ada", amount)) is CageRefusal.AMOUNT_IS_BAD
    assert decide(cage.FillInventory("T1", amount, "F-1")) is CageRefusal.AMOUNT_IS_BAD


def test_an_empty_box_can_be_counted_but_not_less_than_that() -> None:
    assert decide(cage.CountDrop("T1", 0)) == cage.DropCounted("T1", 0, 0)
    assert moves_of(cage.DropCounted("T1", 0, 0)) == ()
    assert decide(cage.CountDrop("T1", -1)) is CageRefusal.AMOUNT_IS_BAD


@pytest.mark.parametrize("name", ["", " ", "x" * 65, "line\nbreak"])
def test_a_name_can_be_read(name: str) -> None:
    named: list[cage.CageCommand] = [
        cage.BuyIn(name, 1),
        cage.CashOut(name, 1),
        cage.GiveTip("Ada", name, 1),
        cage.FillInventory(name, 1, "F-1"),
        cage.CreditInventory("T1", 1, name),
        cage.CountDrop(name, 1),
        cage.CollectTips(name, 1),
    ]
    assert {decide(command, HELD) for command in named} == {CageRefusal.NAME_IS_BAD}


def test_what_no_cage_does_is_our_mistake() -> None:
    with pytest.raises(TypeError, match="not a command of the cage"):
        decide(cage.CageCommand())


@given(AMOUNT, AMOUNT, st.data())
def test_all_postings_together_sum_to_zero(amount: int, counted: int, data: Any) -> None:
    event = data.draw(
        st.sampled_from(
            [
                cage.BoughtIn("Ada", amount),
                cage.BoughtIn("Ada", amount, "T1"),
                cage.CashedOut("Ada", amount),
                cage.TipGiven("Ada", "T1", amount),
                cage.InventoryFilled("T1", amount, "F-1"),
                cage.InventoryCredited("T1", amount, "C-1"),
                cage.DropCounted("T1", amount, counted),
                cage.TipsCollected("T1", amount),
            ]
        )
    )
    assert sum(posting.cents for posting in moves_of(event)) == 0
    assert all(posting.cents for posting in moves_of(event))
