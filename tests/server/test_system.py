"""Health, metrics, logs and the page."""

import asyncio
import json
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from tests.clock import SetClock
from tests.server.running import PASSWORD, quick_plan, running
from wartable.live import Floorplan
from wartable.server import page
from wartable.server.health.logs import Logger

PLAN = quick_plan("washington")
WELL = {
    "status": "ok",
    "tables": 1,
    "driven": 1,
    "store": "ok",
    "stopped": 0,
    "heads": "ok",
    "wallets": "ok",
    "loss": "none",
}


def test_health_says_when_a_table_has_stopped() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http() as http:
            healthy = await http.get("/health")
            server.room.tables["washington"].driver.stopped = "a test"
            sick = await http.get("/health")
        assert (healthy.status_code, healthy.json()) == (200, WELL)
        assert (sick.status_code, sick.json()) == (503, {**WELL, "status": "degraded", "stopped": 1})

    asyncio.run(story())


def test_a_table_whose_log_was_refused_has_no_view_and_says_why() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http() as http:
            server.room.tables["washington"].driver.distrusted = True
            answer = await http.get("/api/tables/washington/view")
        assert (answer.status_code, answer.json()["why"]) == (503, "table_stopped")

    asyncio.run(story())


def test_metrics_count_commands_and_name_no_one() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.player("washington", 1, "Zebedee") as client, server.http() as http:
            await client.play_round("washington", 1, initial=10_00)
            answer = await http.get("/metrics")
        lines = dict(line.rsplit(" ", 1) for line in answer.text.splitlines() if not line.startswith("#"))
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        assert int(lines['wartable_commands_total{kind="ok"}']) >= 2
        assert lines["wartable_seats_taken"] == "1"
        assert int(lines["wartable_command_seconds_count"]) >= 2
        assert "Zebedee" not in answer.text
        assert client.you["patron"] not in answer.text

    asyncio.run(story())


def test_our_mistake_stops_one_table_and_is_logged_by_place_without_values(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        lines: list[dict[str, Any]] = []
        async with running(quick_plan("washington", "wisconsin")) as server:
            for live in server.room.tables.values():
                live.driver.services = replace(live.driver.services, log=Logger(SetClock(), Out(lines)))
            async with server.player("washington", 1) as client, server.player("wisconsin", 1) as other:
                with monkeypatch.context() as patched:
                    patched.setattr("wartable.live.driving.answers.decide_all", _raise)
                    answer = await client.do("washington", command="leave", seat=1)
                assert answer["refused"]["why"] == "outcome_unknown"
                again = await client.do("washington", command="leave", seat=1)
                assert again["refused"]["why"] == "table_stopped"
                assert (await other.do("wisconsin", command="leave", seat=1))["ok"]
        stopped = [line for line in lines if line["what"] == "table_stopped"]
        assert [line["table"] for line in stopped] == ["washington"]
        assert any("driver.py" in place for place in stopped[0]["trace"])

    asyncio.run(story())


def _raise(*_: object) -> None:
    raise RuntimeError("a planted mistake")


class Out(StringIO):
    """Keeps what is logged, line by line."""

    def __init__(self, lines: list[dict[str, Any]]) -> None:
        super().__init__()
        self._lines = lines

    def write(self, text: str) -> int:
        self._lines.append(json.loads(text))
        return len(text)


def test_no_password_cookie_or_seed_is_ever_logged(capsys: pytest.CaptureFixture[str]) -> None:
    async def story() -> list[str]:
        async with running(PLAN) as server:
            cookie = await server.sign_in("dana", "dealer")
            async with server.http() as http:
                await http.post("/api/session", json={"name": "dana", "password": "a wrong password"})
                await http.post("/api/guest", json={"name": "x", "extra": PASSWORD})
            async with server.http(cookie) as http:
                await http.get("/api/people")
            async with server.player("washington", 1):  # whose arrival lets the cards be shuffled and sealed
                commitment = server.room.tables["washington"].table.seal.commitment
            seed = server.room.vault.get(f"shoe/washington/{commitment}")
            assert seed is not None
            return [PASSWORD, "a wrong password", cookie, seed.hex()]

    secrets = asyncio.run(story())
    logged = capsys.readouterr().err
    assert '"what":"sign_in_refused"' in logged
    assert not [secret for secret in secrets if secret in logged]


def test_the_page_is_served_from_the_package_and_kept_as_it_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>tables</title>")
    (tmp_path / "assets" / "app-1.js").write_text("let cards = 52;\n" * 200)
    (tmp_path / "assets" / "face-1.woff2").write_bytes(b"wOF2")
    monkeypatch.setattr(page, "WEB", tmp_path)
    monkeypatch.setattr("mimetypes.guess_type", lambda _: (None, None))  # a machine that knows no types

    async def story() -> None:
        async with running(PLAN) as server, server.http() as http:
            index, deep = await http.get("/"), await http.get("/tables/washington")
            asset = await http.get("/assets/app-1.js")
            face = await http.get("/assets/face-1.woff2")
            again = await http.get("/", headers={"if-none-match": index.headers["etag"]})
            missing = await http.get("/assets/app-2.js")
            nothing = await http.get("/api/nothing")
            outside = await http.get("/assets/..%2f..%2findex.html")
        assert index.text == deep.text
        assert index.headers["cache-control"] == "no-cache"
        assert "immutable" in asset.headers["cache-control"]
        assert asset.headers["content-encoding"] == "gzip"
        assert (face.headers["content-type"], face.content) == ("font/woff2", b"wOF2")
        assert again.status_code == 304
        assert (missing.status_code, nothing.status_code, outside.status_code) == (404, 404, 404)
        assert nothing.json()["why"] == "no_such_page"
        for answer in (index, asset, nothing):
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
            assert answer.headers["x-content-type-options"] == "nosniff"

    asyncio.run(story())


def test_the_page_is_told_the_currency_of_the_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text('<!doctype html><meta name="currency" content="$">')
    monkeypatch.setattr(page, "WEB", tmp_path)

    async def index(plan: Floorplan) -> httpx.Response:
        async with running(plan) as server, server.http() as http:
            deep = await http.get("/table/washington")
            assert deep.content == (await http.get("/")).content == (await http.get("/index.html")).content
            return deep

    dollars, euros = asyncio.run(index(PLAN)), asyncio.run(index(replace(PLAN, currency="€")))
    assert dollars.text == '<!doctype html><meta name="currency" content="$">'
    assert euros.text == '<!doctype html><meta name="currency" content="€">'
    assert dollars.headers["etag"] != euros.headers["etag"]


def test_without_a_built_page_the_tables_are_open_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "WEB", tmp_path / "nowhere")

    async def story() -> None:
        async with running(PLAN) as server, server.http() as http:
            assert "has not been built" in (await http.get("/")).text
            assert (await http.get("/api/tables")).status_code == 200

    asyncio.run(story())


def test_the_sheet_of_a_table_has_what_its_layout_must_carry() -> None:
    async def story() -> None:
        async with running(quick_plan("maryland", "california")) as server, server.http() as http:
            maryland = (await http.get("/api/tables/maryland")).json()
            california = (await http.get("/api/tables/california")).json()
            clause = (await http.get("/api/clauses/MD-9-B-1")).json()
            own = (await http.get("/api/clauses/house rule")).json()
            missing = await http.get("/api/clauses/XX-1")
        assert [wager["wager"] for wager in maryland["wagers"]] == [
            "initial",
            "tie",
            "war",
            "war_tie",
            "progressive",
            "bonus_spin",
        ]
        assert maryland["wagers"][1]["pays"] == "10 to 1"
        assert "Tie pays 10 to 1" in maryland["print"]
        assert len(maryland["wheel_hot"]) == 10
        assert (california["player_banks"], california["terms"]["initial"]) == (True, "primary wager")
        assert clause["rulebook"] == "maryland"
        assert clause["says"]
        assert (own["rulebook"], own["says"][:27]) == ("", "The regulator's text is sil")
        assert missing.status_code == 404

    asyncio.run(story())


def test_the_pit_is_pushed_to_the_floor_when_something_in_it_changes() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.client(await server.sign_in("vera", "floor")) as floor:
            await floor.send(type="watch_floor")
            first = await floor.until(lambda message: message["type"] == "floor")
            assert first["tables"][0]["tile"]["taken"] == []
            async with server.player("washington", 4):
                second = await floor.until(lambda message: message["type"] == "floor")
                assert second["tables"][0]["tile"]["taken"] == [4]
            async with server.client(await server.guest()) as guest:
                await guest.send(type="watch_floor")
                assert (await guest.next())["why"] == "not_allowed"

    asyncio.run(story())
