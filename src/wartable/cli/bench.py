"""`wartable bench`: measure this machine."""

from typing import TYPE_CHECKING, Literal

from wartable.cli.errors import DONE

if TYPE_CHECKING:
    from wartable.bench.engine import Engine
    from wartable.bench.store import StoreRates


def bench(part: Literal["engine", "store"] = "engine", /, *, json: bool = False) -> int:
    """Measure this machine, as ratios of things run in turn.

    engine: heads-up rounds a second through the whole table with every event encoded, beside PokerKit's Kuhn hands
    in the same run where that library is installed, and where the time goes.

    store: durable commands a second on SQLite and PostgreSQL, for one client and for many who wait together, beside
    the rate at which the same engine commits single rows.

    Example:

        wartable bench engine

    Parameters
    ----------
    part
        What to measure.
    json
        Print the figures as one JSON document.
    """
    found, lines = _measure(part)
    if json:
        import msgspec

        from wartable.cli.screen import write_json

        write_json(msgspec.to_builtins(found))
    else:
        print("\n".join(lines))
    return DONE


def _measure(part: str) -> "tuple[Engine | StoreRates, list[str]]":
    if part == "store":
        from wartable.bench.store import bench_store

        rates = bench_store()
        return rates, _told_of_stores(rates)
    from wartable.bench.engine import bench_engine

    engine = bench_engine()
    return engine, _told_of_engine(engine)


def _told_of_engine(found: "Engine") -> list[str]:
    shares = ", ".join(f"{part} {share:.0%}" for part, share in found.time_share.items())
    per_round = f"{found.commands_per_round:.1f} commands, {found.events_per_round:.1f} events"
    lines = [
        f"engine: {found.rounds_per_second:,.0f} heads-up rounds a second",
        f"a round: {per_round}, {found.bytes_per_round:.0f} bytes of JSON",
        f"where the time goes: {shares}",
    ]
    if found.ratio is None:
        return [*lines, f"{found.peer}: not installed, so there is nothing to compare with"]
    return [*lines, f"{found.peer}: {found.peer_per_second:,.0f} a second; ours is {found.ratio:.1f} times that"]


def _told_of_stores(found: "StoreRates") -> list[str]:
    per_command = f"{found.events_per_command:.1f} events, {found.postings_per_command:.1f} postings"
    lines = [f"a command: {per_command}, one answer"]
    for engine, rates in found.engines.items():
        together = f"{rates.together:,.0f} commands a second for {found.clients} clients"
        lines += [
            f"{engine}: {rates.raw:,.0f} single rows committed a second by the engine itself",
            f"{engine}: {rates.alone:,.0f} commands a second for 1 client, {rates.ratio_alone:.2f} times that",
            f"{engine}: {together}, {rates.ratio_together:.1f} times that",
        ]
    return lines + [f"{engine}: not measured, {reason}" for engine, reason in found.missing.items()]
