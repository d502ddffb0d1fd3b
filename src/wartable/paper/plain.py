"""A document as the page templates read it: plain tables and texts, every figure already written out."""

from datetime import date
from typing import Any

from wartable.paper import document as d
from wartable.paper.numbers import shown
from wartable.paper.svg import draw

Plain = dict[str, Any]

SHORT = 24
SHORT_SMALL = 11
"""A table of no more rows stays on one page; rows in small print often have several lines."""


def plain(document: d.Document) -> Plain:
    """Return the document as plain data; sections are numbered, appendices lettered."""
    numbers = iter(range(1, len(document.sections) + 1))
    letters = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return {
        "cover": _cover(document.cover),
        "sections": [
            _section(section, next(letters) if section.appendix else str(next(numbers)))
            for section in document.sections
        ],
    }


def _cover(cover: d.TitlePage) -> Plain:
    return {
        "title": cover.title,
        "operator": cover.operator,
        "under": cover.under,
        "date": cover.date,
        "day": _day(cover.date),
        "verdict": _block(cover.verdict),
        "facts": _block(cover.facts),
    }


def _day(text: str) -> list[int] | None:
    """Return the day as numbers, where the date is one; a house may write any words there."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return [day.year, day.month, day.day]


def _section(section: d.Section, number: str) -> Plain:
    blocks = [_block(block) for block in section.blocks]
    return {"anchor": section.anchor, "number": number, "title": section.title, "blocks": blocks}


def _block(block: d.Block) -> Plain:
    match block:
        case d.Paragraph(text, voice):
            return {"kind": "paragraph", "words": _words(text), "voice": voice}
        case d.Subheading(text):
            return {"kind": "subheading", "text": text}
        case d.PageTable():
            return _table(block)
        case d.Chart(anchor, title, says, instead):
            drawing = {"svg": draw(block), "instead": instead}
            return {"kind": "chart", "anchor": anchor, "title": title, "says": says, **drawing}
        case d.Facts(rows):
            return {"kind": "facts", "rows": [{"name": name, "words": _words(text)} for name, text in rows]}
        case d.KeyFigures(figures):
            keys = [{"figure": _inline(key.figure), "says": key.says} for key in figures]
            return {"kind": "key_figures", "figures": keys}
        case d.Bullets(items):
            return {"kind": "bullets", "items": [_words(item) for item in items]}
        case d.Notice(kind, title, items):
            return {"kind": "notice", "holds": kind == "holds", "title": title, "items": [_words(i) for i in items]}


def _table(table: d.PageTable) -> Plain:
    grows = [column.grows for column in table.columns]
    return {
        "kind": "table",
        "room": sum(grows) if all(grows) else 0,
        "caption": table.caption,
        "small": table.small,
        "whole": len(table.rows) <= (SHORT_SMALL if table.small else SHORT),
        "columns": [{"title": c.title, "align": c.align, "grows": c.grows} for c in table.columns],
        "rows": [{"cells": [_words(cell) for cell in row.cells], "total": row.total} for row in table.rows],
    }


def _words(words: d.Inlines) -> list[Plain]:
    return [_inline(inline) for inline in words]


def _inline(inline: d.Inline) -> Plain:
    match inline:
        case str():
            return {"kind": "text", "text": inline}
        case d.Figure() | d.Derived():
            return {"kind": "fraction" if inline.shows == "fraction" else "figure", "text": shown(inline)}
        case d.Code(text):
            return {"kind": "code", "text": text}
        case d.Strong(text):
            return {"kind": "strong", "text": text}
        case d.Quiet(text):
            return {"kind": "quiet", "text": text}
        case d.Bar(share):
            return {"kind": "bar", "share": round(share, 6)}
