"""`wartable evidence rng` from the question to the folder."""

from pathlib import Path
from typing import Any

from wartable.cards import DECK_SIZE
from wartable.evidence.collect import Evidence, EvidenceRequest, Say, gather
from wartable.evidence.report import report_document, write_report
from wartable.evidence.sample import SEQUENCE_BYTES
from wartable.paper import write_whole
from wartable.table import SEED_BYTES

MAX_DECKS = 16
MIN_SHUFFLES = 2_000
MAX_SHUFFLES = 10_000_000
MAX_BYTES = 1_000_000_000
_EXPECTED = 5
"""Shoes for each card of the shoe at the least, so that each place can be expected to see each card this often."""


class NotAsked(Exception):
    """The question cannot be answered; the text says which number is wrong and what is allowed."""


def check_request(seed: str, decks: int, shuffles: int, size: int) -> EvidenceRequest:
    """Return the request, if every number is within its limits."""
    _within("--decks", decks, 1, MAX_DECKS)
    _within("--shuffles", shuffles, max(MIN_SHUFFLES, _EXPECTED * decks * DECK_SIZE), MAX_SHUFFLES)
    _within("--bytes", size, SEQUENCE_BYTES, MAX_BYTES)
    if size % SEQUENCE_BYTES:
        raise NotAsked(f"--bytes {size}: expected a multiple of {SEQUENCE_BYTES}, which is one sequence of the tests")
    return EvidenceRequest(_seed(seed), decks, shuffles, size // SEQUENCE_BYTES)


def _within(option: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise NotAsked(f"{option} {number}: expected {least} to {most}")


def _seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or len(text) != 2 * SEED_BYTES:
        raise NotAsked(f"--seed {text}: expected {2 * SEED_BYTES} hexadecimal digits")
    return seed


def write_evidence(asked: EvidenceRequest, folder: Path, say: Say) -> tuple[Evidence, dict[str, Any]]:
    """Gather, report, and put the folder in its place."""
    gathered: list[Evidence] = []

    def fill(draft: Path) -> None:
        evidence = gather(asked, draft, say)
        for name, content in write_report(evidence).items():
            (draft / name).write_bytes(content)
        gathered.append(evidence)

    write_whole(folder, fill)
    return gathered[0], report_document(gathered[0])
