"""TOML and JSON are told apart, mistakes are placed, and no document can make the reader slow or large."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wartable.rulebook.house import MAX_KEY_PARTS
from wartable.settle.document import MAX_DOCUMENT_BYTES, MAX_REASON, read_document, read_json
from wartable.settle.errors import BadScenario


def why_refused(data: bytes, *, is_json: bool = False) -> str:
    with pytest.raises(BadScenario) as refusal:
        read_document(data, is_json=is_json)
    reason = str(refusal.value)
    assert reason.isprintable()
    assert len(reason) < 400
    return reason


@pytest.mark.parametrize(
    "data", [b'a = 1\n[b]\nc = "x"\n', b'{"a": 1, "b": {"c": "x"}}', b'\n\t {"a":1,"b":{"c":"x"}}\r\n']
)
def test_a_text_that_opens_with_a_brace_is_json_and_any_other_is_toml(data: bytes) -> None:
    assert read_document(data) == {"a": 1, "b": {"c": "x"}}


def test_a_mark_at_the_head_of_the_file_is_skipped() -> None:
    assert read_document(b"\xef\xbb\xbfa = 1") == read_document(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


def test_a_file_that_is_named_json_is_not_read_as_toml() -> None:
    assert why_refused(b"a = 1", is_json=True) == "JSON: Expecting value (at line 1, column 1)"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"a = 1\na = 2\n", "TOML: Cannot overwrite a value (at line 2, column 6)"),
        (b"[a]\n[a]\n", "TOML: Cannot declare ('a',) twice (at line 2, column 3)"),
        (b"a = \n", "TOML: Invalid value (at line 1, column 5)"),
        (b"a = 1" + b"0" * 5000, "TOML: a number has too many digits"),
        (b'\na = "\xff"', "expected UTF-8 text (at line 2)"),
        (b'{"a": 1,\n "b" 2}', "JSON: Expecting ':' delimiter (at line 2, column 6)"),
        (b'{"a": 1', "JSON: Expecting ',' delimiter (at line 1, column 8)"),
        (b'{"a": 1' + b"0" * 5000 + b"}", "JSON: a number has too many digits"),
        (b'{"a": NaN}', "JSON: NaN is not a JSON value"),
        (b'{"a": "\\ud800"}', "JSON: expected Unicode text, got half of a surrogate pair"),
        (b'{"a": "\xff"}', "expected UTF-8 text (at line 1)"),
        (b'{"a": 1,\n "a": 2}', 'JSON: the key "a" is written twice in {"a": 1}'),
        (b'{"b": [{"c": 1, "\\u0063": 2}]}', 'JSON: the key "c" is written twice in {"c": 1}'),
        (b'{"a\\n": 1, "a\\n": 2}', r'JSON: the key "a\n" is written twice in {"a\n": 1}'),
    ],
)
def test_a_mistake_in_the_text_is_told_with_its_place(data: bytes, reason: str) -> None:
    assert why_refused(data) == reason


def test_a_key_has_as_many_parts_as_it_may_have_and_no_more() -> None:
    longest = b".".join([b"a"] * MAX_KEY_PARTS)
    assert read_document(longest + b" = 1")
    assert why_refused(b"\n" + longest + b".a = 1") == f"TOML: a key has at most {MAX_KEY_PARTS} parts (at line 2)"


def test_of_a_long_mistake_the_beginning_and_the_end_are_told() -> None:
    whole = f"Cannot declare ('{'k' * 110}',) twice (at line 2, column 112)"
    assert len(whole) == MAX_REASON
    assert why_refused(b"[%b]\n[%b]" % (b"k" * 110, b"k" * 110)) == f"TOML: {whole}"
    beginning, end = f"Cannot declare ('{'k' * 63}", f"{'k' * 47}',) twice (at line 2, column 113)"
    assert why_refused(b"[%b]\n[%b]" % (b"k" * 111, b"k" * 111)) == f"TOML: {beginning} … {end}"


@pytest.mark.parametrize(
    "data",
    [
        b"a = " + b"[" * 100_000,
        b"a = {" * 50_000,
        b"a." * 100_000 + b"a = 1",
        b"[" + b"a ." * 50_000 + b"a]",
        b'"' * 200_000,
        b"a" * 200_000,
        b"a = '''" + b"x" * 200_000,
        b'{"a":' * 50_000,
        b'{"a":' + b"[" * 100_000,
        b"[" + b"x" * 200_000 + b"]\n[" + b"x" * 10_000,
        b"#" * (MAX_DOCUMENT_BYTES + 1),
    ],
    ids=lambda data: repr(data[:12]),
)
def test_a_hostile_document_is_refused_in_one_short_line(data: bytes) -> None:
    why_refused(data)


def test_a_document_nested_just_short_of_the_decoders_limit_is_answered() -> None:
    for depth in range(100, 1_100, 50):
        data = b'{"a":' * depth + b"1" + b"}" * depth
        with contextlib.suppress(BadScenario):
            read_json(data)


def test_a_colon_inside_a_text_is_no_key() -> None:
    assert read_json(b'{"a": "x:y", "b": ["c:", {"a": ":"}]}') == {"a": "x:y", "b": ["c:", {"a": ":"}]}


texts = st.text(alphabet='ab"\\:,{}[]\n', max_size=4)
documents = st.recursive(
    st.integers() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.lists(st.tuples(texts, inner), max_size=4).map(tuple),
    max_leaves=12,
)


def write(value: Any) -> str:
    """JSON text of a document in which a table is a tuple of pairs, so that a key can come twice."""
    if isinstance(value, tuple):
        return "{" + ", ".join(f"{json.dumps(key)}: {write(inner)}" for key, inner in value) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(write, value)) + "]"
    return json.dumps(value)


def has_twice(value: Any) -> bool:
    if isinstance(value, tuple):
        keys = [key for key, _ in value]
        return len(set(keys)) < len(keys) or any(has_twice(inner) for _, inner in value)
    return isinstance(value, list) and any(map(has_twice, value))


@given(documents)
def test_a_key_is_found_twice_exactly_where_it_is_written_twice(document: Any) -> None:
    text = write(document)
    if has_twice(document):
        with pytest.raises(BadScenario, match="is written twice"):
            read_json(text.encode())
    else:
        assert read_json(text.encode()) == json.loads(text)
