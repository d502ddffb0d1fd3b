"""Those who saw a stream at a version: heads kept elsewhere, and receipts kept by clients."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from wartable.audit import moments
from wartable.audit.finding import Finding, What
from wartable.audit.heads.lines import HeadsLine, heads_in_force
from wartable.store import Receipt


class Witness(msgspec.Struct, frozen=True):
    """A witness of which chain value a stream had at a version."""

    stream: str
    version: int
    chain: bytes
    what: What
    who: str
    given: bool = True
    """Whether the verifier named the key, or the file: what lies beside the store may be signed by any forger."""

    def __str__(self) -> str:
        return f"{self.who}, version {self.version}"


class Witnesses:
    """All witnesses of a stream, asked in the order of its versions while its records go by."""

    def __init__(self, witnesses: Iterable[Witness] = ()) -> None:
        self._by_stream: dict[str, list[Witness]] = {}
        for witness in witnesses:
            self._by_stream.setdefault(witness.stream, []).append(witness)
        for seen in self._by_stream.values():
            seen.sort(key=lambda witness: witness.version)

    def of(self, stream: str) -> Sequence[Witness]:
        """Return all witnesses of a stream, the earliest version first."""
        return self._by_stream.get(stream, ())

    def streams(self) -> Iterable[str]:
        return self._by_stream.keys()

    def reach(self, stream: str, end: int) -> int:
        """Return the last version that a trusted witness saw, of a stream with this many records; 0 where none did."""
        return max((one.version for one in self.of(stream) if one.given and one.version <= end), default=0)

    def covering(self, stream: str, version: int) -> int:
        """Return the number of trusted witnesses that saw a stream at a version or after it."""
        return sum(one.given and one.version >= version for one in self.of(stream))

    def given(self, *streams: str) -> int:
        """Return the number of witnesses that the verifier can trust, of these streams or of all."""
        return sum(witness.given for stream in streams or self._by_stream for witness in self.of(stream))


class Unseen(msgspec.Struct, frozen=True):
    """Records at the end of a stream that lie after the last witness."""

    stream: str
    first: int
    last: int

    def __str__(self) -> str:
        records = f"record {self.last}" if self.first == self.last else f"records {self.first} to {self.last}"
        return f"{records} of {self.stream} {'lies' if self.first == self.last else 'lie'} after the last witness"


def from_heads(lines: Sequence[HeadsLine], *, given: bool = True) -> Iterator[Witness]:
    """Every head of a heads file that was not given up when an older copy of the store was accepted.

    `given` says whether the verifier was given the key that signed the file.
    """
    for line, head in heads_in_force(lines):
        who = f"the head signed at {moments.told(line.at)} (line {line.number})"
        yield Witness(head.stream, head.version, bytes.fromhex(head.chain), "head", who, given)


def from_receipts(receipts: Sequence[Receipt]) -> Iterator[Witness]:
    """Yield the witnesses of a file of answers."""
    for number, receipt in enumerate(receipts, start=1):
        yield Witness(receipt.stream, receipt.version, receipt.chain, "receipt", f"receipt {number}")


def not_extended(witness: Witness, good: Witness | None, found: str) -> Finding:
    """Say that the store does not have what a witness saw."""
    last = f"the last that it does extend is {good}" if good else "it extends none that was given"
    kind = "head" if witness.what == "head" else "receipt"
    says = f"the store no longer extends the {kind} {_named(witness)}: {found}; {last}"
    return Finding(witness.stream, witness.version, witness.what, says)


def _named(witness: Witness) -> str:
    return str(witness).removeprefix("the head ").removeprefix("receipt ")
