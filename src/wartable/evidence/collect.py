"""Gather the evidence: the self-tests first, then the shoes, then the raw stream."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np
from msgspec import Struct

from wartable.cards import DECK, Card
from wartable.evidence.judge import Check, by_name, holm
from wartable.evidence.known import known_answers
from wartable.evidence.outcome import Outcomes, ShoeBatch, judge_outcomes
from wartable.evidence.proofs import prove_all
from wartable.evidence.sample import BATCH, SEQUENCE_BYTES, Root, ShoeSample, raw_sequence
from wartable.evidence.sp800_22 import BatteryRow, Example, all_tests, of_bytes, summarise, worked_examples
from wartable.paper import sha256_of
from wartable.shoe import cut

Say = Callable[[str], None]
_TOLD_EVERY = 10


class EvidenceRequest(Struct, frozen=True):
    """What the evidence is asked to be about."""

    seed: bytes
    decks: int
    shuffles: int
    sequences: int


class OutcomePart(Struct, frozen=True):
    """The final outcome: a first run, and a fresh one where a test failed."""

    first: Outcomes
    failed: list[str]
    again: Outcomes | None
    failed_twice: list[str]


class RawPart(Struct, frozen=True):
    """The raw stream in the same way."""

    first: list[BatteryRow]
    failed: list[str]
    again: list[BatteryRow] | None
    failed_twice: list[str]


class Evidence(Struct, frozen=True):
    """Everything that was found."""

    asked: EvidenceRequest
    examples: list[Example]
    known: list[Check]
    proofs: list[Check]
    outcome: OutcomePart
    raw: RawPart
    digests: dict[str, str]

    @property
    def reasons(self) -> list[str]:
        """Why the evidence fails, if it does."""
        exact = [*self.known, *self.proofs, *self.outcome.first.checks]
        exact += self.outcome.again.checks if self.outcome.again else []
        return [
            *(f"worked example of {example.test} ({example.of})" for example in self.examples if not example.ok),
            *(check.check for check in exact if not check.ok),
            *(f"{test}, twice" for test in (*self.outcome.failed_twice, *self.raw.failed_twice)),
        ]

    @property
    def passed(self) -> bool:
        """Whether no test speaks against the generator."""
        return not self.reasons


def gather(asked: EvidenceRequest, folder: Path, say: Say) -> Evidence:
    """Run everything and leave the two collectors' files in a folder."""
    root = Root(asked.seed)
    say("self-tests: worked examples, known answers, exhaustive proofs")
    examples, known, proofs = worked_examples(), known_answers(), prove_all()
    outcome = _outcome_part(root, asked, folder, say)
    raw = _raw_part(root, asked, folder, say)
    digests = {file.name: sha256_of(file) for file in sorted(folder.iterdir())}
    return Evidence(asked, examples, known, proofs, outcome, raw, digests)


def _outcome_part(root: Root, asked: EvidenceRequest, folder: Path, say: Say) -> OutcomePart:
    first = _outcomes(root, asked, folder / "outcomes", say)
    failed = holm(by_name(first.figures))
    if not failed:
        return OutcomePart(first, [], None, [])
    say(f"once more from a fresh seed: {', '.join(failed)}")
    again = _outcomes(root.again(), asked, folder / "outcomes-again", say)
    p_values = by_name(again.figures)
    return OutcomePart(first, failed, again, holm({test: p_values[test] for test in failed}))


def _outcomes(root: Root, asked: EvidenceRequest, stem: Path, say: Say) -> Outcomes:
    shoes = ShoeSample(root, asked.decks, asked.shuffles)
    with stem.with_suffix(".bin").open("wb") as file:
        found = judge_outcomes(_collected(shoes, file, stem.with_suffix(".csv"), say), asked.decks)
    same = Check(
        "dealt as tested",
        "the function that deals gives the faces of the numbers tested, after the cut",
        shoes.compared,
        shoes.different,
    )
    return Outcomes(found.shuffles, [*found.checks, same], found.figures)


def _collected(shoes: ShoeSample, file: BinaryIO, table: Path, say: Say) -> Iterator[ShoeBatch]:
    """Write each batch down on its way to the tests."""
    for place, batch in enumerate(shoes.batches()):
        file.write(np.column_stack([batch.depths, batch.numbers]).astype("<u2").tobytes())
        if place == 0:
            table.write_text("\n".join(_rows(shoes, batch)) + "\n", encoding="utf-8")
        yield batch
        if (place + 1) % _TOLD_EVERY == 0:
            say(f"shoes: {(place + 1) * BATCH:,} of {shoes.count:,}")


def _rows(shoes: ShoeSample, batch: ShoeBatch) -> Iterator[str]:
    """The first shoes as people read them, after the cut."""
    yield "shoe,seed,words,cut,cards"
    for shoe, kinds in zip(shoes.planned, batch.kinds.tolist(), strict=True):
        cards: list[Card] = cut([DECK[kind] for kind in kinds], shoe.depth)
        yield f"{shoe.number},{shoe.seed.hex()},{shoe.words},{shoe.depth},{' '.join(cards)}"


def _raw_part(root: Root, asked: EvidenceRequest, folder: Path, say: Say) -> RawPart:
    first = _rows_of(root, asked, folder / "raw.bin", say)
    failed = holm(raw_p_values(first))
    if not failed:
        return RawPart(first, [], None, [])
    say(f"once more from a fresh seed: {', '.join(failed)}")
    again = _rows_of(root.again(), asked, folder / "raw-again.bin", say)
    p_values = raw_p_values(again)
    return RawPart(first, failed, again, holm({test: p_values.get(test, 0.0) for test in failed}))


def _rows_of(root: Root, asked: EvidenceRequest, file: Path, say: Say) -> list[BatteryRow]:
    with file.open("wb") as stream:
        return summarise(_tested(root, asked, stream, say))


def _tested(root: Root, asked: EvidenceRequest, file: BinaryIO, say: Say) -> Iterator[dict[str, float]]:
    for number in range(1, asked.sequences + 1):
        data = raw_sequence(root, number, asked.decks)
        file.write(data)
        yield all_tests(of_bytes(data))
        if number % _TOLD_EVERY == 0:
            say(f"raw stream: {number * SEQUENCE_BYTES:,} of {asked.sequences * SEQUENCE_BYTES:,} bytes")


def raw_p_values(rows: list[BatteryRow]) -> dict[str, float]:
    """What is judged together: each test's share that passes, its worst sequence, and the spread where it is judged."""
    found = {f"{row.test}, share": row.share_p for row in rows}
    found |= {f"{row.test}, worst sequence": row.worst_p for row in rows}
    return found | {f"{row.test}, spread": row.uniformity_p for row in rows if row.uniformity_p is not None}
