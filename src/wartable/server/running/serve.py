"""Running the server: the store, the room, the doors; and a clean way out."""

import asyncio
import errno
import gc
import re
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec
import uvicorn
import uvloop

from wartable.audit import AuditRefused, HeadWriter
from wartable.live import AccountsDiffer, Lease, LogBroken, Room, RoomSettings, hold_database, hold_key, hold_money
from wartable.server import limits
from wartable.server.app import make_app
from wartable.server.connections import (
    Gate,
    Handed,
    Handing,
    Inbox,
    Wire,
    WireConfig,
    descriptors,
    fit,
    raise_descriptors,
)
from wartable.server.door import LOOPBACK, Door, DoorSettings, Simulations
from wartable.server.health import Board, Logger, go_on_from, hearing_libraries
from wartable.server.limits import MAX_MESSAGE_BYTES, PING_SECONDS
from wartable.server.running.alone import alone_on
from wartable.server.running.signing import hold_heads, sign_heads
from wartable.store import POSTGRESQL, Store, StoreError, open_store

GRACE_SECONDS = 5
BACKLOG = 1_024
SEND_BUFFER_BYTES = 64 * 1024
"""Held by the machine for one connection, so that a client that never reads is noticed soon."""
TURN_SECONDS = 0.0005
"""How long the event loop may keep the interpreter while the thread that commits wants it; people wait for that one."""
COLLECT_AFTER = (20_000, 20, 100)
"""Objects that come before the collector looks at the young ones, and how rarely at the older: it stops every table."""
EVERYWHERE = frozenset({"0.0.0.0", "::"})
NUMBERS = re.compile(r"[0-9.]+|.*:.*")
"""A host that is an address, so that no name has to be resolved."""


class CannotListen(OSError):
    """The address is taken, or not ours; it says which, in one line."""


class ServeSettings(msgspec.Struct, frozen=True):
    """The server's address, and what it uses."""

    store: str
    room: RoomSettings
    door: DoorSettings
    heads: Path | None = None
    """Where signed heads are written."""
    signs: bool = True
    """Whether this process writes them; a file of heads has one writer."""
    accepts_restored: bool = False
    """Whether the operator goes on with a store that lost what was signed."""


class Opened(msgspec.Struct, frozen=True, tag=True):
    """What is served, and the password of the first floor account where the house has none yet."""

    tables: int
    password: str = ""


class CannotServe(Exception):
    """The house cannot be opened; it says why, in one line."""


class ProcessPlace(NamedTuple):
    """Which one of several processes behind one address this is."""

    number: int
    inboxes: Sequence[Inbox]
    board: Board
    parent: socket.socket | None = None
    """Closed when the parent ends; its only message is that the other processes are gone."""


def listen(host: str, port: int) -> socket.socket:
    """Take the address first, so that a taken one is said in one line."""
    if NUMBERS.fullmatch(host) and not _is_address(host):
        raise CannotListen(_why_not(host, port, errno.EADDRNOTAVAIL))
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named in full, because only then does the event loop send small messages at once.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; without it a client that never reads would stay for ever
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, limits.UNTAKEN_SECONDS * 1_000)
        sock.bind((host, port))
        sock.listen(BACKLOG)
    except OSError as error:
        sock.close()
        raise CannotListen(_why_not(host, port, error.errno)) from None
    sock.settimeout(0)
    return sock


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _why_not(host: str, port: int, number: int | None) -> str:
    match number:
        case errno.EADDRINUSE:
            return f"--port: {port} is in use at {host}; stop what uses it, or choose another (0 takes a free one)"
        case errno.EACCES:
            return f"--port: {port} needs rights that this user does not have; choose 1024 or higher"
    return f"--host: {host} is not an address of this machine; expected one such as 127.0.0.1, or 0.0.0.0 for all"


def door_for(host: str, url: str) -> DoorSettings:
    """How people reach us. On this machine only by its own names, so that no page from elsewhere gets in."""
    public = urlsplit(url)
    if host in EVERYWHERE and not url:
        return DoorSettings(hosts=frozenset())
    names = LOOPBACK | {host.lower()} | ({public.hostname} if public.hostname else set())
    return DoorSettings(hosts=names, secure=public.scheme == "https")


class QuietServer(uvicorn.Server):
    """A server that leaves signals to us, and says goodbye before it closes anything."""

    def __init__(self, config: WireConfig, door: Door) -> None:
        super().__init__(config)
        self.door = door
        self._handing = config.handing
        self.places = config.connections
        self._coming: set[asyncio.Task[None]] = set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def stop(self) -> None:
        """Close in order. A second signal does not hurry it: what was answered has to be kept and signed first."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._handing is not None:
            self._handing.take(self._take)

    def _take(self, sock: socket.socket, handshake: bytes) -> None:
        task = asyncio.create_task(self._accept(sock, handshake))
        self._coming.add(task)
        task.add_done_callback(self._coming.discard)

    async def _accept(self, sock: socket.socket, handshake: bytes) -> None:
        """A connection that another process has accepted for us."""
        wire = partial(Handed, handshake, self.config, self.server_state, self.lifespan.state)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(wire, sock)
        except OSError:
            sock.close()  # the client has gone meanwhile

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._handing is not None:
            self._handing.stop()
        await self.door.leave()
        await super().shutdown(sockets)


def make_server(settings: ServeSettings, room: Room, place: ProcessPlace | None = None) -> QuietServer:
    """HTTP and sockets: with limits, without compression, and without telling who we are."""
    asked = settings.door.limits
    limits = fit(asked, descriptors())
    if limits.connections < asked.connections:
        room.log("few_descriptors", connections=limits.connections, sockets=limits.sockets)
    door = Door(room, settings.room.key, msgspec.structs.replace(settings.door, heads=settings.heads, limits=limits))
    config = WireConfig(
        make_app(door),
        http=Gate,
        ws=Wire,
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=30,
    )
    config.connections = door.connections
    if place is not None:
        config.handing = Handing(place.number, place.inboxes, room.process_of)
        door.board = place.board, place.number
        door.simulations = Simulations(place.number, len(place.inboxes))
        go_on_from(room.counters, place.board.read(place.number))
    return QuietServer(config, door)


Ready = Callable[[Opened], None]


async def serve(settings: ServeSettings, sock: socket.socket, ready: Ready, place: ProcessPlace | None = None) -> None:
    """Serve until asked to stop; every answered command is kept."""
    log = Logger(settings.room.clock, process=place.number if place else None)
    with hearing_libraries(log):
        await _serve(settings, sock, ready, place, log)


async def _serve(
    settings: ServeSettings, sock: socket.socket, ready: Ready, place: ProcessPlace | None, log: Logger
) -> None:
    store: Store = await asyncio.to_thread(open_store, settings.store)
    heads: HeadWriter | None = None
    try:
        await asyncio.to_thread(hold_key, store, settings.room.key)
        room = Room(store, settings.room, log)
        if settings.signs:
            await asyncio.to_thread(hold_database, store)
            await asyncio.to_thread(hold_money, store)
        signed, alone = None, not is_shared(settings.store)
        if settings.heads is not None and settings.signs:
            signed = await hold_heads(settings.heads, room, accepts_restored=settings.accepts_restored, alone=alone)
        await room.start()
        if signed is not None:
            heads = await sign_heads(signed, room, closes=alone)
        _spare_the_collector()
        try:
            server = make_server(settings, room, place)
            server.door.heads = heads
            loop = asyncio.get_running_loop()
            for name in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(name, server.stop)
            if place is not None and place.parent is not None:
                loop.add_reader(place.parent, _go_with, place.parent, server)
            ready(Opened(len(room.tables), room.first_password))
            await server.serve(sockets=[sock])
        finally:
            await room.stop()
            if heads is not None:
                await _let_the_others_end(place)
    finally:
        if heads is not None:
            await asyncio.to_thread(heads.close)
        await asyncio.to_thread(store.close)
    if heads is not None:
        _say_what_heads_miss(heads, settings.heads)


def _say_what_heads_miss(heads: HeadWriter, path: Path | None) -> None:
    """Raise CannotServe if the last heads were not signed, or leave something out."""
    if heads.trouble and not heads.file_failed:
        raise CannotServe(
            f"--db: {heads.trouble}; the last heads were not signed: what was answered before may be lost"
        )
    if heads.trouble:
        raise CannotServe(
            f"{path}: the last heads were not signed: {heads.trouble}; the house is closed and every answered"
            " command is kept, but the next start needs that file as it was"
        )
    if heads.refused is not None:
        kept = " and every answered command is kept" if all(one.added for one in heads.refused.differing) else ""
        raise CannotServe(
            f"--db: {heads.refused}; the house is closed as this server left it{kept}, but"
            " the next start is refused while that lies there; restore a copy"
        )


async def _let_the_others_end(place: ProcessPlace | None) -> None:
    """Wait for the other processes, so that the signed heads cover their last records."""
    if place is not None and place.parent is not None:
        loop = asyncio.get_running_loop()
        loop.remove_reader(place.parent)
        with suppress(OSError):  # TimeoutError is one
            async with asyncio.timeout(2 * GRACE_SECONDS):
                await loop.sock_recv(place.parent, 1)


def _go_with(parent: socket.socket, server: QuietServer) -> None:
    """Stop with the parent process, which can no longer tell us to."""
    asyncio.get_running_loop().remove_reader(parent)
    server.stop()


def _spare_the_collector() -> None:
    """Exempt the objects of the start from garbage collection; later objects have no cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def run(settings: ServeSettings, sock: socket.socket, ready: Ready, place: ProcessPlace | None = None) -> None:
    """The same, for a program that does nothing else."""
    sys.setswitchinterval(TURN_SECONDS)
    raise_descriptors()
    host, port = sock.getsockname()[:2]
    where = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    try:
        with alone_on(settings.store, where), asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(serve(settings, sock, ready, place))
    except (StoreError, AuditRefused) as error:
        raise CannotServe(f"--db: {error}") from None
    except LogBroken as error:
        raise CannotServe(f"--db: {error}") from None
    except AccountsDiffer as error:
        raise CannotServe(f"--db: {error}; see wartable audit verify; restore a copy, or repair it") from None


def is_shared(store: str) -> bool:
    """Whether many servers can work on a store."""
    return store.startswith(POSTGRESQL)


def lease_for(store: str, host: str, port: int) -> Lease | None:
    """A store that many servers share has one driver for each table."""
    if not is_shared(store):
        return None
    name = socket.gethostname() if host in EVERYWHERE else host
    return Lease(f"{f'[{name}]' if ':' in name else name}:{port}")
