"""A house is its database, its key and its signed heads: where a part is missing or older, no other takes its place."""

import asyncio
import os
import shutil
import signal
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.cli.forger import Forger
from tests.patience import PATIENCE
from tests.server.test_kill import TABLE, Process, serving
from tests.server.test_serve import complaint, served
from wartable.audit.house_events import StoreRestored
from wartable.cli import main
from wartable.live.history.mirror import stream_of
from wartable.store import decode, open_store
from wartable.table import events as e

PARTS = ("wartable.db", "wartable.key", "wartable.heads", "wartable.heads-key")
SERVE = ("serve", "--plan", "plan.toml", "--port", "0")


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def closed_house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a house that was served and closed cleanly."""
    folder = tmp_path_factory.mktemp("house")
    with served(folder) as (process, _):
        assert stop(process)[0] == 0
    return folder


@pytest.fixture
def house(closed_house: Path, tmp_path: Path) -> Path:
    """A copy of it, for one test."""
    return shutil.copytree(closed_house, tmp_path, dirs_exist_ok=True)


def stop(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Ask a server to stop; gives how it ended and what it said last."""
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


def lines_of(err: str) -> list[str]:
    """What was said to a person: everything but the log."""
    return [line for line in err.splitlines() if not line.startswith("{")]


# Something is missing


WAY_ON = "or start once with --accept-restored, which voids the rounds and shoes in play and records the loss"
MISSING = {
    "wartable.db": "wartable.db is missing, but wartable.key, wartable.heads, wartable.heads-key of its house are"
    " there; restore the database, or move them away to begin a new house",
    "wartable.key": "wartable.key: the key of this house is missing; restore it: without it no sign-in works, and no"
    " shoe in play can continue",
    "wartable.heads": f"--db: wartable.heads: the signed heads of this house are missing; restore them, {WAY_ON}",
    "wartable.heads-key": "--db: wartable.heads-key: the key that signed wartable.heads is missing; restore it, or move"
    f" wartable.heads away, {WAY_ON}",
}


@pytest.mark.parametrize("taken", MISSING)
def test_a_part_that_is_missing_is_refused_in_one_line_and_never_made_again(
    house: Path, capfd: pytest.CaptureFixture[str], taken: str
) -> None:
    (house / taken).unlink()
    before = contents(house)
    for _ in range(2):
        assert complaint(capfd, "serve", "--port", "0", "--house", "washington") == f"wartable: {MISSING[taken]}"
    assert contents(house) == before
    if taken == "wartable.key":
        assert complaint(capfd, "users").startswith("wartable: wartable.key: the key is missing")
        assert not (house / taken).exists()


AWAY = f"restore wartable.heads and wartable.heads-key, or move both away, {WAY_ON}"
PIPES = {
    "wartable.db": "--db: wartable.db is a pipe or a device; expected a file",
    "wartable.db-wal": "--db: wartable.db-wal is a pipe or a device; expected a file of SQLite's own, or none",
    "wartable.db-shm": "--db: wartable.db-shm is a pipe or a device; expected a file of SQLite's own, or none",
    "wartable.key": "wartable.key: expected a file with the 64 hexadecimal digits of the house's key",
    "wartable.heads": f"--db: wartable.heads: expected a file with signed heads; {AWAY}",
    "wartable.heads-key": f"--db: wartable.heads-key: expected a file with a private Ed25519 key; {AWAY}",
    "wartable.lock": "--db: {folder}/wartable.lock: expected a file, which a server locks while it runs;"
    " move this away",
}


@pytest.mark.parametrize("part", PIPES)
def test_a_pipe_in_place_of_a_file_is_refused_in_one_line_and_not_waited_for(
    house: Path, capfd: pytest.CaptureFixture[str], part: str
) -> None:
    (house / part).unlink(missing_ok=True)
    os.mkfifo(house / part, 0o600)
    said = complaint(capfd, "serve", "--port", "0", "--house", "washington")
    assert said == f"wartable: {PIPES[part].format(folder=house.resolve())}"


def test_a_record_of_the_house_that_is_nested_too_deeply_is_refused_in_one_line(
    house: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with closing(Forger(house / "wartable.db")) as forger:
        forger.run("UPDATE events SET body = ? WHERE stream = 'house' AND version = 2", b'{"a":' * 3_000)
    said = complaint(capfd, "serve", "--port", "0", "--house", "washington")
    assert said.startswith("wartable: --db: house version 2: the record was changed")


def contents(folder: Path) -> dict[str, bytes]:
    """What lies in a folder, without what SQLite leaves beside a file."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name in PARTS}


def test_play_makes_no_new_key_beside_a_house_either(house: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from wartable.play.settings import key_for
    from wartable.store import StoreError

    (house / "wartable.key").unlink()
    with pytest.raises(StoreError, match="the key of this house is missing"):
        key_for("sqlite:///wartable.db")
    assert not (house / "wartable.key").exists()
    assert capfd.readouterr().out == ""


def test_an_empty_store_beside_the_heads_of_a_house_is_not_taken_for_a_new_one(
    house: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for path in house.glob("wartable.db*"):
        path.unlink()
    open_store("sqlite:///wartable.db").close()
    said = complaint(capfd, "serve", "--port", "0", "--house", "washington", "--accept-restored")
    assert said == "wartable: --db: the store is empty, so nothing was restored; start without --accept-restored"
    said = complaint(capfd, "serve", "--port", "0", "--house", "washington")
    assert said.startswith("wartable: --db: the store is empty, but wartable.heads was signed for a house; restore")


def test_a_first_start_that_was_broken_off_goes_on(tmp_path: Path) -> None:
    open_store("sqlite:///wartable.db").close()
    with served(tmp_path) as (process, _):
        assert process.stdout is not None
        assert "First start. Sign in as floor" in process.stdout.readline()
    with served(tmp_path):  # and after a kill before the first heads were due
        pass


def test_what_is_kept_in_memory_leaves_no_key_behind(tmp_path: Path) -> None:
    with served(tmp_path, "--db", "memory:") as (process, _):
        assert process.stdout is not None
        first, more = process.stdout.readline(), process.stdout.readline()
        assert stop(process)[0] == 0
    assert first.startswith("First start. Sign in as floor")
    assert more == "It is shown only now. All of it ends with this server.\n"  # `users` cannot reach this memory
    assert not list(tmp_path.glob("*key*"))


# An older copy


async def play(process: Process, seat: int) -> None:
    """A guest plays a round and leaves."""
    async with process.door.player(TABLE, seat) as client:
        await client.play_round(TABLE, seat, initial=10_00)
        await client.must(TABLE, command="leave", seat=seat)


async def play_on_after_a_copy(process: Process, folder: Path) -> dict[str, bytes]:
    """A guest plays a round, and another of the same shoe after the copy, then leaves."""
    async with process.door.player(TABLE, 1) as client:
        await client.play_round(TABLE, 1, initial=10_00)
        copy = backup(folder)
        await client.play_round(TABLE, 1, initial=10_00)
        await client.must(TABLE, command="leave", seat=1)
    return copy


def backup(folder: Path) -> dict[str, bytes]:
    """A copy of the database, as a file and its log."""
    return {path.name: path.read_bytes() for path in folder.glob("wartable.db*") if not path.name.endswith("-shm")}


def restore(folder: Path, copy: dict[str, bytes]) -> None:
    for path in folder.glob("wartable.db*"):
        path.unlink()
    for name, data in copy.items():
        (folder / name).write_bytes(data)


@pytest.fixture(scope="module")
def restored_house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house in which an older copy of the database lies, with a shoe whose next cards were dealt already."""
    folder = tmp_path_factory.mktemp("restored")
    with serving(folder) as process:
        copy = asyncio.run(play_on_after_a_copy(process, folder))
        process.process.terminate()
        process.process.wait(PATIENCE)
    restore(folder, copy)
    return folder


@pytest.fixture
def restored(restored_house: Path, tmp_path: Path) -> Path:
    """A copy of it, for one test."""
    return shutil.copytree(restored_house, tmp_path, dirs_exist_ok=True)


def test_an_older_copy_is_refused_in_one_line(restored: Path, capfd: pytest.CaptureFixture[str]) -> None:
    heads = (restored / "wartable.heads").read_bytes()
    for _ in range(2):
        said = complaint(capfd, *SERVE)
        assert said.startswith("wartable: --db: ")
        assert " no longer holds the head that was signed at version " in said
        assert said.endswith(
            "; restore the newest copy of the store, or start once with --accept-restored, which voids the rounds and"
            " shoes in play and records the loss"
        )
    assert (restored / "wartable.heads").read_bytes() == heads


def test_an_older_copy_that_is_accepted_deals_no_card_again_and_is_not_well_until_the_floor_has_seen_it(
    restored: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(open_store("sqlite:///wartable.db")) as store:
        stood = store.head(stream_of(TABLE)).version
    give_the_floor_a_password(monkeypatch)
    with serving(restored, "--accept-restored") as process:
        with httpx.Client(base_url=process.door.url, timeout=PATIENCE, trust_env=False) as http:
            sick = http.get("/health")
            assert (sick.status_code, sick.json()["loss"], sick.json()["store"]) == (503, "unseen", "ok")
            sign_in(http)
            (call,) = [one for one in http.get("/api/requests").json()["requests"] if one["first"] == "operator"]
            assert http.post(f"/api/requests/{call['request']}/confirm", json={"id": "seen"}).json()["ok"]
            well = http.get("/health")
            assert (well.status_code, well.json()["loss"]) == (200, "none")
            gone = {"id": "gone", "command": {"command": "leave", "seat": 1}}
            assert http.post(f"/api/tables/{TABLE}/commands", json=gone).json()["ok"]
        asyncio.run(play(process, 3))
    with closing(open_store("sqlite:///wartable.db")) as store:
        (event,) = [decode(record) for record in store.named("house", ["store_restored"])]
        assert isinstance(event, StoreRestored)
        assert stream_of(TABLE) in {head.stream for head in event.lost}
        after = [type(decode(record)) for record in store.read(stream_of(TABLE), stood)]
        assert after.index(e.ShoeRevealed) < after.index(e.ShoeSealed) < after.index(e.CardDealt)
    with serving(restored) as process:
        assert process.said.startswith("wartable: 1 table")
    witnesses = ("--heads", "wartable.heads", "--key", "wartable.heads-key")
    assert main(["audit", "verify", "--db", "sqlite:///wartable.db", *witnesses]) == 0


def give_the_floor_a_password(monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    import sys

    monkeypatch.setattr(sys, "stdin", io.StringIO("a password of the floor\n"))
    assert main(["users", "password", "floor", "--password-stdin"]) == 0


def sign_in(http: httpx.Client) -> None:
    answer = http.post("/api/session", json={"name": "floor", "password": "a password of the floor"})
    assert answer.status_code == 200, answer.text


# While it runs


def health(url: str) -> tuple[int, dict[str, Any]]:
    answer = httpx.get(f"{url}/health", timeout=PATIENCE, trust_env=False)
    return answer.status_code, answer.json()


def come_in(url: str) -> httpx.Response:
    return httpx.post(f"{url}/api/guest", json={"name": "Ann"}, timeout=PATIENCE, trust_env=False)


def nothing_is_answered(url: str) -> None:
    refused = come_in(url)
    assert (refused.status_code, refused.json()["why"]) == (503, "store_down")
    status, said = health(url)
    assert (status, said["status"], said["store"]) == (503, "degraded", "down")


def test_a_database_that_is_taken_away_is_noticed_at_once_and_nothing_more_is_answered(tmp_path: Path) -> None:
    with served(tmp_path) as (process, url):
        assert come_in(url).status_code == 201
        (tmp_path / "wartable.db").unlink()
        nothing_is_answered(url)
        code, out, err = stop(process)
    assert code == 2
    assert "is kept" not in out
    (said_last,) = lines_of(err)
    assert said_last == (
        "wartable: --db: wartable.db was removed or replaced while the store was open; what was answered before may be"
        " lost"
    )


@pytest.mark.parametrize("log", [True, False], ids=["its log emptied", "overwritten"])
def test_a_database_that_is_damaged_while_the_server_runs_promises_nothing_at_its_end(
    tmp_path: Path, log: bool
) -> None:
    with served(tmp_path) as (process, url):
        assert come_in(url).status_code == 201
        if log:
            os.truncate(tmp_path / "wartable.db-wal", 0)
        else:
            with (tmp_path / "wartable.db").open("r+b") as file:
                file.write(b"x" * (tmp_path / "wartable.db").stat().st_size)
        nothing_is_answered(url)
        code, out, err = stop(process)
    assert code == 2
    assert "is kept" not in out + err
    assert lines_of(err)[-1].endswith("what was answered before may be lost")


@pytest.mark.parametrize("left", [0, 40_000], ids=["empty", "in part"])
def test_a_server_whose_log_is_truncated_leaves_heads_that_refuse_the_next_start(
    house: Path, capfd: pytest.CaptureFixture[str], left: int
) -> None:
    with served(house) as (process, url):
        for _ in range(3):
            assert come_in(url).status_code == 201
        os.truncate(house / "wartable.db-wal", left)
        assert stop(process)[0] == 2
    said = complaint(capfd, "serve", "--port", "0", "--house", "washington")
    assert said.startswith("wartable: --db: patron/guest-")
    assert " no longer holds the head that was signed at version 1 " in said
    with served(house, "--accept-restored") as (process, _):
        assert stop(process)[0] == 0


def test_heads_that_are_taken_away_while_the_server_runs_are_said_at_its_end(tmp_path: Path) -> None:
    with served(tmp_path) as (process, url):
        assert come_in(url).status_code == 201
        (tmp_path / "wartable.heads").unlink()
        code, out, err = stop(process)
    assert code == 2
    assert "is kept" not in out
    (said_last,) = lines_of(err)
    assert said_last.startswith(
        "wartable: wartable.heads: the last heads were not signed: wartable.heads: No such file"
    )


def test_a_database_that_is_put_back_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "wartable.db"
    with served(tmp_path) as (process, url):
        path.rename(tmp_path / "away")
        assert come_in(url).status_code == 503
        assert health(url)[0] == 503
        (tmp_path / "away").rename(path)
        assert come_in(url).status_code == 201
        code, out, _ = stop(process)
    assert code == 0
    assert out.endswith("Closed. Everything that was answered is kept.\n")
