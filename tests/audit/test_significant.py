"""Significant events: one definition, which the floor's page and the audit's reports share."""

import json
import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from tests.audit.histories import NOON, Keeper, keep_walk
from tests.table.houses import HOUSES
from wartable.audit import house_events as h
from wartable.audit import report
from wartable.audit.house_events import PLAIN, TOLD, PersonalErased, PersonalExpired
from wartable.audit.reading.rules import rules_of, rules_over_time
from wartable.audit.reports import ReportRequest
from wartable.audit.significant import BY_AMOUNT, LARGE, ORDINARY, WHERE, is_significant
from wartable.cage import DropCounted
from wartable.live.history.mirror import Happened
from wartable.live.settings import Floorplan
from wartable.live.telling.significant import MAX_KEPT, Ticker
from wartable.store import CODEC, Batch, MemoryStore, NewEvent, Write, decode, name_of
from wartable.table.sentences import words_of

DOCS = Path(__file__).resolve().parents[2] / "docs" / "audit.md"


def test_every_event_is_ordinary_or_the_documents_say_why_it_is_significant() -> None:
    listed = Counter(name for names in (BY_AMOUNT, WHERE, ORDINARY) for name in names)
    assert {name: count for name, count in listed.items() if count > 1} == {}
    assert set(listed) <= set(CODEC.names)
    text = DOCS.read_text(encoding="utf-8").partition("## Significant events")[2].partition("\n## ")[0]
    told = set(re.findall(r"`(\w+)`", text)) & set(CODEC.names)
    assert told == set(CODEC.names) - ORDINARY, "a new kind of event is significant or ordinary: say which, and why"
    assert "10,000.00" in text


def test_an_amount_is_large_from_the_threshold_on() -> None:
    field = dict(BY_AMOUNT)["wager_placed"]
    kind = msgspec.defstruct("Placed", [(field, int)])
    assert [is_significant("wager_placed", kind(cents)) for cents in (LARGE - 1, LARGE)] == [False, True]
    assert [is_significant("wager_placed", kind(cents), 500) for cents in (499, 500)] == [False, True]


def test_what_this_program_does_not_know_is_significant() -> None:
    assert is_significant("invented_later", None)


def test_the_floor_has_a_sentence_for_every_significant_event_of_the_house() -> None:
    of_house = {name_of(kind) for kind in (*h.EVENTS, *PLAIN, *TOLD)} - ORDINARY
    assert of_house == {name_of(kind) for kind in (*PLAIN, *TOLD)}


def test_the_floor_and_the_reports_begin_with_the_same_amount() -> None:
    assert ReportRequest().large == Floorplan(tables=()).large == LARGE


# The same list, from the same log


def on_the_floor(store: MemoryStore, large: int) -> list[tuple[str, int, str]]:
    """What the floor's page would have shown of a log."""
    ticker = Ticker(large)
    words = words_of(rules_of(rules_over_time(store, "T1").at(1)))
    for record in store.read("table/T1"):
        happened = Happened(record.version, record.at, record.command_id, 0, decode(record))
        ticker.hear("T1", (happened,), words)
    told = [("table/T1", one.version, one.name) for one in reversed(ticker.last(str))]
    house = Ticker(large)
    for record in store.read("house"):
        house.hear_house(decode(record), record.at, record.version, record.command_id)
    return told + [("house", one.version, one.name) for one in reversed(house.last(str))]


def in_the_report(store: MemoryStore, large: int) -> list[tuple[str, int, str]]:
    """What the report lists of the same log."""
    made = report(store, ReportRequest(large=large), NOON, lambda *_: None)
    listed = [one for day in made.days for one in day.significant]
    table = [(one.stream, one.version, one.event) for one in listed if one.stream == "table/T1"]
    house = [(one.stream, one.version, one.event) for one in listed if one.stream == "house"]
    return table[-MAX_KEPT:] + sorted(house)


@pytest.mark.parametrize("house", sorted(HOUSES))
@pytest.mark.parametrize("large", [20_00, LARGE])
def test_the_floors_page_and_the_report_list_the_same_events(house: str, large: int) -> None:
    for seed in range(3):
        store = MemoryStore()
        keeper = keep_walk(store, house, seed, 250)
        keep_a_day_of_the_house(keeper)
        listed = in_the_report(store, large)
        assert listed
        assert on_the_floor(store, large) == listed


def keep_a_day_of_the_house(keeper: Keeper) -> None:
    for event in (
        h.PersonAdded("dana", "dealer", "ada"),
        h.SignedIn("dana"),
        h.SignInFailed("dana"),
        h.PersonLocked("dana", "ada"),
        h.PersonUnlocked("dana", "ada"),
        h.PasswordChanged("dana", "ada"),
        h.RoleChanged("dana", "floor", "ada"),
        h.SessionsEnded("dana", "ada"),
        h.RequestMade("r", "T1", {}, "dana"),
        h.RequestWithdrawn("r", "ada"),
        h.IntegrityFailed("T1", "snapshot", "its snapshot was altered"),
        h.IntegrityFailed("T1", "table", "its seed cannot be read"),
        h.StoreRestored(2, (), {}, "operator"),
        DropCounted("T1", 0, 0),
        DropCounted("T1", 0, 1),
        PersonalErased("p", "ada"),
        PersonalExpired(3, NOON, "ada"),
    ):
        keeper.keeps("house", [event])


def test_an_event_of_a_later_release_in_the_log_of_the_house_is_listed() -> None:
    store = MemoryStore()
    keep_walk(store, "maryland", 1, 10)
    unknown = NewEvent("invented_later", 1, json.dumps({"event": "invented_later", "by": "ada"}).encode())
    write = Write("house", store.head("house").version, (unknown,))
    store.submit(Batch("later", b"", NOON, (write,), (), b"")).result()
    made = report(store, ReportRequest(), NOON, lambda *_: None)
    assert "invented_later" in [one.event for day in made.days for one in day.significant]
