"""Records of the cage that no desk would keep: each is named with its place and what was expected, and not served."""

from typing import Any

import pytest

from tests.audit.histories import Keeper, moves, told_day
from tests.audit.rows import RowsLog
from wartable.audit import unsound_money, verify_store
from wartable.audit.house_events import PersonAdded, RoleChanged, RulesPutInForce
from wartable.audit.proof.at_cage import AT_THE_DESK, BY_THE_HOUSE, SOLD_AT_TABLES
from wartable.cage import (
    BoughtIn,
    CashedOut,
    DropCounted,
    InventoryCredited,
    InventoryFilled,
    TipGiven,
)
from wartable.live.people.register import RESERVED
from wartable.live.wire.roles import MAY
from wartable.money import MAX_CENTS
from wartable.rulebook import EDITION
from wartable.store import Batch, MemoryStore, Move, NewEvent, Write, encode
from wartable.table import events as e

PEOPLE = (PersonAdded("cora", "cage", ""), PersonAdded("dana", "dealer", ""), PersonAdded("pat", "player", ""))


@pytest.fixture
def keeper() -> Keeper:
    """A house with people, an automatic table, a dealt one and chips out in the room."""
    made = Keeper(MemoryStore()).keeps("house", PEOPLE)
    made.puts_in_force("A", "maryland", form="automatic").puts_in_force("D", "maryland", form="dealer")
    made.keeps("patron/pat", [BoughtIn("pat", 500_00)], "cora/1")
    made.keeps("patron/guest-1", [BoughtIn("guest-1", 500_00)], "chips/1")
    made.keeps("house", [InventoryFilled("D", 900_00, "opening")], "fill/D")
    made.keeps("house", [InventoryFilled("D", 9_00, "s")], "fill/D/s").keeps(
        "patron/pat", [TipGiven("pat", "D", 5)], "dana/t"
    )
    made.keeps("patron/pat", [BoughtIn("pat", 5_00, "D")], "dana/1")
    made.keeps("house", [DropCounted("D", 5_00, 0)], "cora/2")
    return made.keeps("house", [InventoryCredited("D", 1_00, "closing")], "friends/D/credit")


def forge(keeper: Keeper, stream: str, event: Any, command: str) -> str:
    """Keep an event as the desk would not, and say what is found: once, at its own place."""
    keeper.keeps(stream, [event], command)
    log = RowsLog(keeper.store)
    (found,) = verify_store(log).findings
    assert (found.stream, found.version) == (stream, keeper.store.head(stream).version)
    assert [str(found)] == [str(one) for one in unsound_money(log, log)][:1]
    return found.says


IMPOSSIBLE: dict[str, tuple[str, Any, str, str]] = {
    "a negative fill": (
        "house",
        InventoryFilled("D", -5_00, "x"),
        "cora/x",
        "inventory_filled: its amount is -5.00; expected 0.01 to 1000000000000.00",
    ),
    "an amount of zero": ("house", InventoryFilled("D", 0, "x"), "cora/x", "inventory_filled: its amount is 0.00; exp"),
    "a purchase over the limit": (
        "patron/pat",
        BoughtIn("pat", MAX_CENTS + 1),
        "cora/x",
        "bought_in: its amount is 1000000000000.01; expected 0.01 to 1000000000000.00",
    ),
    "a negative count": (
        "house",
        DropCounted("D", 0, -1),
        "cora/x",
        "drop_counted: its counted is -0.01; expected 0.00",
    ),
    "a credit in the stream of a patron": (
        "patron/pat",
        InventoryCredited("D", 1_00, "x"),
        "cora/x",
        "inventory_credited: it lies in patron/pat; expected in house",
    ),
    "a purchase in the stream of another patron": (
        "patron/ann",
        BoughtIn("pat", 1_00),
        "cora/x",
        "bought_in: it lies in patron/ann; expected in patron/pat",
    ),
    "a purchase in the stream of the house": (
        "house",
        BoughtIn("pat", 1_00),
        "cora/x",
        "bought_in: it lies in house; expected in patron/pat",
    ),
    "a person who is added in the stream of a patron": (
        "patron/pat",
        PersonAdded("eve", "cage", ""),
        "x/x",
        "person_added: it lies in patron/pat; expected in house",
    ),
    "an event of a table in the stream of the house": (
        "house",
        e.PlayerSat(1, "pat"),
        "x/x",
        "player_sat: it lies in house; expected in the stream of its table",
    ),
    "a purchase of no patron": (
        "patron/",
        BoughtIn("", 1_00),
        "cora/x",
        "bought_in: its patron is ''; expected a name of 1 to 64 characters",
    ),
    "a fill without a slip": (
        "house",
        InventoryFilled("D", 1_00, ""),
        "cora/x",
        "inventory_filled: its slip is ''; expected a name of 1 to 64 characters",
    ),
    "a patron's own command": (
        "patron/pat",
        BoughtIn("pat", 1_00),
        "pat/x",
        "bought_in: the command pat/x is of no person who may give it; expected the role cage or dealer",
    ),
    "a command of no person": (
        "patron/pat",
        CashedOut("pat", 1_00),
        "out",
        "cashed_out: the command out is of no person who may give it; expected the role cage",
    ),
    "a command of a person in another role": (
        "house",
        InventoryFilled("D", 1_00, "x"),
        "dana/x",
        "inventory_filled: the command dana/x is of no person who may give it; expected the role cage",
    ),
    "a purchase by a person who is not on record": (
        "patron/pat",
        BoughtIn("pat", 1_00, "D"),
        "eve/x",
        "bought_in: the command eve/x is of no person who may give it; expected the role cage or dealer",
    ),
    "chips of the house for a player": (
        "patron/pat",
        BoughtIn("pat", 1_00),
        "chips/x",
        "bought_in: the house gives no chips to pat; expected a command of the cage",
    ),
    "chips that are cashed out by a command of the house": (
        "patron/pat",
        CashedOut("pat", 1_00),
        "chips/x",
        "cashed_out: the command chips/x is of no person who may give it; expected the role cage",
    ),
    "chips that are sold at an automatic table": (
        "patron/pat",
        BoughtIn("pat", 1_00, "A"),
        "dana/x",
        "bought_in: no person deals at table A; expected a table that a dealer sells chips at",
    ),
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_a_record_that_no_desk_would_keep_is_named_with_what_was_expected(keeper: Keeper, what: str) -> None:
    stream, event, command, says = IMPOSSIBLE[what]
    if what == "chips that are sold at an automatic table":
        keeper.keeps("house", [InventoryFilled("A", 900_00, "opening")], "fill/A")
    assert forge(keeper, stream, event, command).startswith(says)


def test_a_house_with_people_is_proved(keeper: Keeper) -> None:
    log = RowsLog(keeper.store)
    assert verify_store(log).findings == ()
    assert list(unsound_money(log, log)) == []


def test_a_person_may_give_what_any_of_their_roles_could(keeper: Keeper) -> None:
    keeper.keeps("house", [RoleChanged("dana", "cage", ""), InventoryFilled("D", 1_00, "x")], "dana/x")
    keeper.keeps("house", [RoleChanged("dana", "dealer", "")], "x/x")
    keeper.keeps("patron/pat", [CashedOut("pat", 1_00)], "dana/y")
    assert verify_store(RowsLog(keeper.store)).findings == ()


def test_a_table_that_a_person_dealt_once_may_have_sold_chips(keeper: Keeper) -> None:
    again = RulesPutInForce("D", "maryland", {}, 0, edition=EDITION, form="automatic")
    keeper.keeps("house", [again]).keeps("patron/pat", [BoughtIn("pat", 5_00, "D")], "dana/late")
    assert verify_store(RowsLog(keeper.store)).findings == ()


def test_a_house_without_accounts_has_no_people_to_hold_a_command_to() -> None:
    keeper = Keeper(MemoryStore()).puts_in_force("T1", "maryland", {"seats": 4}).plays("T1", told_day())
    keeper.keeps("patron/seat 1", [CashedOut("seat 1", 1_00)], "out")
    assert verify_store(RowsLog(keeper.store)).findings == ()
    says = forge(keeper, "patron/seat 1", CashedOut("seat 1", 1_00), "seat 1/x")
    assert says == "cashed_out: the command seat 1/x is of the patron; expected one of the cage"


@pytest.mark.parametrize("stream", ["house", "patron/pat"])
def test_an_event_of_an_unknown_type_beside_the_tables_is_told(keeper: Keeper, stream: str) -> None:
    head = keeper.store.head(stream).version
    planted = NewEvent("chips_found", 1, b'{"event":"chips_found"}')
    keeper.store.submit(Batch("x", b"", keeper.at, (Write(stream, head, (planted,)),), (), b"")).result()
    (found,) = verify_store(RowsLog(keeper.store)).findings
    assert str(found) == f"{stream} version {head + 1}: unknown event type: chips_found of schema 1"


def test_an_event_of_the_cage_in_the_stream_of_a_table_is_told(keeper: Keeper) -> None:
    event, table = BoughtIn("pat", 5_00), "table/D"
    legs = tuple(Move(table, 0, one.account, one.cents) for one in moves("patron/pat", event))
    batch = Batch("cora/x", b"", keeper.at, (Write(table, 0, (encode(event),)),), legs, b"")
    keeper.store.submit(batch).result()
    assert [(one.stream, one.version) for one in verify_store(RowsLog(keeper.store)).findings] == [(table, 1)]


def test_people_and_names_are_those_of_the_live_tables() -> None:
    assert {MAY[what] for what in ("cage.cash_out", "cage.fill", "cage.credit", "cage.count_drop")} == {AT_THE_DESK}
    assert MAY["cage.buy_in"] | MAY["tables.sell_chips"] == SOLD_AT_TABLES
    assert BY_THE_HOUSE.keys() <= RESERVED
