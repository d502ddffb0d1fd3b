"""Several processes behind one address: one that starts them, passes signals on, and replaces one that has died.

It serves no client and opens no store, so it has no threads and may fork at any time. The first process opens the house
and signs heads; the others find it open. Each has its share of the tables.
"""

import os
import select
import signal
import socket
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import msgspec
from msgspec.structs import replace

from wartable.live import LogEvent, links
from wartable.server.connections import empty, make_inbox
from wartable.server.health import Board, Logger
from wartable.server.running.serve import CannotServe, Opened, ProcessPlace, Ready, ServeSettings, run

MAX_PROCESSES = 64
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds before a process that has died is started again; twice as long each time that it dies soon."""
STEADY_SECONDS = 30
"""A process that ran longer did not die because of how it was started."""
ENDING_SECONDS = 60
"""A process that was asked to end and has not by then is killed."""
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD)
MAX_TOLD_BYTES = 64 * 1024


class Failed(msgspec.Struct, frozen=True, tag=True):
    """Why a process cannot serve."""

    says: str


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Opened | Failed).decode


class _Slot:
    """The place of one process and of its replacements."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.inbox = make_inbox()
        self.pid = 0
        self.told: socket.socket | None = None
        """What the process says."""
        self.is_ready = False
        self.began = 0.0
        self.pause = FIRST_PAUSE / 2
        self.again_at = float("inf")

    def end(self) -> None:
        self.pid, self.is_ready = 0, False
        self.hang_up()

    def hang_up(self) -> None:
        if self.told is not None:
            self.told.close()
            self.told = None


class Processes:
    """All processes, until they are asked to stop."""

    def __init__(self, settings: ServeSettings, sock: socket.socket, count: int, ready: Ready) -> None:
        self._settings = settings
        self._sock = sock
        self._ready = ready
        self._slots = [_Slot(number) for number in range(count)]
        self._board = Board(count)
        self._opened: Opened | None = None
        self._said = False
        """Whether readiness was announced."""
        self._said_last = False
        self._failed = ""
        self._ending_since: float | None = None
        self._log: LogEvent = Logger(settings.room.clock)

    def run(self) -> None:
        """Start them, and come back when all have ended."""
        with _woken_by_signals() as woken:
            try:
                self._start(self._slots[0])
                while self._goes_on():
                    self._wait(woken)
            finally:
                for slot in self._slots:
                    slot.end()
                    empty(slot.inbox)
                    for end in slot.inbox:
                        end.close()
        if self._failed:
            raise CannotServe(self._failed)

    def _goes_on(self) -> bool:
        return self._ending_since is None or any(slot.pid for slot in self._slots)

    def _wait(self, woken: socket.socket) -> None:
        """One thing: a signal, a word, the end of a process, or a pause that is over."""
        speaking = {slot.told: slot for slot in self._slots if slot.told is not None}
        vacant = {slot.inbox[0]: slot for slot in self._slots if not slot.pid}
        readable, _, _ = select.select([woken, *speaking, *vacant], [], [], self._patience())
        for found in readable:
            if found is woken:
                self._hear_signals(woken.recv(MAX_TOLD_BYTES))
            elif found in vacant:
                empty(vacant[found].inbox)
            else:
                self._hear(speaking[found])
        self._bury()
        now = time.monotonic()
        for slot in self._slots:
            if slot.again_at <= now and self._ending_since is None:
                self._start(slot)
        if self._ending_since is not None:
            self._see_to_the_end(now - self._ending_since)

    def _patience(self) -> float | None:
        if self._ending_since is not None:
            return 1.0
        soonest = min(slot.again_at for slot in self._slots)
        return None if soonest == float("inf") else max(0.0, soonest - time.monotonic())

    # What they say, and what is said to them

    def _see_to_the_end(self, seconds: float) -> None:
        """The first process signs the last heads when the others write no more."""
        first = self._slots[0]
        if first.told is not None and not self._said_last and not any(slot.pid for slot in self._slots[1:]):
            self._said_last = True
            with suppress(OSError):
                first.told.send(b".")
        if seconds > ENDING_SECONDS:
            self._signal(signal.SIGKILL)

    def _hear_signals(self, numbers: bytes) -> None:
        if {signal.SIGINT, signal.SIGTERM} & set(numbers):
            self._end()

    def _end(self) -> None:
        """They may have heard it themselves, from a terminal; a second word to stop cleanly changes nothing."""
        if self._ending_since is None:
            self._ending_since = time.monotonic()
            self._signal(signal.SIGTERM)

    def _signal(self, number: signal.Signals) -> None:
        for slot in self._slots:
            if slot.pid:
                os.kill(slot.pid, number)

    def _hear(self, slot: _Slot) -> None:
        told = b""
        with suppress(OSError):  # it went without having heard our last word
            told = slot.told.recv(MAX_TOLD_BYTES) if slot.told is not None else b""
        if not told:
            slot.hang_up()  # it ends, and is buried when it has
            return
        for line in told.splitlines():
            self._heed(slot, _decode(line))

    def _heed(self, slot: _Slot, said: Opened | Failed) -> None:
        if isinstance(said, Failed):
            if self._said:
                self._log("process_failed", process=slot.number, why=said.says)
            if not self._said or self._ending_since is not None:
                self._failed = said.says
            return
        slot.is_ready = True
        self._opened = self._opened or said
        for other in self._slots:
            if not other.pid and other.again_at == float("inf") and self._ending_since is None:
                self._start(other)
        if not self._said and all(one.is_ready for one in self._slots):
            self._said = True
            self._ready(self._opened)

    def _bury(self) -> None:
        """End the others if one died before all were ready; later, start a replacement."""
        for slot in self._slots:
            if not slot.pid or os.waitpid(slot.pid, os.WNOHANG) == (0, 0):
                continue
            if slot.told is not None and select.select([slot.told], [], [], 0)[0]:
                self._hear(slot)
            pid = slot.pid
            slot.end()
            empty(slot.inbox)
            self._board.rest(slot.number)
            if self._ending_since is not None:
                continue
            if not self._said:
                self._failed = self._failed or "a process ended before it was ready; its last output says why"
                self._end()
                continue
            now = time.monotonic()
            slot.pause = FIRST_PAUSE if now - slot.began > STEADY_SECONDS else min(LONGEST_PAUSE, 2 * slot.pause)
            slot.again_at = now + slot.pause
            self._log("process_ended", process=slot.number, pid=pid, again_in_seconds=slot.pause)

    # Starting one

    def _start(self, slot: _Slot) -> None:
        ours, theirs = socket.socketpair()
        sys.stdout.flush()
        sys.stderr.flush()
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        pid = os.fork()
        if not pid:
            ours.close()
            self._be(slot, theirs)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        theirs.close()
        slot.pid, slot.told, slot.began, slot.again_at = pid, ours, time.monotonic(), float("inf")
        if self._said:
            self._log("process_started", process=slot.number, pid=pid)

    def _be(self, slot: _Slot, parent: socket.socket) -> None:
        """In the new process, which never comes back from here."""
        code = 1
        try:
            self._forget_the_parent()
            parent.settimeout(0)
            place = ProcessPlace(slot.number, [one.inbox for one in self._slots], self._board, parent)
            run(self._settings_of(slot), self._sock, lambda opened: _tell(parent, opened), place)
            code = 0
        except CannotServe as error:
            _tell(parent, Failed(str(error)))
        except KeyboardInterrupt:
            pass  # from a terminal, while it was starting
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def _forget_the_parent(self) -> None:
        """Restore our own signals, and close the descriptors of the parent."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for number in (signal.SIGTERM, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        for other in self._slots:
            if other.told is not None:
                other.told.close()

    def _settings_of(self, slot: _Slot) -> ServeSettings:
        """The first process opens the house, once; and it alone signs heads."""
        settings, number = self._settings, slot.number
        lease = settings.room.lease
        if lease is None:
            raise CannotServe("--processes: more than one need a store that many servers share")
        own = replace(lease, address=f"{lease.address}{links.PROCESS}{number}", place=number, of=len(self._slots))
        opens = number == 0 and self._opened is None
        room, accepts = replace(settings.room, lease=own, opens=opens), opens and settings.accepts_restored
        return replace(settings, room=room, signs=number == 0, accepts_restored=accepts)


def _tell(parent: socket.socket, told: Opened | Failed) -> None:
    with suppress(OSError):  # it is gone, and we go too
        parent.send(_encode(told) + b"\n")


@contextmanager
def _woken_by_signals() -> Iterator[socket.socket]:
    """Gives what can be read when a signal has come: the numbers of those that have."""
    woken, waking = socket.socketpair()
    for one in (woken, waking):
        one.settimeout(0)
    before = {number: signal.signal(number, lambda *_: None) for number in SIGNALS}
    old = signal.set_wakeup_fd(waking.fileno(), warn_on_full_buffer=False)
    try:
        yield woken
    finally:
        signal.set_wakeup_fd(old)
        for number, handler in before.items():
            signal.signal(number, handler)
        woken.close()
        waking.close()
