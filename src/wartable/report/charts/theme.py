"""What all charts share: colours, type, axes, and the small layers they are put together from."""

from collections.abc import Mapping, Sequence
from typing import Any

Spec = dict[str, Any]

FELT = "#17453a"
FELT_TINT = "#cdd6ca"
SAND = "#c9c2b0"
SAND_TINT = "#ece7db"
INK = "#191c1b"
SECOND = "#525a55"
RULE = "#d8d1c1"

WIDTH = 720
"""The width of a page's column, which every chart fills."""
LABEL = 13
SMALL = 12
TITLE = 14

CONFIG: Mapping[str, Any] = {
    "background": None,
    "padding": {"left": 4, "right": 4, "top": 6, "bottom": 4},
    "font": "sans-serif",
    "view": {"stroke": None},
    "axis": {
        "grid": False,
        "ticks": False,
        "domainColor": INK,
        "domainWidth": 1,
        "labelColor": SECOND,
        "labelFontSize": LABEL,
        "labelPadding": 7,
        "titleColor": SECOND,
        "titleFontSize": LABEL,
        "titleFontWeight": "normal",
        "titlePadding": 8,
    },
    "title": {"color": INK, "fontSize": TITLE, "fontWeight": "bold", "anchor": "start", "offset": 10},
    "text": {"fontSize": LABEL, "color": SECOND},
    "concat": {"spacing": 30},
}


def chart(body: Spec) -> Spec:
    """A whole specification."""
    return {"$schema": "https://vega.github.io/schema/vega-lite/v6.json", "config": CONFIG, **body}


def layered(layers: Sequence[Spec], *, height: int, width: int = WIDTH, x: Spec | None, y: Spec | None = None) -> Spec:
    """Combine layers over one pair of axes; every layer is given the axes, because they would be merged otherwise."""
    for layer in layers:
        for channel, axis in (("x", x), ("y", y)):
            place = layer["encoding"].get(channel, {})
            if "value" not in place and place:
                place["axis"] = axis
    return {"width": width, "height": height, "layer": list(layers)}


def values(rows: Sequence[Mapping[str, Any]]) -> Spec:
    """Return data that is part of the chart itself."""
    return {"values": list(rows)}


def quantity(field: str, **scale: Any) -> Spec:
    """A number along an axis."""
    return {"field": field, "type": "quantitative", "scale": {"nice": False, **scale}}


def at(value: float) -> Spec:
    return {"datum": value, "type": "quantitative"}


def label(text: str, x: float, y: float, *, strong: bool = False, **mark: Any) -> Spec:
    """Return words at a place of the chart; they may contain line breaks."""
    weight = "bold" if strong else "normal"
    words: str | list[str] = text.split("\n") if "\n" in text else text
    look = {"type": "text", "text": words, "fontWeight": weight, "color": INK if strong else SECOND, "align": "left"}
    return {"data": {"values": [{}]}, "mark": {**look, **mark}, "encoding": {"x": at(x), "y": at(y)}}


def dot(x: float, y: float) -> Spec:
    mark = {"type": "point", "filled": True, "size": 80, "opacity": 1, "color": FELT}
    return {"data": {"values": [{}]}, "mark": mark, "encoding": {"x": at(x), "y": at(y)}}
