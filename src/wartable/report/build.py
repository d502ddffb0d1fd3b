"""The whole report of one house."""

from wartable.odds import par_sheet
from wartable.report.document import Document, Section
from wartable.report.filing import Filing
from wartable.report.sections.cover import cover
from wartable.report.sections.findings import findings
from wartable.report.sections.initial import initial


def build(filing: Filing) -> Document:
    sections: list[Section] = []
    sections.append(findings(filing))
    if filing.rules is not None:
        sheet = par_sheet(filing.rules)
        sections.append(initial(sheet))
    return Document(cover(filing), sections)
