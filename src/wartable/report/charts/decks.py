"""Edge by the number of decks: three small panels, each on a scale of its own, with one reading."""

from collections.abc import Callable

from wartable.odds import EdgeByDecks, Exact, ParSheet
from wartable.paper import Chart, decimal
from wartable.report.charts.theme import FELT, INK, LABEL, SECOND, WIDTH, Spec, at, chart, layered, quantity, values

PANELS: tuple[tuple[str, Callable[[EdgeByDecks], Exact]], ...] = (
    ("Always war", lambda by: by.initial),
    ("Always surrender", lambda by: by.surrender),
    ("Tie", lambda by: by.tie),
)
HEIGHT = 170
MIDDLE = 8


def edge_by_decks(sheet: ParSheet) -> Chart:
    """How the edge moves with the number of decks, the house's own marked."""
    body = {"hconcat": [_panel(sheet, title, pick) for title, pick in PANELS], "spacing": 36, "bounds": "flush"}
    first, last = sheet.edge_by_decks[0], sheet.edge_by_decks[-1]
    told = [
        f"{title.lower()} from {_percent(pick(first))} with {first.decks} to {_percent(pick(last))} with {last.decks}, "
        f"{_percent(pick(_own(sheet)))} with {sheet.decks}"
        for title, pick in PANELS
    ]
    return Chart(
        "chart-decks",
        "Edge by decks",
        f"More decks: war and surrender cost a little more, the tie wager less. This house uses {sheet.decks}. In "
        "percent.",
        f"Edge of the house by the number of decks: {'; '.join(told)}.",
        chart(body),
    )


def _own(sheet: ParSheet) -> EdgeByDecks:
    return next(by for by in sheet.edge_by_decks if by.decks == sheet.decks)


def _percent(edge: Exact) -> str:
    return f"{decimal(edge.exact * 100, 3)} %"


def _panel(sheet: ParSheet, title: str, pick: Callable[[EdgeByDecks], Exact]) -> Spec:
    rows = [
        {"decks": by.decks, "edge": pick(by).value * 100, "own": by.decks == sheet.decks} for by in sheet.edge_by_decks
    ]
    edges = [float(str(one["edge"])) for one in rows]
    low, high = min(edges), max(edges)
    room = (high - low) * 0.12 or 1.0
    own = _own(sheet)
    falling = edges[0] > edges[-1]
    axis = {"values": [1, 2, 4, 6, 8, 12, 16], "format": "d", "title": "decks", "titleAnchor": "end"}
    x = quantity("decks", domain=[0.4, 16.6])
    y = quantity("edge", domain=[low - room, high + room])
    line = {"mark": {"type": "line", "color": FELT, "strokeWidth": 2}, "encoding": {"x": x, "y": y}}
    dots = {
        "mark": {"type": "point", "filled": True, "opacity": 1, "stroke": FELT, "strokeWidth": 1.8},
        "encoding": {
            "x": x,
            "y": y,
            "size": {"condition": {"test": "datum.own", "value": 110}, "value": 34},
            "color": {"condition": {"test": "datum.own", "value": FELT}, "value": "#fffdf8"},
        },
    }
    label = {
        "data": {"values": [{}]},
        "mark": {
            "type": "text",
            "text": _percent(pick(own)),
            "align": "left" if own.decks <= MIDDLE else "right",
            "dx": 6 if own.decks <= MIDDLE else -6,
            "dy": -16 if falling else 20,
            "fontSize": LABEL,
            "fontWeight": "bold",
            "color": INK,
        },
        "encoding": {"x": at(own.decks), "y": at(pick(own).value * 100)},
    }
    ends = {
        "data": values(
            [
                {"decks": 1, "edge": edges[0], "text": _percent(pick(sheet.edge_by_decks[0]))},
                {"decks": 16, "edge": edges[-1], "text": _percent(pick(sheet.edge_by_decks[-1]))},
            ]
        ),
        "mark": {
            "type": "text",
            "fontSize": LABEL,
            "color": SECOND,
            "align": {"expr": "datum.decks < 8 ? 'left' : 'right'"},
            "dy": {"expr": "datum.decks < 8 ? 0 : " + "-14"},
            "dx": {"expr": "datum.decks < 8 ? 9 : 0"},
        },
        "encoding": {"x": x, "y": y, "text": {"field": "text"}},
    }
    panel = layered([line, dots, label, ends], width=(WIDTH - 2 * 36 - 8) // 3, height=HEIGHT, x=axis)
    return {"title": title, "data": values(rows), **panel}
