"""Compiled kernels are kept wherever something can be written, and a changed source makes them void."""

from pathlib import Path

import pytest

from wartable.sim.cpu import compiled


def test_the_first_place_that_can_be_written_keeps_the_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_only = tmp_path / "a file, and so no folder"
    read_only.touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(read_only))
    monkeypatch.setattr(compiled, "_HERE_CACHE", read_only)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert Path(compiled.find_cache()).parent == tmp_path / "cache"


def test_where_nothing_can_be_written_kernels_are_compiled_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_only = tmp_path / "a file"
    read_only.touch()
    monkeypatch.setattr(compiled, "bases", lambda: iter([read_only]))
    assert compiled.find_cache() == ""


def test_without_a_home_there_is_still_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    assert len(list(compiled.bases())) == 2


def test_the_folders_name_changes_with_the_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = compiled.source_digest()
    (tmp_path / "cpu").mkdir()
    for file in compiled.sources():
        target = tmp_path / ("cpu" if file.parent.name == "cpu" else "") / file.name
        target.write_bytes(file.read_bytes())
    monkeypatch.setattr(compiled, "_HERE", tmp_path / "cpu")
    assert compiled.source_digest() == before
    (tmp_path / "cpu" / "lanes.py").write_text("changed")
    assert compiled.source_digest() != before
