"""What the last kept run of `./dev soak clauses` showed of each clause.

The run disables what meets a clause and keeps which tests noticed. A clause that it did not try, or whose references
or tests have changed since, is not shown.
"""

import csv
import hashlib
import io
from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from wartable.rulebook.clauses import Clause
from wartable.rulebook.data import folder
from wartable.rulebook.paths import Path, paths_of
from wartable.rulebook.trace import parse_meets

Verdict = Literal["enforced", "attested", "information", "survived", "not yet shown"]
FILE = "verdicts.csv"
COLUMNS = ("clause", "digest", "day", "verdict", "noticed", "survived", "tests")


class Proof(msgspec.Struct, frozen=True):
    """What was shown of one clause: the references whose absence was noticed or not, and the tests that noticed."""

    clause: str
    digest: str = ""
    day: str = ""
    verdict: Verdict = "not yet shown"
    noticed: tuple[str, ...] = ()
    survived: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[Path, ...]:
        """The paths on which the clause was shown to hold."""
        return paths_of(self.noticed)


def digest_of(clause: Clause) -> str:
    """Return a digest of what is said to meet a clause and to prove it; a change of either asks for a new run."""
    traced = "\n".join([clause.id, " ".join(clause.met_by), " ".join(clause.tests)])
    return hashlib.sha256(traced.encode()).hexdigest()[:12]


def verdict_on(noticed: Iterable[str]) -> Verdict:
    """Return the most that can be said of a clause when the absence of these references was noticed."""
    kinds = {"attest" if reference == "check:attestations" else parse_meets(reference).kind for reference in noticed}
    if kinds - {"attest", "term", "figure"}:
        return "enforced"
    if "attest" in kinds:
        return "attested"
    return "information" if kinds else "survived"


def proofs(clauses: Iterable[Clause], text: str | None = None) -> Mapping[str, Proof]:
    """Return what was shown of each of these clauses in its present form."""
    kept = read_proofs(text if text is not None else (folder() / FILE).read_text(encoding="utf-8"))
    return {clause.id: _today(clause, kept.get(clause.id)) for clause in clauses}


def _today(clause: Clause, kept: Proof | None) -> Proof:
    return kept if kept is not None and kept.digest == digest_of(clause) else Proof(clause.id)


def read_proofs(text: str) -> dict[str, Proof]:
    """Read the kept verdicts, by clause."""
    rows = csv.DictReader(io.StringIO(text))
    lists = ("noticed", "survived", "tests")
    return {
        row["clause"]: msgspec.convert({**row, **{name: row[name].split() for name in lists}}, Proof) for row in rows
    }


def write_proofs(kept: Iterable[Proof]) -> str:
    """Return the file of kept verdicts."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for one in kept:
        cells = (getattr(one, column) for column in COLUMNS)
        writer.writerow([" ".join(cell) if isinstance(cell, tuple) else cell for cell in cells])
    return file.getvalue()
