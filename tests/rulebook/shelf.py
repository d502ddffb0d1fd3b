"""The packaged data in a folder of a test's own, where it may be changed."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from wartable.rulebook import data, load_rulebook, rulebook_names
from wartable.rulebook.clauses import read_clauses
from wartable.rulebook.readings import readings
from wartable.rulebook.strict import schema


@contextmanager
def own_shelf(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the data that everything is read from meanwhile."""
    shelf = folder / "data"
    shutil.copytree(Path(str(data.folder())), shelf)
    with monkeypatch.context() as patch:
        patch.setattr(data, "files", lambda _: shelf)
        forget()
        try:
            yield shelf
        finally:
            patch.undo()
            forget()


def forget() -> None:
    """Read everything anew from here on."""
    for cached in (load_rulebook, rulebook_names, read_clauses, readings, schema):
        cached.cache_clear()
