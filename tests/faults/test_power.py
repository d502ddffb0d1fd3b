"""Power cuts: what was answered was synced before it was answered, no matter what else is lost."""

from pathlib import Path

import pytest

from tests.faults.auditor import Broken
from tests.faults.power import run_cuts
from tests.store.rows import Refused
from wartable.store.sqlite import connect

CUTS = 30


def test_a_power_cut_loses_nothing_that_was_answered(tmp_path: Path) -> None:
    assert run_cuts(tmp_path, CUTS, seed=9) > 0


def test_a_store_that_does_not_sync_every_commit_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test would notice: with the setting that syncs now and then, answers are lost."""
    real = connect.run

    def lazy(connection: object, sql: str, *rest: object) -> object:
        return real(connection, sql.replace("synchronous = FULL", "synchronous = NORMAL"), *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(connect, "run", lazy)
    with pytest.raises((Broken, Refused), match=r"is kept 0 times|no such table"):
        run_cuts(tmp_path, CUTS, seed=9)
