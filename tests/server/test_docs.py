"""What docs/server.md shows is run against a real server, and the catalogue of messages is whole."""

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.patience import PATIENCE
from tests.server.running import in_a_thread, quick_plan, running
from tools.command_page import example_of
from tools.messages_page import messages_page
from wartable.live.people.orders import NEVER_SAID, WIRE, read_command

ROOT = Path(__file__).resolve().parents[2]
SLEEP = "import time; time.sleep(float(sys.argv[1]))"
OD = "import secrets; print(secrets.token_hex(16))"
TR = "print(sys.stdin.read().strip(), end='')"
BLOCKS = re.findall(
    r"^```(\w+)\n(.*?)^```", (ROOT / "docs/server.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
)


def block(kind: str) -> str:
    (found,) = (text for one, text in BLOCKS if one == kind)
    return str(found)


def stand_ins(folder: Path) -> Path:
    """Programs for a machine that has not even curl; where there is one, it comes first."""
    made = folder / "stand-ins"
    made.mkdir()
    for name, does in (
        ("curl", "from tests.server.curl import main; main()"),
        ("sleep", SLEEP),
        ("od", OD),
        ("tr", TR),
    ):
        program = made / name
        program.write_text(f"#!{sys.executable}\nimport sys; sys.path.insert(0, {str(ROOT)!r})\n{does}\n")
        program.chmod(0o755)
    return made


def test_the_evening_with_curl_is_played_as_it_is_written(tmp_path: Path) -> None:
    with in_a_thread(quick_plan("washington", bets_seconds=0)) as (server, _):
        path = os.pathsep.join((os.environ["PATH"], str(stand_ins(tmp_path))))
        environment = {**os.environ, "PATH": path, "URL": server.url, "PAUSE": "0.02", "NO_PROXY": "*", "no_proxy": "*"}
        done = subprocess.run(
            ["bash", "-eu", "-c", block("sh")],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        me, sat, *said, rounds, left = [json.loads(line) for line in done.stdout.splitlines()]
        assert (me["role"], me["name"], me["balance"]) == ("guest", "Ann", 1_000_00)
        assert sat["ok"]
        assert left["ok"]
        assert sum(one["ok"] for one in said) >= 2
        assert set(sat) == set(json.loads(block("json").splitlines()[0]))
        (hand,) = (hand for hand in rounds["rounds"][0]["hands"] if hand["seat"] == 1)
        assert hand["result"] in ("war_won", "war_lost")
        assert not any(box.patron for box in server.room.tables["washington"].table.boxes)


def test_the_bot_plays_as_it_is_written() -> None:
    names: dict[str, Any] = {"__name__": "bot"}
    exec(compile(block("python"), "docs/server.md", "exec"), names)

    async def story() -> None:
        async with running(quick_plan("washington", "maryland")) as server:
            for table in ("washington", "maryland"):
                held = await names["play"](server.url, table, seat=1, rounds=20)
                assert 0 < held < 10_000_00
                rounds = server.room.tables[table].log.mirror.rounds
                assert rounds[-1].round == 20

    asyncio.run(story())


def test_the_bot_ends_where_its_seat_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {"__name__": "bot"}
    exec(compile(block("python"), "docs/server.md", "exec"), names)

    async def story() -> None:
        async with running(quick_plan("washington")) as server, server.player("washington", 1):
            assert await names["play"](server.url, "washington", seat=1, rounds=1) is None

    asyncio.run(asyncio.wait_for(story(), PATIENCE))
    assert capsys.readouterr().out == "No: that seat is taken\n"


def test_every_command_is_in_the_catalogue_with_an_example_that_can_be_read() -> None:
    page = messages_page()
    for kind in (kind for kind in WIRE if kind not in NEVER_SAID):
        example = example_of(kind)
        assert isinstance(read_command(example), kind)
        assert f"```json\n{msgspec.json.encode(example).decode()}\n```" in page


def test_every_query_parameter_is_in_the_catalogue() -> None:
    page = messages_page()
    for line in ("/rounds` | `limit` |", "/rounds` | `before` |", "/odds` | `decks` |", "/export` | `format` |"):
        assert line in page


def test_every_bound_of_a_number_in_the_address_is_in_the_description() -> None:
    bounded = re.findall(r"^\| `\w+ \S+` \| `\w+` \| a whole number(.*?) \|", messages_page(), re.MULTILINE)
    assert len(bounded) >= 6
    assert all(bound.startswith(" from ") for bound in bounded)
