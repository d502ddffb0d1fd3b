"""The whole report of one house."""

from random import Random

import msgspec

from wartable.odds import Exposure, ParSheet, par_sheet
from wartable.odds import exposure as weigh_exposure
from wartable.paper import Attachment, Document, Inlines, Section
from wartable.report import sections
from wartable.report.filing import Filing
from wartable.report.sessions import Evening, play_evening
from wartable.report.simulated import NotDealt, SimEvidence
from wartable.rulebook import Rules

SHOES = 200
"""Shoes that exposure is looked for in."""
SEED = 1


class Computed(msgspec.Struct, frozen=True):
    """All the mathematics of one report."""

    sheet: ParSheet
    evening: Evening
    exposure: Exposure | None
    """Nothing where every round is dealt from a full shoe."""
    seed: int
    evidence: SimEvidence | NotDealt | None = None
    """Nothing where no simulation was asked for."""


def compute(
    rules: Rules, *, seed: int = SEED, shoes: int = SHOES, evidence: SimEvidence | NotDealt | None = None
) -> Computed:
    """Compute everything that a report says; shoes are shuffled from the seed alone."""
    looked_at = None if sections.from_full_shoe(rules) else weigh_exposure(rules, shoes, Random(seed).shuffle)
    return Computed(par_sheet(rules), play_evening(rules), looked_at, seed, evidence)


def build(filing: Filing, found: Computed | None) -> Document:
    """Return the report of a house; without rules in force it has no figures, and says so."""
    sheet = found.sheet if found is not None else None
    middle = _mathematics(filing.rules, found, filing.file) if filing.rules is not None and found is not None else []
    attested = sections.attestations(filing)
    parts = [
        sections.summary(filing, sheet, _further(found)),
        sections.findings(filing),
        sections.game(filing),
        *([sections.layout(filing.rules)] if filing.rules is not None else []),
        *middle,
        sections.rules_in_force(filing),
        sections.readings_chosen(filing),
        *([attested] if attested is not None else []),
        sections.made(filing, found.seed if found is not None else None),
        sections.glossary(filing),
    ]
    return Document(sections.cover(filing), parts, _attachments(filing, sheet))


def _further(found: Computed | None) -> list[Inlines]:
    if found is None:
        return []
    told = [
        sections.session.in_short(found.evening),
        sections.hold.in_short(found.sheet.table),
        sections.exposure.in_short(found.exposure),
    ]
    return [*told, sections.simulation.in_short(found.evidence)] if found.evidence is not None else told


def _mathematics(rules: Rules, found: Computed, file: str) -> list[Section]:
    sheet, wagers = found.sheet, found.sheet.wagers
    parts = [sections.initial(sheet), sections.tie(sheet)]
    if wagers.progressive is not None:
        parts.append(sections.progressive(rules, wagers.progressive))
    if rules.bonus_spin is not None and wagers.bonus_spin is not None:
        parts.append(sections.spin(rules.bonus_spin, wagers.bonus_spin))
    if sheet.bank is not None:
        parts.append(sections.bank(sheet.bank))
    if sheet.electronic is not None:
        parts.append(sections.electronic(sheet.electronic, envied=rules.envy is not None))
    parts += [
        sections.session.session(found.evening),
        sections.hold.hold(sheet.table, found.evening.odds),
        sections.exposure.exposure(found.exposure, found.seed),
    ]
    parts.append(sections.asked(sheet))
    if found.evidence is not None:
        parts.append(sections.simulation.simulation(found.evidence, file))
    return parts


def _attachments(filing: Filing, sheet: ParSheet | None) -> list[Attachment]:
    files = [Attachment("house.toml", "application/toml", "the house file, as it was given", filing.data)]
    if sheet is not None:
        data = msgspec.json.format(msgspec.json.encode(sheet), indent=2) + b"\n"
        files.append(Attachment("odds.json", "application/json", "the mathematics, every fraction in full", data))
    return files
