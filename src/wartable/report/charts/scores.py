"""Simulation against theory: one dot for each figure, counted in standard errors, over the bands of chance."""

from statistics import NormalDist

from wartable.paper import Chart, decimal, signed
from wartable.report.charts import theme
from wartable.report.simulated import SimEvidence

ROW = 24
LEVELS = ((99, theme.SAND_TINT), (90, theme.FELT_TINT))
LEAST_REACH = 3.4
LEFT = 190
"""Room for the names of the figures."""


def z_scores(evidence: SimEvidence) -> Chart:
    """How many standard errors each dealt figure lies from the exact one and what the cover card adds to it."""
    rows = [{"figure": one.figure, "z": one.z, "text": signed(one.z, 2)} for one in evidence.dealt if one.z is not None]
    names = [str(one["figure"]) for one in rows]
    reach = max(LEAST_REACH, *(abs(one.z) * 1.1 for one in evidence.dealt if one.z is not None))
    x = theme.quantity("z", domain=[-reach, reach])
    y = {"field": "figure", "type": "nominal", "sort": names}
    layers: list[theme.Spec] = []
    for level, color in LEVELS:
        edge = NormalDist().inv_cdf((1 + level / 100) / 2)
        layers.append(
            {
                "data": theme.values([{"from": -edge, "to": edge}]),
                "mark": {"type": "rect", "color": color},
                "encoding": {"x": theme.quantity("from", domain=[-reach, reach]), "x2": {"field": "to"}},
            }
        )
        words = theme.label(f"{level} %", edge, 0, align="right", dx=-1, fontSize=theme.SMALL)
        words["encoding"]["y"] = {"value": -8}
        layers.append(words)
    layers.append(
        {
            "data": {"values": [{}]},
            "mark": {"type": "rule", "color": theme.FELT, "strokeWidth": 2},
            "encoding": {"x": theme.at(0)},
        }
    )
    layers.append(
        {
            "data": theme.values(rows),
            "mark": {"type": "point", "filled": True, "size": 90, "opacity": 1, "color": theme.INK},
            "encoding": {"x": dict(x), "y": y},
        }
    )
    x_axis = {
        "tickCount": 7,
        "title": "standard errors from the expected figure",
        "titleAnchor": "end",
        "labelExpr": "replace(datum.label, '-', '−')",
    }
    y_axis = {"title": None, "domain": False, "labelFontSize": theme.LABEL, "labelLimit": LEFT, "labelColor": theme.INK}
    told = "; ".join(f"{one['figure']} {one['text']}" for one in rows)
    return Chart(
        "chart-scores",
        "Dealt against expected",
        f"Each dot is one figure of {evidence.rounds:,} rounds. Ninety-nine honest dots in a hundred fall on the "
        "bands.",
        f"Standard errors between dealt and expected figures: {told}. The largest is "
        f"{decimal(max(abs(float(str(one['z']))) for one in rows), 2)}.",
        theme.chart(theme.layered(layers, width=theme.WIDTH - LEFT, height=ROW * len(rows) + 12, x=x_axis, y=y_axis)),
    )
