"""`wartable bench odds` measures every rulebook's par sheet and sessions of growing length."""

import json

import pytest

from bench import odds as bench
from tests.cli.command import Wartable
from wartable.rulebook import rulebook_names


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    measure = bench.bench_odds
    monkeypatch.setattr(bench, "bench_odds", lambda: measure(turns=1, rounds=(10, 20_000)))


def test_every_rulebook_and_every_session_is_measured(wartable: Wartable) -> None:
    found = json.loads(wartable("bench", "odds", "--json").out)
    assert set(found["sheet_milliseconds"]) == set(rulebook_names().values())
    assert [(cost["rounds"], cost["method"]) for cost in found["sessions"]] == [
        (10, "whole numbers"),
        (20_000, "transform"),
    ]
    assert all(cost["error"] < 1e-11 for cost in found["sessions"])


def test_people_read_a_line_each(wartable: Wartable) -> None:
    lines = wartable("bench", "odds").out.splitlines()
    assert len(lines) == len(set(rulebook_names().values())) + 2
    assert lines[-1].startswith("session of 20,000 rounds: ")
