"""The records: chain and versions of every stream, the list of streams, the commands, and the witnesses."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from wartable.audit.finding import Finding
from wartable.audit.heads import Unseen, Witnesses, not_extended
from wartable.audit.house_events import HOUSE
from wartable.audit.proof.commands import place_commands, seal_of_commands
from wartable.audit.proof.forms import Forms
from wartable.audit.proof.places import trace_moved
from wartable.audit.walk import Walked, nothing_of, text, walk
from wartable.store import ReadTransaction, Row


class RecordsChecked(msgspec.Struct, frozen=True):
    """How much there was, and what is wrong with it."""

    streams: int
    events: int
    commands: int
    findings: tuple[Finding, ...]
    contradicted: tuple[Finding, ...]
    broken: frozenset[str]
    """Streams that hold a wrong record or miss one, whether at fault or not."""
    unseen: tuple[Unseen, ...] = ()
    """Of each stream, the records after its last witness."""


def check_records(moment: ReadTransaction, witnesses: Witnesses, only: str | None = None) -> RecordsChecked:
    forms = Forms()
    walked = {stream.stream: stream for stream in walk(forms.over(of_stream(moment.raw("events"), only)), witnesses)}
    broken = {name: stream for name, stream in walked.items() if stream.wrong is not None}
    short = tuple(compare_with_list(walked, of_stream(moment.raw("streams"), only)))
    broken |= {found.stream: walked.get(found.stream) or nothing_of(found.stream) for found in short}
    findings = trace_moved(moment.raw("events"), broken) if broken else []
    traced = {found.stream for found in findings}
    findings += [found for found in short if found.stream not in traced]
    told = frozenset(found.stream for found in findings) | broken.keys()
    seal, commands = seal_of_commands(moment.raw("commands"), only)
    if seal != sum(stream.seal for stream in walked.values()):
        events, rows = of_stream(moment.raw("events"), only), moment.raw("commands")
        findings += place_commands(events, rows, told, only)
    findings += [
        found
        for name, found in forms.findings.items()
        if name not in told and (found.what != "form" or HOUSE not in told)  # which says who may give a command
    ]
    return RecordsChecked(
        streams=len(walked),
        events=sum(stream.version for stream in walked.values()),
        commands=commands,
        findings=tuple(findings),
        contradicted=tuple(_contradicted(walked, witnesses, only)),
        broken=told,
        unseen=tuple(_unseen(walked, witnesses)),
    )


def of_stream(rows: Iterable[Row], only: str | None) -> Iterable[Row]:
    """Keep the rows of one stream, where only one is asked for."""
    return rows if only is None else (row for row in rows if row[0] == only)


def compare_with_list(walked: Mapping[str, Walked], rows: Iterable[Row]) -> Iterator[Finding]:
    """Report where the list of streams differs from the records; a broken stream has its own finding."""
    left = dict(walked)
    for name, version, chain in rows:
        stream = left.pop(text(name), None)
        if stream is None:
            yield Finding(text(name), 1, "missing", f"this record is missing; the list of streams counts {version}")
        elif stream.wrong is None and (stream.version, stream.chain) != (version, chain):
            yield _listed_otherwise(stream, version)
    for name, stream in left.items():
        if stream.wrong is None:
            yield Finding(
                name,
                0,
                "stream",
                f"the list of streams does not have it; records up to version {stream.version} lie there",
            )


def _listed_otherwise(stream: Walked, version: object) -> Finding:
    if version == stream.version:
        return Finding(stream.stream, stream.version, "stream", "the list of streams has another chain value for it")
    if isinstance(version, int) and version < stream.version:
        says = f"the list of streams ends at version {version}, the records at {stream.version}"
        return Finding(stream.stream, version + 1, "stream", says)
    says = f"this record is missing; the list of streams counts {version}"
    return Finding(stream.stream, stream.version + 1, "missing", says)


def _unseen(walked: Mapping[str, Walked], witnesses: Witnesses) -> Iterator[Unseen]:
    """Report records after the last witness, which could be rewritten."""
    for name, stream in walked.items():
        reach = witnesses.reach(name, stream.version)
        if reach < stream.version:
            yield Unseen(name, reach + 1, stream.version)


def _contradicted(walked: Mapping[str, Walked], witnesses: Witnesses, only: str | None) -> Iterator[Finding]:
    """Report what witnesses saw and the store does not have, also of streams that are gone as a whole."""
    for name in witnesses.streams():
        if only is not None and name != only:
            continue
        stream = walked.get(name)
        if stream is None:
            yield not_extended(witnesses.of(name)[0], None, "the stream is not there")
        elif stream.contradicted is not None:
            yield stream.contradicted
