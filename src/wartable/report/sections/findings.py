"""What `wartable check` found in the house's file."""

from wartable.paper import Code, Column, Inline, PageTable, Section, counted
from wartable.report.filing import Filing
from wartable.report.parts import clauses, lead, note, row, sentence

_WORDS = {"error": "error", "warning": "warning", "note": "note"}


def findings(filing: Filing) -> Section:
    """Return every finding with its line, what is allowed, and the clauses."""
    found = filing.checked.findings
    counts = [counted(number, word) for word in _WORDS if (number := sum(f.severity == word for f in found))]
    if not found:
        told = "The file was checked against every rule of its rulebook. There are no findings."
    else:
        told = f"The file was checked against every rule of its rulebook: {', '.join(counts)}."
    how = note(
        "Made by ", Code("wartable check"), ". An error keeps a house from being filed; a warning or a note does not."
    )
    if not found:
        return Section("findings", "Findings of the check", [lead(told), how])
    table = PageTable(
        "Findings, from the top of the file down",
        [
            Column("Line"),
            Column("Kind"),
            Column("Key", grows=2),
            Column("What was found, and what is allowed", grows=5),
            Column("Clauses", grows=3),
        ],
        [
            row(
                str(finding.line or "–"),
                finding.severity,
                Code(finding.key or "–"),
                _told(finding.message, finding.allowed),
                clauses(finding.clauses, finding.reading),
            )
            for finding in found
        ],
        small=True,
    )
    return Section("findings", "Findings of the check", [lead(told), how, table])


def _told(message: str, allowed: str) -> list[Inline]:
    return [f"{message[:1].upper()}{sentence(message[1:])} ", f"Allowed: {allowed}."]
