"""The speed of the table: heads-up rounds through every command, with every event encoded.

The commands are those of whole shoes, shuffled and dealt to the cover card, always going to war. The runner makes them
beforehand, so that only the table is measured. PokerKit's Kuhn hands are played in turn with them where that library is
installed, so that the ratio is meaningful although the machine's speed varies.
"""

import random
from statistics import median
from time import process_time_ns

import msgspec

from bench.peers import KUHN, find_kuhn, per_second
from wartable.rulebook import rulebooks_that_load, rules_in_force
from wartable.runner import Runner, Shuffled
from wartable.table import Actor, Command, Refused, Table, act, decide, hold, new_table, replay

ROUNDS = 3_000
TURNS = 7
SEED = 2026
PATRON = "patron"

Commands = list[tuple[Command, Actor]]
_encode = msgspec.json.Encoder().encode


class Engine(msgspec.Struct, frozen=True):
    """The result of the bench."""

    rounds_per_second: float
    commands_per_round: float
    events_per_round: float
    bytes_per_round: float
    time_share: dict[str, float]
    """The shares of the time: deciding, evolving, checking the invariants, encoding the events."""
    peer: str
    peer_per_second: float | None
    ratio: float | None
    """Our rate over the peer's, the median of turns played one after the other."""

    def told(self) -> list[str]:
        shares = ", ".join(f"{part} {share:.0%}" for part, share in self.time_share.items())
        per_round = f"{self.commands_per_round:.1f} commands, {self.events_per_round:.1f} events"
        lines = [
            f"engine: {self.rounds_per_second:,.0f} heads-up rounds a second",
            f"a round: {per_round}, {self.bytes_per_round:.0f} bytes of JSON",
            f"shares of the time: {shares}",
        ]
        if self.ratio is None:
            return [*lines, f"{self.peer}: not installed, so there is no comparison"]
        return [*lines, f"{self.peer}: {self.peer_per_second:,.0f} a second; ours is {self.ratio:.1f} times that"]


def bench_engine(rounds: int = ROUNDS, turns: int = TURNS) -> Engine:
    """Play our rounds and the peer's hands in turn, and compare turn by turn."""
    runner, peer = heads_up(SEED), find_kuhn()
    table = runner.table
    commands = [(done.command, done.by) for _ in range(rounds) for done in runner.round()]
    ours, theirs = [], []
    for _ in range(turns):
        begun = process_time_ns()
        _play(table, commands)
        ours.append(rounds * 1e9 / (process_time_ns() - begun))
        if peer is not None:
            theirs.append(per_second(peer, rounds // 3))
    watch = _Watch()
    watch.play(table, commands)
    return Engine(
        rounds_per_second=median(ours),
        commands_per_round=watch.commands / rounds,
        events_per_round=watch.events / rounds,
        bytes_per_round=watch.bytes / rounds,
        time_share=watch.share(),
        peer=KUHN,
        peer_per_second=median(theirs) if theirs else None,
        ratio=median(mine / other for mine, other in zip(ours, theirs, strict=True)) if theirs else None,
    )


def heads_up(seed: int) -> Runner:
    """Return a runner of a table with one player, under the first rulebook in which the house banks."""
    rules = next(rules for rules in map(rules_in_force, rulebooks_that_load()) if rules.bank.by == "house")
    runner = Runner(new_table(rules), Shuffled(random.Random(seed).shuffle))
    runner.open(1, PATRON)
    return runner


def _play(table: Table, commands: Commands) -> None:
    """Send every command as the live table does, and encode its events."""
    for command, by in commands:
        done = act(table, command, by)
        if isinstance(done, Refused):
            raise RuntimeError(f"{command!r} was refused: {done}")
        table, events = done
        for event in events:
            _encode(event)


class _Watch:
    """The same, with a stopwatch on each part."""

    def __init__(self) -> None:
        self.spent = dict.fromkeys(("decide", "evolve", "hold", "encode"), 0)
        self.commands = self.events = self.bytes = 0

    def play(self, table: Table, commands: Commands) -> None:
        for command, by in commands:
            table = self._do(table, command, by)

    def _do(self, table: Table, command: Command, by: Actor) -> Table:
        marks = [process_time_ns()]
        decided = decide(table, command, by)
        marks.append(process_time_ns())
        if isinstance(decided, Refused):
            raise RuntimeError(f"{command!r} was refused: {decided}")
        before, table = table, replay(table, decided)
        marks.append(process_time_ns())
        hold(table, before)
        marks.append(process_time_ns())
        self.bytes += sum(len(_encode(event)) for event in decided)
        marks.append(process_time_ns())
        for place, part in enumerate(self.spent):
            self.spent[part] += marks[place + 1] - marks[place]
        self.commands += 1
        self.events += len(decided)
        return table

    def share(self) -> dict[str, float]:
        total = sum(self.spent.values())
        return {part: spent / total for part, spent in self.spent.items()}
