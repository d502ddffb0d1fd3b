"""What every store promises, whichever home it has: batches, versions, command ids."""

import pytest

from tests.store.batches import NOW, batch, keep, moves, note, noting
from tests.store.chains import walk_chain
from tests.store.conftest import Open
from wartable.store import BadBatch, Batch, Kept, NewEvent, OtherBody, Receipt, Store, Write, WrongVersion, first_link
from wartable.store.checks import MAX_BYTES, MAX_EVENTS, MAX_TEXT

TABLE = "table/T1"
OTHER = "table/T2"


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


ODD = ("NULL", "{}", '"', "\\", "'; --", "%s", "?", "a,b", "é", "𝄞")


def test_odd_texts_and_bytes_are_kept_as_they_are(store: Store) -> None:
    """All in one group, so that a database that packs them into lists has to tell them apart."""
    bodies = (b"", b"\0", bytes(range(256)), *(text.encode() for text in ODD))
    events = tuple(NewEvent(name, 1, body) for name in ODD for body in bodies)
    asked = [Batch(text, b"", NOW, (Write(text, 0, events),), (), text.encode()) for text in ODD]
    kept = [future.result() for future in [store.submit(one) for one in asked]]
    assert [one.answer for one in kept] == [text.encode() for text in ODD]
    for text in ODD:
        assert [(record.name, record.body, record.command_id) for record in store.read(text)] == [
            (event.name, event.body, text) for event in events
        ]
        assert store.find(text) == Kept(text.encode(), (store.head(text),), repeated=True)


def test_the_chain_of_every_store_is_the_one_chain(store: Store) -> None:
    keep(store, noting(TABLE, 0, "one", "two"))
    keep(store, noting(TABLE, 2, "three"))
    start = Receipt(TABLE, 0, first_link(TABLE))
    assert walk_chain(start, store.read(TABLE)) == store.head(TABLE)


def test_a_stream_without_records_is_at_nothing(store: Store) -> None:
    assert store.head("table/none") == Receipt("table/none", 0, first_link("table/none"))
    assert list(store.read("table/none")) == []
    assert store.streams() == []


def test_many_streams_are_asked_where_they_stand_and_where_they_stood_at_once(store: Store) -> None:
    keep(store, noting(TABLE, 0, "one", "two"))
    keep(store, noting(OTHER, 0, "one"))
    one, two = store.read(TABLE)
    heads = {TABLE: Receipt(TABLE, 2, two.chain), OTHER: store.head(OTHER)}
    assert store.heads([TABLE, OTHER, "table/none"]) == heads
    assert store.receipts([(TABLE, 1), (OTHER, 2), ("table/none", 1)]) == {TABLE: Receipt(TABLE, 1, one.chain)}
    assert store.heads([]) == store.receipts([]) == {}


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
    assert walk_chain(Receipt(TABLE, 0, first_link(TABLE)), store.read(TABLE)).version == 50


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
