"""Long runs of what tests/faults does shortly: kills, torn logs, fights for a table, orders that come five times."""

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.postgres import Postgres
from tests.faults.fighters import fight
from tests.faults.kills import run_kills
from tests.faults.once import Sender, check
from tests.faults.outages import run_outages
from tests.faults.power import run_cuts
from tests.faults.torn import Log, every_byte, spoiled, summary
from wartable.store import open_store


def kill(kills: int, seed: int) -> str:
    """This many kills of a process that plays, on each store, with an audit of raw rows after each."""
    told = []
    for store, address, folder in _stores():
        found = run_kills(address, folder, kills, seed)
        points = ", ".join(f"{count} {point}" for point, count in sorted(found.points.items()))
        told.append(
            f"{store}: {found.kills} kills ({points}), {found.promises} answers all kept once, {found.events} events,"
            f" slowest start {found.slowest_start_ms} ms"
        )
    return "; ".join(told)


def outage(outages: int, seed: int) -> str:
    """This many kills, stops and cuts of the database under load."""
    with Postgres() as server, tempfile.TemporaryDirectory() as folder:
        found = run_outages(server, Path(folder), outages, seed)
    return (
        f"{found.kills} kills, {found.stops} stops and {found.cuts} cuts of PostgreSQL under load,"
        f" {found.promises} answers all kept once, slowest to heal {found.slowest_ms} ms"
    )


def torn(spoiled_logs: int, seed: int) -> str:
    """The log cut at every byte of its last sixteen kilobytes, and with this many spoiled sectors."""
    with tempfile.TemporaryDirectory() as folder:
        log = Log(Path(folder))
        cuts = log.try_cuts(every_byte(log))
        found = summary(log.try_all(spoiled(log.log, spoiled_logs, random.Random(seed)))) if spoiled_logs else cuts
    said = cuts.said + (found.said if spoiled_logs else 0)
    return (
        f"{cuts.tried} cuts and {spoiled_logs} spoiled sectors, all opened at a whole command"
        f" or said so ({said}), 0 half-applied"
    )


def power(cuts: int, seed: int) -> str:
    """This many power cuts under a running SQLite, after which only what was synced is certain."""
    with tempfile.TemporaryDirectory() as folder:
        found = run_cuts(Path(folder).resolve(), cuts, seed)
    return f"{cuts} power cuts, {found} answers all there"


def fights(freezes: int, seed: int) -> str:
    """Two servers on one PostgreSQL; the one that drives is frozen with a command in its hand."""
    with Postgres() as server, server.database() as address, tempfile.TemporaryDirectory() as folder:
        found = fight(address, Path(folder), freezes, seed)
    return (
        f"{found.freezes} freezes, {found.refused} late writes refused, {found.promises} answers all kept once in one"
        f" history of {found.events} events, slowest to take over {found.slowest_ms} ms"
    )


def once(orders: int, seed: int) -> str:
    """Orders sent one to five times on three servers of each store."""
    told = []
    for store, address, _ in _stores():
        stores = [open_store(address) for _ in range(3)]
        sender = Sender(stores, seed)
        for number in range(orders):
            sender.send(str(number))
        found = check(stores[0], sender)
        for one in stores:
            one.close()
        sent = f"{found.orders} orders sent {found.sent} times happened once each"
        told.append(f"{store}: {sent}, {found.changed} changed ones refused")
    return "; ".join(told)


def _stores() -> Iterator[tuple[str, str, Path]]:
    """Each store, new and in a place of its own."""
    with tempfile.TemporaryDirectory() as folder:
        yield "sqlite", f"sqlite:///{folder}/war.db", Path(folder)
    with Postgres() as server, server.database() as address, tempfile.TemporaryDirectory() as folder:
        yield "postgresql", address, Path(folder)
