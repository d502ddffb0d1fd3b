"""The known tallies, dealt by the GPU of a machine that has one."""

from tests.sim.test_gpu_known import FIRST, KNOWN, SEED, SHOES, digest
from wartable.sim import gpu


def deal_known(turns: int, _seed: int) -> str:
    """Every known plan, by the kernel it would get and by the one for any hands."""
    for known in [*KNOWN.values()] * turns:
        found = tuple(digest(gpu.deal(known.row(), SEED, FIRST, SHOES, limit)) for limit in (0, 5))
        assert found == (known.whole, known.five), known
        assert digest(gpu.deal(known.row(), SEED, FIRST, SHOES, any_hands=True)) == known.whole, known
    return f"{len(KNOWN)} known tallies dealt {turns} times by {gpu.name()}, all the same"
