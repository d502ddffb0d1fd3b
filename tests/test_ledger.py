"""The ledger: every event balances by itself, and what does not balance stops the table."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.houses import PROGRESSIVE
from tests.told import DEALER, RULEBOOKS, Told
from wartable.ledger import (
    BANK,
    MOVES,
    ROOM,
    Posting,
    Unbalanced,
    balances,
    holds_chips,
    layout,
    meter,
    moves_of,
    patron,
    pool,
    postings,
)
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.events import EVENTS

CHIPS = (
    "patron/Ada",
    "table/T1/bank",
    "table/T1/layout/1//initial",
    "table/T1/pool/1/",
    "table/T1/drop",
    "table/T1/tips",
)
DEBTS = (
    "cage",
    "meter/big one",
    "table/T1/meter/progressive",
    "table/T1/over_short",
    "table/T1/linked",
    "table/T1/room",
)
CENTS = st.integers(0, 10**14)
PLACED = e.WagerPlaced(1, "", "Ada", "initial", 10_00)


def line(staked: int, collected: int, returned: int, paid: int, matched: int = 0) -> e.WagerSettled:
    return e.WagerSettled(1, "", "Ada", "initial", "win", staked, collected, returned, paid, ("X-1",), matched)


def test_a_wager_goes_from_the_patron_to_the_layout() -> None:
    assert postings(PLACED) == (Posting("patron/Ada", -10_00), Posting("layout/1//initial", 10_00))
    back = e.WagerTakenBack(1, "", "Ada", "initial", 10_00)
    assert balances([PLACED, back]) == {}


def test_an_event_without_money_has_no_postings() -> None:
    assert postings(e.TableIdled()) == ()


def test_a_coupon_is_not_money() -> None:
    coupon = e.WagerPlaced(1, "", "Ada", "match_play", 10_00)
    assert postings(coupon) == ()
    assert postings(e.WagerTakenBack(1, "", "Ada", "match_play", 10_00)) == ()


def test_a_side_wager_is_collected_before_the_deal_and_paid_from_the_bank() -> None:
    events: list[e.Event] = [
        e.WagerPlaced(2, "", "Ada", "progressive", 5_00),
        e.SideWagersCollected(((2, "progressive", 5_00),)),
        e.MeterFed("progressive", 1_00),
    ]
    assert balances(events) == {patron("Ada"): -5_00, BANK: 4_00, meter("progressive"): 1_00}
    settled = e.WagerSettled(2, "", "Ada", "progressive", "tie", 5_00, 5_00, 0, 15_00, ("X-1",))
    assert balances([*events, settled]) == {patron("Ada"): 10_00, BANK: -11_00, meter("progressive"): 1_00}


def test_a_pool_is_the_banks_until_the_war_is_settled() -> None:
    matched = e.WarMatched(1, "Zoe", 10_00)
    assert balances([matched]) == {BANK: -10_00, pool(1, "Zoe"): 10_00}


def test_a_fee_goes_to_the_room() -> None:
    assert balances([e.RoomFeeTaken(1, "Ada", 1_00)]) == {patron("Ada"): -1_00, ROOM: 1_00}
    assert balances([e.RoomFeeTaken(1, "Ada", 1_00), e.RoomFeeReturned(1, "Ada", 1_00)]) == {}


def test_a_linked_meter_moves_with_other_tables_and_a_corrected_one_with_the_bank() -> None:
    synced = e.MeterSynced("progressive", 100_00, 150_00, paid_elsewhere=False)
    assert balances([synced]) == {"linked": -50_00, meter("progressive"): 50_00}
    corrected = e.MeterCorrected("progressive", 100_00, 90_00, "misread")
    assert balances([corrected]) == {BANK: 10_00, meter("progressive"): -10_00}


def test_balances_go_on_from_what_was_there() -> None:
    assert balances([PLACED], {patron("Ada"): 10_00, "room": 5}) == {layout(1, "", "initial"): 10_00, "room": 5}


@given(CENTS, CENTS, CENTS, CENTS, CENTS)
def test_a_settlement_balances_exactly_when_what_lay_there_is_accounted_for(
    staked: int, collected: int, returned: int, paid: int, matched: int
) -> None:
    event = line(staked, collected, returned, paid, matched)
    if staked == collected + returned:
        assert sum(posting.cents for posting in postings(event)) == 0
    else:
        with pytest.raises(Unbalanced, match="does not balance"):
            postings(event)


@given(CENTS, CENTS, CENTS, CENTS)
def test_a_reversal_is_the_exact_counter_entry(collected: int, returned: int, paid: int, matched: int) -> None:
    event = line(collected + returned, collected, returned, paid, matched)
    assert balances([event, e.SettlementReversed(event)]) == {}


def test_every_event_about_money_moves_it() -> None:
    money = {"amount", "stake", "stakes", "staked", "reading"}
    about_money = {kind for kind in EVENTS if money & set(kind.__struct_fields__)} | {e.SettlementReversed}
    assert set(MOVES) == about_money - {e.WarCovered}, "a reserve is no movement"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_whole_round_leaves_nothing_on_the_layout(rulebook: str) -> None:
    told = Told.at(rulebook)
    if told.table.phase == "banking":
        told.banks(3, "100.00")
    told.bets(1, "10.00", "5.00").bets(2, "20.00").deals("7s 7d 7h")
    while asked := told.settles().asked():
        told.does(DEALER, c.GoToWar(*asked))
    told.war_deals("9s 2d 8h").ends()
    accounts = Counter(told.accounts())
    assert sum(accounts.values()) == 0
    assert all(name.startswith("patron/") or name == BANK for name in accounts)


def test_a_meter_that_is_paid_is_paid_by_the_bank_and_restarts() -> None:
    told = Told.at("maryland", PROGRESSIVE).bets_on("progressive", 1).closes()
    told.deals("7s 7s").war(1).war_deals("7s 7s").finishes()
    paid, reset = told.happened(e.MeterPaid)[0], told.happened(e.MeterReset)[0]
    assert (paid.amount, reset.amount) == (10_001_00, 10_000_00)
    assert meter("progressive") not in told.accounts(), "one dollar came, everything went, and the start came back"


# The accounts of the whole room


def test_a_patron_has_one_account_at_all_tables_and_the_rest_is_the_tables_own() -> None:
    assert moves_of("T1", PLACED) == (Posting("patron/Ada", -10_00), Posting("table/T1/layout/1//initial", 10_00))
    assert moves_of("T2", e.WarMatched(1, "Zoe", 5)) == (
        Posting("table/T2/bank", -5),
        Posting("table/T2/pool/1/Zoe", 5),
    )
    assert moves_of("T1", e.RoomFeeTaken(1, "Ada", 1))[1].account == "table/T1/room"
    assert moves_of("T1", e.TableIdled()) == ()


def test_a_meter_is_the_tables_own_unless_others_feed_it_too() -> None:
    fed = e.MeterFed("progressive", 1_00)
    assert moves_of("T1", fed)[1] == Posting("table/T1/meter/progressive", 1_00)
    assert moves_of("T1", fed, {"progressive": "big one"}) == (
        Posting("table/T1/bank", -1_00),
        Posting("meter/big one", 1_00),
    )


def test_hearing_of_a_shared_meter_moves_nothing_more() -> None:
    synced = e.MeterSynced("progressive", 100_00, 150_00, paid_elsewhere=False)
    assert moves_of("T1", synced, {"progressive": "big one"}) == ()
    assert moves_of("T1", synced) == (
        Posting("table/T1/linked", -50_00),
        Posting("table/T1/meter/progressive", 50_00),
    )


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_whole_round_moves_the_same_money_in_the_room_as_at_the_table(rulebook: str) -> None:
    told = Told.at(rulebook)
    if told.table.phase == "banking":
        told.banks(3, "100.00")
    told.bets(1, "10.00", "5.00").bets(2, "20.00").deals("9s 2d 7h").settles().ends()
    room: Counter[str] = Counter()
    for event in told.events:
        for posting in moves_of("T1", event):
            room[posting.account.removeprefix("table/T1/")] += posting.cents
    assert {account: cents for account, cents in room.items() if cents} == told.accounts()


def test_accounts_of_chips_and_cash_are_told_from_those_that_can_be_owed() -> None:
    assert all(map(holds_chips, CHIPS))
    assert not any(map(holds_chips, DEBTS))
