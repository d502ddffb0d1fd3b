"""Changes of rules lie in the stream of the house: one that cannot have been made there is named."""

import json

import pytest

from tests.audit.by_hand import forge
from tests.audit.histories import Keeper
from tests.audit.rows import RowsLog
from tests.told import FLOOR, Told
from wartable.audit import Finding, recall, replay_store, verify_store
from wartable.store import MemoryStore
from wartable.table import commands as c

CHOICES = {"seats": 4}


def changed_once() -> tuple[RowsLog, int, int]:
    """A table that was closed, given other rules and opened again; where it closed, and the house's record of it."""
    store = MemoryStore()
    told = Told.at("maryland", CHOICES).bets(1, "10.00").deals("9s 7d").ends()
    told.does(FLOOR, c.CloseTable())
    told.goes_on()
    closed = len(told.events)
    keeper = Keeper(store).puts_in_force("T1", "maryland", CHOICES).plays("T1", told.events)
    keeper.puts_in_force("T1", "maryland", CHOICES)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on().bets(1, "10.00").deals("9h 2c").ends()
    keeper.plays("T1", told.events[closed:])
    log = RowsLog(store)
    (said,) = [row[1] for row in log.raw("events") if row[2] == "rules_put_in_force" and _after(row[4])]
    assert verify_store(log).findings == replay_store(log).findings == replay_store(log, "T1").findings == ()
    return log, closed, said


def _after(body: bytes) -> object:
    return json.loads(body)["after"]


def put_after(log: RowsLog, version: int, after: object) -> None:
    """Forge where rules begin, with everything else made to fit."""
    body = json.loads(log.rows["events"][log.place("house", version)][4]) | {"after": after}
    forge(log, "house", version, body=json.dumps(body, sort_keys=True, separators=(",", ":")).encode())


@pytest.mark.parametrize(
    ("after", "what", "says"),
    [
        ("zz", "unreadable", "invalid event rules_put_in_force: after: expected a whole number, got text"),
        (-1, "rules", "rules of table T1 are put in force after version -1; expected 0 or more"),
        (10**6, "rules", "rules of table T1 are put in force after version 1000000, and its stream ends at version "),
        (20, "rules", "rules of table T1 are put in force after version 20, where it was not closed"),
        (None, "rules", ", where it was not closed"),
    ],
)
def test_rules_that_begin_where_they_cannot_are_named_in_the_stream_of_the_house(
    after: object, what: str, says: str
) -> None:
    log, _, said = changed_once()
    put_after(log, said, log.head("table/T1").version if after is None else after)
    for found in (verify_store(log), verify_store(log, table="T1"), replay_store(log), replay_store(log, "T1")):
        (finding,) = [one for one in found.findings if one.stream == "house"]
        assert (finding.version, finding.what) == (said, what)
        assert says in finding.says


def test_rules_that_were_put_in_force_out_of_order_are_told() -> None:
    log, closed, said = changed_once()
    put_after(log, 1, closed)
    put_after(log, said, 0)
    says = f"rules of table T1 are put in force after version 0, and those before them after version {closed}"
    assert verify_store(log).findings == replay_store(log).findings == (Finding("house", said, "rules", says),)


def test_rules_of_a_table_that_was_never_there_begin_before_its_first_record() -> None:
    log, _, said = changed_once()
    body = json.loads(log.rows["events"][log.place("house", said)][4]) | {"table": "T9", "after": 0}
    forge(log, "house", said, body=json.dumps(body, sort_keys=True, separators=(",", ":")).encode())
    assert verify_store(log).findings == ()
    put_after(log, said, 3)
    assert [(one.stream, one.version) for one in verify_store(log).findings] == [("house", said)]


def test_a_round_under_forged_rules_is_not_recalled_as_proved() -> None:
    log, _, said = changed_once()
    assert recall(log, "T1", 2).proved
    put_after(log, said, 20)
    found = recall(log, "T1", 2)
    assert not found.proved
    assert [(one.stream, one.version) for one in found.findings] == [("house", said)]
