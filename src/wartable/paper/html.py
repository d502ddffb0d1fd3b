"""A document, or a template of its own, as one web page that needs no other file, no script and no network."""

import base64
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from wartable.paper.document import Attachment, Document
from wartable.paper.plain import plain

if TYPE_CHECKING:
    from jinja2 import Environment

_TEMPLATES = files(__package__).joinpath("templates")


def write_html(document: Document) -> bytes:
    """Write the whole page."""
    page = render(
        "report.html.j2",
        **plain(document),
        style=Markup(_read("report.css")),
        **{name: Markup(_read(f"{name}.svg")) for name in ("felt", "holds", "broken")},
        attachments=[_attached(attachment) for attachment in document.attachments],
    )
    return page.encode()


def render(template: str, **values: object) -> str:
    """Fill one of the templates; every value is escaped, and a missing one is an error."""
    return f"{_environment().get_template(template).render(**values).strip()}\n"


def _attached(attachment: Attachment) -> dict[str, str]:
    data = base64.b64encode(attachment.data).decode()
    return {"name": attachment.name, "says": attachment.says, "link": f"data:{attachment.kind};base64,{data}"}


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(_read), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["drawing"] = Markup
    environment.filters["breakable"] = _breakable
    return environment


def _breakable(text: str) -> Markup:
    """A long name that may be broken after its dots, underscores and bars."""
    escaped = escape(text)
    for mark in "._/":
        escaped = escaped.replace(mark, Markup(f"{mark}<wbr>"))
    return escaped


def _read(name: str) -> str:
    return _TEMPLATES.joinpath(name).read_text(encoding="utf-8")
