"""Reading documents of shoes: strictly, within limits, and with the key in front of what is wrong."""

import copy
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.shoe.test_vectors import DOCUMENTS, OLD_DOCUMENTS
from tests.soak.honest_shoes import Document, as_document
from wartable.cli.errors import one_line
from wartable.shoe import BadDocument, read_revealed, verify
from wartable.shoe.reveal import MAX_DRAWN, MAX_SHOES

SHOE, SHUFFLER = DOCUMENTS
SPIN, WHEEL = SHOE["spins"][0], SHOE["wheel"]
OLD_SHOE, _ = OLD_DOCUMENTS


def refusal(document: object) -> str:
    with pytest.raises(BadDocument) as caught:
        read_revealed(document)
    return str(caught.value)


def without(key: str) -> Document:
    return {name: value for name, value in SHOE.items() if name != key}


def with_spin(**changes: Any) -> Document:
    return SHOE | {"spins": [SPIN | changes]}


def with_wheel(**changes: Any) -> Document:
    return SHOE | {"wheel": WHEEL | changes}


def with_old_spin(**changes: Any) -> Document:
    return OLD_SHOE | {"spins": [OLD_SHOE["spins"][0] | changes]}


def test_a_document_is_read_and_written_as_it_was() -> None:
    for document in (*DOCUMENTS, *OLD_DOCUMENTS):
        (revealed,) = read_revealed(document)
        assert as_document(revealed) == {"spins": [], "returns": [], **document}
        assert list(as_document(revealed))[:3] == ["protocol", "table", "shoe"]


def test_spins_and_returns_may_be_left_out_and_nothing_else() -> None:
    assert verify(read_revealed(without("spins"))) == ()
    for key in SHOE.keys() - {"spins"}:
        assert refusal(without(key)) == f"{key}: is missing"


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (None, "expected keys with values, got null"),
        ("shoe", "expected keys with values, got text"),
        ([], f"expected 1 to {MAX_SHOES} documents, not 0"),
        ([SHOE, 7], "[1]: expected keys with values, got a whole number"),
        ([SHOE, SHOE | {"cut": -1}], "[1].cut: expected 0 or more"),
        ([SHOE, SHOE | {"cut": 312}], "[1].cut: expected a whole number below 312"),
        (SHOE | {"more": 1}, "more: unknown key; expected one of "),
        (SHOE | {"protocol": 3}, "protocol: 3 is not allowed"),
        (SHOE | {"protocol": 1}, "wheel: unknown key"),
        (OLD_SHOE | {"protocol": 2}, "words: expected a list, got text"),
        (OLD_SHOE | {"closed_at": 40}, "closed_at: unknown key"),
        (SHOE | {"words": [[24, ""]]}, "words[0][1]: expected at least 1 character"),
        (SHOE | {"words": [[0, "seven"]]}, "words[0][0]: expected 1 or more"),
        (SHOE | {"words": [["seven"]]}, "words[0]: expected 2 entries, got 1"),
        (SHOE | {"words": [[24, "ü" * 101]]}, "words: expected at most 200 bytes of UTF-8"),
        (SHOE | {"words": [[24, "\ud800"]]}, "words: expected at most 200 bytes of UTF-8"),
        (SHOE | {"closed_at": "never"}, "closed_at: expected a whole number or null, got text"),
        (SHOE | {"wheel": None}, "spins: expected none without a wheel"),
        (SHOE | {"table": ""}, "table: expected at least 1 character"),
        (SHOE | {"table": "T\n1"}, "table: expected 1 to 64 printable characters"),
        (SHOE | {"shoe": 0}, "shoe: expected 1 or more"),
        (SHOE | {"shoe": True}, "shoe: expected a whole number, got true or false"),
        (SHOE | {"shoe": 1.0}, "shoe: expected a whole number, got a number"),
        (SHOE | {"shoe": 2**53}, "shoe: expected 9007199254740991 or less"),
        (SHOE | {"decks": 17}, "decks: expected 16 or less"),
        (SHOE | {"device": "hat"}, "device: 'hat' is not allowed"),
        (SHOE | {"seed": "0" * 63}, "seed: expected 64 lower-case hexadecimal digits"),
        (SHOE | {"seed": "A" * 64}, "seed: expected 64 lower-case hexadecimal digits"),
        (SHOE | {"commitment": "0" * 64 + "\n"}, "commitment: expected 64 lower-case hexadecimal digits"),
        (SHOE | {"commitment": None}, "commitment: expected 64 lower-case hexadecimal digits"),
        (OLD_SHOE | {"words": "ü" * 101}, "words: expected at most 200 bytes of UTF-8"),
        (OLD_SHOE | {"words": "\ud800"}, "words: expected at most 200 bytes of UTF-8"),
        (SHOE | {"behind": 312}, "behind: expected a whole number below 312"),
        (SHUFFLER | {"cut": 1}, "cut: expected 0 for a continuous shuffler"),
        (SHUFFLER | {"behind": 1}, "behind: expected 0 for a continuous shuffler"),
        (SHOE | {"seed": None}, "ended: expected null exactly where the seed is null"),
        (SHOE | {"ended": None}, "ended: expected null exactly where the seed is null"),
        (SHOE | {"ended": "bored"}, "ended: 'bored' is not allowed"),
        (SHOE | {"drawn": ["Ts", "10s"]}, "drawn[1]: expected a card such as Ts, or ??"),
        (SHOE | {"drawn": ["Ts", 1]}, "drawn[1]: expected text, got a whole number"),
        (SHOE | {"drawn": ["??"] * (MAX_DRAWN + 1)}, "drawn: expected at most 100000 entries"),
        (SHOE | {"returns": [1]}, "returns: expected none for a shoe"),
        (SHUFFLER | {"returns": [7, 7]}, "returns[1]: expected a whole number from 8 to 60"),
        (SHUFFLER | {"returns": [61]}, "returns[0]: expected a whole number from 1 to 60"),
        (SHOE | {"spins": [SPIN, SPIN]}, "spins[1].round: expected more than 5"),
        (with_wheel(seats=0), "wheel.seats: expected 1 or more"),
        (with_wheel(seats=65), "wheel.seats: expected 64 or less"),
        (with_wheel(hot=[]), "wheel.hot: expected at least 1 entry"),
        (with_wheel(hot=[["1", 10_001]]), "wheel.hot[0][1]: expected 10000 or less"),
        (with_wheel(hot=[["1"]]), "wheel.hot[0]: expected 2 entries, got 1"),
        (with_wheel(community=[["x" * 25, 1]]), "wheel.community[0][0]: expected at most 24 characters"),
        (with_wheel(extra=1), "wheel.extra: unknown key; expected one of "),
        (with_spin(unbet=[10]), "spins[0].unbet: expected seats up to 9"),
        (with_spin(unbet=list(range(1, 10))), "spins[0].unbet: expected a seat that was bet"),
        (with_old_spin(seats=0), "spins[0].seats: expected 1 or more"),
        (with_old_spin(unbet=[10]), "spins[0].unbet: expected seats up to 9"),
        (with_old_spin(hot=[]), "spins[0].hot: expected at least 1 entry"),
        (with_spin(result=[1, "2"]), "spins[0].result: expected 3 entries, got 2"),
        (with_spin(extra=1), "spins[0].extra: unknown key; expected one of "),
    ],
)
def test_what_is_no_document_is_refused_with_its_key_and_what_was_expected(document: object, reason: str) -> None:
    assert refusal(document).startswith(reason)


def test_too_many_documents_are_refused() -> None:
    assert refusal([SHOE] * (MAX_SHOES + 1)) == f"expected 1 to {MAX_SHOES} documents, not {MAX_SHOES + 1}"


# Fuzz

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)


def places(document: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every value of a document."""
    steps = (
        document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    )
    return [path, *(place for step, value in steps for place in places(value, (*path, step)))]


def put(document: Any, path: tuple[Any, ...], value: object) -> Any:
    """A copy of a document with another value at a place."""
    if not path:
        return value
    document = copy.copy(document)
    document[path[0]] = put(document[path[0]], path[1:], value)
    return document


def judge(document: object) -> None:
    """Any input is read and judged, or refused in one line that a person can read."""
    try:
        shoes = read_revealed(document)
    except BadDocument as error:
        reason = str(error)
    else:
        verify(shoes)
        return
    assert len(one_line(reason).splitlines()) == 1
    keys = tuple(filter(None, document)) if isinstance(document, dict) else ()
    assert not reason.startswith((".", ":")) or reason.startswith(keys)  # unless that is what the key is called


@pytest.mark.parametrize("key", [".", "", ": ", "a b", "\n"])
def test_a_key_that_is_no_word_is_refused_in_one_line_too(key: str) -> None:
    judge({key: 1})


@given(document=st.sampled_from([SHOE, SHUFFLER, OLD_SHOE, DOCUMENTS]), data=st.data())
@settings(max_examples=200)
def test_any_value_at_any_place_is_judged_or_refused_in_one_line(document: Any, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(places(document)))
    value = data.draw(PLAIN)
    judge(put(document, path, value))


@given(document=PLAIN)
def test_anything_at_all_is_judged_or_refused_in_one_line(document: object) -> None:
    judge(document)


def test_a_document_with_any_byte_changed_is_read_or_refused() -> None:
    data = msgspec.json.encode(DOCUMENTS)
    rng = random.Random(7)
    for _ in range(500):
        place = rng.randrange(len(data))
        changed = data[:place] + bytes([rng.randrange(256)]) + data[place + 1 :]
        try:
            document = msgspec.json.decode(changed)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            continue
        judge(document)
