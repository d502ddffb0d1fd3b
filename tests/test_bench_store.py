"""The bench of the stores: it measures what it says, on both engines, and says it in a few lines."""

import json

import pytest

from bench.store import StoreRates, bench_store
from wartable.cli import main


@pytest.fixture(scope="module")
def rates() -> StoreRates:
    return bench_store(seconds=0.05, turns=1, clients=8)


def test_every_engine_is_measured_beside_its_own_single_commits(rates: StoreRates) -> None:
    assert {*rates.engines, *rates.missing} == {"sqlite", "postgresql"}
    for found in rates.engines.values():
        assert min(found.raw, found.alone, found.together) > 0
        assert found.ratio_together == pytest.approx(found.together / found.raw)
        assert found.ratio_alone == pytest.approx(found.alone / found.raw)
    assert rates.events_per_command > 1
    assert rates.postings_per_command > 0


def test_the_figures_are_told_in_lines_and_as_one_document(
    rates: StoreRates, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bench.store.bench_store", lambda: rates)
    assert main(["bench", "store"]) == 0
    told = capsys.readouterr().out
    assert "sqlite: " in told
    assert "commands a second for 8 clients" in told
    assert main(["bench", "store", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["clients"] == 8
