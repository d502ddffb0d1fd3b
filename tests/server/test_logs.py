"""The log is one JSON line for each thing, also where a library under the server or the store has something to say."""

import asyncio
import io
import json
import logging
import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.clock import SetClock
from tests.patience import PATIENCE
from tests.server.running import quick_plan, running
from tests.server.test_health import Stumbling
from tests.server.test_serve import served
from wartable.server.health.logs import Logger, hearing_libraries
from wartable.store import StoreDown


def spoil(url: str, request: bytes) -> None:
    """Send what is no request, and wait until the server has hung up or answered."""
    where = urlsplit(url)
    with socket.create_connection((where.hostname or "", where.port or 0), timeout=PATIENCE) as raw:
        raw.sendall(request)
        assert raw.recv(1024)


def test_what_bad_bytes_make_a_library_say_is_one_line_of_json_each_and_no_traceback(tmp_path: Path) -> None:
    with served(tmp_path) as (process, url):
        host = urlsplit(url).netloc.encode()
        spoil(url, b"this is no request\r\n\r\n")
        spoil(url, b"GET /health HTTP/1.1\r\nHost: " + host + b"\r\nConnection: Upgrade\r\nUpgrade: tea\r\n\r\n")
        with connect(f"ws{url.removeprefix('http')}/ws") as client:
            assert client.recv(PATIENCE)
            client.send(b"\xff\xfe", text=True)
            with pytest.raises(ConnectionClosed):
                client.recv(PATIENCE)
        process.terminate()
        _, err = process.communicate(timeout=PATIENCE)
    lines = [json.loads(line) for line in err.splitlines()]
    assert {line["what"] for line in lines} == {"library"}
    assert [line["says"] for line in lines] == [
        "Invalid HTTP request received.",
        "Unsupported upgrade request.",
        "Invalid UTF-8 sequence received from client.",
    ]
    assert not any("trace" in line for line in lines)


def test_a_mistake_that_a_library_met_is_told_by_its_places_and_without_values() -> None:
    out, library = io.StringIO(), logging.getLogger("uvicorn.error")
    with hearing_libraries(Logger(SetClock(), out)):
        try:
            raise RuntimeError("a secret")
        except RuntimeError:
            library.exception("Exception in ASGI application\n")
        library.warning("%d sockets\nof <a secret>", 5)
        library.info("not worth a line")
    library.warning("after the end")
    first, second = (json.loads(line) for line in out.getvalue().splitlines())
    assert (first["says"], first["trace"][-1]) == ("Exception in ASGI application", "RuntimeError")
    assert (second["level"], second["says"]) == ("warning", "5 sockets")
    assert "secret" not in out.getvalue()


def test_a_store_that_is_down_is_no_fault_of_ours_and_has_no_trace(capsys: pytest.CaptureFixture[str]) -> None:
    async def story() -> None:
        store = Stumbling()
        async with running(quick_plan("washington"), store) as server, server.http() as http:
            store.trouble = StoreDown("away")
            refused = await http.post("/api/guest", json={"name": "Ann"})
            assert (refused.status_code, refused.json()["why"]) == (503, "store_down")

    asyncio.run(story())
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["why"] for line in lines if line["what"] == "store_trouble" and "table" not in line] == ["StoreDown"]
    assert not any(line["what"] == "fault" or "trace" in line for line in lines)
