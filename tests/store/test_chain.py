"""The chain, computed once more from its description and nothing else."""

import struct
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.store.chains import walk_chain
from wartable.store import NewEvent, Receipt, Recorded, first_link, next_link

TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
NUMBER = st.integers(0, 2**63 - 1)
EVENT = st.builds(NewEvent, TEXT, NUMBER, st.binary(max_size=40))


def by_the_book(before: bytes, *fields: str | int | bytes) -> bytes:
    hashed = sha256(b"wartable chain 1\x00")
    hashed.update(before)
    for field in fields:
        written = field if isinstance(field, bytes) else str(field).encode("utf-8")
        hashed.update(struct.pack(">I", len(written)) + written)
    return hashed.digest()


@given(TEXT, NUMBER, EVENT, NUMBER, TEXT, st.binary(min_size=32, max_size=32))
def test_a_link_is_what_the_description_says(
    stream: str, version: int, event: NewEvent, at: int, command_id: str, before: bytes
) -> None:
    expected = by_the_book(before, stream, version, event.name, event.schema, at, command_id, event.body)
    assert next_link(before, stream, version, event, at, command_id) == expected


def test_the_first_value_is_of_the_tag_and_the_stream() -> None:
    assert first_link("table/é") == sha256("wartable chain 1\0table/é".encode()).digest()


def test_the_bytes_stay_what_they_are() -> None:
    """A value written down once: a changed chain would make every kept log false."""
    event = NewEvent("wager_placed", 1, b'{"amount":1000,"event":"wager_placed"}')
    value = next_link(first_link("table/T1"), "table/T1", 1, event, 1_789_000_000_000_000, "c-1")
    assert value.hex() == "b99e421c96ee7a5ff98c96302db0de44872581bacb81fbb560f231ecc455555d"


def records(count: int) -> list[Recorded]:
    made, before = [], first_link("table/T1")
    for version in range(1, count + 1):
        event = NewEvent("noted", 1, b"%d" % version)
        before = next_link(before, "table/T1", version, event, version, f"c{version}")
        made.append(Recorded("table/T1", version, event.name, event.schema, event.body, version, f"c{version}", before))
    return made


START = Receipt("table/T1", 0, first_link("table/T1"))


def test_a_whole_chain_leads_to_its_head() -> None:
    made = records(5)
    assert walk_chain(START, made) == Receipt("table/T1", 5, made[-1].chain)
    assert walk_chain(Receipt("table/T1", 3, made[2].chain), made[3:]).version == 5


@pytest.mark.parametrize(
    "change",
    [
        {"stream": "table/T2"},
        {"version": 7},
        {"name": "note"},
        {"schema": 2},
        {"body": b"4"},
        {"at": 0},
        {"command_id": "c"},
        {"chain": bytes(32)},
    ],
)
def test_any_change_breaks_the_chain_there(change: dict[str, object]) -> None:
    made = records(5)
    made[2] = replace(made[2], **change)
    with pytest.raises(ValueError, match="table/T1 breaks after version 2"):
        walk_chain(START, made)


def test_a_record_that_is_missing_swapped_or_doubled_breaks_the_chain() -> None:
    made = records(5)
    for broken in ([*made[:2], *made[3:]], [made[0], made[2], made[1]], [made[0], made[0]], made[1:]):
        with pytest.raises(ValueError, match="breaks after version"):
            walk_chain(START, broken)


@given(TEXT, TEXT)
def test_fields_cannot_run_into_each_other(one: str, two: str) -> None:
    """Where a field ends is part of what is hashed."""
    event = NewEvent("n", 1, b"")
    joined = next_link(bytes(32), one + two, 1, event, 1, "c")
    assert next_link(bytes(32), one, 1, NewEvent(two + "n", 1, b""), 1, "c") != joined
