"""What every store promises, whichever home it has."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.batches import NOW, at_cage, at_table, batch, bought_in, fresh_id, keep, moves, note, noting
from tests.store.conftest import Open
from tests.store.rows import raw
from wartable import cage
from wartable.store import (
    BadBatch,
    Batch,
    Fence,
    Move,
    NewEvent,
    NoFunds,
    NotOwner,
    OtherBody,
    Posted,
    Receipt,
    Recorded,
    Snapshot,
    Store,
    StoreBroken,
    StoreDown,
    StoreError,
    Unbalanced,
    Write,
    WrongVersion,
    chain,
    open_for_audit,
    open_store,
)
from wartable.store.plan import MAX_BYTES, MAX_EVENTS, MAX_TEXT
from wartable.store.port import COLUMNS, Rows
from wartable.table import events as e

TABLE = "table/T1"


# Appending and reading


def test_what_was_kept_is_read_again_as_it_was(store: Store) -> None:
    asked = noting(TABLE, 0, "one", "two", command_id="first")
    kept = keep(store, asked)
    one, two = store.read(TABLE)
    assert (one.version, one.name, one.schema, one.at, one.command_id) == (1, "noted", 1, NOW, "first")
    assert (one.body, two.body) == (note("one").body, note("two").body)
    assert kept.answer == b"answered"
    assert kept.receipts == (Receipt(TABLE, 2, two.chain),)
    assert not kept.repeated


def test_the_chain_of_every_store_is_the_one_chain(store: Store) -> None:
    keep(store, noting(TABLE, 0, "one", "two"))
    keep(store, noting(TABLE, 2, "three"))
    start = Receipt(TABLE, 0, chain.first(TABLE))
    assert chain.walk(start, store.read(TABLE)) == store.head(TABLE)


def test_a_stream_that_nobody_wrote_to_is_at_nothing(store: Store) -> None:
    assert store.head("table/none") == Receipt("table/none", 0, chain.first("table/none"))
    assert list(store.read("table/none")) == []
    assert store.streams() == []


def test_reading_begins_after_a_version_and_ends_with_one(store: Store) -> None:
    keep(store, noting(TABLE, 0, *"abcdef"))
    assert [record.version for record in store.read(TABLE, 2, 4)] == [3, 4]
    assert [record.version for record in store.read(TABLE, after=4)] == [5, 6]
    assert list(store.read(TABLE, 6)) == []


def test_a_long_stream_is_read_whole(store: Store) -> None:
    for turn in range(3):
        keep(store, noting(TABLE, turn * 1_500, *map(str, range(1_500))))
    assert [record.version for record in store.read(TABLE)] == list(range(1, 4_501))


def test_events_are_found_by_name_forwards_and_backwards(store: Store) -> None:
    events = tuple(NewEvent("odd" if number % 2 else "even", 1, b"{}") for number in range(1, 11))
    keep(store, batch(Write(TABLE, 0, events)))
    assert [record.version for record in store.named(TABLE, ["odd"])] == [1, 3, 5, 7, 9]
    assert [record.version for record in store.named(TABLE, ["even"], 2, 8, backwards=True, limit=2)] == [8, 6]
    assert [record.version for record in store.named(TABLE, {"odd", "even"}, limit=3)] == [1, 2, 3]
    assert list(store.named(TABLE, ["never"])) == []
    assert list(store.named(TABLE, [])) == []


def test_streams_are_listed_by_prefix_in_order(store: Store) -> None:
    for stream in ("table/b", "patron/Zoe", "table/a", "patron/Ada", "house", "table/é", "tablecloth"):
        keep(store, noting(stream, 0))
    assert store.streams("table/") == ["table/a", "table/b", "table/é"]
    assert store.streams() == sorted(
        ("table/b", "patron/Zoe", "table/a", "patron/Ada", "house", "table/é", "tablecloth")
    )


def test_a_prefix_is_a_text_and_no_pattern(store: Store) -> None:
    keep(store, noting("table/1_0%", 0))
    keep(store, noting("table/1x0y", 0))
    assert store.streams("table/1_0%") == ["table/1_0%"]
    assert store.streams("table/1*") == []


def test_one_batch_writes_to_several_streams_or_to_none(store: Store) -> None:
    both = batch(Write(TABLE, 0, (note(),)), Write("house", 0, (note(), note())))
    assert [(receipt.stream, receipt.version) for receipt in keep(store, both).receipts] == [(TABLE, 1), ("house", 2)]
    half = batch(Write(TABLE, 1, (note(),)), Write("house", 0, (note(),)))
    with pytest.raises(WrongVersion) as refused:
        keep(store, half)
    assert (refused.value.stream, refused.value.expected, refused.value.found) == ("house", 0, 2)
    assert store.head(TABLE).version == 1


def test_a_stale_version_is_refused_and_nothing_is_kept(store: Store) -> None:
    keep(store, noting(TABLE, 0))
    for expected in (0, 2, 7):
        with pytest.raises(WrongVersion, match=f"table/T1 is at version 1, not {expected}"):
            keep(store, noting(TABLE, expected, command_id=f"stale {expected}"))
        assert store.find(f"stale {expected}") is None
    assert store.head(TABLE).version == 1


def test_a_refused_batch_does_not_spoil_its_neighbours(store: Store) -> None:
    asked = [noting(f"table/{number}", number % 3) for number in range(60)]
    futures = [store.submit(one) for one in asked]
    outcomes = [future.exception() for future in futures]
    assert [outcome is None for outcome in outcomes] == [number % 3 == 0 for number in range(60)]
    assert len(store.streams("table/")) == 20


def test_batches_that_wait_together_follow_each_other(store: Store) -> None:
    futures = [store.submit(noting(TABLE, number, str(number))) for number in range(50)]
    assert [future.result().receipts[0].version for future in futures] == list(range(1, 51))
    assert chain.walk(Receipt(TABLE, 0, chain.first(TABLE)), store.read(TABLE)).version == 50


# Command ids


def test_the_same_command_again_gets_the_same_answer_and_happens_once(store: Store) -> None:
    asked = noting(TABLE, 0, command_id="once")
    first = keep(store, asked)
    keep(store, noting(TABLE, 1))
    again = keep(store, asked)
    assert (again.answer, again.receipts) == (first.answer, first.receipts)
    assert again.repeated
    assert store.find("once") == again
    assert store.head(TABLE).version == 2


def test_the_same_command_twice_in_one_commit_happens_once(store: Store) -> None:
    asked = noting(TABLE, 0, command_id="once")
    futures = [store.submit(asked) for _ in range(20)]
    assert sorted(future.result().repeated for future in futures) == [False] + [True] * 19
    assert store.head(TABLE).version == 1


def test_the_same_id_with_another_body_is_refused(store: Store) -> None:
    keep(store, batch(Write(TABLE, 0, (note(),)), command_id="once", body=b"this"))
    with pytest.raises(OtherBody, match="the command once was given before with another body"):
        keep(store, batch(Write(TABLE, 1, (note(),)), command_id="once", body=b"that"))
    assert store.head(TABLE).version == 1


def test_an_answer_without_events_is_remembered_too(store: Store) -> None:
    refusal = batch(command_id="no", answer=b"refused")
    assert keep(store, refusal).receipts == ()
    assert keep(store, refusal).repeated
    found = store.find("no")
    assert found is not None
    assert found.answer == b"refused"


def test_a_command_that_was_refused_by_the_store_may_come_again(store: Store) -> None:
    with pytest.raises(WrongVersion):
        keep(store, noting(TABLE, 5, command_id="early"))
    assert not keep(store, noting(TABLE, 0, command_id="early")).repeated


def test_answers_are_remembered_after_a_restart(reopen: Open) -> None:
    store = reopen()
    asked = noting(TABLE, 0, "é\u2660", command_id="before")
    first = keep(store, asked)
    store.close()
    again = keep(reopen(), asked)
    assert (again.answer, again.receipts, again.repeated) == (first.answer, first.receipts, True)


def test_two_servers_give_the_same_answer(reopen: Open) -> None:
    here, there = reopen(), reopen()
    asked = noting(TABLE, 0, command_id="either")
    futures = [server.submit(asked) for _ in range(10) for server in (here, there)]
    answers = {(future.result().answer, future.result().receipts) for future in futures}
    assert len(answers) == 1
    assert sum(not future.result().repeated for future in futures) == 1
    assert here.head(TABLE) == there.head(TABLE)


# Money


def test_postings_are_kept_beside_their_events(store: Store) -> None:
    keep(store, bought_in("Ada", 100_00))
    keep(store, at_table("T1", 0, e.WagerPlaced(1, "", "Ada", "initial", 30_00)))
    assert list(store.postings(TABLE)) == [
        Posted(TABLE, 1, 0, "patron/Ada", -30_00, 70_00),
        Posted(TABLE, 1, 1, "table/T1/layout/1//initial", 30_00, 30_00),
    ]
    assert store.balance("patron/Ada") == 70_00
    assert store.balance("patron/nobody") == 0
    assert store.balances() == {"cage": -100_00, "patron/Ada": 70_00, "table/T1/layout/1//initial": 30_00}
    assert store.balances("patron/") == {"patron/Ada": 70_00}


def test_an_account_at_nothing_is_not_listed(store: Store) -> None:
    keep(store, bought_in("Ada", 5_00))
    keep(store, at_cage(cage.CashedOut("Ada", 5_00), "patron/Ada", 1))
    assert store.balances() == {}


def test_moves_that_do_not_sum_to_nothing_are_refused(store: Store) -> None:
    lost = moves(TABLE, 0, ("cage", -10), ("table/T1/bank", 9))
    with pytest.raises(Unbalanced, match="the moves of table/T1 at version 1 leave -1 cents"):
        keep(store, batch(Write(TABLE, 0, (note(),)), moves=lost))
    crossed = (*moves(TABLE, 0, ("cage", -10)), *moves(TABLE, 1, ("table/T1/bank", 10)))
    with pytest.raises(Unbalanced):
        keep(store, batch(Write(TABLE, 0, (note(), note())), moves=crossed))
    assert store.balances() == {}
    assert store.streams() == []


def test_a_patron_never_falls_below_nothing(store: Store) -> None:
    keep(store, bought_in("Ada", 10_00))
    with pytest.raises(NoFunds, match="patron/Ada does not hold that much") as refused:
        keep(store, at_table("T1", 0, e.WagerPlaced(1, "", "Ada", "initial", 10_01)))
    assert refused.value.account == "patron/Ada"
    keep(store, at_table("T1", 0, e.WagerPlaced(1, "", "Ada", "initial", 10_00)))
    assert store.balance("patron/Ada") == 0


def test_only_where_a_patron_stands_after_the_whole_command_counts(store: Store) -> None:
    keep(store, bought_in("Ada", 10_00))
    there_and_back = (
        *moves(TABLE, 0, ("patron/Ada", -25_00), ("table/T1/bank", 25_00)),
        *moves(TABLE, 1, ("table/T1/bank", -20_00), ("patron/Ada", 20_00)),
    )
    keep(store, batch(Write(TABLE, 0, (note(), note())), moves=there_and_back))
    assert [one.after for one in store.postings(TABLE) if one.account == "patron/Ada"] == [-15_00, 5_00]


def test_the_same_money_is_not_spent_twice_by_batches_that_wait_together(store: Store) -> None:
    keep(store, bought_in("Ada", 100_00))
    wagers = [at_table(f"T{n}", 0, e.WagerPlaced(1, "", "Ada", "initial", 30_00)) for n in range(40)]
    futures = [store.submit(wager) for wager in wagers]
    assert sum(future.exception() is None for future in futures) == 3
    assert store.balance("patron/Ada") == 10_00


def test_postings_are_read_by_versions(store: Store) -> None:
    for number in range(4):
        legs = moves(TABLE, 0, ("cage", -1), ("table/T1/bank", 1))
        keep(store, batch(Write(TABLE, number, (note(),)), moves=legs))
    assert [(one.version, one.place) for one in store.postings(TABLE, 1, 3)] == [(2, 0), (2, 1), (3, 0), (3, 1)]


# What no store can keep


@pytest.mark.parametrize(
    "wrong",
    [
        batch(Write(TABLE, 0, ())),
        batch(Write(TABLE, 0, (note(),)), Write(TABLE, 1, (note(),))),
        batch(Write(TABLE, -1, (note(),))),
        batch(Write("", 0, (note(),))),
        batch(Write("line\nbreak", 0, (note(),))),
        batch(Write("half \ud83c", 0, (note(),))),
        batch(Write("x" * (MAX_TEXT + 1), 0, (note(),))),
        batch(Write(TABLE, 0, (NewEvent("", 1, b""),))),
        batch(Write(TABLE, 0, (NewEvent("noted", -1, b""),))),
        batch(Write(TABLE, 0, (NewEvent("noted", 1, bytes(MAX_BYTES + 1)),))),
        batch(Write(TABLE, 0, (note(),) * (MAX_EVENTS + 1))),
        batch(Write(TABLE, 0, (note(),)), moves=moves(TABLE, 1, ("cage", 1), ("x", -1))),
        batch(Write(TABLE, 0, (note(),)), moves=moves(TABLE, -1, ("cage", 1), ("x", -1))),
        batch(Write(TABLE, 0, (note(),)), moves=moves("house", 0, ("cage", 1), ("x", -1))),
        batch(Write(TABLE, 0, (note(),)), moves=moves(TABLE, 0, ("cage", 1 << 63), ("x", -(1 << 63)))),
        batch(Write(TABLE, 0, (note(),)), moves=moves(TABLE, 0, ("\0", 1), ("x", -1))),
        batch(command_id="x" * (MAX_TEXT + 1)),
        batch(answer=bytes(MAX_BYTES + 1)),
        batch(body=bytes(MAX_BYTES + 1)),
        Batch("late", b"", 1 << 63, (), (), b""),
    ],
)
def test_a_batch_that_could_never_be_kept_is_refused(store: Store, wrong: Batch) -> None:
    future = store.submit(wrong)
    assert isinstance(future.exception(), BadBatch)
    assert store.find(wrong.command_id) is None
    assert store.streams() == []


# Driving a table


def test_one_driver_at_a_time(store: Store) -> None:
    mine = store.claim("T1", "here", 60)
    assert mine == Fence("T1", "here", 1)
    assert store.claim("T1", "there", 60) is None
    assert store.claim("T1", "here", 60) is None
    assert store.claim("T2", "there", 60) == Fence("T2", "there", 1)
    store.release(mine)
    assert store.claim("T1", "there", 60) == Fence("T1", "there", 2)


def test_anybody_can_see_who_drives(store: Store) -> None:
    assert store.owner("T1") is None
    mine = store.claim("T1", "here", 60)
    assert mine is not None
    assert store.owner("T1") == mine
    store.release(mine)
    assert store.owner("T1") is None


def test_a_driver_whose_time_is_over_can_be_followed(store: Store) -> None:
    mine = store.claim("T1", "here", 0)
    assert mine is not None
    theirs = store.claim("T1", "there", 60)
    assert theirs == Fence("T1", "there", 2)
    assert not store.renew(mine)
    assert store.renew(theirs)


def test_renewing_lasts_as_long_as_the_claim(store: Store) -> None:
    mine = store.claim("T1", "here", 60)
    assert mine is not None
    store.release(mine)
    assert store.renew(mine), "nobody has taken it"
    assert store.claim("T1", "there", 60) is None


def test_what_an_old_driver_writes_is_refused(store: Store) -> None:
    mine = store.claim("T1", "here", 0)
    assert mine is not None
    keep(store, noting(TABLE, 0, fence=mine))
    theirs = store.claim("T1", "there", 60)
    assert theirs is not None
    with pytest.raises(NotOwner, match="the table T1 is driven by another server"):
        keep(store, noting(TABLE, 1, fence=mine))
    keep(store, noting(TABLE, 1, fence=theirs))
    for forged in (Fence("T1", "here", 2), Fence("T1", "there", 3), Fence("T9", "there", 1)):
        with pytest.raises(NotOwner):
            keep(store, noting(TABLE, 2, fence=forged))
    store.release(mine)
    assert store.claim("T1", "here", 60) is None, "an old driver releases nothing"


def test_a_repeat_is_answered_whoever_drives_now(store: Store) -> None:
    mine = store.claim("T1", "here", 0)
    asked = noting(TABLE, 0, command_id="mine", fence=mine)
    keep(store, asked)
    store.claim("T1", "there", 60)
    assert keep(store, asked).repeated


# Beside the log


def test_the_latest_snapshot_is_kept(store: Store) -> None:
    assert store.load_snapshot(TABLE) is None
    store.save_snapshot(TABLE, 5, b"five")
    store.save_snapshot(TABLE, 9, b"nine")
    store.save_snapshot(TABLE, 7, b"seven")
    assert store.load_snapshot(TABLE) == Snapshot(TABLE, 9, b"nine")


def test_personal_data_is_written_read_and_erased(store: Store) -> None:
    store.put_personal("Ada", b"Ada Lovelace", 10)
    store.put_personal("Ada", b"Ada King", 20)
    store.put_personal("Zoe", b"Zoe", 5)
    held = store.get_personal("Ada")
    assert held is not None
    assert (held.patron, held.body, held.at) == ("Ada", b"Ada King", 20)
    assert store.erase_personal("Ada")
    assert not store.erase_personal("Ada")
    assert store.get_personal("Ada") is None
    assert store.get_personal("Zoe") is not None


def test_personal_data_goes_when_its_time_is_over_and_the_log_still_verifies(store: Store) -> None:
    keep(store, bought_in("Ada", 10_00))
    for number in range(5):
        store.put_personal(f"patron {number}", b"somebody", number)
    head = store.head("patron/Ada")
    assert store.expire_personal(before=3) == 3
    assert [number for number in range(5) if store.get_personal(f"patron {number}")] == [3, 4]
    start = Receipt("patron/Ada", 0, chain.first("patron/Ada"))
    assert chain.walk(start, store.read("patron/Ada")) == head


def test_secrets_are_put_away_found_and_erased(store: Store) -> None:
    store.put_secret("shoe/T1/2", b"seed")
    store.put_secret("shoe/T1/1", b"old")
    store.put_secret("shoe/T1/1", b"\x00new")
    store.put_secret("person/Ada", b"hash")
    assert store.secrets("shoe/") == ["shoe/T1/1", "shoe/T1/2"]
    assert store.secrets() == ["person/Ada", "shoe/T1/1", "shoe/T1/2"]
    assert store.get_secret("shoe/T1/1") == b"\x00new"
    assert store.get_secret("shoe/T9") is None
    assert store.expire_personal(NOW) == 0
    assert store.erase_secret("shoe/T1/1")
    assert not store.erase_secret("shoe/T1/1")
    assert store.secrets("shoe/") == ["shoe/T1/2"]


def test_secrets_outlive_a_restart(reopen: Open) -> None:
    store = reopen()
    store.put_secret("shoe/T1/1", b"seed")
    store.close()
    assert reopen().get_secret("shoe/T1/1") == b"seed"


# Following


def heard_within(seconds: float, heard: Callable[[], bool]) -> bool:
    until = time.monotonic() + seconds
    while not heard() and time.monotonic() < until:
        time.sleep(0.005)
    return heard()


def test_whoever_follows_a_prefix_hears_every_version_reached(store: Store) -> None:
    reached: list[tuple[str, int]] = []
    subscription = store.subscribe("table/", lambda stream, version: reached.append((stream, version)))
    keep(store, noting(TABLE, 0, "a", "b"))
    keep(store, noting("house", 0))
    keep(store, noting("table/Ä 2", 0))
    assert heard_within(10, lambda: len(reached) >= 2)
    assert reached == [(TABLE, 2), ("table/Ä 2", 1)]
    subscription.close()
    keep(store, noting(TABLE, 2))
    keep(store, noting(TABLE, 3))
    assert reached == [(TABLE, 2), ("table/Ä 2", 1)]


# Raw rows


@pytest.mark.parametrize("what", COLUMNS)
def test_raw_rows_are_what_lies_there_in_the_order_of_their_keys(store: Store, what: Rows) -> None:
    keep(store, bought_in("Ada", 10_00))
    keep(store, at_table("T1", 0, e.WagerPlaced(1, "", "Ada", "initial", 4_00), command_id="wager"))
    store.save_snapshot(TABLE, 1, b"state")
    rows = list(store.raw(what))
    assert rows
    assert rows == sorted(rows)
    assert all(len(row) == len(COLUMNS[what]) for row in rows)
    if what == "events":
        assert [Recorded(*row) for row in rows if row[0] == TABLE] == list(store.read(TABLE))  # type: ignore[arg-type]
    if what == "commands":
        (wager,) = [row for row in rows if row[0] == "wager"]
        head = store.head(TABLE)
        assert wager[4] == b'[["table/T1",1,"%s"]]' % head.chain.hex().encode()


def test_all_rows_of_a_moment_are_of_that_moment(store: Store) -> None:
    keep(store, bought_in("Ada", 10_00))
    with store.moment() as moment:
        events, postings = moment.raw("events"), moment.raw("postings")
        first = next(events), next(postings)
        keep(store, bought_in("Ada", 5_00, expected=1))
        assert (*first, *events, *postings) == (*list(store.raw("events"))[:1], *list(store.raw("postings"))[:2])
        assert dict(moment.raw("accounts")) == {"cage": -10_00, "patron/Ada": 10_00}  # type: ignore[arg-type]
    assert store.balance("patron/Ada") == 15_00


# Only looking


def test_an_auditor_looks_at_everything_and_changes_nothing(lasting: str, reopen: Open) -> None:
    store = reopen()
    keep(store, bought_in("Ada", 10_00))
    looking = open_for_audit(lasting)
    assert looking.head("patron/Ada") == store.head("patron/Ada")
    assert list(looking.read("patron/Ada")) == list(store.read("patron/Ada"))
    keep(store, bought_in("Ada", 5_00, expected=1))
    assert looking.balance("patron/Ada") == 15_00
    with looking.moment() as moment:
        assert len(list(moment.raw("commands"))) == 2
    assert not hasattr(looking, "submit")
    looking.close()


def test_an_auditor_is_not_put_off_by_what_was_done_to_a_store(lasting: str) -> None:
    store = open_store(lasting)
    keep(store, noting(TABLE, 0))
    store.close()
    with raw(lasting) as database:
        database.run("ALTER TABLE events ADD COLUMN scribble TEXT")
    looking = open_for_audit(lasting)
    assert [record.version for record in looking.read(TABLE)] == [1]
    looking.close()


def test_an_auditor_makes_no_store_where_there_is_none(tmp_path: Path, database: str) -> None:
    with pytest.raises(StoreDown, match="there is no such file"):
        open_for_audit(f"sqlite:///{tmp_path}/none.db")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(StoreBroken, match="there is no store in this database"):
        open_for_audit(database)
    with pytest.raises(StoreError, match="is no address of a store"):
        open_for_audit("memory:")


# Opening and closing


@pytest.mark.parametrize("url", ["", "sqlite://", "sqlite:///", "mysql://here", "war.db", "postgresql"])
def test_an_address_of_nothing_is_refused(url: str) -> None:
    with pytest.raises(StoreError, match="is no address of a store; expected sqlite:///PATH"):
        open_store(url)


def test_a_closed_store_says_so(reopen: Open) -> None:
    store = reopen()
    waiting = [store.submit(noting(f"table/{n}", 0)) for n in range(100)]
    store.close()
    assert all(future.result() for future in waiting), "what waited was finished"
    assert isinstance(store.submit(noting(TABLE, 0)).exception(), StoreDown)
    with pytest.raises(StoreDown):
        store.head(TABLE)
    store.close()


def test_a_batch_that_waits_cannot_be_called_off(store: Store) -> None:
    future = store.submit(noting(TABLE, 0))
    assert not future.cancel()
    assert future.result().receipts[0].version == 1


def test_moves_may_be_of_any_account(store: Store) -> None:
    name = fresh_id("table/é/«x»/")
    keep(store, batch(Write(TABLE, 0, (note(),)), moves=(Move(TABLE, 0, name, 5), Move(TABLE, 0, "house", -5))))
    assert store.balances("table/é/") == {name: 5}
