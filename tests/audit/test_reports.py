"""Reports: drop, win, hold against theory, meters and significant events, and a word where nothing happened."""

from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.audit.conftest import Kept
from tests.audit.histories import NOON, keep_walk, told_day
from tests.table.houses import HOUSES, PROGRESSIVE, rules_of_house
from tests.told import FLOOR, Told
from wartable.audit import AuditRefused, Report, erase, report
from wartable.audit.house_events import PersonAdded, PersonLocked, SignedIn
from wartable.audit.moments import DAY, day_of
from wartable.audit.reports import ReportRequest, TableDay
from wartable.audit.reports.theory import CONFIDENCES, Chose, Edge, OddsTheory, Volume, expected, intervals
from wartable.cage import CashedOut, DropCounted, InventoryCredited, InventoryFilled, TipGiven
from wartable.money import format_cents
from wartable.odds import par_sheet
from wartable.rulebook import Rules
from wartable.store import MemoryStore
from wartable.table import commands as c

TODAY = day_of(NOON)
EDGE = Edge(Fraction(2, 69), Fraction(21, 20), Fraction(1, 4))


@pytest.fixture
def kept() -> Kept:
    """A report is the same with any store: tests/audit/test_clean.py reports from all of them."""
    store = MemoryStore()
    return Kept(store, store, "memory:")


def theory(_: Rules, wager: str, __: Chose) -> Edge | None:
    return EDGE if wager == "initial" else None


def made(kept: Kept, **asked: object) -> Report:
    return report(kept.log, ReportRequest(**asked), NOON, theory)  # type: ignore[arg-type]


def only(found: Report) -> TableDay:
    (day,) = found.days
    return day


def test_a_day_is_reported_with_its_win_and_its_handle(day: Kept) -> None:
    found = made(day, table="T1", operator="Card Room 7")
    assert (found.operator, found.first, found.last) == ("Card Room 7", "2026-11-15", "2026-11-15")
    row = only(found)
    assert (row.table, row.day, row.activity, row.rounds, row.voided) == ("T1", "2026-11-15", True, 3, 0)
    assert (row.handle, row.win) == ("90.00", "-80.00")
    wagers = {wager.wager: wager for wager in row.wagers}
    assert {name: (wager.lines, wager.handle, wager.win, wager.hold) for name, wager in wagers.items()} == {
        "initial": (6, "80.00", "-35.00", "-50.000"),
        "tie": (2, "10.00", "-45.00", "-450.000"),
    }


def test_the_win_stands_beside_what_theory_expects_and_its_interval(day: Kept) -> None:
    row = only(made(day, table="T1"))
    initial, tie = row.wagers
    # Stakes of 10 and 20, twice, and 10 alone: 70.00 in all, squares 1100, squares of the rounds' sums 1900.
    assert (initial.theory, initial.expected) == ("2.899", "2.03")
    deviation = sqrt(21 / 20 * 1100 + 1 / 4 * (1900 - 1100))
    for bounds, deviations in zip(initial.bounds, (1.959964, 2.575829), strict=True):
        assert abs(float(bounds.low) - (2.03 - deviations * deviation)) < 0.02
        assert abs(float(bounds.high) - (2.03 + deviations * deviation)) < 0.02
        assert bounds.inside
    assert (tie.theory, tie.expected, tie.bounds) == (None, None, ())


def test_a_win_outside_its_interval_is_told(day: Kept) -> None:
    def certain(_: Rules, __: str, ___: Chose) -> Edge:
        return Edge(Fraction(1, 100), Fraction(0))

    (row,) = report(day.log, ReportRequest(table="T1"), NOON, certain).days
    assert [bounds.inside for bounds in row.wagers[0].bounds] == [False, False]


def test_nothing_is_told_of_theory_where_the_rules_changed(kept: Kept) -> None:
    kept.keeper.puts_in_force("T1", "maryland", {"seats": 4}).plays("T1", told_day())
    kept.keeper.puts_in_force("T1", "maryland", {"seats": 6})
    assert only(made(kept, table="T1")).wagers[0].theory is None


def test_cash_fills_counts_and_tips_go_to_their_table_and_day(day: Kept) -> None:
    keeper = day.keeper
    opening = day.store.balance("table/T1/bank") + 80_00
    keeper.keeps("house", [InventoryFilled("T1", 500_00 - opening, "s-1"), InventoryCredited("T1", 20_00, "s-2")])
    keeper.buys_in("p-1", 100_00, "T1").buys_in("p-2", 50_00)
    keeper.keeps("patron/p-1", [TipGiven("p-1", "T1", 2_00)]).keeps("patron/p-2", [CashedOut("p-2", 50_00)])
    keeper.at += DAY
    keeper.keeps("house", [DropCounted("T1", 100_00, 99_00)])
    found = made(day, table="T1")
    first, second = found.days
    (total,) = found.totals
    assert (first.drop, first.fills, first.credits, first.tips) == ("100.00", "500.00", "20.00", "2.00")
    assert (second.counted, second.over_short) == ("99.00", "-1.00")
    assert "The drop of table T1 was counted at 99.00, expected 100.00." in [each.says for each in second.significant]
    assert (first.hold_of_drop, second.hold_of_drop) == ("-80.000", None)
    assert (total.day, total.drop, total.counted, total.win, total.rounds) == ("total", "100.00", "99.00", "-80.00", 3)
    room = [row.activity for row in made(day).days if row.table == ""]
    assert room == [True, False], "who bought in at the cage did so at no table"


def test_a_day_on_which_nothing_happened_says_so(day: Kept) -> None:
    found = made(day, first=TODAY - 1, last=TODAY + 1, table="T1")
    assert [(row.day, row.activity) for row in found.days] == [
        ("2026-11-14", False),
        ("2026-11-15", True),
        ("2026-11-16", False),
    ]
    assert found.days[0].win == "0.00"


def test_a_store_without_a_table_has_an_empty_report(kept: Kept) -> None:
    found = made(kept)
    assert (found.days, found.totals) == ((), ())
    with pytest.raises(AuditRefused, match="table T9: has no history"):
        made(kept, table="T9")


def test_days_that_make_no_sense_are_refused(day: Kept) -> None:
    with pytest.raises(AuditRefused, match="the last day 2026-11-14 comes before the first, 2026-11-15"):
        made(day, last=TODAY - 1)
    with pytest.raises(AuditRefused, match="at most 4000 days"):
        made(day, first=0)


def test_meters_are_followed_from_reading_to_reading(kept: Kept) -> None:
    told = Told.at("maryland", PROGRESSIVE).bets_on("progressive", 1).closes()
    told.deals("7s 7s").war(1).war_deals("7s 7s").finishes()
    told.does(FLOOR, c.CorrectMeter("progressive", 10_500_00, "the sign was wrong"))
    kept.keeper.puts_in_force("T1", "maryland", PROGRESSIVE).plays("T1", told.events)
    row = only(made(kept, table="T1"))
    (meter,) = row.meters
    assert (meter.meter, meter.opening, meter.closing) == ("progressive", "10000.00", "10500.00")
    assert (meter.fed, meter.paid, meter.reset, meter.corrected) == ("1.00", "-10001.00", "10000.00", "500.00")
    events = [each.event for each in row.significant]
    for name in ("progressive_won", "win_validated", "meter_paid", "meter_corrected", "wager_settled"):
        assert name in events


def test_what_was_reversed_never_counted_and_the_void_is_significant(kept: Kept) -> None:
    told = Told.at("maryland", {"seats": 4}).bets(1, "10.00").deals("9s 8d").settles()
    told.does(FLOOR, c.VoidRound("dropped"))
    told.ends()
    kept.keeper.puts_in_force("T1", "maryland", {"seats": 4}).plays("T1", told.events)
    row = only(made(kept, table="T1"))
    assert (row.voided, row.handle, row.win, row.wagers) == (1, "0.00", "0.00", ())
    assert {"round_voided", "settlement_reversed"} <= {each.event for each in row.significant}


def test_large_wagers_and_pays_are_significant(day: Kept) -> None:
    events = [each.event for each in only(made(day, table="T1", large=20_00)).significant]
    assert events.count("wager_placed") == 2
    assert events.count("wager_settled") == 3


@settings(max_examples=20)
@given(st.sampled_from(sorted(HOUSES)), st.integers(0, 2**32))
def test_the_win_of_a_day_is_what_the_patrons_lost_by_the_ledger(house: str, seed: int) -> None:
    store = MemoryStore()
    keep_walk(store, house, seed, 120)
    (total,) = report(store, ReportRequest(table="T1"), NOON, theory).totals
    patrons = sum(posting.cents for posting in store.postings("table/T1") if posting.account.startswith("patron/"))
    assert patrons == -cents(total.win)
    assert cents(total.fees) == store.balance("table/T1/room")
    banks = rules_of_house(house).bank.by == "house"  # a patron who banks wins the wagers
    assert cents(total.win) == (sum(cents(wager.win) for wager in total.wagers) if banks else cents(total.fees))


def cents(text: str) -> int:
    return int(text.replace(".", ""))


# Theory


@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=8), st.fractions(-1, 1), st.fractions(0, 50))
def test_an_interval_holds_its_exact_ends_and_not_a_cent_more(
    stakes: list[int], mean: Fraction, variance: Fraction
) -> None:
    volume = Volume(sum(stakes), sum(stake**2 for stake in stakes), sum(stakes) ** 2)
    edge = Edge(mean, variance)
    due = expected(volume, edge)
    for interval in intervals(volume, edge):
        reach = CONFIDENCES[interval.confidence] ** 2 * variance * volume.squares
        for end in (interval.low, interval.high):
            assert (end - due) ** 2 >= reach
        for away in (due - interval.low - 2, interval.high - due - 2):
            assert away < 0 or away**2 <= reach


def test_seats_that_share_a_dealer_widen_the_interval() -> None:
    volume = Volume(300, 30_000, 90_000)
    alone, together = (
        intervals(volume, Edge(Fraction(0), Fraction(1), shared))[0] for shared in (Fraction(0), Fraction(1, 2))
    )
    assert together.high > alone.high
    assert together.low < alone.low


def test_a_wager_that_the_house_does_not_offer_has_no_theory() -> None:
    assert OddsTheory()(Told.at("maryland").table.rules, "progressive", Chose()) is None


def test_theory_goes_by_what_patrons_chose_and_says_so(day: Kept) -> None:
    # Of two ties one went to war and one was surrendered, 10.00 each.
    (row,) = report(day.log, ReportRequest(table="T1"), NOON).days
    initial, tie = row.wagers
    assert initial.basis == "as patrons chose: of what tied, 10.00 went to war and 10.00 was surrendered"
    wagers = par_sheet(Told.at("maryland", {"seats": 4}).table.rules).wagers
    edge = (wagers.initial.edge.exact + wagers.initial.edge_surrender.exact) / 2
    assert initial.expected == format_cents(round(edge * 70_00))
    assert (tie.basis, tie.theory) == ("", f"{float(wagers.tie.edge.exact):.3%}"[:-1])


def test_where_nothing_tied_theory_is_that_of_war(kept: Kept) -> None:
    told = Told.at("maryland", {"seats": 4}).bets(1, "10.00").deals("9s 8d").ends()
    kept.keeper.puts_in_force("T1", "maryland", {"seats": 4}).plays("T1", told.events)
    (row,) = report(kept.log, ReportRequest(table="T1"), NOON).days
    edge = par_sheet(told.table.rules).wagers.initial.edge.exact
    assert (row.wagers[0].expected, row.wagers[0].basis) == (
        format_cents(round(edge * 10_00)),
        "always war, because nothing tied",
    )


def test_theory_of_a_wager_with_a_meter_says_what_it_takes_for_granted() -> None:
    rules = Told.at("maryland", PROGRESSIVE).table.rules
    edge = OddsTheory()(rules, "progressive", Chose())
    assert edge is not None
    assert edge.basis == "always war, the meter at its reset, and no envy"


def test_an_event_of_the_house_says_who_did_it_and_to_whom(day: Kept) -> None:
    keeper = day.keeper
    keeper.keeps("house", [InventoryFilled("T1", 500_00, "s-1")]).buys_in("p-1", 100_00, "T1")
    keeper.keeps("house", [PersonAdded("dana", "dealer", "floor"), PersonLocked("dana", ""), SignedIn("floor")])
    keeper.keeps("house", [DropCounted("T1", 100_00, 99_00)], "cora/count-1")
    day.store.put_personal("seat 1", b'{"name":"Ada"}', NOON)
    erase(day.store, "seat 1", NOON, "operator")
    room = next(row for row in made(day).days if row.table == "")
    assert [(each.says, each.who) for each in room.significant] == [
        ("An account was opened for dana, dealer.", "floor"),
        ("The account of dana was locked.", ""),
        ("The personal data of patron seat 1 was erased.", "operator"),
    ]
    table = next(row for row in made(day).days if row.table == "T1")
    assert [each.who for each in table.significant if each.event == "drop_counted"] == ["cora"]


def test_what_a_person_asked_of_a_table_is_told_with_their_name(kept: Kept) -> None:
    told = Told.at("maryland", {"seats": 4}).bets(1, "10.00").deals("9s 8d")
    before = len(told.events)
    told.does(FLOOR, c.VoidRound("dropped"))
    kept.keeper.puts_in_force("T1", "maryland", {"seats": 4}).plays("T1", told.events[:before])
    kept.keeper.keeps("table/T1", told.events[before:], "finn/void-1")
    voided = [each for each in only(made(kept, table="T1")).significant if each.event == "round_voided"]
    assert [each.who for each in voided] == ["finn"]
