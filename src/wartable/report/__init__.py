"""The submission package of a house: rules in force, par sheets, charts and evidence, as one page or one PDF.

    from wartable.paper import write_pdf
    from wartable.report import build, file_house, compute

    filing = file_house(data, "house.toml")
    document = build(filing, compute(filing.rules))
    pdf = write_pdf(document)

The document is made of typed parts and knows nothing of a page; two writers put it on screen and on paper.
"""

from wartable.report.build import Computed, build, compute
from wartable.report.filing import Filing, file_house
from wartable.report.simulated import ROUNDS, Dealt, NotDealt, SimEvidence, deal
