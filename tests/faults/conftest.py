"""The stores that things go wrong with."""

from pathlib import Path

import pytest

from tests.postgres import database, mortal, postgres, worn_database
from tests.store.conftest import lasting

__all__ = ["database", "folder", "lasting", "mortal", "postgres", "worn_database"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the clients keep what they were told."""
    made = tmp_path / "clients"
    made.mkdir()
    return made
