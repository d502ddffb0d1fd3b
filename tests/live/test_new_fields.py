"""A view starts empty: what is added to the state of a table is told to no audience until a view names it."""

from functools import cache
from typing import Any

import msgspec
import pytest

from tests.seen import own, seen
from tests.table.samples import STATES, table_in
from wartable.live.telling import felt
from wartable.live.wire.views import AUDIENCES
from wartable.rulebook.rules import Rules
from wartable.table import Event, Table
from wartable.table.words import Phase

SECRET = "a new secret"
_write = msgspec.json.Encoder().encode


@cache
def with_a_new_field(kind: type[msgspec.Struct]) -> type[msgspec.Struct]:
    return msgspec.defstruct(kind.__name__, [("secret", str, SECRET)], bases=(kind,), frozen=True)


def grown(value: Any) -> Any:
    """The same, where each part of the state has one field more; what is known of events has a list of its own."""
    if isinstance(value, tuple):
        return tuple(map(grown, value))
    if isinstance(value, dict):
        return {key: grown(held) for key, held in value.items()}
    if not isinstance(value, msgspec.Struct) or isinstance(value, Rules | Event):
        return value
    fields = {name: grown(getattr(value, name)) for name in value.__struct_fields__}
    return with_a_new_field(type(value))(**fields)


def told(table: Table) -> bytes:
    """All that goes over the wire about a table."""
    patrons = {bettor.patron for box in table.boxes for bettor in box.bettors} | {box.patron for box in table.boxes}
    felts = [seen(table, audience) for audience in AUDIENCES]
    return _write((felts, [own(table, patron) for patron in sorted(patrons)]))


@pytest.mark.parametrize(("rulebook", "phase"), STATES)
def test_a_new_field_of_the_state_is_hidden_until_a_view_lists_it(rulebook: str, phase: Phase) -> None:
    table = table_in(rulebook, phase).table
    with_more = grown(table)
    assert SECRET in repr(with_more)
    assert told(with_more) == told(table)


def test_a_view_that_shows_a_part_whole_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(felt, "_bank", lambda table: table.banker)
    assert SECRET.encode() in told(grown(table_in("california", "betting").table))
