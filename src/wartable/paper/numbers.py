"""How numbers are written: rounded half to even from the exact value, thousands by comma, minus as a minus."""

import re
from fractions import Fraction

from wartable.money import MINUS
from wartable.odds import rounded
from wartable.paper.document import Derived, Figure

HARD_SPACE = "\u00a0"
LONGEST_FRACTION = 40
"""A longer fraction is shown as a decimal; the attached file has it in full."""
LONG_DECIMALS = 12


def shown(figure: Figure | Derived) -> str:
    number, digits = figure.number.exact, figure.digits
    match figure.shows:
        case "percent":
            return f"{decimal(number * 100, digits)}{HARD_SPACE}%"
        case "fraction":
            return fraction(number)
        case "decimal":
            return decimal(number, digits)
        case "signed":
            return signed(number, digits)
        case "dollars":
            return decimal(number, 2)
        case "one_in":
            return f"1 in {decimal(1 / number, digits)}" if number else "never"
        case "count":
            return decimal(number, 0)


def decimal(number: Fraction | float, digits: int) -> str:
    """Return a number with this number of digits after the point."""
    return rounded(Fraction(number), digits).replace("-", MINUS)


def signed(number: Fraction | float, digits: int) -> str:
    """Return the same with its sign, as gains and losses are written."""
    text = decimal(number, digits)
    return text if text.startswith(MINUS) or not text.strip("0.,") else f"+{text}"


def fraction(number: Fraction) -> str:
    """Return a fraction in lowest terms; a very long one as an approximate decimal."""
    text = str(number).replace("-", MINUS)
    return text if len(text) <= LONGEST_FRACTION else f"≈ {decimal(number, LONG_DECIMALS)}"


def net(text: str) -> str:
    """Return a wager's net in its own units, as the par sheet writes it, with its sign."""
    number = Fraction(text)
    plain = str(abs(number)) if number.denominator <= LARGEST_COMMON else decimal(abs(number), 3)
    if not number:
        return "0"
    return f"{MINUS if number < 0 else '+'}{_grouped(plain)}"


LARGEST_COMMON = 100
"""A net of halves or fifths is written in full; one in thousandths is rounded."""


def _grouped(plain: str) -> str:
    return f"{int(plain):,}" if plain.isdigit() else plain


_AMOUNT = re.compile(r"(?<![\d.,])\d{4,}(?=\.\d{2}(?!\d))")


def grouped(text: str) -> str:
    """Return a text with thousands separators in every amount of dollars."""
    return _AMOUNT.sub(lambda found: f"{int(found[0]):,}", text)


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def scientific(number: float) -> str:
    """Return a very small number by its power of ten."""
    digits, _, power = f"{number:.0e}".partition("e")
    return f"{digits} × 10{str(int(power)).translate(_RAISED)}"


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return a number of things: "1 note", "2 notes"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
