"""`wartable serve`: the live tables, on this machine, in one command."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from wartable.cli.errors import DONE, InputError

if TYPE_CHECKING:
    from wartable.live.room import Room
    from wartable.live.settings import Floorplan
    from wartable.server.serve import ServeSettings

MAX_PORT = 65_535
SLOWEST = 1_000
DEFAULT_PORT = 8_000
DEFAULT_STORE = "sqlite:///wartable.db"


def serve(
    *,
    house: Annotated[list[Path] | None, Parameter(consume_multiple=True)] = None,
    plan: Path | None = None,
    db: str = DEFAULT_STORE,
    key: Path | None = None,
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    url: str = "",
    pace: int = 100,
) -> int:
    """Run the live tables: the page, the API and the automatic dealer.

    Without options it opens a table for every rulebook, keeps everything in
    wartable.db, with its key and signed heads beside it, where it is started,
    and plays for play money.

    Example:

        wartable serve
        wartable serve --house houses/maryland.toml --port 8080
        wartable serve --db postgresql://wartable@localhost/wartable --url https://tables.example.com

    Parameters
    ----------
    house
        House files, one table for each.
    plan
        A floor plan in TOML: which tables there are and how each is run.
    db
        Where events are kept: sqlite:///PATH, postgresql://USER@HOST/NAME or memory:
    key
        The file with the key that signs sessions and encrypts seeds; made if it is missing.
    host
        The address to listen on.
    port
        The port to listen on; 0 takes a free one.
    url
        The address by which people reach this server from elsewhere, through a proxy.
    pace
        How long the automatic dealer takes, in percent of what a person would.
    """
    from wartable.audit import AuditRefused
    from wartable.server.serve import CannotListen, listen, run
    from wartable.store import StoreError

    if not 0 <= port <= MAX_PORT:
        raise InputError(f"--port: {port} is no port; expected 0 to {MAX_PORT}")
    if not 0 <= pace <= SLOWEST:
        raise InputError(f"--pace: {pace} is no pace; expected 0 to {SLOWEST} percent")
    if url and not url.startswith(("http://", "https://")):
        raise InputError(f"--url: {url} is no address; expected one such as https://tables.example.com")
    filed = _plan(house, plan, pace)
    try:
        sock = listen(host, port)
    except CannotListen as error:
        raise InputError(f"{host}:{port}: {error.strerror}; choose another with --port") from None
    with sock:
        taken = sock.getsockname()[1]
        settings = _settings(filed, db, key, host, taken, url)
        try:
            run(settings, sock, lambda room: _say_where(room, host, taken, db))
        except (StoreError, AuditRefused) as error:
            raise InputError(f"--db: {error}") from None
    print("Closed. Everything that was answered is kept.", flush=True)
    return DONE


def _plan(houses: list[Path] | None, plan: Path | None, pace: int) -> "Floorplan":
    from msgspec.structs import replace

    from wartable.live.plans import BadPlan, default_plan, plan_for, read_plan

    if houses and plan:
        raise InputError("--house, --plan: expected one of them")
    try:
        found = read_plan(plan) if plan else plan_for(houses) if houses else default_plan()
    except BadPlan as error:
        raise InputError(str(error)) from None
    return replace(found, tables=tuple(replace(one, pace=one.pace * pace // 100) for one in found.tables))


def _settings(plan: "Floorplan", db: str, key: Path | None, host: str, port: int, url: str) -> "ServeSettings":
    from wartable.live.plans import BadPlan, read_houses
    from wartable.live.room import RoomSettings
    from wartable.live.vault import read_key
    from wartable.server.serve import ServeSettings, beside, door_for, lease_for

    place = key or beside(db, ".key")
    try:
        room = RoomSettings(plan, read_houses(plan), read_key(place), lease=lease_for(db, host, port))
    except BadPlan as error:
        raise InputError(str(error)) from None
    except (OSError, ValueError) as error:
        raise InputError(f"{place}: {getattr(error, 'strerror', None) or error}; expected a key file") from None
    heads = None if db == "memory:" else beside(db, ".heads")
    return ServeSettings(db, room, door_for(host, url), heads)


def _say_where(room: "Room", host: str, port: int, db: str) -> None:
    shown = f"[{host}]" if ":" in host else host
    print(f"wartable: {len(room.tables)} tables at http://{shown}:{port}/ (kept in {db})", flush=True)
    if room.first_password:
        print(f"First start. Sign in as floor with the password {room.first_password}", flush=True)
        print("It is shown only now. More people: wartable users add NAME --role dealer", flush=True)
