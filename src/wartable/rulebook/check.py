"""Checking a house's file against its rulebook: every finding at once, each with its line, key and clauses."""

import msgspec

from wartable.rulebook.checks import HouseFinding, about_the_house, complete, consistent, errors, stand_ins
from wartable.rulebook.force import rules_in_force
from wartable.rulebook.house import MAX_HOUSE_BYTES, House, as_text, judge, open_house, read_house
from wartable.rulebook.rules import Rules
from wartable.rulebook.toml_lines import KeyLines, dotted


class HouseCheck(msgspec.Struct, frozen=True):
    """The result of `check` for one file; it has rules only if there are no errors."""

    file: str
    rulebook: str | None
    findings: tuple[HouseFinding, ...]
    rules: Rules | None

    @property
    def ok(self) -> bool:
        """Whether the house may be filed."""
        return not errors(self.findings)


def check_house(text: str | bytes, name: str) -> HouseCheck:
    """Check a house's file; the name is only repeated in the report."""
    house = open_house(text)
    if isinstance(house, HouseFinding):
        return HouseCheck(name, None, _without_a_rulebook(text, house), None)
    return check_choices(house, name)


def check_choices(house: House, name: str) -> HouseCheck:
    """Check a house that was opened already, such as a filed one with other limits."""
    choices, findings, said = judge(house.book, house.tables)
    rules = rules_in_force(house.book, stand_ins(house.book, said) | choices)
    findings += about_the_house(house.about)
    findings += consistent(house.book, choices, rules, said)
    findings += complete(house.book, choices, house.attest, rules, said)
    return HouseCheck(name, house.book.name, _in_order(house.text, findings), None if errors(findings) else rules)


def _without_a_rulebook(text: str | bytes, unread: HouseFinding) -> tuple[HouseFinding, ...]:
    """The findings about a file without a rulebook: the house's own names are checked all the same."""
    document = read_house(text)
    if isinstance(document, HouseFinding):
        return (unread,)
    return _in_order(as_text(text), [unread, *about_the_house(document.get("about", {}))])


def _in_order(text: str, findings: list[HouseFinding]) -> tuple[HouseFinding, ...]:
    """The findings with their lines, in the order of the file; those without a line come last.

    A file has at most as many lines as bytes.
    """
    if not findings:
        return ()  # to find the lines takes longer than all checks of a house that is right
    lines = KeyLines(text)
    placed = [msgspec.structs.replace(finding, line=_line(lines, finding)) for finding in findings]
    return tuple(sorted(placed, key=lambda finding: (finding.line or MAX_HOUSE_BYTES, finding.key)))


def _line(lines: KeyLines, finding: HouseFinding) -> int | None:
    key = finding.key if finding.row is None else dotted((*finding.key.split("."), finding.row))
    return lines.find(key) or lines.find(finding.key)
