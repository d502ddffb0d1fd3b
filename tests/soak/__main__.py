"""Run one soak by its name."""

import secrets
import sys
import time
from collections.abc import Callable, Mapping

from tests.soak.clauses import clauses
from tests.soak.disk import disk
from tests.soak.door import door
from tests.soak.evenings import evenings
from tests.soak.gpu import deal_known
from tests.soak.histories import histories
from tests.soak.interrupted import interrupted
from tests.soak.kill import fights, kill, once, outage, power, torn
from tests.soak.laws import laws
from tests.soak.leaks import leaks
from tests.soak.mutants import mutants
from tests.soak.odds import odds
from tests.soak.properties import properties
from tests.soak.recall import recall
from tests.soak.rng import rng
from tests.soak.rulebooks import rulebooks
from tests.soak.screens import screens
from tests.soak.seeds import seeds
from tests.soak.settlements import settle
from tests.soak.shoe import shoes
from tests.soak.sim import sim
from tests.soak.tamper import tamper
from tests.soak.walks import table

Soak = Callable[[int, int], str]

SOAKS: Mapping[str, tuple[Soak, int]] = {
    "settle": (settle, 200_000),
    "table": (table, 1_000_000),
    "shoes": (shoes, 10_000),
    "rng": (rng, 1_000_000),
    "leaks": (leaks, 10_000),
    "odds": (odds, 2_000),
    "properties": (properties, 20),
    "laws": (laws, 2_000),
    "kill": (kill, 200),
    "outage": (outage, 250),
    "torn": (torn, 5_000),
    "power": (power, 500),
    "fights": (fights, 200),
    "once": (once, 200_000),
    "tamper": (tamper, 100_000),
    "interrupted": (interrupted, 20_000),
    "seeds": (seeds, 10_000),
    "histories": (histories, 500),
    "recall": (recall, 2_000),
    "mutants": (mutants, 500),
    "clauses": (clauses, 10_000),
    "rulebooks": (rulebooks, 1_000_000),
    "disk": (disk, 20),
    "gpu": (deal_known, 10),
    "evenings": (evenings, 500),
    "screens": (screens, 1),
    "door": (door, 1_000_000),
    "sim": (sim, 10_000_000_000),
}
"""Each soak, with the number of tries by default."""

USAGE = f"python -m tests.soak {'|'.join(SOAKS)} [N] [SEED]"
MAX_SEED = 2**32


def main(args: list[str]) -> int:
    """One line of result on standard output, or one line of reason on standard error."""
    name, *numbers = args or [""]
    if name not in SOAKS:
        return _refuse(f"unknown experiment {name!r}; expected one of {', '.join(SOAKS)}")
    if len(numbers) > 2 or not all(number.isascii() and number.isdigit() for number in numbers):
        return _refuse(f"expected whole numbers: {USAGE}")
    soak, usual = SOAKS[name]
    tries = int(numbers[0]) if numbers else usual
    seed = int(numbers[1]) if len(numbers) > 1 else secrets.randbelow(MAX_SEED)
    begun = time.monotonic()
    try:
        told = soak(tries, seed)
    except Exception as error:
        told = " ".join((type(error).__name__, str(error), *getattr(error, "__notes__", ())))
        print(f"soak {name}: FAILED with the seed {seed}: {' '.join(told.split())}")
        return 1
    print(f"soak {name}: {told}, seed {seed}, {time.monotonic() - begun:.0f} s")
    return 0


def _refuse(reason: str) -> int:
    print(f"soak: {reason}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
