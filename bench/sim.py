"""The speed of the simulation: heads-up and at seven seats on one core, two threads, the same loop in C, and peers.

Everything runs in turns and is compared turn by turn, because the machine's speed varies. Rates of one core are by the
processor time of its thread; two threads are compared with one by the clock and by processor time.
"""

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import thread_time

import msgspec
import numpy as np

from bench import sim_peers
from bench.sim_peers import PEERS, Peer
from bench.sim_threads import TwoThreads, two_threads
from wartable.sim import cpu, layout

SEED = 2026
TURNS = 9
SHOES = 40_000
SOURCE = Path(__file__).with_name("loops.c")
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
C_ROWS = 3 + len(layout.CLASSES) + 78 + layout.MOST_ROUNDS

Turn = Callable[[], int]
"""A function that deals, and returns the number of rounds."""


class Loop(msgspec.Struct, frozen=True):
    """A loop in C, beside the kernel."""

    rounds_per_second: float
    ratio: float
    """The kernel's rate over this one's, the median of turns."""
    same_tally: bool


class Other(msgspec.Struct, frozen=True):
    """Another project's card game, for scale; null where it is not installed."""

    name: str
    version: str | None = None
    hands_per_second: float | None = None
    """On one core."""
    ratio: float | None = None
    """Our rounds for each of its hands."""
    trouble: str | None = None
    """Why it could not be played."""


class Played(msgspec.Struct, frozen=True):
    """The output of the process that plays a peer's game."""

    version: str
    hands_per_second: float


class SimBench(msgspec.Struct, frozen=True):
    """The result of the bench."""

    heads_up: float
    """Rounds a second on one core, every wager's outcome class counted."""
    seven_seats: float
    """Rounds a second on one core."""
    seven_seats_hands: float
    plain: float
    """Heads-up rounds a second of the plain kernel, which deals shoe by shoe."""
    two_threads: TwoThreads
    """The speed of two threads over that of one."""
    cores: int
    load: float
    """The machine's load at the time."""
    compiler: str | None
    c_loop: Loop | None
    """The same rounds in plain C, one shoe after the other."""
    c_lanes: Loop | None
    """The kernel's own loop in C, sixteen shoes at a time, where the processor has the instructions."""
    peers: tuple[Other, ...]

    def told(self) -> list[str]:
        hands = f"{self.seven_seats_hands / 1e6:,.0f} M hands a second"
        two = self.two_threads
        threads = f"{two.by_processor:.2f} times one by processor time, {two.waits:.0f} waits in a turn"
        clock = f"{two.by_clock:.2f} ({two.least:.2f} to {two.most:.2f}), {self.cores} cores, load {self.load:.1f}"
        lines = [
            f"heads-up, every wager: {self.heads_up / 1e6:,.0f} M rounds a second on one core",
            f"seven seats: {self.seven_seats / 1e6:,.1f} M rounds, {hands}",
            f"plain kernel, shoe by shoe: {self.plain / 1e6:,.1f} M rounds a second",
            f"two threads: {threads}; by the clock {clock}",
            f"C, one shoe after the other: {_told_loop(self.c_loop)}",
            f"C, sixteen shoes at a time: {_told_loop(self.c_lanes)}",
        ]
        if self.compiler is not None:
            lines.append(f"built by {self.compiler}")
        return [*lines, *map(_told_peer, self.peers)]


def _told_loop(loop: Loop | None) -> str:
    if loop is None:
        return "no compiler, or no such instructions, so there is no comparison"
    tally = "the same tally" if loop.same_tally else "DIFFERENT TALLY"
    return f"{loop.rounds_per_second / 1e6:,.0f} M rounds a second; ours is {loop.ratio:.2f} times that; {tally}"


def _told_peer(peer: Other) -> str:
    if peer.hands_per_second is None or peer.ratio is None:
        return f"{peer.name}: {peer.trouble or 'not installed'}"
    rate = f"{peer.hands_per_second:,.0f} hands a second"
    return f"{peer.name} ({peer.version}): {rate}; ours is {peer.ratio:,.0f} times that"


def plan_row(hands: int) -> cpu.Row:
    """Six decks, one burn, the cover card 78 from the back, three burns in a war, always war, red aces the trigger."""
    row = np.zeros(layout.PLAN_SIZE, dtype=np.int64)
    row[: layout.CHOICE] = (6, hands, 1, 234, 0, 3, 0, 25, 0, 1)
    row[layout.CHOICE : layout.CHOICE + hands] = layout.GO_TO_WAR
    return row


def bench_sim(shoes: int = SHOES, turns: int = TURNS, peers: Path | None = None) -> SimBench:
    """Measure everything in turns; the peers run in the Python that has them, or in this one."""
    one, seven = plan_row(1), plan_row(7)

    def kernel() -> int:
        return int(cpu.deal(one, SEED, 0, shoes)[layout.ROUNDS])

    with _loops() as (compiler, plain_c, lanes_c):
        runs: dict[str, Turn] = {
            "heads_up": kernel,
            "seven": lambda: int(cpu.deal(seven, SEED, 0, shoes // 2)[layout.ROUNDS]),
            "plain": lambda: int(cpu.deal_one_by_one(one, SEED, 0, shoes // 40)[layout.ROUNDS]),
        }
        if plain_c is not None:
            runs["c_loop"] = lambda: int(plain_c(SEED, shoes // 2)[0])
        if lanes_c is not None:
            runs["c_lanes"] = lambda: int(lanes_c(SEED, shoes)[0])
        rates = _in_turns(runs, turns)
        loops = {
            name: _loop(rates["heads_up"], rates[name], deal)
            for name, deal in (("c_loop", plain_c), ("c_lanes", lanes_c))
            if deal is not None
        }
    heads_up = median(rates["heads_up"])
    return SimBench(
        heads_up=heads_up,
        seven_seats=median(rates["seven"]),
        seven_seats_hands=7 * median(rates["seven"]),
        plain=median(rates["plain"]),
        two_threads=two_threads(one, SEED, 4 * shoes, turns),
        cores=os.cpu_count() or 1,
        load=os.getloadavg()[0],
        compiler=compiler,
        c_loop=loops.get("c_loop"),
        c_lanes=loops.get("c_lanes"),
        peers=tuple(_other(peer, heads_up, peers or Path(sys.executable)) for peer in PEERS),
    )


def _in_turns(runs: dict[str, Turn], turns: int) -> dict[str, list[float]]:
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for turn in range(turns + 1):
        for name, run in runs.items():
            begun = thread_time()
            rounds = run()
            if turn:  # the first turn only warms up
                rates[name].append(rounds / (thread_time() - begun))
    return rates


InC = Callable[[int, int], np.ndarray[tuple[int], np.dtype[np.uint64]]]


@contextmanager
def _loops() -> "Iterator[tuple[str | None, InC | None, InC | None]]":
    """The loops in C, built where a compiler is found."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        yield None, None, None
        return
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "loops.so"
        if subprocess.run([compiler, *FLAGS, str(SOURCE), "-o", str(library)], check=False).returncode:
            yield None, None, None
            return
        loaded = ctypes.CDLL(str(library))
        version = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False).stdout
        told = f"{version.partition(chr(10))[0]} {' '.join(FLAGS[:2])}"
        yield told, _in_c(loaded.deal_plain), _in_c(loaded.deal_lanes) if loaded.has_lanes() else None


def _in_c(function: "ctypes._NamedFuncPointer") -> InC:
    function.argtypes = [ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_void_p]

    def deal(seed: int, shoes: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
        out = np.zeros(C_ROWS, dtype=np.uint64)
        function(seed, 0, shoes, out.ctypes.data)
        return out

    return deal


def _loop(ours: list[float], theirs: list[float], deal: InC) -> Loop:
    ratio = median(mine / other for mine, other in zip(ours, theirs, strict=True))
    return Loop(median(theirs), ratio, _same(deal))


def _same(deal: InC) -> bool:
    """Whether the loop in C gives the kernel's tally: classes, products and shoes."""
    shoes = 320
    out, row = deal(SEED, shoes).astype(np.int64), cpu.deal(plan_row(1), SEED, 0, shoes)
    classes = out[3:15].copy()
    classes[0] = 2 * classes[0] - classes.sum()  # the place of the hands lost holds the rounds
    first = layout.HAND_CLASSES
    return (
        out[0] == row[layout.ROUNDS]
        and out[2] == row[layout.TRIGGERS]
        and np.array_equal(classes, row[first : first + 12])
        and np.array_equal(out[15:93], row[layout.SHOE_MOMENTS : layout.ROUND_MOMENTS])
        and np.array_equal(out[93:], row[layout.ROUNDS_IN_SHOE :])
    )


def _other(peer: Peer, ours: float, python: Path) -> Other:
    """A separate process plays the game; its last line is the result."""
    command = [str(python), "-P", sim_peers.__file__, peer.module]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return Other(peer.name, trouble=(done.stderr.strip().splitlines() or ["it stopped without a message"])[-1])
    if not done.stdout.strip():
        return Other(peer.name)
    found = msgspec.json.decode(done.stdout.strip().splitlines()[-1], type=Played)
    return Other(peer.name, found.version, found.hands_per_second, ours / found.hands_per_second)
