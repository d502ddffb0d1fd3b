"""The report as a PDF, laid out by typst with its own fonts, so that every machine sets the same pages."""

from importlib.resources import files
from typing import Any, Literal

import msgspec
import typst

from wartable.paper.document import Document
from wartable.paper.plain import plain

_TEMPLATES = files(__package__).joinpath("templates")
STANDARDS: tuple[list[Literal["a-3a", "ua-1"]], ...] = (["a-3a", "ua-1"], ["ua-1"], [])
PAPER_FACE = "Libertinus Serif"


def write_pdf(document: Document) -> bytes:
    """The pages as one file: tagged for screen readers, and fit for archives where the report has a date.

    Neither can be had for a name in letters that the faces do not have, so the last way asks for nothing.
    """
    files = sources(document)
    for standards in STANDARDS[:-1]:
        try:
            return _compile(files, standards)
        except typst.TypstError:
            continue
    return _compile(files, STANDARDS[-1])


def _compile(files: dict[str, bytes], standards: list[Literal["a-3a", "ua-1"]]) -> bytes:
    # Its types do not know that a set of named files will do as well as the name of one.
    made: bytes = typst.compile(files, format="pdf", ignore_system_fonts=True, pdf_standards=standards)  # type: ignore[call-overload]
    return made


def sources(document: Document) -> dict[str, bytes]:
    """Return the input of typst: the layout, the document as data, and the drawings."""
    page = plain(document)
    drawings: dict[str, bytes] = {name: _read(name) for name in ("felt.svg", "holds.svg", "broken.svg")}
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
    """Return a drawing with its words in the typeface of the pages."""
    return svg.replace('font-family="sans-serif"', f'font-family="{PAPER_FACE}"').encode()


def _read(name: str) -> bytes:
    return _TEMPLATES.joinpath(name).read_bytes()
