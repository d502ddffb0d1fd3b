"""What meets each clause is disabled: the tests that the clause names must notice."""

import os
import random
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from tests.mutants.clauses import every_clause, try_clauses
from wartable.rulebook.clauses import Clause
from wartable.rulebook.proof import Proof, proofs, read_proofs, write_proofs

VERDICTS = Path(__file__).resolve().parents[2] / "src/wartable/rulebook/data/verdicts.csv"
"""What was last shown of each clause; the page of coverage is made from it."""
AT_ONCE = os.cpu_count() or 1


def clauses(tries: int, seed: int) -> str:
    """Try this number of clauses, chosen by the seed, and keep a row for each; with 0, all that are not yet shown."""
    known = list(every_clause())
    shown = []
    for one in try_clauses(choose(known, tries, seed), AT_ONCE, datetime.now(UTC).date().isoformat()):
        survived = ", ".join(one.survived) or "none"
        print(f"{one.clause}: {one.verdict}, {len(one.noticed)} noticed, survived: {survived}", flush=True)
        shown.append(one)
        keep(known, one)
    counted = Counter(one.verdict for one in shown)
    return (
        f"{len(shown)} clauses: {counted['enforced']} enforced, {counted['attested']} attested,"
        f" {counted['information']} information, survived: {counted['survived']}"
    )


def choose(known: list[tuple[str, Clause]], tries: int, seed: int) -> list[tuple[str, Clause]]:
    """Return the clauses to try."""
    if tries == 0:
        shown = proofs(clause for _, clause in known)
        return [(rulebook, clause) for rulebook, clause in known if shown[clause.id].verdict == "not yet shown"]
    return known if tries >= len(known) else random.Random(seed).sample(known, tries)


def keep(known: list[tuple[str, Clause]], shown: Proof, file: Path = VERDICTS) -> None:
    """Keep what was shown beside what was shown before, in the order of the trace; a run may be broken off."""
    kept = read_proofs(file.read_text(encoding="utf-8")) | {shown.clause: shown}
    file.write_text(write_proofs(kept[clause.id] for _, clause in known if clause.id in kept), encoding="utf-8")
