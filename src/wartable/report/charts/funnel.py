"""The hold funnel: the exact edge, and the bands in which an honest table stays."""

from math import log10, sqrt

from wartable.odds import TableOdds
from wartable.paper import Chart, counted, decimal
from wartable.report.charts import theme

HEIGHT = 230
BANDS = (("99", theme.SAND_TINT), ("95", "#dcddcd"), ("90", theme.FELT_TINT))
STEPS = 60


def hold_funnel(table: TableOdds) -> Chart:
    """Bands of 90, 95 and 99 percent around the theoretical hold, narrowing with the root of the rounds."""
    theory = table.hold.value * 100
    after = "; ".join(
        f"after {one.rounds:,} rounds within {decimal(one.within['95'] * 100, 3)} points with 95 %"
        for one in table.hold_after
    )
    x_axis = {
        "values": [one.rounds for one in table.hold_after],
        "format": ",d",
        "title": "rounds",
        "titleAnchor": "end",
    }
    y_axis = {"tickCount": 5, "domain": False, "title": None, "labelExpr": "replace(datum.label, '-', '−')"}
    body = theme.layered(_layers(table, theory), width=theme.WIDTH - 50, height=HEIGHT, x=x_axis, y=y_axis)
    return Chart(
        "chart-funnel",
        "Hold funnel",
        f"Hold on initial wagers in percent, {counted(table.seats, 'seat')} taken. A table's own result belongs inside"
        " the bands.",
        f"The hold lies around {decimal(theory, 3)} percent: {after}.",
        theme.chart(body),
    )


def _layers(table: TableOdds, theory: float) -> list[theme.Spec]:
    first, last = table.hold_after[0], table.hold_after[-1]
    start, end = log10(first.rounds), log10(last.rounds)
    grid = [10 ** (start + (end - start) * step / STEPS) for step in range(STEPS + 1)]
    reach = first.within["99"] * 105
    x = {**theme.quantity("rounds"), "scale": {"type": "log", "nice": False, "domain": [first.rounds, last.rounds]}}
    y = theme.quantity("low", domain=[theory - reach, theory + reach])
    layers: list[theme.Spec] = []
    for level, color in BANDS:
        widths = [(rounds, first.within[level] * 100 * sqrt(first.rounds / rounds)) for rounds in grid]
        rows = [{"rounds": rounds, "low": theory - width, "high": theory + width} for rounds, width in widths]
        encoding = {"x": dict(x), "y": dict(y), "y2": {"field": "high"}}
        layers.append({"data": theme.values(rows), "mark": {"type": "area", "color": color}, "encoding": encoding})
    line = {"type": "rule", "color": theme.FELT, "strokeWidth": 2}
    layers.append({"data": {"values": [{}]}, "mark": line, "encoding": {"y": theme.at(theory)}})
    inside = 0.0
    for level, _ in reversed(BANDS):
        edge = first.within[level] * 100
        middle = inside + (edge - inside) * (0.62 if inside else 0.7)
        layers.append(
            theme.label(f"{level} %", first.rounds, theory + middle, dx=7, color=theme.INK, fontSize=theme.SMALL)
        )
        inside = edge
    words = f"{decimal(theory, 3)} % in theory"
    layers.append(theme.label(words, last.rounds, theory, strong=True, align="right", dy=-16))
    return layers
