"""`wartable evidence`: what a test laboratory asks for."""

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from wartable.cli.counts import Count
from wartable.cli.errors import DONE, NO, InputError
from wartable.cli.options import Output

if TYPE_CHECKING:
    from wartable.evidence import Evidence


def evidence(
    part: Literal["rng"],
    /,
    *,
    output: Annotated[str, Output],
    shuffles: Count = 20_000,
    decks: int = 6,
    bytes: Count = 12_500_000,  # noqa: A002
    seed: str | None = None,
    json: bool = False,
) -> int:
    """Gather what a test laboratory asks for about the random numbers, into a new folder.

    Raw output, shuffled shoes, their checksums, and a report of every test with its p-value, judged together at 99 %.
    The exit code is 1 if the evidence fails. With the defaults it takes about a minute.

    Example:

        wartable evidence rng -o evidence

    Parameters
    ----------
    part
        rng: the random numbers and the shuffles made of them.
    output
        The folder to make; it must not exist, or be empty.
    shuffles
        How many shoes to shuffle; default: 20000.
    decks
        How many decks a shoe has; default: 6.
    bytes
        How much of the raw stream to collect and test, a multiple of 125000; default: 12500000.
    seed
        64 hexadecimal digits that make the same folder again; default: from the operating system.
    json
        Print the report as one JSON document.
    """
    from wartable.evidence import NotAsked, check_request, write_evidence
    from wartable.paper import FolderInUse
    from wartable.table import SEED_BYTES

    try:
        asked = check_request(os.urandom(SEED_BYTES).hex() if seed is None else seed, decks, shuffles, bytes)
        found, document = {"rng": write_evidence}[part](asked, Path(output), _Progress().say)
    except (NotAsked, FolderInUse) as error:
        raise InputError(str(error)) from None
    except (OSError, ValueError) as error:
        raise InputError(f"{output}: {getattr(error, 'strerror', None) or error}") from None
    if json:
        from wartable.cli.screen import write_json

        write_json(document)
    else:
        print("\n".join(_told(found, output)))
    return DONE if found.passed else NO


class _Progress:
    def __init__(self) -> None:
        self._begun = time.monotonic()

    def say(self, text: str) -> None:
        print(f"{time.monotonic() - self._begun:6.1f} s  {text}", file=sys.stderr, flush=True)


def _told(found: "Evidence", output: str) -> list[str]:
    from wartable.evidence import verdicts

    return [
        *(f"{part}: {tried}; {judged}" for part, tried, judged in verdicts(found)),
        f"seed {found.asked.seed.hex()}",
        f"{'passed' if found.passed else 'FAILED'}: {output}/report.md",
    ]
