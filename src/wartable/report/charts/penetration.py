"""A side wager through the shoe: its mean, the best round seen, and where the cover card stops it."""

from wartable.odds import Exposure, WagerExposure
from wartable.paper import Chart, decimal, signed
from wartable.report.charts import theme

HEIGHT = 200
HALF_BAND = 5.0


def by_penetration(found: Exposure, wager: WagerExposure) -> Chart:
    """What a unit nets by how much of the shoe is gone."""
    first, last = wager.bands[0], wager.bands[-1]
    reached = _cover_card(found, wager)
    x_axis = {"values": [0, 20, 40, 60, 80, 100], "title": "percent of the shoe dealt", "titleAnchor": "end"}
    y_axis = {"tickCount": 5, "domain": False, "title": None, "labelExpr": "replace(datum.label, '-', '−')"}
    body = theme.layered(_layers(wager, reached), width=theme.WIDTH - 50, height=HEIGHT, x=x_axis, y=y_axis)
    return Chart(
        f"chart-exposure-{wager.wager}",
        f"The {wager.wager} wager through the shoe",
        "Percent of a unit that a round nets, before it is dealt: on average, and in the best round of all shoes "
        "looked at.",
        f"The {wager.wager} wager nets {signed(first.mean, 3)} on average at the beginning of the shoe and "
        f"{signed(last.mean, 3)} at its end; the best round seen goes from {signed(first.best, 3)} to "
        f"{signed(last.best, 3)}. The cover card comes at {decimal(reached, 0)} percent.",
        theme.chart(body),
    )


def _cover_card(found: Exposure, wager: WagerExposure) -> float:
    stack = max(at_depth.cards_behind for at_depth in wager.depths) * 2
    return 100 * (1 - found.house_depth / stack) if stack else 100.0


def _layers(wager: WagerExposure, reached: float) -> list[theme.Spec]:
    rows = [
        {"dealt": band.dealt * 100 - HALF_BAND, "mean": band.mean * 100, "best": band.best * 100}
        for band in wager.bands
    ]
    low = min(float(one["mean"]) for one in rows)
    high = max(0.0, *(float(one["best"]) for one in rows))
    room = (high - low) * 0.14 or 1.0
    x = theme.quantity("dealt", domain=[0, 100])
    y = {"domain": [low - room, high + room]}
    last = rows[-1]
    between: theme.Spec = {
        "data": theme.values(rows),
        "mark": {"type": "area", "color": theme.FELT_TINT, "opacity": 0.7},
        "encoding": {"x": dict(x), "y": theme.quantity("mean", **y), "y2": {"field": "best"}},
    }
    lines: list[theme.Spec] = [
        {
            "data": theme.values(rows),
            "mark": {"type": "line", "color": color, "strokeWidth": 2},
            "encoding": {"x": dict(x), "y": theme.quantity(field, **y)},
        }
        for field, color in (("mean", theme.FELT), ("best", theme.INK))
    ]
    zero: theme.Spec = {
        "data": {"values": [{}]},
        "mark": {"type": "rule", "color": theme.RULE},
        "encoding": {"y": theme.at(0)},
    }
    card: theme.Spec = {
        "data": {"values": [{}]},
        "mark": {"type": "rule", "color": theme.INK, "strokeDash": [3, 3]},
        "encoding": {"x": theme.at(reached)},
    }
    past: theme.Spec = {
        "data": theme.values([{"from": reached, "to": 100, "low": low - room, "high": high + room}]),
        "mark": {"type": "rect", "color": theme.SAND, "opacity": 0.35},
        "encoding": {
            "x": theme.quantity("from", domain=[0, 100]),
            "x2": {"field": "to"},
            "y": theme.quantity("low", **y),
            "y2": {"field": "high"},
        },
    }
    return [
        past,
        between,
        zero,
        *lines,
        card,
        theme.label("cover card", reached, high + room, align="right", dx=-6, dy=9, color=theme.INK),
        theme.label("from here up a player has the edge", 0, 0, dx=4, dy=-9),
        theme.label("best round seen", float(rows[0]["dealt"]), float(rows[0]["best"]), strong=True, dy=-15),
        theme.label("on average", float(rows[0]["dealt"]), float(rows[0]["mean"]), strong=True, dy=16),
        theme.label("not dealt", 100, float(last["mean"]), align="right", dx=-4, dy=15),
    ]
