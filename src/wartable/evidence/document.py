"""A page of headings, paragraphs and tables, written as Markdown and as a web page that needs nothing else."""

import re
from collections.abc import Sequence
from html import escape

from msgspec import Struct


class Heading(Struct, frozen=True, tag=True):
    """A heading of level 1 or 2."""

    level: int
    text: str


class Text(Struct, frozen=True, tag=True):
    """A paragraph."""

    text: str


class Table(Struct, frozen=True, tag=True):
    """A table with a head."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


Page = list[Heading | Text | Table]

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;"
    "background:#fff}table{border-collapse:collapse;margin:1rem 0;font-size:.9rem}th,td{border:1px solid #bbb;"
    "padding:.25rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{background:#eee}"
    "code{font-size:.9em;overflow-wrap:anywhere}"
)


def to_markdown(page: Page) -> str:
    """For a reader of text."""
    return "\n\n".join(_markdown(block) for block in page) + "\n"


def _markdown(block: Heading | Text | Table) -> str:
    match block:
        case Heading(level, text):
            return f"{'#' * level} {text}"
        case Text(text):
            return text
        case Table(head, rows):
            lines = [head, ["---"] * len(head), *rows]
            return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)


def to_html(page: Page) -> str:
    """For a browser; no script, no picture, no other file."""
    title = next(block.text for block in page if isinstance(block, Heading))
    body = "\n".join(_html(block) for block in page)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _html(block: Heading | Text | Table) -> str:
    match block:
        case Heading(level, text):
            return f"<h{level}>{_inline(text)}</h{level}>"
        case Text(text):
            return f"<p>{_inline(text)}</p>"
        case Table(head, rows):
            top = "".join(f'<th scope="col">{_inline(cell)}</th>' for cell in head)
            body = "\n".join(f"<tr>{''.join(f'<td>{_inline(cell)}</td>' for cell in row)}</tr>" for row in rows)
            return f"<table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _inline(text: str) -> str:
    marked = re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(text))
    return re.sub(r"\*\*([^*]*)\*\*", r"<strong>\1</strong>", marked)
