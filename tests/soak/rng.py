"""Shuffles through the production path, judged together."""

from hashlib import sha256

from wartable.evidence.judge import by_name, holm
from wartable.evidence.outcome import judge_outcomes
from wartable.evidence.sample import Root, ShoeSample

DECKS = 6
FEWEST = 2_000
"""Chi-squares need some shoes to be chi-squares."""


class Biased(AssertionError):
    """The shuffles failed twice."""


def rng(shuffles: int, seed: int) -> str:
    """This many shoes of six decks; what fails is tried once more from a fresh seed."""
    if shuffles < FEWEST:
        raise ValueError(f"expected at least {FEWEST} shuffles")
    root = Root(sha256(f"soak rng {seed}".encode()).digest())
    worst = _judged(root, shuffles)
    failed = holm(worst)
    if failed:
        fresh = _judged(root.again(), shuffles)
        if twice := holm({test: fresh[test] for test in failed}):
            raise Biased(f"failed twice: {', '.join(twice)}")
    name = min(worst, key=lambda test: worst[test])
    again = f", once more: {', '.join(failed)}" if failed else ""
    return f"{shuffles} shuffles of {DECKS} decks, {len(worst)} tests, smallest p {worst[name]:.6f} ({name}){again}"


def _judged(root: Root, shuffles: int) -> dict[str, float]:
    shoes = ShoeSample(root, DECKS, shuffles)
    found = judge_outcomes(shoes.batches(), DECKS)
    wrong = [check.check for check in found.checks if not check.ok]
    if wrong or shoes.different:
        raise Biased(f"not exact: {', '.join(wrong)}, {shoes.different} of {shoes.compared} dealt otherwise")
    return by_name(found.figures)
