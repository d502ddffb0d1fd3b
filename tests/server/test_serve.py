"""`wartable serve` and `wartable users` as an operator meets them: one line for every mistake."""

import io
import json
import os
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

import wartable
from tests.patience import PATIENCE
from tests.server.running import PASSWORD
from wartable.cli import main
from wartable.live.people import People
from wartable.live.plans import BadFloorplan, default_plan, plan_for, read_houses, read_plan
from wartable.live.vault import read_key
from wartable.server.door.sessions import COOKIE
from wartable.shipped import shipped
from wartable.store import open_store

START = "import sys; from wartable.cli import main; sys.exit(main())"


def complaint(capfd: pytest.CaptureFixture[str], *tokens: str) -> str:
    """What is said of a wrong call: one line, and exit code 2."""
    assert main(tokens) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1, err
    return err.strip()


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_port_in_use_is_said_in_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = complaint(capfd, "serve", "--port", str(port))
    assert said == (
        f"wartable: --port: {port} is in use at 127.0.0.1; stop what uses it, or choose another (0 takes a free one)"
    )


@pytest.mark.parametrize(
    ("tokens", "reason"),
    [
        (["--port", "70000"], "--port: invalid port: 70000 (expected 0 to 65535)"),
        (["--pace", "-1"], "--pace: expected 0 to 1000 percent, not -1"),
        (["--processes", "0"], "--processes: expected 1 to 64, not 0"),
        (["--processes", "65"], "--processes: expected 1 to 64, not 65"),
        (["--processes", "two"], "--processes: expected a whole number, not 'two'"),
        (["--processes", "2"], "--processes: one server has sqlite:///wartable.db to itself; expected 1, or --db post"),
        (["--processes", "2", "--db", "memory:"], "--processes: one server has memory: to itself; expected 1, or --db"),
        (["--url", "tables.example.com"], "--url: invalid URL: tables.example.com (expected"),
        (["--plan", "nowhere.toml"], "nowhere.toml: No such file or directory"),
        (["--house", "nowhere.toml"], "nowhere.toml: No such file or directory; expected a house file"),
        (["--house", "/"], "/: Is a directory; expected a house file, or one of california, maryland"),
        (["--house", "nevada"], "nevada: No such file or directory; expected a house file, or one of california"),
        (["--house"], "--house: needs a value; expected house files, such as --house my-casino.toml"),
        (["--house", "--port", "0"], "--house: needs a value; expected house files"),
        (["--plan", "/"], "/: Is a directory; expected a floor plan"),
        (["--house", "a.toml", "--plan", "b.toml"], "--house, --plan: expected one of them"),
        (["--port", "0", "--db", "nonsense"], "--db: invalid store address 'nonsense'"),
        (["--port", "0", "--key", "/nowhere/key"], "/nowhere/key: there is no directory /nowhere; make it first"),
        (["--port", "0", "--db", "sqlite:////nowhere/a.db"], "--db: there is no directory /nowhere; make it first"),
        (
            ["--port", "0", "--db", "sqlite:///house.heads"],
            "--db: house.heads: names with .heads are for files beside a database; expected one such as house.db",
        ),
        (["--port", "0", "--db", "sqlite:////tmp"], "--db: /tmp is a directory; expected a file"),
        (
            ["--host", "203.0.113.7", "--port", "0"],
            "--host: 203.0.113.7 is not an address of this machine; expected one",
        ),
        (["--host", "300.1.1.1", "--port", "0"], "--host: 300.1.1.1 is not an address of this machine; expected one"),
        (["--host", "fe80:::1", "--port", "0"], "--host: fe80:::1 is not an address of this machine; expected one"),
    ],
)
def test_a_wrong_call_is_said_in_one_line(capfd: pytest.CaptureFixture[str], tokens: list[str], reason: str) -> None:
    assert complaint(capfd, "serve", *tokens).startswith(f"wartable: {reason}")


def test_an_empty_file_is_no_house_and_is_not_made_one(capfd: pytest.CaptureFixture[str]) -> None:
    Path("wartable.db").touch()
    assert complaint(capfd, "serve", "--port", "0") == (
        "wartable: --db: wartable.db is empty, so no house is in it; remove it to begin a new one"
    )
    assert complaint(capfd, "users") == (
        "wartable: --db: wartable.db: this file is empty; expected a house that wartable serve has opened"
    )
    Path("wartable.heads").touch()
    assert complaint(capfd, "serve", "--port", "0") == (
        "wartable: --db: wartable.db is empty, but its house was here: wartable.heads; restore the database, or move"
        " all of these away to begin a new house"
    )
    assert Path("wartable.db").stat().st_size == 0


def test_a_key_that_is_none_is_said_in_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    open_store("sqlite:///wartable.db").close()
    Path("wartable.key").write_text("secret")
    Path("wartable.key").chmod(0o600)
    assert complaint(capfd, "serve", "--port", "0") == (
        "wartable: wartable.key: invalid key (expected the 64 hexadecimal digits that wartable serve wrote here)"
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("tables = 3", "tables: expected a list, got a whole number"),
        ("tables = []", "tables: expected at least 1 entry"),
        ('[[tables]]\ntable = "A B"\nhouse = "x"', "tables[0].table: expected small letters, digits and dashes"),
        ('[[tables]]\ntable = "a"\nhouse = "x"\nspeed = 3', "tables[0].speed: unknown key; expected one of "),
        ('[[tables]]\ntable = "a"\nhouse = "x"\npace = 9000', "tables[0].pace: expected 1000 or less"),
        ('[[tables]]\ntable = "a"\nhouse = "x"\n[[tables]]\ntable = "a"\nhouse = "y"', "tables: duplicate name a"),
        ('currency = "20"\n', 'currency: expected a currency sign of at most four characters, such as "$"'),
        ('currency = "<b>"\n', "currency: expected a currency sign"),
        ('currency = "CHFCHF"\n', "currency: expected a currency sign"),
        ("tables = [", "invalid TOML: "),
        ("\xff", "expected UTF-8 text"),
        (f"a = {'[' * 100_000}", "invalid TOML: "),
        ("#" * 300_000, "too large; expected at most 262144 bytes"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_a_wrong_plan_is_said_with_its_place(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "plan.toml"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(BadFloorplan) as error:
        read_plan(path)
    assert str(error.value).startswith(f"{path}: {reason}")


def test_a_house_that_breaks_its_rulebook_is_not_served(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('rulebook = "washington"\ndecks = 3\n')
    with pytest.raises(BadFloorplan, match="errors; expected a house that `wartable check` accepts"):
        read_houses(plan_for([path]))


def test_every_house_file_has_a_table_of_its_own_name(tmp_path: Path) -> None:
    text = (shipped("houses") / "washington.toml").read_text()
    paths = [tmp_path / "My Casino!.toml", tmp_path / "other" / "my-casino.toml", tmp_path / "??.toml"]
    for path in paths:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    plan = plan_for(paths)
    assert [one.table for one in plan.tables] == ["my-casino", "my-casino-2", "table"]
    assert len(read_houses(plan)) == 3


def test_the_shipped_plan_has_a_table_for_every_rulebook() -> None:
    houses = read_houses(default_plan())
    assert {filed.rulebook for filed in houses.values()} == {
        "maryland",
        "california",
        "wisconsin",
        "massachusetts",
        "washington",
    }
    assert len({one.felt for one in default_plan().tables}) == 5


def test_a_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "house.key"
    key = read_key(path)
    assert read_key(path) == key
    assert len(key) == 32
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text("00" * 5)
    with pytest.raises(ValueError, match="64 hexadecimal digits"):
        read_key(path)


@pytest.fixture
def house() -> None:
    open_store("sqlite:///wartable.db").close()
    read_key(Path("wartable.key"))


@pytest.mark.usefixtures("house")
def test_accounts_are_opened_listed_locked_and_opened_again_at_the_machine(capfd: pytest.CaptureFixture[str]) -> None:
    def says(*tokens: str) -> str:
        assert main(["users", *tokens]) == 0
        return capfd.readouterr().out

    assert says() == "There is no account yet.\n"
    added = says("add", "dana", "--role", "dealer")
    assert added.startswith("dana has an account as dealer; the password is ")
    assert len(added.split()[-1]) >= 20
    assert says("password", "dana").split()[-1] != added.split()[-1]
    assert says("lock", "dana") == "dana is locked and signed out everywhere, until: wartable users unlock dana\n"
    assert says() == "dana                     dealer         locked\n"
    assert says("list", "--json").replace(" ", "").replace("\n", "") == (
        '[{"person":"dana","role":"dealer","locked":true,"locked_until":null}]'
    )
    assert says("unlock", "dana") == "dana is unlocked and can sign in.\n"
    changed = "dana has an account as floor from now on, and is signed out everywhere\n"
    assert says("role", "dana", "--role", "floor") == changed
    assert says() == "dana                     floor\n"
    assert says("sign-out", "dana") == "dana is signed out everywhere.\n"


@pytest.mark.usefixtures("house")
def test_an_account_whose_opening_was_broken_off_is_listed_until_its_password_is_set(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    def says(*tokens: str) -> str:
        assert main(tokens) == 0
        return capfd.readouterr().out

    with monkeypatch.context() as before_the_password:
        before_the_password.setattr(People, "_keep_password", killed)
        assert main(["users", "add", "dana"]) != 0
    capfd.readouterr()
    assert says("audit", "verify").startswith("proved: ")
    assert says("users") == "dana                     player         no password yet: wartable users password dana\n"
    assert "the password is" in says("users", "password", "dana")
    assert says("users") == "dana                     player\n"
    assert says("audit", "verify").startswith("proved: ")


@pytest.mark.usefixtures("house")
def test_a_password_that_was_typed_in_is_not_told_again(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("a long enough password\n"))
    assert main(["users", "add", "dana", "--password-stdin"]) == 0
    assert capfd.readouterr().out == "dana has an account as player\n"


@pytest.mark.usefixtures("house")
@pytest.mark.parametrize(
    ("tokens", "reason"),
    [
        (["add", "Dana"], "add: invalid name: 'Dana' (expected small letters"),
        (["add"], "add: invalid name: ''"),
        (["lock", "nobody"], "nobody: there is no such person"),
        (["list", "dana"], "list: unexpected dana; expected no name"),
        (["lock", "dana", "--role", "floor"], "lock: --role means nothing here; it goes with add and role"),
        (["role", "dana"], "role: --role is missing; expected one of player, dealer, floor, cage, auditor"),
        (["role", "nobody", "--role", "floor"], "nobody: there is no such person"),
        (["unlock", "dana", "--password-stdin"], "unlock: --password-stdin means nothing here; it goes with add and"),
        (["sign-out", "dana", "--json"], "sign-out: --json means nothing here; it goes with list"),
        (["frobnicate"], "VERB: expected one of list, add, role, password, lock, unlock, sign-out, not 'frob"),
        (["list", "--db", "nonsense"], "--db: invalid store address 'nonsense'"),
        (["list", "--db", "memory:"], "--db: a store in memory ends with its server; expected sqlite:///PATH"),
        (["list", "--key", "other.key"], "other.key: the key is missing; expected the one that wartable serve made"),
    ],
)
def test_a_wrong_word_about_people_is_said_in_one_line(
    capfd: pytest.CaptureFixture[str], tokens: list[str], reason: str
) -> None:
    assert complaint(capfd, "users", *tokens).startswith(f"wartable: {reason}")


def test_a_mistyped_house_is_refused_and_not_made(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for tokens in (("add", "dana"), ("list",), ("lock", "dana")):
        assert complaint(capfd, "users", *tokens, "--db", "sqlite:///mistyped.db") == (
            "wartable: --db: mistyped.db: no such file; expected a house that wartable serve has opened"
        )
    assert not list(tmp_path.iterdir())


@contextmanager
def served(folder: Path, *more: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server as an operator starts it, and where it is."""
    env = {**os.environ, "PYTHONPATH": str(Path(wartable.__file__).parents[1])}
    house = str(shipped("houses") / "washington.toml")
    command = [sys.executable, "-c", START, "serve", "--port", "0", "--house", house, *more]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    ) as process:
        assert process.stdout is not None
        try:
            said = process.stdout.readline()
            assert said.startswith("wartable: 1 table at http://127.0.0.1:"), process.stderr and process.stderr.read()
            yield process, said.split()[4].rstrip("/")
        finally:
            process.kill()


def test_what_is_done_at_the_machine_reaches_a_server_that_runs_and_a_second_server_is_refused(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path) as (_, url):
        said = complaint(capfd, "serve", "--port", "0", "--house", str(shipped("houses") / "washington.toml"))
        assert said.startswith("wartable: --db: wartable.db: a server runs on it already (process ")
        assert said.endswith(f"at {url}/); stop it first, or use PostgreSQL for many servers")
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSWORD}\n"))
        assert main(["users", "add", "dana", "--role", "dealer", "--password-stdin"]) == 0
        with httpx.Client(base_url=url, timeout=PATIENCE, trust_env=False) as http:
            assert http.post("/api/session", json={"name": "dana", "password": PASSWORD}).status_code == 200
            headers = {"Cookie": f"{COOKIE}={http.cookies[COOKIE]}"}
            with connect(f"ws{url.removeprefix('http')}/ws", additional_headers=headers) as client:
                assert json.loads(client.recv(PATIENCE))["role"] == "dealer"
                assert main(["users", "lock", "dana"]) == 0
                assert json.loads(client.recv(PATIENCE))["why"] == "signed_out"
            assert http.get("/api/me").json()["role"] == "watcher"
            refused = http.post("/api/session", json={"name": "dana", "password": PASSWORD})
            assert (refused.status_code, refused.json()["why"]) == (403, "locked")
        assert main(["audit", "verify", "--db", "sqlite:///wartable.db"]) == 0


def test_a_server_that_was_killed_leaves_its_file_to_the_next(tmp_path: Path) -> None:
    with served(tmp_path):
        pass
    with served(tmp_path):
        pass


def test_a_server_stops_cleanly_and_its_store_is_whole(tmp_path: Path) -> None:
    with served(tmp_path) as (process, _):
        assert process.stdout is not None
        assert "First start. Sign in as floor" in process.stdout.readline()
        process.terminate()
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
    assert out.endswith("Closed. Everything that was answered is kept.\n")
    assert main(["audit", "verify", "--db", f"sqlite:///{tmp_path / 'wartable.db'}"]) == 0
