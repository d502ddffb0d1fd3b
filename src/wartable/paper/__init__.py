"""Documents for people to read and file: one model, and writers of HTML, PDF and Markdown.

    from wartable.paper import Document, Section, TitlePage, para, write_html

A document is made of typed parts and knows nothing of a page. The report, the laboratory's evidence and recalled rounds
are written here and nowhere else.
"""

from wartable.paper.document import (
    Attachment,
    Bar,
    Block,
    Bullets,
    Chart,
    Code,
    Column,
    Derived,
    Document,
    Facts,
    Figure,
    Inline,
    Inlines,
    KeyFigure,
    KeyFigures,
    Notice,
    PageRow,
    PageTable,
    Paragraph,
    Quiet,
    Section,
    Subheading,
    TitlePage,
    marked,
)
from wartable.paper.folder import FolderInUse, sha256_of, write_whole
from wartable.paper.html import render, write_html
from wartable.paper.markdown import write_markdown
from wartable.paper.numbers import HARD_SPACE, counted, decimal, grouped, net, scientific, signed
from wartable.paper.pdf import write_pdf
