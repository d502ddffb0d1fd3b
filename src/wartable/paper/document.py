"""What a document is made of: sections, tables, charts and figures, as types that know nothing of a page.

Three writers put the same document on paper, on the screen and into text. A figure carries the exact number, so that
the document cannot differ from what `wartable odds --json` says.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from wartable.odds import Exact

Shows = Literal["percent", "fraction", "decimal", "dollars", "one_in", "count", "signed"]


class Figure(msgspec.Struct, frozen=True, tag="figure"):
    """A number of the mathematics and how it is written; the writers round it, from the exact value."""

    number: Exact
    shows: Shows
    digits: int = 0


class Derived(msgspec.Struct, frozen=True, tag="derived"):
    """A number that this report reckons from the mathematics' own, such as a product of two of them."""

    number: Exact
    shows: Shows
    digits: int = 0


class Code(msgspec.Struct, frozen=True, tag="code"):
    """A name as a file or a rulebook writes it: a key, a clause, a digest."""

    text: str


class Strong(msgspec.Struct, frozen=True, tag="strong"):
    """Words that carry the sentence."""

    text: str


class Quiet(msgspec.Struct, frozen=True, tag="quiet"):
    """Words in the second voice."""

    text: str


class Bar(msgspec.Struct, frozen=True, tag="bar"):
    """A share between nothing and one, drawn beside the figure that says it."""

    share: float


Inline = str | Figure | Derived | Code | Strong | Quiet | Bar
Inlines = Sequence[Inline]
_MARK = re.compile(r"`([^`]*)`|\*\*([^*]*)\*\*")


def marked(text: str) -> Inlines:
    """Return words in which `code` and **strong** are marked as in Markdown."""
    words: list[Inline] = []
    end = 0
    for mark in _MARK.finditer(text):
        words += [text[end : mark.start()], Code(mark[1]) if mark[1] is not None else Strong(mark[2])]
        end = mark.end()
    return [*words, text[end:]]


Align = Literal["left", "right"]


class Column(msgspec.Struct, frozen=True):
    """A column; one that `grows` shares the room which the others leave."""

    title: str
    align: Align = "left"
    grows: int = 0


class PageRow(msgspec.Struct, frozen=True):
    """A row; the first cell is its name. A total has a rule above it."""

    cells: Sequence[Inlines]
    total: bool = False


class PageTable(msgspec.Struct, frozen=True, tag="table"):
    """A table with a head that is repeated on every page it reaches."""

    caption: str
    columns: Sequence[Column]
    rows: Sequence[PageRow]
    small: bool = False


class Paragraph(msgspec.Struct, frozen=True, tag="paragraph"):
    """A paragraph."""

    words: Inlines
    voice: Literal["body", "lead", "note"] = "body"


class Subheading(msgspec.Struct, frozen=True, tag="subheading"):
    """A heading inside a section."""

    text: str


class Bullets(msgspec.Struct, frozen=True, tag="bullets"):
    """A list of sentences."""

    items: Sequence[Inlines]


class Facts(msgspec.Struct, frozen=True, tag="facts"):
    """Names and what they stand for."""

    rows: Sequence[tuple[str, Inlines]]


class KeyFigure(msgspec.Struct, frozen=True):
    """One large number and what it says."""

    figure: Inline
    says: str


class KeyFigures(msgspec.Struct, frozen=True, tag="key_figures"):
    """A few large numbers in a row."""

    figures: Sequence[KeyFigure]


class Notice(msgspec.Struct, frozen=True, tag="notice"):
    """What a reader must not miss."""

    kind: Literal["holds", "broken"]
    title: str
    items: Sequence[Inlines] = ()


class Chart(msgspec.Struct, frozen=True, tag="chart"):
    """A chart as a Vega-Lite specification, with the sentence that says the same without eyes."""

    anchor: str
    title: str
    says: str
    instead: str
    spec: Mapping[str, Any]


Block = Paragraph | Subheading | PageTable | Chart | Facts | KeyFigures | Bullets | Notice


class Section(msgspec.Struct, frozen=True):
    """A part of the report."""

    anchor: str
    title: str
    blocks: Sequence[Block]
    appendix: bool = False


class Attachment(msgspec.Struct, frozen=True):
    """A file that travels inside the report."""

    name: str
    kind: str
    says: str
    data: bytes


class TitlePage(msgspec.Struct, frozen=True):
    """The first page."""

    title: str
    operator: str
    under: str
    date: str
    verdict: Notice
    facts: Facts


class Document(msgspec.Struct, frozen=True):
    """A whole report."""

    cover: TitlePage
    sections: Sequence[Section]
    attachments: Sequence[Attachment] = ()
