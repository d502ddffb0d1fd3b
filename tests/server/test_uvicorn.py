"""What we rely on in uvicorn beyond its public interface: a release that differs fails here first, by name."""

import ast
import asyncio
import inspect
from pathlib import Path
from typing import Any, cast

import pytest
import uvicorn
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from wartable.server.connections.gate import Gate
from wartable.server.connections.wire import Wire
from wartable.server.running.serve import QuietServer

SERVER = Path(__file__).resolve().parents[2] / "src" / "wartable" / "server"
ADAPTERS = {"connections/wire.py", "connections/gate.py", "running/serve.py"}
OUR_OWN = {
    Gate: {"refuse"},
    Wire: {"refuse", "takes", "write"},
    QuietServer: {"stop"},
}
USED = {
    Gate: {"config", "transport", "client", "cycle", "shutdown"},
    Wire: {"config", "transport", "client", "conn", "queue", "handshake_complete", "handshake_initiated"}
    | {"close_sent", "disconnected"},
    QuietServer: {"config", "server_state", "should_exit", "serve"},
}


def made(base: type[Any]) -> object:
    """One of uvicorn's own objects, as it makes them."""
    config = Config(lambda: None)
    if base is uvicorn.Server:
        return uvicorn.Server(config)

    async def make() -> object:
        return base(config, ServerState(), {})

    return asyncio.run(make())


@pytest.mark.parametrize(
    ("ours", "base"),
    [(Gate, HttpToolsProtocol), (Wire, WebSocketsSansIOProtocol), (QuietServer, uvicorn.Server)],
    ids=lambda kind: kind.__name__,
)
def test_uvicorn_still_has_what_we_override_and_use(ours: type[Any], base: type[Any]) -> None:
    overridden = {name for name, value in vars(ours).items() if inspect.isfunction(value) and name[0] != "_"}
    for name in overridden - OUR_OWN[ours]:
        theirs = list(inspect.signature(getattr(base, name)).parameters)
        assert list(inspect.signature(getattr(ours, name)).parameters) == theirs, name
    one = made(base)
    assert {name for name in USED[ours] if not hasattr(one, name)} == set()


def test_only_the_adapters_import_uvicorn() -> None:
    found = set()
    for file in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
            if any(name.partition(".")[0] == "uvicorn" for name in names):
                found.add(file.relative_to(SERVER).as_posix())
    assert found == ADAPTERS


def test_a_second_ctrl_c_does_not_hurry_a_server_that_closes() -> None:
    server = made(uvicorn.Server)
    assert isinstance(server, uvicorn.Server)
    for _ in range(2):
        QuietServer.stop(cast("QuietServer", server))
    assert (server.should_exit, server.force_exit) == (True, False)
