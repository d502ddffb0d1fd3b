"""What a bank may expect by how much it covers."""

from wartable.odds import BankOdds
from wartable.paper import Chart, signed
from wartable.report.charts.theme import FELT, INK, SAND, SECOND, WIDTH, Spec, at, chart, layered, quantity, values

HEIGHT = 190


def coverage(odds: BankOdds) -> Chart:
    """One bar for each size of the bank, the level of a full bank across them."""
    rows = [{"bank": one.bank, "expects": one.bank_expects.value} for one in odds.coverage]
    best = max(odds.coverage, key=lambda one: one.bank_expects.value)
    full, most = odds.bank_expects.value, best.bank_expects.value
    x = {"field": "bank", "type": "ordinal", "sort": [one.bank for one in odds.coverage]}
    y = quantity("expects", domain=[0, most * 1.16])
    layers: list[Spec] = [
        {
            "data": values(rows),
            "mark": {"type": "bar", "size": 22},
            "encoding": {
                "x": dict(x),
                "y": dict(y),
                "color": {"condition": {"test": f"datum.bank == '{best.bank}'", "value": FELT}, "value": SAND},
            },
        },
        {
            "data": values([{"bank": best.bank, "expects": most}]),
            "mark": {"type": "text", "text": signed(most, 4), "dy": -11, "fontWeight": "bold", "color": INK},
            "encoding": {"x": dict(x), "y": dict(y)},
        },
        {
            "data": {"values": [{}]},
            "mark": {"type": "rule", "color": INK, "strokeDash": [3, 3]},
            "encoding": {"y": at(full)},
        },
        {
            "data": {"values": [{}]},
            "mark": {
                "type": "text",
                "text": f"everything covered: {signed(full, 4)}",
                "align": "left",
                "dy": -9,
                "color": SECOND,
            },
            "encoding": {"y": at(full), "x": {"value": 0}},
        },
    ]
    x_axis = {"labelAngle": 0, "title": "the bank, in units of one wager", "titleAnchor": "end"}
    return Chart(
        "chart-bank",
        "The bank by its size",
        "What the bank may expect in a round, in units of one player's wager.",
        f"The bank's expectation grows with its size to {signed(most, 4)} units at {best.bank}, and is "
        f"{signed(full, 4)} where everything is covered.",
        chart(layered(layers, width=WIDTH - 10, height=HEIGHT, x=x_axis)),
    )
