"""`wartable bench`: measure this machine."""

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Literal

from wartable.cli.errors import DONE, NO, InputError

Part = Literal["engine", "odds", "sim", "store", "verify", "server", "aim", "page"]
MEASURED_BY: Mapping[Part, str] = {
    "engine": "bench_engine",
    "odds": "bench_odds",
    "sim": "bench_sim",
    "store": "bench_store",
    "verify": "bench_verify",
    "server": "bench_server",
    "aim": "bench_aim",
    "page": "bench_page",
}
"""What each part is measured by, in the module of the checkout's `bench` package that has its name."""

CHECKOUT = Path(__file__).resolve().parents[3]


def bench(part: Part = "engine", /, *, peers: Path | None = None, json: bool = False) -> int:
    """Measure this machine, as ratios of things run in turn. It needs a checkout of the source.

    engine: heads-up rounds a second through the whole table with every event encoded, beside PokerKit's Kuhn hands
    in the same run where that library is installed, and where the time goes.

    odds: a full par sheet of each rulebook, and the law of a session as its rounds grow.

    sim: simulated rounds a second on one core, heads-up and at seven seats, two threads against one, the same loop in
    C where a compiler is found, and other card games where a Python has them.

    store: durable commands a second on SQLite and PostgreSQL, for one client and for many who wait together, beside
    the rate at which the same engine commits single rows.

    verify: how long `wartable audit verify` takes over a million events in one file, after they are written.

    server: commands a second over real sockets to a real server, on each store, for 10, 100 and 300 seats; how long
    an answer takes, and how long until a watcher has seen what it led to. On PostgreSQL the server has two processes.

    aim: the same for 700 seats at 100 tables with 1,300 watchers, where 500 commands are due in every second whether
    the server keeps up or not; each is timed from the moment it was due. If the server loses a socket, server and aim
    say how many, when and why, show the end of the server's log, and exit with 1.

    page: the lobby and a table in a real browser: the bytes of the first load, when the largest thing is drawn, how far
    the page shifts, and how long a press takes to be answered.

    Example:

        wartable bench engine

    Parameters
    ----------
    part
        What to measure.
    peers
        For sim: the Python of an environment that has the other card games. Default: this Python.
    json
        Print the figures as one JSON document.
    """
    if peers is not None and part != "sim":
        raise InputError("--peers belongs to wartable bench sim")
    if peers is not None and not (peers.is_file() and os.access(peers, os.X_OK)):
        raise InputError(f"{peers}: expected the Python of an environment that has the other card games")
    if not (CHECKOUT / "bench" / "__init__.py").is_file():
        raise InputError("bench is a tool of development; run ./dev bench in a checkout of the source")
    if str(CHECKOUT) not in sys.path:
        sys.path.append(str(CHECKOUT))
    asked = {} if peers is None else {"peers": peers}
    found = getattr(import_module(f"bench.{part}"), MEASURED_BY[part])(**asked)
    if json:
        import msgspec

        from wartable.cli.screen import write_json

        write_json(msgspec.to_builtins(found))
    else:
        print("\n".join(found.told()))
    return DONE if getattr(found, "is_whole", True) else NO
