"""The play: every table followed from its first record, so that every payment is decided again from the log alone."""

from collections.abc import Container, Mapping

from wartable.audit.finding import Finding
from wartable.audit.following import KeptState, PlayedTable, play
from wartable.audit.reading import TABLE
from wartable.store import ReadLog, ReadTransaction

Lengths = Mapping[str, int]
"""By stream of a table: how many records are to be followed."""


def lengths_of(moment: ReadTransaction, only: str | None = None) -> Lengths:
    """Return the tables of a moment with their lengths."""
    return {
        stream: version
        for stream, version, _ in moment.raw("streams")
        if isinstance(stream, str) and isinstance(version, int) and stream.startswith(TABLE) and only in (None, stream)
    }


def play_tables(log: ReadLog, lengths: Lengths, snapshots: Mapping[str, KeptState]) -> list[PlayedTable]:
    return [
        play(log, stream, log.read(stream, upto=version), snapshots.get(stream)) for stream, version in lengths.items()
    ]


def shares(lengths: Lengths, parts: int) -> list[Lengths]:
    """Divide the tables into this number of parts of similar length, the longest table first."""
    made: list[dict[str, int]] = [{} for _ in range(parts)]
    for stream in sorted(lengths, key=lambda name: -lengths[name]):
        least = min(made, key=lambda part: sum(part.values()))
        least[stream] = lengths[stream]
    return [part for part in made if part]


def of_no_table(snapshots: Mapping[str, KeptState], tables: Container[str]) -> list[Finding]:
    """Report snapshots of streams that are not tables, or that have no records."""
    says = "there is a snapshot of it, and no table with records has this name"
    return [Finding(stream, one.version, "snapshot", says) for stream, one in snapshots.items() if stream not in tables]
