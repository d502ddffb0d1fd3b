"""The report as a PDF, laid out by typst with its own fonts, so that every machine sets the same pages."""

import re
from importlib.resources import files
from typing import Any

import msgspec
import typst

from wartable.report.document import Document
from wartable.report.plain import plain

_TEMPLATES = files(__package__).joinpath("templates")
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
PAPER_FACE = "Libertinus Serif"


def write_pdf(document: Document) -> bytes:
    """The pages as one file: tagged for screen readers, and fit for archives where the report has a date."""
    dated = _DAY.fullmatch(document.cover.date) is not None
    made: bytes = typst.compile(
        sources(document),
        format="pdf",
        ignore_system_fonts=True,
        pdf_standards=["a-3a", "ua-1"] if dated else ["ua-1"],
    )
    return made


def draw_pages(document: Document, dots_per_inch: float = 96) -> list[bytes]:
    """The same pages as pictures, for those who look at them before they are filed."""
    made = typst.compile(sources(document), format="png", ignore_system_fonts=True, ppi=dots_per_inch)
    return [made] if isinstance(made, bytes) else list(made)


def sources(document: Document) -> dict[str, bytes]:
    """What typst reads: the layout, the document as data, and the drawings."""
    page = plain(document)
    drawings: dict[str, bytes] = {"felt.svg": _read("felt.svg")}
    for section in page["sections"]:
        for block in section["blocks"]:
            if block["kind"] == "chart":
                name = f"{block['anchor']}.svg"
                drawings[name] = _with_paper_face(block.pop("svg"))
                block["file"] = name
    attached: list[dict[str, Any]] = []
    for attachment in document.attachments:
        drawings[attachment.name] = attachment.data
        attached.append({"name": attachment.name, "kind": attachment.kind, "says": attachment.says})
    page["attachments"] = attached
    return {"main.typ": _read("report.typ"), "report.json": msgspec.json.encode(page), **drawings}


def _with_paper_face(svg: str) -> bytes:
    """A drawing whose words are set in the face of the pages."""
    return svg.replace('font-family="sans-serif"', f'font-family="{PAPER_FACE}"').encode()


def _read(name: str) -> bytes:
    return _TEMPLATES.joinpath(name).read_bytes()
