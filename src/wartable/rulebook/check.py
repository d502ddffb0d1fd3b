"""Holding a house's file against its rulebook: every finding at once, each with its line, key and clauses."""

import msgspec

from wartable.rulebook.checks import complete, consistent
from wartable.rulebook.checks.about import about_the_house
from wartable.rulebook.checks.finding import Finding, errors
from wartable.rulebook.force import rules_in_force
from wartable.rulebook.house import MAX_HOUSE_BYTES, BadHouse, House, choose, judge, load_house, open_house
from wartable.rulebook.rules import Rules
from wartable.rulebook.toml_lines import KeyLines

__all__ = ["BadHouse", "Finding", "Report", "check_house", "choose", "complete", "consistent", "load_house"]


class Report(msgspec.Struct, frozen=True):
    """What `check` says about one file; the rules are there only if nothing is wrong with them."""

    file: str
    rulebook: str | None
    findings: tuple[Finding, ...]
    rules: Rules | None

    @property
    def ok(self) -> bool:
        """Whether the house may be filed."""
        return not errors(self.findings)


def check_house(text: str | bytes, name: str) -> Report:
    """Check a house's file; the name is only repeated in the report."""
    house = open_house(text)
    if isinstance(house, Finding):
        return Report(name, None, (house,), None)
    choices, findings, said = judge(house.book, house.tables)
    # A value that was refused is not in force, so what follows from its absence is no news.
    refused = {finding.key for finding in errors(findings)}
    rules = rules_in_force(house.book, choices)
    further = [*consistent(house.book, choices, rules), *complete(house.book, choices, house.attest, rules, said)]
    findings += about_the_house(house.about)
    findings += (finding for finding in further if finding.key not in refused)
    return Report(name, house.book.name, _in_order(house, findings), None if errors(findings) else rules)


def _in_order(house: House, findings: list[Finding]) -> tuple[Finding, ...]:
    """The findings with their lines, from the top of the file down; those without a line come last.

    A file has at most as many lines as bytes.
    """
    lines = KeyLines(house.text)
    placed = [msgspec.structs.replace(finding, line=lines.find(finding.key)) for finding in findings]
    return tuple(sorted(placed, key=lambda finding: (finding.line or MAX_HOUSE_BYTES, finding.key)))
