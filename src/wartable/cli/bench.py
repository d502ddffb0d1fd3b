"""`wartable bench`: measure this machine."""

from typing import TYPE_CHECKING, Literal

from wartable.cli.errors import DONE

if TYPE_CHECKING:
    from wartable.bench.engine import Engine
    from wartable.bench.odds import OddsBench
    from wartable.bench.sim import Loop, SimBench


def bench(part: Literal["engine", "odds", "sim"] = "engine", /, *, json: bool = False) -> int:
    """Measure this machine, as ratios of things run in turn.

    engine: heads-up rounds a second through the whole table with every event encoded, beside PokerKit's Kuhn hands
    in the same run where that library is installed, and where the time goes.
    odds: a full par sheet of each rulebook, and the law of a session as its rounds grow.
    sim: simulated rounds a second on one core, heads-up and at seven seats, two threads against one, the same loop in
    C where a compiler is found, and other card games where they are installed.

    Example:

        wartable bench engine

    Parameters
    ----------
    part
        What to measure.
    json
        Print the figures as one JSON document.
    """
    found, lines = {"engine": _engine, "odds": _odds, "sim": _sim}[part]()
    if json:
        import msgspec

        from wartable.cli.screen import write_json

        write_json(msgspec.to_builtins(found))
    else:
        print("\n".join(lines))
    return DONE


def _engine() -> tuple[object, list[str]]:
    from wartable.bench.engine import bench_engine

    found = bench_engine()
    return found, _told(found)


def _odds() -> tuple[object, list[str]]:
    from wartable.bench.odds import bench_odds

    found = bench_odds()
    return found, _told_odds(found)


def _sim() -> tuple[object, list[str]]:
    from wartable.bench.sim import bench_sim

    found = bench_sim()
    return found, _told_sim(found)


def _told(found: "Engine") -> list[str]:
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


def _told_odds(found: "OddsBench") -> list[str]:
    lines = [f"par sheet, {name}: {spent:.1f} ms of processor time" for name, spent in found.sheet_milliseconds.items()]
    for cost in found.sessions:
        told = f"{cost.results:,} results, {cost.method}, error at most {cost.error:.1e}"
        lines.append(f"session of {cost.rounds:,} rounds: {cost.milliseconds:.1f} ms ({told})")
    return lines


def _told_sim(found: "SimBench") -> list[str]:
    lines = [
        f"heads-up, every wager: {found.heads_up / 1e6:,.0f} M rounds a second on one core",
        f"seven seats: {found.seven_seats / 1e6:,.1f} M rounds, {found.seven_seats_hands / 1e6:,.0f} M hands a second",
        f"plain kernel, shoe by shoe: {found.plain / 1e6:,.1f} M rounds a second",
        f"two threads: {found.two_threads:.2f} times one, by the clock ({found.cores} cores, load {found.load:.1f})",
        f"C, one shoe after the other: {_told_loop(found.c_loop)}",
        f"C, sixteen shoes at a time: {_told_loop(found.c_lanes)}",
    ]
    if found.compiler is not None:
        lines.append(f"built by {found.compiler}")
    for peer in found.peers:
        rate = "not installed" if peer.hands_per_second is None else f"{peer.hands_per_second:,.0f} hands a second"
        lines.append(f"{peer.name}: {rate}" + (f"; ours is {peer.ratio:,.0f} times that" if peer.ratio else ""))
    return lines


def _told_loop(loop: "Loop | None") -> str:
    if loop is None:
        return "no compiler, or no such instructions, so there is nothing to compare with"
    tally = "the same tally" if loop.same_tally else "ANOTHER TALLY"
    return f"{loop.rounds_per_second / 1e6:,.0f} M rounds a second; ours is {loop.ratio:.2f} times that; {tally}"
