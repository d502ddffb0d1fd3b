"""The event loop of the tests: the one that the server runs on, for it differs from asyncio's own."""

import asyncio
from collections.abc import Iterator

import pytest
import uvloop


@pytest.fixture(scope="module", autouse=True)
def on_the_servers_loop() -> Iterator[None]:
    """Let `asyncio.run` run on uvloop."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(asyncio, "run", uvloop.run)
        yield
