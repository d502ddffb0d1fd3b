"""What a report's document holds, for tests to look through."""

from collections.abc import Iterator

from wartable.paper.document import (
    Block,
    Bullets,
    Chart,
    Document,
    Facts,
    Inline,
    KeyFigures,
    Notice,
    PageTable,
    Paragraph,
)


def charts_of(document: Document) -> Iterator[Chart]:
    """Every chart, in the order of the pages."""
    for section in document.sections:
        yield from (block for block in section.blocks if isinstance(block, Chart))


def inlines_of(document: Document) -> Iterator[Inline]:
    """Every piece of text and every figure, in the order of the pages."""
    yield from _inlines(document.cover.verdict)
    yield from _inlines(document.cover.facts)
    for section in document.sections:
        for block in section.blocks:
            yield from _inlines(block)


def _inlines(block: Block) -> Iterator[Inline]:
    match block:
        case Paragraph(words):
            yield from words
        case PageTable(rows=rows):
            for row in rows:
                for cell in row.cells:
                    yield from cell
        case Facts(pairs):
            for _, words in pairs:
                yield from words
        case KeyFigures(figures):
            yield from (key.figure for key in figures)
        case Bullets(items) | Notice(items=items):
            for words in items:
                yield from words
        case _:
            pass
