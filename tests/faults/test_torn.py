"""Torn logs: a store opens at a whole command, no matter what is missing, and a receipt tells what is."""

import random
from pathlib import Path

import pytest

from tests.faults.auditor import Auditor, Broken
from tests.faults.torn import FRAME, LAST, Log, near_the_frames, spoiled, summary


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Log:
    return Log(tmp_path_factory.mktemp("torn"))


def test_a_log_that_is_cut_anywhere_opens_at_a_whole_command(log: Log) -> None:
    found = log.try_cuts(near_the_frames(log, frames=24, stride=251))
    assert found.tried > 24 * 4 + LAST // 251
    assert found.whole == found.tried
    assert found.fewest < found.most, "some cuts lost a command, and some did not"


def test_a_log_with_a_sector_that_never_reached_the_disk_opens_at_a_whole_command(log: Log) -> None:
    found = summary(log.try_all(spoiled(log.log, 40, random.Random(5))))
    assert found.tried == found.whole == 40
    assert found.fewest < found.most


def test_an_answer_that_is_lost_with_the_log_is_known_by_its_receipt(log: Log, tmp_path: Path) -> None:
    (tmp_path / "war.db").write_bytes((log.taken / "war.db").read_bytes())
    (tmp_path / "war.db-wal").write_bytes(log.log[: len(log.log) - 4 * FRAME])
    with pytest.raises(Broken, match=r"A1: .* was answered and is kept 0 times"):
        Auditor(f"sqlite:///{tmp_path / 'war.db'}", log.clients).look()
