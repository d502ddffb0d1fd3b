"""Finding out what became of a record that is not where it was: moved to another stream, or given another number."""

from collections.abc import Iterable, Mapping

from wartable.audit.finding import Finding
from wartable.audit.walk import Walked, link, text
from wartable.store import Row


def trace_moved(events: Iterable[Row], broken: Mapping[str, Walked]) -> list[Finding]:
    """What is wrong in the streams that broke, each said once.

    A record that lies where it does not follow, but would follow exactly where another one is missing, was moved from
    there: then that is the one thing to say, and the place it lies in now is not at fault.
    """
    gaps = {name: walked for name, walked in broken.items() if walked.wrong is None or walked.wrong.what == "missing"}
    moved: dict[str, tuple[Finding, Row]] = {}
    for row in events if gaps else ():
        stream = text(row[0])
        if stream not in broken or not isinstance(row[1], int) or 1 <= row[1] <= broken[stream].version:
            continue
        for name, gap in gaps.items():
            due = gap.version + 1
            if name not in moved and link(gap.chain, name, due, row) == row[7] and (stream, row[1]) != (name, due):
                moved[name] = (_moved(name, due, stream, row[1]), row)
    explained = {text(row[0]) for _, row in moved.values() if _is_its_stray(broken[text(row[0])], row)}
    findings = [finding for finding, _ in moved.values()]
    for name, walked in broken.items():
        if name not in moved and name not in explained and walked.wrong is not None:
            findings.append(walked.wrong)
    return sorted(findings, key=lambda finding: (finding.stream, finding.version))


def _is_its_stray(walked: Walked, row: Row) -> bool:
    return walked.stray is not None and walked.stray[:2] == row[:2]


def _moved(name: str, due: int, stream: str, version: int) -> Finding:
    if name == stream:
        return Finding(name, due, "renumbered", f"this record was given the version {version}")
    return Finding(name, due, "moved", f"this record was moved: it lies in {stream} as version {version}")
