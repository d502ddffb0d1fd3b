"""Numbers as a par sheet prints them, exact first."""

from fractions import Fraction
from typing import Any

from rich.table import Table

from wartable.cli.screen import Screen, make_table
from wartable.odds import percent, rounded

Page = dict[str, Any]

LONGEST_FRACTION = 25
"""Longer ones are for --json."""
RARE = Fraction(1, 10_000)


def exact(number: Page) -> Fraction:
    """Return the number behind a fraction and its decimal."""
    return Fraction(number["fraction"])


def share(number: Page | float, digits: int = 4) -> str:
    """Return a share in percent."""
    return percent(exact(number) if isinstance(number, dict) else Fraction(number), digits)


def told(number: Page) -> str:
    """Return a share in percent, with its fraction where that is short enough."""
    fraction = number["fraction"]
    return f"{share(number)} % ({fraction})" if len(fraction) <= LONGEST_FRACTION else f"{share(number)} %"


def chance(number: Page) -> str:
    """Return a chance in percent, with more digits where it is small."""
    return share(number, 4 if exact(number) >= RARE else 7)


def dollars(number: Page) -> str:
    """Return an amount in dollars, to the cent."""
    return rounded(exact(number), 2)


def short_fraction(fraction: str) -> str:
    """Return a fraction that fits its column, or where to find it."""
    return fraction if len(fraction) <= LONGEST_FRACTION else "see --json"


def one_in(rare: Fraction) -> str:
    """Return the N of a chance of 1 in N, or "never"."""
    if not rare:
        return "never"
    return rounded(1 / rare, 2 if rare > Fraction(1, 1000) else 0)


def signed(number: Fraction) -> str:
    return f"+{number}" if number > 0 else str(number)


def right(first: str, *others: str) -> Table:
    """Return a table of figures: all columns but the first are aligned to the right."""
    table = make_table(first, *others)
    for column in table.columns[1:]:
        column.justify = "right"
    return table


def title(screen: Screen, text: str) -> None:
    screen.print(f"\n{text}", style="bold")
