"""Notices of what other servers wrote, on a connection of its own that reconnects by itself."""

import threading

import psycopg
from psycopg import Connection
from psycopg.rows import TupleRow

from wartable.store.notices import Notices
from wartable.store.postgresql.connect import connect

LOOK_S = 0.5
"""How often the thread checks whether it is being closed."""
PAUSE_S = 0.5
GATHER_S = 0.02
"""The pause after telling: notices that arrive meanwhile are told together, each stream once."""

HEADS = "SELECT stream, version FROM streams WHERE starts_with(stream, %s)"


class Listener:
    """A thread that listens. After a reconnection it tells all heads, because notices were lost meanwhile."""

    def __init__(self, url: str, notices: Notices) -> None:
        self._url, self._notices = url, notices
        self._closing = threading.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="postgresql listener", daemon=True)
        self._thread.start()

    def wait(self, seconds: float) -> bool:
        """Wait until it listens, and return whether it does."""
        return self._ready.wait(seconds)

    def close(self) -> None:
        self._closing.set()
        self._thread.join()

    def _run(self) -> None:
        again = False
        while not self._closing.is_set():
            try:
                with connect(self._url) as connection:
                    connection.execute("LISTEN wartable")
                    self._ready.set()
                    if again:
                        self._tell_all(connection)
                    again = True
                    self._listen(connection)
            except psycopg.Error:
                self._closing.wait(PAUSE_S)

    def _tell_all(self, connection: Connection[TupleRow]) -> None:
        for prefix in self._notices.prefixes:
            self._notices.tell((stream, version) for stream, version in connection.execute(HEADS, (prefix,)))

    def _listen(self, connection: Connection[TupleRow]) -> None:
        while not self._closing.is_set():
            reached: dict[str, int] = {}
            for notice in connection.notifies(timeout=LOOK_S, stop_after=1):
                version, _, stream = notice.payload.partition(" ")
                reached[stream] = int(version)
            if reached:
                self._notices.tell(reached.items())
                self._closing.wait(GATHER_S)
