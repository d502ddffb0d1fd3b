"""Where cards come from, so that nobody has to trust us."""

from wartable.shoe.continuous import ContinuousShuffler
from wartable.shoe.reveal import BadDocument, Ending, Revealed, Revealed1, Revealed2, read_revealed
from wartable.shoe.sealed import SealedShoe, ShoeRefused
from wartable.shoe.selftest import ShoeBroken, run_self_test
from wartable.shoe.verify import Finding, verify
from wartable.shoe.wheel import Stop

__all__ = [
    "BadDocument",
    "ContinuousShuffler",
    "Ending",
    "Finding",
    "Revealed",
    "Revealed1",
    "Revealed2",
    "SealedShoe",
    "ShoeBroken",
    "ShoeRefused",
    "Stop",
    "read_revealed",
    "run_self_test",
    "verify",
]
