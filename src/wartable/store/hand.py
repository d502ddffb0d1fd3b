"""A thread that does one thing at a time for another, which goes on meanwhile."""

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

Do = Callable[[], Any]


class Hand:
    """What is done here should let go of the interpreter soon, and for long."""

    def __init__(self, name: str) -> None:
        self._begun: SimpleQueue[None] = SimpleQueue()
        self._tasks: SimpleQueue[tuple[Do, Do] | None] = SimpleQueue()
        self._outcomes: SimpleQueue[Any] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def start(self, do: Do, then: Do) -> None:
        """Do something and then another thing. It has begun when this returns: whoever went on at once would keep the
        interpreter to itself, and nothing would be done beside it."""
        self._tasks.put((do, then))
        self._begun.get()

    def outcome(self) -> Any:
        """What came of it, as soon as it is done."""
        return self._outcomes.get()

    def close(self) -> None:
        self._tasks.put(None)
        self._thread.join()

    def _run(self) -> None:
        while task := self._tasks.get():
            do, then = task
            self._begun.put(None)
            self._outcomes.put(do())
            then()
