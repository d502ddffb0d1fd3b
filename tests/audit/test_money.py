"""The ledger against the records: a posting or a balance that does not follow is found, and placed on its record."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.audit.by_hand import forge, mend_money
from tests.audit.conftest import Kept
from tests.audit.histories import Keeper
from tests.audit.rows import Row, RowsLog
from tests.audit.test_tampering import flips
from tests.told import Told
from wartable.audit import RulesPutInForce, unsound_money, verify_store
from wartable.audit.proof.ledger import check_accounts, join_all
from wartable.cage import BoughtIn, CashedOut
from wartable.ledger import moves_of
from wartable.money import format_cents
from wartable.rulebook import EDITION
from wartable.store import COLUMNS, Batch, MemoryStore, Move, Write, encode

TABLE = "table/T1"
SHARE = 4
"""The bits of a balance are divided among this many accounts, which are checked alike."""


@pytest.mark.parametrize("column", COLUMNS["postings"])
def test_every_bit_of_a_posting_that_is_changed_is_placed_on_its_record(rows: RowsLog, column: str) -> None:
    rng = random.Random(column)
    for _ in range(25):
        log = RowsLog(rows)
        where = rng.randrange(len(log.rows["postings"]))
        row = log.rows["postings"][where]
        changed = rng.choice(list(flips(row[COLUMNS["postings"].index(column)])))
        log.change("postings", where, **{column: changed})
        if len({tuple(row[:3]) for row in log.rows["postings"]}) < len(log.rows["postings"]):
            continue  # the database's own key refuses this one
        found = verify_store(log).findings
        placed = [(finding.stream, finding.version, finding.what) for finding in found]
        if column in ("stream", "version"):  # what was moved also lies beside a record where it does not belong
            assert (row[0], row[1], "postings") in placed, (row, changed, found)
        else:
            assert placed == [(row[0], row[1], "postings")], (row, changed, found)


def test_a_posting_that_is_deleted_or_repeated_is_placed_on_its_record(rows: RowsLog) -> None:
    rng = random.Random(1)
    for _ in range(25):
        log = RowsLog(rows)
        row = log.rows["postings"].pop(rng.randrange(len(log.rows["postings"])))
        (found,) = verify_store(log).findings
        assert (found.stream, found.version, found.what) == (row[0], row[1], "postings")
        log.rows["postings"] += [row, (*row[:2], 9, *row[3:])]
        (found,) = verify_store(log).findings
        assert (found.stream, found.version, found.what) == (row[0], row[1], "postings")


def test_money_moved_from_one_patron_to_another_is_told_with_what_follows(rows: RowsLog) -> None:
    where = next(
        where for where, row in enumerate(rows.rows["postings"]) if row[0] == TABLE and row[3] == "patron/seat 1"
    )
    rows.change("postings", where, account="patron/seat 3")
    (found,) = verify_store(rows).findings
    assert "the ledger says patron/seat 3 -10.00, table/T1/layout/1//initial 10.00" in found.says
    assert "from the record follows patron/seat 1 -10.00, table/T1/layout/1//initial 10.00" in found.says


def test_postings_beside_no_record_are_told(rows: RowsLog) -> None:
    rows.rows["postings"].append(("table/T7", 3, 0, "cage", 1, 1))
    (found,) = verify_store(rows).findings
    assert (found.stream, found.version, found.what) == ("table/T7", 3, "postings")


def test_every_bit_of_a_balance_that_is_changed_is_told(rows: RowsLog) -> None:
    for where, (account, cents) in enumerate(rows.rows["accounts"]):
        bits = list(flips(cents))
        for changed in bits[where % SHARE :: SHARE]:
            rows.change("accounts", where, cents=changed)
            (found,) = verify_store(rows).findings
            assert (found.stream, found.version, found.what) == (account, 0, "account")
        rows.change("accounts", where, cents=cents)
    assert verify_store(rows).holds


def test_an_account_that_is_gone_or_made_up_is_told(rows: RowsLog) -> None:
    rows.rows["accounts"] = [*[row for row in rows.rows["accounts"] if row[0] != "cage"], ("patron/nobody", 500)]
    found = {finding.stream: finding.says for finding in verify_store(rows).findings}
    assert set(found) == {"cage", "patron/nobody"}
    assert found["patron/nobody"] == "its stored balance is 5.00; its postings add up to 0.00"


def test_a_wrong_balance_is_told_beside_a_wrong_record(rows: RowsLog) -> None:
    rows.change("events", rows.place(TABLE, 20), body=b"{}")
    rows.rows["accounts"].append(("patron/nobody", 500))
    assert [finding.stream for finding in verify_store(rows).findings] == [TABLE, "patron/nobody"]


def test_an_event_that_this_program_does_not_know_is_told_where_money_hangs_on_it(rows: RowsLog) -> None:
    version = next(row[1] for row in rows.raw("events") if row[0] == TABLE and row[2] == "wager_placed")
    forge(rows, TABLE, version, schema=9)
    (found,) = verify_store(rows).findings
    assert (found.stream, found.version, found.what) == (TABLE, version, "unreadable")
    assert "unknown event type: wager_placed of schema 9" in found.says


def test_meters_that_tables_share_are_known_from_the_log(kept: Kept) -> None:
    house: dict[str, Any] = {"progressive": {"reset": "10000.00", "rate": "0.20", "stakes": ["5.00"]}, "seats": 4}
    keeper = kept.keeper
    keeper.keeps("house", [RulesPutInForce("P1", "maryland", house, 0, {"progressive": "room"}, EDITION)])
    told = Told.at("maryland", house).bets_on("progressive", 1).closes()
    told.syncs("progressive", "10005.00").deals("7s 9s").finishes()
    keeper.buys_in("seat 1", 100_00)
    for version, event in enumerate(told.events):
        moves = tuple(
            Move("table/P1", 0, posting.account, posting.cents)
            for posting in moves_of("P1", event, {"progressive": "room"})
        )
        write = Write("table/P1", version, (encode(event),))
        kept.store.submit(Batch(f"p-{version}", b"", keeper.at, (write,), moves, b"")).result()
    assert kept.store.balance("meter/room") == 1_00
    assert verify_store(kept.log).findings == ()


def test_a_patron_who_holds_less_than_nothing_is_told() -> None:
    store = MemoryStore()
    told = Told.at("maryland", {"seats": 4}).bets(1, "5.00").deals("6s 7d").ends()
    Keeper(store).puts_in_force("T1", "maryland", {"seats": 4}).plays("T1", told.events)
    log = RowsLog(store)
    forge(log, "patron/seat 1", 1, body=encode(BoughtIn("seat 1", 1_00)).body)
    mend_money(log)
    (found,) = verify_store(log).findings
    assert (found.stream, found.what) == ("patron/seat 1", "account")
    assert found.says == "its balance cannot be negative; it is -4.00"


# Running balances


def rewrite_life(log: RowsLog, account: str, afters: Callable[[list[int]], list[int]]) -> list[Row]:
    """Give the postings of an account, in the order of time, other balances after them."""
    moments = {row[:2]: row[5] for row in log.rows["events"]}
    places = [where for where, row in enumerate(log.rows["postings"]) if row[3] == account]
    places.sort(key=lambda where: (moments[log.rows["postings"][where][:2]], log.rows["postings"][where][:3]))
    for where, after in zip(places, afters([log.rows["postings"][where][5] for where in places]), strict=True):
        log.change("postings", where, after=after)
    return [log.rows["postings"][where] for where in places]


def test_postings_that_join_only_each_other_are_made_up(rows: RowsLog) -> None:
    """A wager that was collected leaves a box as it was: two postings that go round in a circle, at any height."""
    life = rewrite_life(
        rows, f"{TABLE}/layout/1//initial", lambda afters: [after + 1_000_00 for after in afters[:2]] + afters[2:]
    )
    (found,) = verify_store(rows).findings
    assert (found.stream, found.version, found.what) == (TABLE, life[0][1], "postings")
    assert found.says.endswith("after it is kept as 1010.00, which does not join the others")
    assert list(map(str, unsound_money(rows, rows))) == [str(found)]


def test_chips_that_were_staked_before_they_were_bought_are_told(rows: RowsLog) -> None:
    def bought_last(afters: list[int]) -> list[int]:
        bought, *played = afters
        return [afters[-1], *(after - bought for after in played)]

    life = rewrite_life(rows, "patron/seat 3", bought_last)
    (found,) = verify_store(rows).findings
    told = {row[:2]: row[5] for row in life if row[5] < 0}[found.stream, found.version]
    assert found.says == f"the balance of patron/seat 3 after it cannot be negative; it is {format_cents(told)}"
    assert list(map(str, unsound_money(rows, rows))) == [str(found)]


def test_chips_may_be_owed_within_one_command() -> None:
    store = MemoryStore()
    keeper = Keeper(store)
    keeper.keeps("patron/Ada", [CashedOut("Ada", 5_00), BoughtIn("Ada", 5_00)])
    log = RowsLog(store)
    assert [row[5] for row in log.rows["postings"] if row[3] == "patron/Ada"] == [-5_00, 0]
    assert verify_store(log).holds


def test_runs_that_join_inside_each_other_are_one_life() -> None:
    """In the order of records, a wager that was taken back between two purchases comes after both of them."""
    bought = [("patron/Ada", 1, 0, "patron/Ada", 10, 10), ("patron/Ada", 2, 0, "patron/Ada", 10, 20)]
    staked = [(TABLE, 1, 0, "patron/Ada", -5, 5), (TABLE, 2, 0, "patron/Ada", 5, 10)]

    def found(postings: list[Row]) -> list[tuple[str, int]]:
        runs = join_all(postings).runs
        assert runs.apart == {"patron/Ada"}
        return [(one.stream, one.version) for one in check_accounts(runs, [("patron/Ada", 20)], lambda: postings)]

    assert found([*bought, *staked]) == []
    assert found([*bought, *((*row[:5], row[5] + 1) for row in staked)]) == [(TABLE, 1)]
