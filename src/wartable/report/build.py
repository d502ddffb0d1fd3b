"""The whole report of one house."""

import msgspec

from wartable.odds import ParSheet, par_sheet
from wartable.report.document import Attachment, Document, Section, Words
from wartable.report.filing import Filing
from wartable.report.sections.bank import bank
from wartable.report.sections.cover import cover
from wartable.report.sections.electronic import electronic
from wartable.report.sections.findings import findings
from wartable.report.sections.game import game
from wartable.report.sections.glossary import glossary
from wartable.report.sections.initial import initial
from wartable.report.sections.progressive import progressive
from wartable.report.sections.rules import attestations, readings_chosen, rules_in_force
from wartable.report.sections.spin import spin
from wartable.report.sections.summary import summary
from wartable.report.sections.tie import tie
from wartable.rulebook.rules import Rules


def build(filing: Filing) -> Document:
    """The report of a house; without rules in force there is nothing to reckon, and the report says so."""
    rules = filing.rules
    sheet = par_sheet(rules) if rules is not None else None
    further: list[Words] = []
    middle: list[Section] = []
    if rules is not None and sheet is not None:
        middle = list(_wagers(rules, sheet))
    attested = attestations(filing)
    sections = [
        summary(filing, sheet, further),
        findings(filing),
        game(filing),
        *middle,
        rules_in_force(filing),
        readings_chosen(filing),
        *([attested] if attested is not None else []),
        glossary(filing),
    ]
    return Document(cover(filing), sections, _attachments(filing, sheet))


def _wagers(rules: Rules, sheet: ParSheet) -> list[Section]:
    wagers = sheet.wagers
    sections = [initial(sheet), tie(sheet)]
    if wagers.progressive is not None:
        sections.append(progressive(rules, wagers.progressive))
    if rules.bonus_spin is not None and wagers.bonus_spin is not None:
        sections.append(spin(rules.bonus_spin, wagers.bonus_spin))
    if sheet.bank is not None:
        sections.append(bank(sheet.bank))
    if sheet.electronic is not None:
        sections.append(electronic(sheet.electronic))
    return sections


def _attachments(filing: Filing, sheet: ParSheet | None) -> list[Attachment]:
    files = [Attachment("house.toml", "application/toml", "the house file, as it was given", filing.data)]
    if sheet is not None:
        data = msgspec.json.format(msgspec.json.encode(sheet), indent=2) + b"\n"
        files.append(Attachment("odds.json", "application/json", "the mathematics, every fraction in full", data))
    return files
