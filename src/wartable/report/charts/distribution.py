"""One evening: the exact law of a patron's result, behind in sand and ahead in felt."""

from wartable.money import MINUS
from wartable.odds import SessionOdds
from wartable.paper import Chart, decimal
from wartable.report.charts import theme

HEIGHT = 220
BIG = 20
HEADROOM = 1.2
GAP = 0.09
"""The air between two bars, as a share of a bar."""


def evening(odds: SessionOdds) -> Chart:
    """The histogram, with the mean and the shares behind and ahead."""
    low, high = (_result(odds, percent) for percent in (5, 95))
    span = f"Nine evenings in ten end between {low} and {high}."
    mean = decimal(odds.expected.exact, 2)
    axis = {
        "tickCount": 7,
        "format": ",.0f",
        "title": "result, dollars",
        "titleAnchor": "end",
        "labelExpr": "replace(datum.label, '-', '−')",
    }
    return Chart(
        "chart-evening",
        "One evening",
        f"{odds.rounds:,} rounds of {odds.stakes['initial']}, always going to war. {span}",
        f"Distribution of a patron's result after {odds.rounds:,} rounds: on average {mean}, ahead in "
        f"{decimal(odds.ahead * 100, 1)} percent of evenings, behind in {decimal(odds.behind * 100, 1)} percent. "
        f"{span}",
        theme.chart(theme.layered(_layers(odds), width=theme.WIDTH - 10, height=HEIGHT, x=axis)),
    )


def _result(odds: SessionOdds, percent: int) -> str:
    return next(q.result for q in odds.quantiles if q.percent == percent).replace("-", MINUS)


def _layers(odds: SessionOdds) -> list[theme.Spec]:
    lows = [float(bar.low) for bar in odds.histogram]
    width = lows[1] - lows[0] if len(lows) > 1 else 1.0
    top = max(bar.probability for bar in odds.histogram) * 100
    left, right = lows[0], lows[-1] + width
    y = {"domain": [0, top * HEADROOM]}
    rows = [
        {
            "from": low + width * GAP,
            "to": low + width * (1 - GAP),
            "zero": 0,
            "share": bar.probability * 100,
            "ahead": low > 0,
        }
        for low, bar in zip(lows, odds.histogram, strict=True)
    ]
    bars: theme.Spec = {
        "data": theme.values(rows),
        "mark": {"type": "rect"},
        "encoding": {
            "x": theme.quantity("from", domain=[left, right]),
            "x2": {"field": "to"},
            "y": theme.quantity("zero", **y),
            "y2": {"field": "share"},
            "color": {"condition": {"test": "datum.ahead", "value": theme.FELT}, "value": theme.SAND},
        },
    }
    mean = odds.expected.value
    line: theme.Spec = {
        "data": theme.values([{"low": 0, "high": top * 1.12}]),
        "mark": {"type": "rule", "color": theme.INK, "strokeWidth": 1.5, "strokeDash": [3, 3]},
        "encoding": {"x": theme.at(mean), "y": theme.quantity("low", **y), "y2": {"field": "high"}},
    }
    behind, ahead, level = left + (right - left) * 0.1, left + (right - left) * 0.76, top * 0.72
    return [
        bars,
        line,
        theme.label(
            f"on average {decimal(odds.expected.exact, 2)}", mean, top * 1.12, align="right", dx=-8, color=theme.INK
        ),
        theme.label(f"{decimal(odds.behind * 100, 1)} %", behind, level, fontSize=BIG, color=theme.INK),
        theme.label("behind", behind, level, dy=20, color=theme.SECOND),
        theme.label(f"{decimal(odds.ahead * 100, 1)} %", ahead, level, fontSize=BIG, color=theme.INK),
        theme.label("go home ahead", ahead, level, dy=20, color=theme.SECOND),
    ]
