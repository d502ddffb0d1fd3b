"""The file of a store while it is open: removed, renamed, replaced, truncated or overwritten by anything but SQLite."""

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.store.batches import keep, noting
from tests.store.rows import raw
from wartable.store import StoreBusy, StoreDown, StoreError, open_store
from wartable.store.sqlite import files
from wartable.store.sqlite import store as sqlite_store
from wartable.store.sqlite.connect import empty_the_log


def taken_away(path: Path, how: str) -> None:
    copy = path.read_bytes()
    if how == "renamed":
        path.rename(path.with_name("away"))
    else:
        path.unlink()
    if how == "replaced":
        path.write_bytes(copy)


@pytest.mark.parametrize("how", ["removed", "renamed", "replaced"])
@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
def test_a_file_that_is_taken_away_keeps_nothing_more_and_says_so(tmp_path: Path, suffix: str, how: str) -> None:
    path = tmp_path / "war.db"
    store = open_store(f"sqlite:///{path}")
    keep(store, noting("table/T1", 0))
    taken_away(path.with_name(f"war.db{suffix}"), how)
    for asked in (noting("table/T1", 1), noting("table/T1", 1)):
        with pytest.raises(StoreDown, match=f"war.db{suffix} was removed or replaced while the store was open"):
            keep(store, asked)
    with pytest.raises(StoreDown, match="was removed or replaced"):
        store.put_secret("a", b"b")
    left = {one.name: one.read_bytes() for one in tmp_path.iterdir() if one.name.startswith("war.db")}
    with pytest.raises(StoreDown, match="what was answered before may be lost"):
        store.close()
    assert left == {one.name: one.read_bytes() for one in tmp_path.iterdir() if one.name.startswith("war.db")}


def test_a_file_that_is_put_back_keeps_again(tmp_path: Path) -> None:
    path = tmp_path / "war.db"
    store = open_store(f"sqlite:///{path}")
    path.rename(tmp_path / "away")
    with pytest.raises(StoreDown):
        keep(store, noting("table/T1", 0))
    (tmp_path / "away").rename(path)
    keep(store, noting("table/T1", 0))
    store.close()


def test_an_older_copy_written_over_the_file_is_noticed_by_its_size(tmp_path: Path) -> None:
    path = tmp_path / "war.db"
    store = open_store(f"sqlite:///{path}")
    empty_the_log(path)
    older = path.read_bytes()
    for version in range(40):
        keep(store, noting("table/T1", version, "x" * 4000))
    empty_the_log(path)
    keep(store, noting("table/T1", 40))
    path.write_bytes(older)
    with pytest.raises(StoreDown, match="was overwritten or truncated while the store was open"):
        keep(store, noting("table/T1", 41))
    with pytest.raises(StoreDown):
        store.close()


@pytest.mark.parametrize("left", [0, 32, 5000])
def test_a_log_that_is_truncated_keeps_nothing_more_and_says_so(tmp_path: Path, left: int) -> None:
    path = tmp_path / "war.db"
    store = open_store(f"sqlite:///{path}")
    keep(store, noting("table/T1", 0))
    os.truncate(tmp_path / "war.db-wal", left)
    for version in (1, 1, 2):
        with pytest.raises(
            StoreDown, match=r"war\.db or its log was overwritten or truncated while the store was open"
        ):
            keep(store, noting("table/T1", version))
    with pytest.raises(StoreDown, match="what was answered before may be lost"):
        store.close()


def as_large_as(file: Path, content: bytes) -> bytes:
    """This content, filled up to the size that the file has now."""
    return content + bytes(max(0, file.stat().st_size - len(content)))


def overwrite(file: Path, content: bytes, at: int = 0) -> None:
    """Write into a file that stays the same one. Its times are then others, also where they are counted in steps."""
    with file.open("r+b") as written:
        written.seek(at)
        written.write(content)
    os.utime(file, ns=(0, file.stat().st_mtime_ns + 1))


OVERWRITTEN: dict[str, tuple[str, Callable[[Path, Path], bytes]]] = {
    "by the file of another house": ("", lambda file, other: as_large_as(file, other.read_bytes())),
    "by an older copy of as many bytes": ("", lambda file, _: as_large_as(file, file.read_bytes()[:8_192])),
    "by zeros": ("", lambda file, _: bytes(file.stat().st_size)),
    "its log, by zeros after its header": ("-wal", lambda log, _: as_large_as(log, log.read_bytes()[:32])),
    "its log, by the log of another house": (
        "-wal",
        lambda log, other: as_large_as(log, other.with_name("other.db-wal").read_bytes()),
    ),
}


@pytest.mark.parametrize("how", OVERWRITTEN)
def test_a_file_that_is_overwritten_in_its_place_keeps_nothing_more_and_says_so(tmp_path: Path, how: str) -> None:
    with closing(open_store(f"sqlite:///{tmp_path}/other.db")) as another:
        for version in range(9):
            keep(another, noting("table/T2", version))
        copied = tmp_path / "copy" / "other.db"
        copied.parent.mkdir()
        for name in ("other.db-wal", "other.db"):
            (copied.parent / name).write_bytes((tmp_path / name).read_bytes())
            empty_the_log(tmp_path / "other.db")
    store = open_store(f"sqlite:///{tmp_path}/war.db")
    for version in range(9):
        keep(store, noting("table/T1", version))
    suffix, content = OVERWRITTEN[how]
    if not suffix:
        empty_the_log(tmp_path / "war.db")
    file = tmp_path / f"war.db{suffix}"
    overwrite(file, content(file, copied))
    for version in (9, 9, 10):
        with pytest.raises(
            StoreDown, match=r"war.db or its log was overwritten or truncated while the store was open: \w"
        ):
            keep(store, noting("table/T1", version))
    with pytest.raises(StoreDown, match="what was answered before may be lost"):
        store.close()


def test_an_older_copy_that_is_sound_in_itself_is_noticed_by_the_heads(tmp_path: Path) -> None:
    path = tmp_path / "war.db"
    store = open_store(f"sqlite:///{path}")
    keep(store, noting("table/T1", 0))
    empty_the_log(path)
    older = path.read_bytes()
    keep(store, noting("table/T1", 1))
    keep(store, noting("table/T1", 2))
    store.put_secret("after", b"the log was emptied")
    empty_the_log(path)
    overwrite(path, older)
    with pytest.raises(StoreDown, match=r"overwritten or truncated while the store was open: table/T1 no longer holds"):
        keep(store, noting("table/T1", 3))
    with pytest.raises(StoreDown):
        store.close()


def test_a_file_whose_pages_are_all_in_the_log_is_written_anew_from_it(tmp_path: Path) -> None:
    path = tmp_path / "war.db"
    with closing(open_store(f"sqlite:///{path}")) as store:
        keep(store, noting("table/T1", 0))
        overwrite(path, bytes(path.stat().st_size))
        keep(store, noting("table/T1", 1))
    with closing(open_store(f"sqlite:///{path}")) as store:
        assert store.head("table/T1").version == 2


def test_a_file_that_is_only_touched_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "war.db"
    with closing(open_store(f"sqlite:///{path}")) as store:
        for version, file in enumerate((path, tmp_path / "war.db-wal", path)):
            keep(store, noting("table/T1", version))
            overwrite(file, b"")
            file.chmod(0o640 if version else 0o600)
        keep(store, noting("table/T1", 3))


@pytest.mark.parametrize("mode", ["PASSIVE", "FULL", "RESTART", "TRUNCATE"])
def test_another_process_may_copy_the_log_into_the_file(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "war.db"
    with closing(open_store(f"sqlite:///{path}")) as store:
        for version in range(4):
            keep(store, noting("table/T1", version))
            with raw(f"sqlite:///{path}") as other:
                other.run(f"PRAGMA wal_checkpoint({mode})")
            store.put_secret(f"after {version}", b"kept")
        assert store.head("table/T1").version == 4


def test_another_process_may_copy_the_log_between_a_commit_and_the_look_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "war.db"
    note = files.StoreFiles.note_log

    def copy_and_note(found: files.StoreFiles) -> None:
        empty_the_log(path)
        note(found)

    monkeypatch.setattr(files.StoreFiles, "note_log", copy_and_note)
    with closing(open_store(f"sqlite:///{path}")) as store:
        for version in range(4):
            keep(store, noting("table/T1", version))
        assert store.head("table/T1").version == 4


def test_a_part_of_the_log_that_is_out_of_date_takes_nothing_with_it_when_the_server_is_killed(tmp_path: Path) -> None:
    """Each commit writes the same pages again, so the first ones in the log are not read any more."""
    path, log, after = tmp_path / "war.db", tmp_path / "war.db-wal", tmp_path / "after"
    with closing(open_store(f"sqlite:///{path}")) as store:
        empty_the_log(path)
        for version in range(20):
            keep(store, noting("table/T1", version))
        overwrite(log, b"XXXXXXXX", at=32 + 24)
        for version in range(20, 23):
            keep(store, noting("table/T1", version))
        after.mkdir()
        for file in (path, log):  # as they lie there after kill -9
            (after / file.name).write_bytes(file.read_bytes())
    with closing(open_store(f"sqlite:///{after}/war.db")) as store:
        assert store.head("table/T1").version == 23


def test_a_log_that_was_overwritten_begins_again_before_anything_more_is_kept(tmp_path: Path) -> None:
    """A frame whose checksum is wrong is read as it is, but after a crash nothing behind it would be found."""
    path, log, after = tmp_path / "war.db", tmp_path / "war.db-wal", tmp_path / "after"
    after.mkdir()
    with closing(open_store(f"sqlite:///{path}")) as store:
        for version in range(9):
            keep(store, noting("table/T1", version))
        with raw(f"sqlite:///{path}") as reader:
            reader.run("BEGIN")
            reader.run("SELECT count(*) FROM events")
            overwrite(log, bytes(8), at=32 + 16)
            for _ in range(2):
                with pytest.raises(StoreBusy, match="-wal was written to by something else, and a reader keeps it"):
                    keep(store, noting("table/T1", 9))
        keep(store, noting("table/T1", 9))
        for file in (path, log):  # as they lie there after kill -9
            (after / file.name).write_bytes(file.read_bytes())
    with closing(open_store(f"sqlite:///{after}/war.db")) as store:
        assert store.head("table/T1").version == 10


def test_another_process_may_commit_while_a_third_one_reads(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/war.db"
    with closing(open_store(url)) as store, raw(url) as reader, raw(url) as other:
        keep(store, noting("table/T1", 0))
        reader.run("BEGIN")
        reader.run("SELECT count(*) FROM events")
        other.run("INSERT INTO secrets VALUES ('theirs', x'00')")
        keep(store, noting("table/T1", 1))
        assert store.secrets() == ["theirs"]


def test_a_log_beside_a_damaged_file_stays_for_the_day_when_the_file_is_put_back(tmp_path: Path) -> None:
    path, log, later = tmp_path / "war.db", tmp_path / "war.db-wal", tmp_path / "later"
    later.mkdir()
    with closing(open_store(f"sqlite:///{path}")) as store:
        empty_the_log(path)
        for version in range(9):
            keep(store, noting("table/T1", version))
        sound, kept = path.read_bytes(), log.read_bytes()
    for damage in (bytes(len(sound)), sound[:4096] + b"\xff" * (len(sound) - 4096)):
        (later / "war.db").write_bytes(damage)
        (later / "war.db-wal").write_bytes(kept)
        with pytest.raises(StoreError, match=r"malformed|not a database"):
            _open_and_read(later / "war.db")
        assert (later / "war.db-wal").read_bytes() == kept
        (later / "war.db").write_bytes(sound)
        assert _open_and_read(later / "war.db") == 9


def _open_and_read(path: Path) -> int:
    with closing(open_store(f"sqlite:///{path}")) as store:
        assert store.find("no such command") is None
        assert not store.secrets()
        return store.head("table/T1").version


def test_a_long_log_is_copied_into_the_file_and_begins_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_store, "LONG_LOG_FRAMES", 20)
    path = tmp_path / "war.db"
    with closing(open_store(f"sqlite:///{path}")) as store:
        for version in range(50):
            keep(store, noting("table/T1", version, "x" * 4000))
        assert (tmp_path / "war.db-wal").stat().st_size < 50 * 4000 < path.stat().st_size


def test_a_log_that_was_emptied_or_left_broken_by_sqlite_itself_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "war.db"
    store = open_store(f"sqlite:///{path}")
    for version in range(4):
        keep(store, noting("table/T1", version))
        empty_the_log(path)
    keep(store, noting("table/T1", 4))
    header = (tmp_path / "war.db-wal").read_bytes()[:32]
    store.close()
    for version, left in ((5, b""), (7, header)):  # as a power cut may leave it
        (tmp_path / "war.db-wal").write_bytes(left + bytes(5000))
        with closing(open_store(f"sqlite:///{path}")) as store:
            keep(store, noting("table/T1", version))
            keep(store, noting("table/T1", version + 1))


def test_no_new_reader_looks_into_another_file(tmp_path: Path) -> None:
    path = tmp_path / "war.db"
    store = open_store(f"sqlite:///{path}")
    path.unlink()
    open_store(f"sqlite:///{path}").close()
    with pytest.raises(StoreDown, match="was removed or replaced"):
        store.head("table/T1")
    with pytest.raises(StoreDown):
        store.close()


def test_a_link_to_the_file_that_is_turned_to_another_is_noticed(tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    for name in ("one.db", "other.db"):
        open_store(f"sqlite:///{tmp_path / name}").close()
    link.symlink_to("one.db")
    store = open_store(f"sqlite:///{link}")
    keep(store, noting("table/T1", 0))
    (tmp_path / "one.db-wal").rename(tmp_path / "away")
    with pytest.raises(StoreDown):
        keep(store, noting("table/T1", 1))
    (tmp_path / "away").rename(tmp_path / "one.db-wal")
    link.unlink()
    link.symlink_to("other.db")
    with pytest.raises(StoreDown):
        keep(store, noting("table/T1", 1))
    with pytest.raises(StoreDown):
        store.close()
