"""What meets each clause is disabled: the tests that the clause names must notice."""

import csv
import os
import random
from collections import Counter
from pathlib import Path

from tests.mutants.clauses import ClauseVerdict, every_clause, try_clauses

VERDICTS = Path(__file__).resolve().parents[2] / "docs" / "rules" / "verdicts.csv"
"""What the last whole run showed; the page of coverage is made from it."""


def clauses(tries: int, seed: int) -> str:
    """Try that many clauses, chosen by the seed, and print a row for each; a run of all of them is kept."""
    known = list(every_clause())
    chosen = known if tries >= len(known) else random.Random(seed).sample(known, tries)
    verdicts = []
    for one in try_clauses(chosen, os.cpu_count() or 1):
        survivors = ", ".join(one.survivors) or "none"
        print(f"{one.clause}: {one.verdict}, {one.mutants} mutants, survivors: {survivors}", flush=True)
        verdicts.append(one)
    if len(chosen) == len(known):
        keep(verdicts)
    counted = Counter(one.verdict for one in verdicts)
    return (
        f"{len(verdicts)} clauses: {counted['killed']} killed, {counted['attested']} attested only,"
        f" {counted['survived']} survived"
    )


def keep(verdicts: list[ClauseVerdict]) -> None:
    """Write the verdicts where the page of coverage finds them."""
    with VERDICTS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["clause", "verdict", "mutants", "survivors"])
        writer.writerows([one.clause, one.verdict, one.mutants, " ".join(one.survivors)] for one in verdicts)
