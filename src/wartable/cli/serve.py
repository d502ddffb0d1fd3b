"""`wartable serve`: the live tables, on this machine, in one command."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from wartable.cli.errors import DONE, InputError
from wartable.cli.examples import with_real_names
from wartable.cli.storage import USUAL, Storage, check_place, key_of

if TYPE_CHECKING:
    from wartable.live import Filed, Floorplan
    from wartable.server import Opened, ServeSettings

MAX_PORT = 65_535
SLOWEST = 1_000
DEFAULT_PORT = 8_000


@Parameter(name="*")
@dataclass(frozen=True)
class Address:
    """Where the server is.

    Parameters
    ----------
    host
        The address to listen on.
    port
        The port to listen on; 0 takes a free one.
    url
        The address by which people reach it from elsewhere, through a proxy.
    """

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    url: str = ""


HERE = Address()


@with_real_names
def serve(
    *,
    house: Annotated[list[Path] | None, Parameter(consume_multiple=True)] = None,
    plan: Path | None = None,
    pace: int = 100,
    processes: int = 1,
    accept_restored: bool = False,
    address: Address = HERE,
    storage: Storage = USUAL,
) -> int:
    """Run the live tables: the page, the API and the automatic dealer.

    Without options it opens a table for every rulebook, keeps everything in
    wartable.db, with its key and signed heads beside it, where it is started,
    and plays for play money.

    Example:

        wartable serve
        wartable serve --house houses/{house}.toml --port 8080
        wartable serve --db postgresql://wartable@localhost/wartable --url https://tables.example.com
        wartable serve --db postgresql://wartable@localhost/wartable --processes 2

    Parameters
    ----------
    house
        House files, one table for each.
    plan
        A floor plan in TOML: which tables there are and how each is run.
    pace
        How long the automatic dealer takes, in percent of what a person would.
    processes
        How many processes share the tables, on PostgreSQL; one for each processor is enough.
    accept_restored
        Go on with a store that lost records, such as an older copy: rounds and shoes in play are void.
    """
    if house is not None and not house:
        raise InputError("--house: needs a value; expected house files, such as --house my-casino.toml")
    if not 0 <= address.port <= MAX_PORT:
        raise InputError(f"--port: invalid port: {address.port} (expected 0 to {MAX_PORT})")
    if not address.host.strip():
        raise InputError("--host: expected an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them")
    if not 0 <= pace <= SLOWEST:
        raise InputError(f"--pace: expected 0 to {SLOWEST} percent, not {pace}")
    _check_processes(processes, storage.db)
    if address.url and not address.url.startswith(("http://", "https://")):
        raise InputError(f"--url: invalid URL: {address.url} (expected one such as https://tables.example.com)")
    _run(_plan(house, plan, pace), address, storage, processes, accept_restored=accept_restored)
    print("Closed. Everything that was answered is kept.", flush=True)
    return DONE


def _check_processes(processes: int, db: str) -> None:
    from wartable.server import MAX_PROCESSES, is_shared

    if not 1 <= processes <= MAX_PROCESSES:
        raise InputError(f"--processes: expected 1 to {MAX_PROCESSES}, not {processes}")
    if processes > 1 and not is_shared(db):
        raise InputError(
            f"--processes: one server has {db} to itself; expected 1, or --db postgresql://… for {processes}"
        )


def _run(plan: "Floorplan", address: Address, storage: Storage, processes: int, *, accept_restored: bool) -> None:
    from msgspec.structs import replace

    from wartable.server import CannotListen, CannotServe, Processes, listen, run
    from wartable.store import without_password

    host, db = address.host, storage.db
    houses = _houses(plan)
    check_place(db)
    try:
        sock = listen(host, address.port)
    except CannotListen as error:
        raise InputError(str(error)) from None
    with sock:
        port = sock.getsockname()[1]
        settings = replace(_settings(plan, houses, address, storage, port), accepts_restored=accept_restored)
        where = without_password(db)
        kept = where if processes == 1 else f"{where}, {processes} processes"

        def ready(opened: "Opened") -> None:
            _say_where(opened, host, port, kept)

        try:
            if processes == 1:
                run(settings, sock, ready)
            else:
                Processes(settings, sock, processes, ready).run()
        except CannotServe as error:
            raise InputError(str(error)) from None


def _plan(houses: list[Path] | None, plan: Path | None, pace: int) -> "Floorplan":
    from msgspec.structs import replace

    from wartable.live import BadFloorplan, default_plan, plan_for, read_plan

    if houses and plan:
        raise InputError("--house, --plan: expected one of them")
    try:
        found = read_plan(plan) if plan else plan_for(houses) if houses else default_plan()
    except BadFloorplan as error:
        raise InputError(str(error)) from None
    return replace(found, tables=tuple(replace(one, pace=one.pace * pace // 100) for one in found.tables))


def _houses(plan: "Floorplan") -> "dict[str, Filed]":
    from wartable.live import BadFloorplan, read_houses

    try:
        return read_houses(plan)
    except BadFloorplan as error:
        raise InputError(str(error), error.findings) from None


def _settings(
    plan: "Floorplan", houses: "dict[str, Filed]", address: Address, storage: Storage, port: int
) -> "ServeSettings":
    from msgspec.structs import replace

    from wartable.live import RoomSettings
    from wartable.server import ServeSettings, door_for, lease_for
    from wartable.store import beside

    room = RoomSettings(plan, houses, key_of(storage, make=True), lease=lease_for(storage.db, address.host, port))
    heads = None if storage.db == "memory:" else beside(storage.db, ".heads")
    door = replace(door_for(address.host, address.url), limits=plan.limits)
    return ServeSettings(storage.db, room, door, heads)


def _say_where(opened: "Opened", host: str, port: int, kept: str) -> None:
    shown = f"[{host}]" if ":" in host else host
    tables = "1 table" if opened.tables == 1 else f"{opened.tables} tables"
    print(f"wartable: {tables} at http://{shown}:{port}/ (kept in {kept})", flush=True)
    if opened.password:
        in_memory = kept == "memory:"
        more = "All of it ends with this server." if in_memory else "More people: wartable users add NAME --role dealer"
        print(f"First start. Sign in as floor with the password {opened.password}", flush=True)
        print(f"It is shown only now. {more}", flush=True)
