"""No matter what is written, the answer is a scenario or one printable line; never another exception."""

import contextlib
import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.settle.test_scenario import FULL, PLAIN
from wartable.settle.document import read_document
from wartable.settle.errors import BadScenario
from wartable.settle.scenario import Scenario, read_scenario

LONGEST_REASON = 400

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=10**4300, max_value=10**4301)
    | st.floats()
    | st.text()
    | st.binary()
    | st.dates()
    | st.sampled_from(["10.00", "5.00", "7s", "war", "surrender", "maryland", "CA", "primary", "100"])
)
keys = st.text() | st.sampled_from(sorted({*FULL, *FULL["seats"][0], "deal", "war", "name", "hot", "amount"}))
junk = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(keys | st.integers(), inner), max_leaves=20
)


def steps_of(value: object) -> list[tuple[Any, ...]]:
    """The path of every value inside a document."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path for key, inner in items for path in [(key,), *((key, *rest) for rest in steps_of(inner))]]


def read(document: object) -> Scenario | str:
    try:
        return read_scenario(document)
    except BadScenario as refusal:
        return str(refusal)


def answer(document: object) -> None:
    """Read it, and hold the answer to its form."""
    found = read(document)
    if isinstance(found, str):
        assert found.isprintable()
        assert 0 < len(found) < LONGEST_REASON
    else:
        assert isinstance(found, Scenario)


@given(junk)
def test_nonsense_is_refused_in_one_line(document: object) -> None:
    answer(document)


@given(st.dictionaries(keys, junk))
def test_a_table_of_nonsense_is_refused_in_one_line(tables: dict[str, object]) -> None:
    answer(tables)
    answer(PLAIN | tables)


@given(st.sampled_from(steps_of(FULL)), junk)
def test_one_wrong_value_in_a_full_scenario_is_refused_in_one_line(path: tuple[Any, ...], value: object) -> None:
    document: Any = copy.deepcopy(FULL)
    place = document
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    answer(document)


@given(st.sampled_from(steps_of(FULL)))
def test_one_value_left_out_of_a_full_scenario_is_answered(path: tuple[Any, ...]) -> None:
    document: Any = copy.deepcopy(FULL)
    place = document
    for step in path[:-1]:
        place = place[step]
    del place[path[-1]]
    answer(document)


@given(st.binary(max_size=200) | st.text(alphabet="{}[]\",:.=\n a1\\u'#-", max_size=200).map(str.encode), st.booleans())
def test_any_bytes_are_a_document_or_refused_in_one_line(data: bytes, json: bool) -> None:
    with contextlib.suppress(BadScenario):
        answer(read_document(data, is_json=json))
