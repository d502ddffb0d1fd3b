"""How fast the table is: heads-up rounds through every command, with every event encoded.

Rounds are dealt from shuffled shoes, always going to war. PokerKit's Kuhn hands are played in turn with them where that
library is installed, so that the ratio means something although the machine's speed does not hold still.
"""

import random
from collections.abc import Callable
from statistics import median
from time import perf_counter_ns

import msgspec

from bench.peers import KUHN, find_kuhn, per_second
from wartable.cards import DECK, Card
from wartable.rulebook import rulebooks_that_load, rules_in_force
from wartable.settle.ready import make_ready, must
from wartable.table import Actor, Command, Refused, Table, act, decide, hold, replay
from wartable.table import commands as c

ROUNDS = 3_000
TURNS = 7
SEED = 2026
ROUNDS_IN_A_SHOE = 44
"""So few that the shoe lasts, however many of them go to war."""

_PLAYER, _DEALER, _SHOE = Actor("player", "patron"), Actor("dealer"), Actor("shoe")
_PLACE, _CLOSE = c.PlaceWager(1, "initial", 10_00), c.CallNoMoreBets()
_SETTLE, _PICK_UP = c.SettleHand(), c.PickUpCards()
_FIGHT, _CONFIRM, _BURN = c.GoToWar(1), c.ConfirmWarWagers(), c.BurnCard()
_encode = msgspec.json.Encoder().encode

Do = Callable[[Table, Command, Actor], Table]


class Engine(msgspec.Struct, frozen=True):
    """What the bench found."""

    rounds_per_second: float
    commands_per_round: float
    events_per_round: float
    bytes_per_round: float
    time_share: dict[str, float]
    """Where the time goes: deciding, evolving, holding the invariants, encoding the events."""
    peer: str
    peer_per_second: float | None
    ratio: float | None
    """Ours over the peer's, the median of turns played one after the other."""

    def told(self) -> list[str]:
        """The figures in words."""
        shares = ", ".join(f"{part} {share:.0%}" for part, share in self.time_share.items())
        per_round = f"{self.commands_per_round:.1f} commands, {self.events_per_round:.1f} events"
        lines = [
            f"engine: {self.rounds_per_second:,.0f} heads-up rounds a second",
            f"a round: {per_round}, {self.bytes_per_round:.0f} bytes of JSON",
            f"where the time goes: {shares}",
        ]
        if self.ratio is None:
            return [*lines, f"{self.peer}: not installed, so there is nothing to compare with"]
        return [*lines, f"{self.peer}: {self.peer_per_second:,.0f} a second; ours is {self.ratio:.1f} times that"]


def bench_engine(rounds: int = ROUNDS, turns: int = TURNS) -> Engine:
    """Play our rounds and the peer's hands in turn, and compare turn by turn."""
    table, peer = ready(), find_kuhn()
    ours, theirs = [], []
    for turn in range(turns):
        ours.append(_rounds_per_second(table, rounds, SEED + turn))
        if peer is not None:
            theirs.append(per_second(peer, rounds // 3))
    watch = _Watch()
    play(table, rounds, SEED, watch.do)
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


def ready() -> Table:
    """A table with one player, under the first rulebook in which the house banks."""
    rules = next(rules for rules in map(rules_in_force, rulebooks_that_load()) if rules.bank.by == "house")
    return must(make_ready(rules), c.Sit(1, "patron"), _PLAYER)


def _rounds_per_second(table: Table, rounds: int, seed: int) -> float:
    begun = perf_counter_ns()
    play(table, rounds, seed, _do)
    return rounds * 1e9 / (perf_counter_ns() - begun)


def _do(table: Table, command: Command, by: Actor) -> Table:
    """One command as the live table takes it, with its events encoded."""
    done = act(table, command, by)
    if isinstance(done, Refused):
        raise RuntimeError(f"{command!r} was refused: {done}")
    for event in done[1]:
        _encode(event)
    return done[0]


class _Watch:
    """The same, with a watch on each part."""

    def __init__(self) -> None:
        self.spent = dict.fromkeys(("decide", "evolve", "hold", "encode"), 0)
        self.commands = self.events = self.bytes = 0

    def do(self, table: Table, command: Command, by: Actor) -> Table:
        marks = [perf_counter_ns()]
        decided = decide(table, command, by)
        marks.append(perf_counter_ns())
        if isinstance(decided, Refused):
            raise RuntimeError(f"{command!r} was refused: {decided}")
        table = replay(table, decided)
        marks.append(perf_counter_ns())
        hold(table)
        marks.append(perf_counter_ns())
        self.bytes += sum(len(_encode(event)) for event in decided)
        marks.append(perf_counter_ns())
        for place, part in enumerate(self.spent):
            self.spent[part] += marks[place + 1] - marks[place]
        self.commands += 1
        self.events += len(decided)
        return table

    def share(self) -> dict[str, float]:
        total = sum(self.spent.values())
        return {part: spent / total for part, spent in self.spent.items()}


def play(fresh: Table, rounds: int, seed: int, do: Do) -> Table:
    """Play heads-up rounds, and return the table after them; each time a shoe is used up, it is fresh again."""
    chance, shoe = random.Random(seed), list(DECK) * fresh.rules.decks
    table, cards = fresh, iter(shoe)
    for played in range(rounds):
        if played % ROUNDS_IN_A_SHOE == 0:
            chance.shuffle(shoe)
            table, cards = fresh, iter(shoe)
        table = do(table, _PLACE, _PLAYER)
        table = do(table, _CLOSE, _DEALER)
        table = _deal(table, next(cards), next(cards), do)
        if table.phase == "deciding":
            table = do(table, _FIGHT, _PLAYER)
            table = do(table, _CONFIRM, _DEALER)
            while table.round.war_burns_due:
                table = do(table, _BURN, _DEALER)
            table = _deal(table, next(cards), next(cards), do)
        table = do(table, _PICK_UP, _DEALER)
    return table


def _deal(table: Table, players: Card, dealers: Card, do: Do) -> Table:
    table = do(table, c.TurnCard(players), _SHOE)
    while table.round.war_burns_due:
        table = do(table, _BURN, _DEALER)
    table = do(table, c.TurnCard(dealers), _SHOE)
    return do(table, _SETTLE, _DEALER)
