"""The progressive's meter: what the wager returns as it grows, and how long it lives between hits."""

from math import exp, log, log1p

from wartable.money import parse_cents
from wartable.odds import ProgressiveOdds
from wartable.paper import Chart, decimal
from wartable.report.charts import theme

HEIGHT = 190
LIVES = 4.0
"""Mean lives shown: of a hundred meters two live longer."""
POINTS = 81
LATE = 0.8
ROOM = 1.12
"""How far the chart goes past what it marks."""


def return_by_meter(odds: ProgressiveOdds) -> Chart:
    """The return along the meter's reading, with the reset, the mean hit and the break-even marked."""
    marks = _marks(odds)
    most = max(meter for meter, _, _ in marks) * ROOM
    ends = [{"meter": meter, "return": _return(odds, meter)} for meter in (0.0, most)]
    low, high = ends[0]["return"], max(ends[1]["return"], 100.0)
    room = (high - low) * 0.22
    x = theme.quantity("meter", domain=[0, most])
    y = theme.quantity("return", domain=[low - room, high + room])
    layers: list[theme.Spec] = [
        {
            "data": theme.values(ends),
            "mark": {"type": "line", "color": theme.FELT, "strokeWidth": 2},
            "encoding": {"x": x, "y": y},
        },
        {"data": {"values": [{}]}, "mark": {"type": "rule", "color": theme.RULE}, "encoding": {"y": theme.at(100)}},
    ]
    for meter, text, _ in marks:
        value = _return(odds, meter)
        # A label is under the line where there is room to its right, and over it at the end of the line.
        late = meter > most * LATE
        layers.append(theme.dot(meter, value))
        beside = {"align": "right", "dx": -6, "dy": -16} if late else {"align": "left", "dx": 8, "dy": 18}
        layers.append(theme.label(text, meter, value, strong=True, **beside))
    x_axis = {"format": ",.0f", "tickCount": 6, "title": "meter, dollars", "titleAnchor": "end"}
    y_axis = {"tickCount": 4, "domain": False, "title": None}
    return Chart(
        "chart-return",
        "Return along the meter",
        "Percent of the wager that comes back, without envy. Every dollar on the meter adds the same.",
        f"The progressive's return grows in a straight line with the meter: {'; '.join(told for _, _, told in marks)}.",
        theme.chart(theme.layered(layers, width=theme.WIDTH - 50, height=HEIGHT, x=x_axis, y=y_axis)),
    )


def _marks(odds: ProgressiveOdds) -> list[tuple[float, str, str]]:
    reset = parse_cents(odds.reset) / 100
    share = f"{decimal(_return(odds, reset), 2)} %"
    marks = [(reset, f"reset {decimal(reset, 2)}: {share}", f"{share} at its reset of {decimal(reset, 2)}")]
    if odds.mean_meter is not None:
        mean = odds.mean_meter.value
        share = f"{decimal(_return(odds, mean), 2)} %"
        told = f"{share} at {decimal(mean, 2)}, what a hit takes on average"
        marks.append((mean, f"average hit: {share}", told))
    if odds.break_even_meter is not None:
        even = odds.break_even_meter.value
        marks.append((even, f"break-even {decimal(even, 0)}", f"100 % at {decimal(even, 2)}"))
    return marks


def _return(odds: ProgressiveOdds, meter: float) -> float:
    return (odds.return_fixed.value + odds.return_per_dollar.value * meter) * 100


def meter_life(odds: ProgressiveOdds) -> Chart:
    """The chance that a meter has not been taken yet, by the wagers made since its reset."""
    decay = -log1p(-odds.meter_share.value)
    mean = 1 / odds.meter_share.value
    most = LIVES * mean
    grid = [most * point / (POINTS - 1) for point in range(POINTS)]
    rows = [{"wagers": wagers, "stands": 100 * exp(-decay * wagers)} for wagers in grid]
    half, tenth = log(2) / decay, log(10) / decay
    layers: list[theme.Spec] = [
        {
            "data": theme.values(rows),
            "mark": {"type": "area", "color": theme.FELT_TINT, "line": {"color": theme.FELT, "strokeWidth": 2}},
            "encoding": {
                "x": theme.quantity("wagers", domain=[0, most]),
                "y": theme.quantity("stands", domain=[0, 102]),
            },
        },
        theme.dot(half, 50),
        theme.label(f"half are taken by {decimal(half, 0)}", half, 50, strong=True, dx=10, dy=-8),
        theme.dot(tenth, 10),
        theme.label(f"one in ten outlives {decimal(tenth, 0)}", tenth, 10, strong=True, dx=8, dy=-14),
    ]
    x_axis = {"format": ",.0f", "tickCount": 5, "title": "wagers since the reset", "titleAnchor": "end"}
    y_axis = {"values": [0, 25, 50, 75, 100], "domain": False, "title": None}
    return Chart(
        "chart-life",
        "Life of a meter",
        f"Of a hundred meters, how many have not been taken yet. One wager takes it once in {decimal(mean, 0)}.",
        f"The chance that the meter was not won yet falls by half every {decimal(half, 0)} wagers; one meter in ten "
        f"outlives {decimal(tenth, 0)} wagers.",
        theme.chart(theme.layered(layers, width=theme.WIDTH - 50, height=HEIGHT, x=x_axis, y=y_axis)),
    )
