"""Two servers that fight for the same tables: one history, and nothing from the one that was too late."""

from pathlib import Path

from tests.faults.fighters import fight


def test_a_server_that_was_frozen_for_longer_than_its_lease_writes_nothing_when_it_thaws(
    database: str, folder: Path
) -> None:
    found = fight(database, folder, freezes=3, seed=4)
    assert found.refused >= 3
    assert found.promises > 0
