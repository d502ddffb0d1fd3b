"""Replay: the same tables and the same accounts again; what differs is placed."""

import pytest
from msgspec.structs import replace

from tests.audit.by_hand import forge
from tests.audit.conftest import Kept
from tests.audit.histories import Keeper, told_day
from tests.audit.rows import RowsLog
from tests.store.stored import rows_of
from tests.told import FLOOR, Told
from wartable.audit import AuditRefused, read_state, replay_store, state_bytes, state_digest
from wartable.audit.proof.replaying import Replayed
from wartable.rulebook.wagers import WAGERS, stakes_on
from wartable.store import MemoryStore, Snapshot
from wartable.table import commands as c
from wartable.table import new_table
from wartable.table import replay as play
from wartable.table.state import Bettor, put_stake

TABLE = "table/T1"
EXPECTED = Told.at("maryland", {"seats": 4})


def test_a_day_is_replayed_to_the_same_state_on_every_store(day: Kept) -> None:
    found = replay_store(day.log)
    assert found.findings == ()
    (table,) = found.tables
    state = play(new_table(EXPECTED.table.rules), told_day())
    assert (table.table, table.rounds, table.phase, table.state) == ("T1", 3, "betting", state_digest(state))
    assert (table.events, found.events) == (len(told_day()), sum(1 for _ in rows_of(day.store, "events")))
    assert found.accounts == len(rows_of(day.store, "accounts"))


def test_one_table_is_replayed_alone(day: Kept) -> None:
    found = replay_store(day.log, "T1")
    assert (found.findings, found.accounts, len(found.tables)) == ((), 0, 1)
    with pytest.raises(AuditRefused, match="table T2: has no history"):
        replay_store(day.log, "T2")


def test_a_snapshot_is_compared_at_its_version(day: Kept) -> None:
    events = told_day()
    state = play(new_table(EXPECTED.table.rules), events[:40])
    day.store.save_snapshot(Snapshot(TABLE, 40, state_bytes(state), b"", b""))
    found = replay_store(day.log)
    assert (found.findings, found.tables[0].snapshot) == ((), 40)
    assert read_state(state_bytes(state), state.rules) == state


def test_a_snapshot_of_an_earlier_release_knows_no_wager_that_came_later(monkeypatch: pytest.MonkeyPatch) -> None:
    table = play(new_table(EXPECTED.table.rules), told_day()[:40])
    table = table.with_box(replace(table.boxes[0], bettors=(Bettor("", "seat 1", stakes_on(initial=10_00)),)))
    before = state_bytes(table)
    assert b'"bonus_spin":0' in before
    rows = dict(WAGERS) | {"bonus_spin": replace(WAGERS["bonus_spin"], later=True)}
    monkeypatch.setattr("wartable.audit.following.state.WAGERS", rows)
    now = state_bytes(table)
    assert now == before.replace(b'"bonus_spin":0,', b"")
    assert read_state(now, table.rules) == read_state(before, table.rules) == table
    staked = table.with_box(put_stake(table.boxes[0], "", "bonus_spin", 5_00))
    assert read_state(state_bytes(staked), table.rules) == staked


def test_a_snapshot_of_another_state_is_told(day: Kept) -> None:
    state = play(new_table(EXPECTED.table.rules), told_day()[:39])
    day.store.save_snapshot(Snapshot(TABLE, 40, state_bytes(state), b"", b""))
    for found in (replay_store(day.log), replay_store(day.log, "T1")):
        assert [(f.stream, f.version, f.what) for f in found.findings] == [(TABLE, 40, "snapshot")]


@pytest.mark.parametrize(("stream", "version"), [(TABLE, 400), (TABLE, 0), (TABLE, -1), ("table/T9", 1), ("house", 1)])
def test_a_snapshot_of_what_never_came_is_told(day: Kept, stream: str, version: int) -> None:
    day.store.save_snapshot(Snapshot(stream, version, b"{}", b"", b""))
    assert [(f.stream, f.version, f.what) for f in replay_store(day.log).findings] == [(stream, version, "snapshot")]


def places(found: Replayed) -> list[tuple[str, int, str]]:
    return [(finding.stream, finding.version, finding.what) for finding in found.findings]


def test_a_record_that_cannot_have_happened_is_placed(rows: RowsLog) -> None:
    version = next(row[1] for row in rows.raw("events") if row[0] == TABLE and row[2] == "wager_settled")
    forge(
        rows, TABLE, version, name="card_dealt", body=b'{"card":"7s","deal":"original","event":"card_dealt","seat":9}'
    )
    assert places(replay_store(rows))[0] == (TABLE, version, "settlement")


def test_a_body_that_is_no_event_is_placed(rows: RowsLog) -> None:
    forge(rows, TABLE, 12, body=b"nonsense")
    assert places(replay_store(rows))[0] == (TABLE, 12, "unreadable")
    forge(rows, "patron/seat 1", 1, body=b"nonsense")
    assert ("patron/seat 1", 1, "unreadable") in places(replay_store(rows))


@pytest.mark.parametrize("columns", [{"chain": b"\0" * 32}, {"at": 7}, {"command_id": "command-00001"}])
def test_a_record_that_can_be_played_and_was_altered_is_not_proved(rows: RowsLog, columns: dict[str, object]) -> None:
    rows.change("events", rows.place(TABLE, 30), **columns)
    for found in (replay_store(rows), replay_store(rows, "T1")):
        assert places(found) == [(TABLE, 30, "changed")]
        assert found.tables[0].rounds == 3


def test_rules_that_were_altered_break_every_table_under_them(rows: RowsLog) -> None:
    rows.change("events", rows.place("house", 1), at=7)
    for found in (replay_store(rows), replay_store(rows, "T1")):
        assert places(found) == [("house", 1, "changed")]


def test_what_follows_from_a_broken_chain_is_not_told_again(rows: RowsLog) -> None:
    rows.change("events", rows.place(TABLE, 12), body=b"nonsense")
    assert places(replay_store(rows, "T1")) == [(TABLE, 12, "changed")]


def test_a_balance_that_does_not_follow_is_told(rows: RowsLog) -> None:
    where = next(where for where, row in enumerate(rows.rows["accounts"]) if row[0] == "table/T1/bank")
    rows.change("accounts", where, cents=1)
    (found,) = replay_store(rows).findings
    assert (found.stream, found.what) == ("table/T1/bank", "account")
    assert found.says == "its stored balance is 0.01; its events add up to 5.00"


def test_a_table_of_which_no_one_knows_the_rules_is_told() -> None:
    store = MemoryStore()
    Keeper(store).plays("T1", told_day()[5:9])
    log = RowsLog(store)
    assert places(replay_store(log)) == [(TABLE, 1, "state")]


def test_rules_that_change_while_the_table_is_closed_hold_from_there_on(kept: Kept) -> None:
    told = Told.at("maryland", {"seats": 4}).bets(1, "10.00").deals("9s 2d").ends()
    told.does(FLOOR, c.CloseTable())
    told.goes_on()
    keeper = kept.keeper.puts_in_force("T1", "maryland", {"seats": 4}).plays("T1", told.events)
    before = len(told.events)
    keeper.puts_in_force("T1", "maryland", {"seats": 6})
    again = Told.closed("maryland", {"seats": 6})
    again.table = replace(told.table, rules=again.table.rules, boxes=again.table.boxes)
    again.does(FLOOR, c.OpenTable("Dana"))
    again.goes_on().bets(6, "10.00").deals("9h 2c").ends()
    keeper.plays("T1", again.events)
    found = replay_store(kept.log)
    assert found.findings == ()
    assert found.tables[0].rounds == 2
    assert found.tables[0].events == before + len(again.events)


def test_rules_in_the_log_that_cannot_hold_are_refused(kept: Kept) -> None:
    kept.keeper.puts_in_force("T1", "maryland", {"seats": 99}).plays("T1", told_day()[:3])
    (found,) = replay_store(kept.log).findings
    assert (found.stream, found.version, found.what) == (TABLE, 1, "state")
    assert "the rules in the log cannot be put in force" in found.says
