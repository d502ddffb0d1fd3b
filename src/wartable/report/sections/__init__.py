"""One module for each part of the report."""

from wartable.report.sections import exposure, hold, session, simulation
from wartable.report.sections.asked import asked
from wartable.report.sections.bank import bank
from wartable.report.sections.cover import cover
from wartable.report.sections.electronic import electronic
from wartable.report.sections.findings import findings
from wartable.report.sections.game import from_full_shoe, game
from wartable.report.sections.glossary import glossary
from wartable.report.sections.initial import initial
from wartable.report.sections.layout import layout
from wartable.report.sections.made import made
from wartable.report.sections.progressive import progressive
from wartable.report.sections.rules import attestations, readings_chosen, rules_in_force
from wartable.report.sections.spin import spin
from wartable.report.sections.summary import summary
from wartable.report.sections.tie import tie
