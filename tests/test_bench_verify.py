"""The bench of the proof: it proves what it has written, and counts all of it."""

import pytest

from bench.verify import VerifyRates, bench_verify
from wartable.cli import main


@pytest.fixture(scope="module")
def rates() -> VerifyRates:
    return bench_verify(events=2_000)


def test_everything_that_was_written_is_proved(rates: VerifyRates) -> None:
    assert 2_000 <= rates.events < 2_400
    assert rates.events > rates.commands > rates.postings > 0
    assert min(rates.seconds, rates.processor_seconds) > 0


def test_the_figures_are_told_in_one_line(
    rates: VerifyRates, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bench.verify.bench_verify", lambda: rates)
    assert main(["bench", "verify"]) == 0
    assert f"{rates.events:,} events" in capsys.readouterr().out
