"""The report: every figure as data, and as a page that a laboratory reads."""

from typing import Any

import msgspec

from wartable.evidence.collect import Evidence
from wartable.evidence.judge import LEVEL, RERUN_RULE, RULE
from wartable.evidence.pages import evidence_document
from wartable.evidence.program import sources, versions
from wartable.evidence.sample import SEQUENCE_BYTES, TABLE
from wartable.paper import write_html, write_markdown

_DIGITS = 9
"""Significant digits of a figure: the last ones of a float may differ between processors."""


def report_document(evidence: Evidence) -> dict[str, Any]:
    """Everything, for programs."""
    asked = evidence.asked
    document = {
        "report": "wartable evidence rng",
        "passed": evidence.passed,
        "reasons": evidence.reasons,
        "seed": asked.seed.hex(),
        "table": TABLE,
        "decks": asked.decks,
        "shuffles": asked.shuffles,
        "raw_bytes": asked.sequences * SEQUENCE_BYTES,
        "sequences": asked.sequences,
        "level": LEVEL,
        "rule": RULE,
        "rerun_rule": RERUN_RULE,
        "worked_examples": evidence.examples,
        "known_answers": evidence.known,
        "proofs": evidence.proofs,
        "outcome": evidence.outcome,
        "raw": evidence.raw,
        "files": evidence.digests,
        "versions": versions(),
        "sources": sources(),
    }
    rounded: dict[str, Any] = _rounded(msgspec.to_builtins(document))
    return rounded


def write_report(evidence: Evidence) -> dict[str, bytes]:
    document = report_document(evidence)
    page = evidence_document(evidence, document["versions"], document["sources"])
    return {
        "report.json": msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n",
        "report.md": write_markdown(page),
        "report.html": write_html(page),
    }


def _rounded(value: Any) -> Any:
    match value:
        case float():
            return float(f"{value:.{_DIGITS}g}")
        case dict():
            return {key: _rounded(item) for key, item in value.items()}
        case list():
            return [_rounded(item) for item in value]
    return value
