"""No false alarms: no matter what happened at a table, an unaltered log is proved and can be replayed."""

import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.audit.by_hand import before_the_first, chain_value
from tests.audit.conftest import Kept
from tests.audit.histories import Keeper, keep_walk, walked
from tests.store.stored import rows_of
from tests.table.houses import HOUSES, edition_of
from tests.told import DEALER, Told, player
from wartable.audit import Witnesses, from_receipts, replay_store, report, verify_store
from wartable.audit.reports import ReportRequest
from wartable.store import MemoryStore
from wartable.table import Refused, act
from wartable.table import commands as c
from wartable.table.commands import Command


@settings(max_examples=40)
@given(st.sampled_from(sorted(HOUSES)), st.integers(0, 2**32), st.integers(20, 250))
def test_every_history_that_the_store_kept_is_proved_and_replayed(house: str, seed: int, length: int) -> None:
    store = MemoryStore()
    keeper = keep_walk(store, house, seed, length)
    log = store
    receipts = [receipt for kept in keeper.kept for receipt in kept.receipts]
    found = verify_store(log, Witnesses(from_receipts(receipts)))
    assert found.findings == ()
    assert found.commands == len(keeper.kept)
    assert found.witnesses == len(receipts)
    again = replay_store(log)
    assert again.findings == ()
    assert again.events == found.events
    assert again.accounts == len(store.balances()) + sum(1 for _, cents in rows_of(store, "accounts") if cents == 0)


WITH_A_SHUFFLER = [name for name, (_, house) in HOUSES.items() if house.get("shuffler", {}).get("kind") == "batch"]
REPORTS = (
    c.ReportJam(0),
    c.ReportJam(1),
    c.ReportDeviceFailure(shuffling=True),
    c.ReportDeviceFailure(shuffling=False),
)


@pytest.mark.parametrize("house", WITH_A_SHUFFLER)
def test_two_reports_of_the_shuffler_one_after_the_other_are_no_false_alarm(house: str) -> None:
    rulebook, choices = HOUSES[house]
    for first, second in permutations(REPORTS, 2):
        told = Told.at(rulebook, choices)
        if told.table.phase == "banking":
            told.banks(1, "500.00")
        told.bets(3, "20.00").does(DEALER, c.CallNoMoreBets())
        told.goes_on("dealing")
        for said in (first, second):
            if not isinstance(act(told.table, said, DEALER), Refused):
                told.does(DEALER, said)
        store = MemoryStore()
        keeper = Keeper(store).puts_in_force("T1", rulebook, choices, edition=edition_of(house))
        keeper.plays("T1", told.events)
        assert verify_store(store).findings == (), (first, second)


@pytest.mark.parametrize("answer", [c.GoToWar(1), c.Surrender(1)])
def test_the_answer_of_a_player_who_was_reported_absent_is_no_false_alarm(answer: Command) -> None:
    rulebook, choices = HOUSES["maryland"]
    told = Told.at(rulebook, choices).comes_online(1, "Ann").bets(1, "10.00").closes().deals("7s 7d").settles()
    told.does(DEALER, c.ReportAbsence(1))
    told.does(player("Ann"), answer)
    store = MemoryStore()
    Keeper(store).puts_in_force("T1", rulebook, choices).plays("T1", told.events)
    assert verify_store(store).findings == ()


def test_three_tables_that_share_their_patrons_are_proved_on_every_store(kept: Kept) -> None:
    for number, house in enumerate(("maryland", "california", "wisconsin")):
        rulebook, choices = HOUSES[house]
        kept.keeper.puts_in_force(f"T{number}", rulebook, choices)
        kept.keeper.plays(f"T{number}", walked(house, 7, 120), random.Random(7))
    assert verify_store(kept.log).findings == ()
    assert replay_store(kept.log).findings == ()
    totals = report(kept.log, ReportRequest(), kept.keeper.at).totals
    assert [(total.table, total.activity) for total in totals] == [("T0", True), ("T1", True), ("T2", True), ("", True)]
    assert sum(total.rounds for total in totals) == sum(table.rounds for table in replay_store(kept.log).tables)


def test_an_empty_store_is_proved(kept: Kept) -> None:
    found = verify_store(kept.log)
    assert (found.findings, found.streams, found.events) == ((), 0, 0)
    assert replay_store(kept.log).findings == ()


def test_the_chain_of_every_store_is_the_one_of_the_page(day: Kept) -> None:
    chains: dict[object, bytes] = {}
    for row in rows_of(day.store, "events"):
        chains[row[0]] = chain_value(chains.get(row[0]) or before_the_first(str(row[0])), row)
        assert chains[row[0]] == row[7]
    assert len(chains) == 4


@pytest.mark.parametrize("table", [None, "T1"])
def test_a_store_that_is_written_to_meanwhile_is_no_false_alarm(sqlite: Kept, table: str | None) -> None:
    with sqlite.log.read_transaction() as moment:
        before = list(moment.raw("events"))
        sqlite.keeper.buys_in("late", 100_00)
        assert list(moment.raw("events")) == before
        assert len(list(moment.raw("accounts"))) < len(rows_of(sqlite.store, "accounts"))
    assert verify_store(sqlite.log, table=table).holds
