"""Every test here runs on the event loop that the server runs on."""

from tests.loops import on_the_servers_loop

__all__ = ["on_the_servers_loop"]
