"""From a specification to a drawing: offline, and the same bytes every time."""

import re
from typing import Any

import vl_convert

from wartable.paper.document import Chart

VEGA_LITE = "6.4"
_CLIP = re.compile(r"\bclip(\d+)\b")
_ROLES = re.compile(r' (?:role|aria-[a-z]+)="[^"]*"')


def draw(chart: Chart) -> str:
    """Draw a chart; no two drawings of a report share a name."""
    spec: dict[str, Any] = dict(chart.spec)
    svg: str = vl_convert.vegalite_to_svg(spec, vl_version=VEGA_LITE, allowed_base_urls=[])
    # The converter counts clips over its whole life, and speaks of each mark to a screen reader: a chart has one
    # sentence instead, and names that depend on nothing but itself.
    seen: dict[str, str] = {}
    svg = _CLIP.sub(lambda found: seen.setdefault(found[1], f"{chart.anchor}-clip-{len(seen)}"), svg)
    return _ROLES.sub("", svg)
