"""Logs of past releases replay to the same tables, the same money and the same chains, on every store."""

from pathlib import Path

import pytest

from tests.faults.past_logs import FOLDER, ends_of, keep, read
from tests.told import RULEBOOKS
from wartable.audit import recall, state_digest, verify_store
from wartable.audit.reading.rules import rules_of
from wartable.live.history.loading import load_mirror, rules_in_log
from wartable.store import MemoryStore, Store, open_store

LOGS = sorted(FOLDER.glob("*.jsonl"))


def test_there_is_a_log_with_rounds_and_all_its_states_are_still_there() -> None:
    assert LOGS
    for log in LOGS:
        assert read(log)[0].states
        assert read(log)[0].states.keys() <= set(RULEBOOKS)


@pytest.mark.parametrize("log", LOGS, ids=[log.stem for log in LOGS])
def test_a_past_log_replays_and_verifies_on_each_store(log: Path, lasting: str) -> None:
    ends, batches = read(log)
    store = open_store(lasting)
    try:
        keep(batches, store)
        assert ends_of(store) == ends
        findings = [found for found in verify_store(store).findings if found.what != "secret"]
        assert not findings, "seeds lie beside a log and not in it, so this one has come without them"
        _look_at_tables(store, ends.states)
    finally:
        store.close()


def _look_at_tables(store: Store, states: dict[str, str]) -> None:
    """A server that starts on it comes to the same table, and every round can be recalled."""
    for table, state in states.items():
        over_time, version, _ = rules_in_log(store, table)
        assert over_time is not None
        mirror = load_mirror(store, table, rules_of(over_time.at(version + 1)), over_time)
        assert state_digest(mirror.table) == state
        assert recall(store, table, mirror.rounds[-1].round).round == mirror.rounds[-1].round


def test_a_changed_log_is_noticed() -> None:
    ends, batches = read(LOGS[-1])
    store = MemoryStore()
    keep(batches[:-1], store)
    assert ends_of(store) != ends
