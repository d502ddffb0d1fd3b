"""`wartable serve` and `wartable users` as an operator meets them: one line for every mistake."""

import os
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import wartable
from wartable.cli import main
from wartable.live.plans import BadPlan, default_plan, plan_for, read_houses, read_plan
from wartable.live.vault import read_key
from wartable.shipped import shipped

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
    assert said == f"wartable: 127.0.0.1:{port}: Address already in use; choose another with --port"


@pytest.mark.parametrize(
    ("tokens", "reason"),
    [
        (["--port", "70000"], "--port: 70000 is no port; expected 0 to 65535"),
        (["--pace", "-1"], "--pace: -1 is no pace; expected 0 to 1000 percent"),
        (["--url", "tables.example.com"], "--url: tables.example.com is no address"),
        (["--plan", "nowhere.toml"], "nowhere.toml: No such file or directory"),
        (["--house", "nowhere.toml"], "nowhere.toml: No such file or directory; expected a house file"),
        (["--house", "a.toml", "--plan", "b.toml"], "--house, --plan: expected one of them"),
        (["--port", "0", "--db", "nonsense"], "--db: 'nonsense' is no address of a store"),
        (["--port", "0", "--key", "/nowhere/key"], "/nowhere/key: No such file or directory; expected a key file"),
        (["--host", "203.0.113.7", "--port", "0"], "203.0.113.7:0: "),
    ],
)
def test_a_wrong_call_is_said_in_one_line(capfd: pytest.CaptureFixture[str], tokens: list[str], reason: str) -> None:
    assert complaint(capfd, "serve", *tokens).startswith(f"wartable: {reason}")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("tables = 3", "Expected `array`, got `int` - at `$.tables`".replace("`", "")),
        ("tables = []", "Expected array of length >= 1 - at $.tables"),
        ('[[tables]]\ntable = "A B"\nhouse = "x"', "Expected str matching regex"),
        ('[[tables]]\ntable = "a"\nhouse = "x"\nspeed = 3', "Object contains unknown field speed"),
        ('[[tables]]\ntable = "a"\nhouse = "x"\n[[tables]]\ntable = "a"\nhouse = "y"', "tables: two are called a"),
        ("tables = [", "this is no TOML"),
        ("\xff", "this is no TOML"),
    ],
)
def test_a_wrong_plan_is_said_with_its_place(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "plan.toml"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(BadPlan) as error:
        read_plan(path)
    assert str(error.value).startswith(f"{path}: {reason}")


def test_a_house_that_breaks_its_rulebook_is_not_served(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('rulebook = "washington"\ndecks = 3\n')
    with pytest.raises(BadPlan, match="decks"):
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


def test_accounts_are_opened_listed_locked_and_opened_again_at_the_machine(capfd: pytest.CaptureFixture[str]) -> None:
    def says(*tokens: str) -> str:
        assert main(["users", *tokens]) == 0
        return capfd.readouterr().out

    assert says() == "Nobody has an account yet.\n"
    first = says("add", "dana", "--role", "dealer").split()[-1]
    assert len(first) >= 20
    assert says("password", "dana").split()[-1] != first
    assert says("lock", "dana") == ""
    assert says() == "dana                     dealer         locked\n"
    assert says("list", "--json").replace(" ", "").replace("\n", "") == (
        '[{"person":"dana","role":"dealer","locked":true}]'
    )
    assert says("unlock", "dana") == says("sign-out", "dana") == ""
    assert Path("wartable.db").is_file()
    assert Path("wartable.key").is_file()


@pytest.mark.parametrize(
    ("tokens", "reason"),
    [
        (["add", "Dana"], "add: 'Dana' is no name; expected small letters"),
        (["add"], "add: '' is no name"),
        (["lock", "nobody"], "nobody: there is no such person"),
        (["list", "dana"], "list: unexpected dana; expected no name"),
        (["frobnicate"], "Invalid value"),
        (["list", "--db", "nonsense"], "--db: 'nonsense' is no address of a store"),
    ],
)
def test_a_wrong_word_about_people_is_said_in_one_line(
    capfd: pytest.CaptureFixture[str], tokens: list[str], reason: str
) -> None:
    assert complaint(capfd, "users", *tokens).startswith(f"wartable: {reason}")


def test_a_server_stops_cleanly_and_its_store_is_whole(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(Path(wartable.__file__).parents[1])}
    command = [
        sys.executable,
        "-c",
        START,
        "serve",
        "--port",
        "0",
        "--house",
        str(shipped("houses") / "washington.toml"),
    ]
    process = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("wartable: 1 table at http://127.0.0.1:")
    assert "First start. Sign in as floor" in process.stdout.readline()
    process.terminate()
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert out.endswith("Closed. Everything that was answered is kept.\n")
    assert main(["audit", "verify", "--db", f"sqlite:///{tmp_path / 'wartable.db'}"]) == 0
