"""Our own mistakes stop the table: states that cannot be, made by hand, are noticed at once."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tests.table.samples import table_in
from tests.told import CLOCK, DEALER, Told
from wartable.cards import Card
from wartable.rulebook.rules import Ruling
from wartable.rulebook.wagers import STAKED, Wager
from wartable.table import Table, TableBroken, act, decide, evolve, hold, steps
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.commands import Command
from wartable.table.procedures.rulings import RULINGS
from wartable.table.state import Call, change_bettor, put_stake
from wartable.table.words import Actor, Phase

Spoil = Callable[[Table], Table]


@pytest.mark.parametrize("wager", STAKED)
def test_a_wager_is_never_negative(wager: Wager) -> None:
    table = table_in("california", "dealing").table
    with pytest.raises(TableBroken, match="a wager at seat 1 is negative"):
        hold(table.with_box(put_stake(table.boxes[0], "", wager, -1)), table)


def test_the_stake_of_the_bank_beside_a_war_is_never_negative() -> None:
    table = table_in("california", "dealing").table
    with pytest.raises(TableBroken, match="a wager at seat 1 is negative"):
        hold(table.with_box(change_bettor(table.boxes[0], "", matched=-1)))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda table: replace(table, cards=replace(table.cards, in_shoe=table.cards.in_shoe - 1)),
        lambda table: replace(table, cards=replace(table.cards, drawn_ahead=1)),
        lambda table: replace(table, cards=replace(table.cards, exposed=Card("Ts"))),
        lambda table: replace(table, cards=replace(table.cards, rack=())),
        lambda table: replace(table, cards=replace(table.cards, in_shoe=-1, drawn_ahead=table.cards.in_shoe + 1)),
        lambda table: replace(table, round=replace(table.round, dealer_card=Card("Ts"))),
        lambda table: table.with_box(replace(table.boxes[0], card=Card("Ts"), war_card=Card("Ts"))),
    ],
)
def test_every_card_is_in_one_place(spoil: Spoil) -> None:
    table = table_in("maryland", "dealing").table
    hold(table)
    with pytest.raises(TableBroken, match="cards are at the table, not 312"):
        hold(spoil(table))
    with pytest.raises(TableBroken, match="cards are at the table, not 312"):
        hold(spoil(table), table)


def test_a_shuffler_holds_one_batch() -> None:
    table = Told.at("wisconsin", {"shuffler": {"kind": "batch"}}).table
    hold(table)
    assert table.stock is not None
    inside = replace(table.stock.batches[1], place="shuffler")
    broken = replace(table, stock=replace(table.stock, batches=(inside, inside)))
    with pytest.raises(TableBroken, match="two batches are in a shuffler that holds one"):
        hold(broken)
    with pytest.raises(TableBroken, match="two batches are in a shuffler that holds one"):
        hold(broken, table)


def test_a_card_is_not_seen_more_often_than_the_decks_hold_it() -> None:
    table = table_in("maryland", "dealing").table
    hold(replace(table, cards=replace(table.cards, seen=bytes([6] * 52))))
    with pytest.raises(TableBroken, match="more often than the decks hold it"):
        hold(replace(table, cards=replace(table.cards, seen=bytes([6] * 51 + [7]))), table)


def test_a_meter_is_never_negative() -> None:
    table = table_in("maryland", "betting").table
    broken = {**table.meters, "progressive": replace(table.meters["progressive"], reading=-1)}
    with pytest.raises(TableBroken, match="a meter is negative"):
        hold(replace(table, meters=broken))


@pytest.mark.parametrize("field", ["left", "money"])
def test_a_bank_is_never_negative(field: str) -> None:
    table = table_in("california", "betting").table
    with pytest.raises(TableBroken, match="the bank is negative"):
        hold(replace(table, banker=replace(table.banker, **{field: -1})))


def test_what_does_not_hold_stops_the_table_before_anything_is_said() -> None:
    table = table_in("maryland", "dealing").table
    broken = replace(table, cards=replace(table.cards, rack=()))
    with pytest.raises(TableBroken):
        act(broken, c.CallDeckChange(), CLOCK)


def test_a_round_does_not_end_with_an_open_wager() -> None:
    table = table_in("maryland", "picking_up").table
    with pytest.raises(TableBroken, match="a wager that is not settled"):
        evolve(table.with_box(put_stake(table.boxes[0], "", "initial", 10_00)), e.RoundEnded(1))


def test_a_wager_without_its_bettor_is_not_settled() -> None:
    table = table_in("maryland", "settling").table
    settled = e.WagerSettled(1, "unknown", "", "initial", "lose", 10_00, 10_00, 0, 0, ())
    with pytest.raises(LookupError, match="no bettor of this name at seat 1"):
        evolve(table, settled)


@pytest.mark.parametrize(
    ("phase", "by", "command"),
    [
        ("settling", DEALER, c.SettleHand()),
        ("war_settling", DEALER, c.SettleHand()),
        ("deciding", DEALER, c.GoToWar(1)),
        ("deciding", DEALER, c.Surrender(1)),
        ("deciding", CLOCK, c.CallTime()),
    ],
)
def test_a_phase_with_nothing_to_do_in_it_is_our_mistake(phase: Phase, by: Actor, command: Command) -> None:
    table = replace(table_in("maryland", "betting").table, phase=phase)
    with pytest.raises(LookupError):
        decide(table, command, by)


def test_a_ruling_on_a_card_that_is_not_there_is_our_mistake() -> None:
    table = table_in("maryland", "dealing").table
    with pytest.raises(LookupError, match="no card is exposed"):
        RULINGS["burn"](table, Call("exposed_card", ("burn",), "dealing"))


@pytest.mark.parametrize("ruling", ["void_hand", "surrender", "lost"])
def test_a_ruling_on_no_box_is_our_mistake(ruling: Ruling) -> None:
    table = table_in("maryland", "dealing").table
    with pytest.raises(TableBroken, match="the floor was called to no box"):
        RULINGS[ruling](table, Call("player_absent", (ruling,), "dealing"))


@pytest.mark.parametrize("phase", ["deciding", "suspended"])
def test_no_one_is_prompted_where_no_one_is_asked(phase: Phase) -> None:
    assert steps(replace(table_in("maryland", "betting").table, phase=phase)) == ()


def test_a_table_that_waits_for_no_one_prompts_no_one() -> None:
    assert steps(Told.closed("maryland").table) == ()
