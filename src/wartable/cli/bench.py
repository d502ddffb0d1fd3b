"""`wartable bench`: measure this machine."""

from typing import TYPE_CHECKING, Literal

from wartable.cli.errors import DONE

if TYPE_CHECKING:
    from wartable.bench.engine import Engine
    from wartable.bench.odds import OddsBench


def bench(part: Literal["engine", "odds"] = "engine", /, *, json: bool = False) -> int:
    """Measure this machine, as ratios of things run in turn.

    engine: heads-up rounds a second through the whole table with every event encoded, beside PokerKit's Kuhn hands
    in the same run where that library is installed, and where the time goes.
    odds: a full par sheet of each rulebook, and the law of a session as its rounds grow.

    Example:

        wartable bench engine

    Parameters
    ----------
    part
        What to measure.
    json
        Print the figures as one JSON document.
    """
    from wartable.bench.engine import Engine, bench_engine
    from wartable.bench.odds import OddsBench, bench_odds

    found: Engine | OddsBench = bench_engine() if part == "engine" else bench_odds()
    if json:
        import msgspec

        from wartable.cli.screen import write_json

        write_json(msgspec.to_builtins(found))
    else:
        print("\n".join(_told_odds(found) if isinstance(found, OddsBench) else _told(found)))
    return DONE


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
