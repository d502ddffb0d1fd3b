"""How many: whole numbers as people write them, read in one way by every command."""

import re
from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import Parameter, Token

from wartable.cli.errors import InputError

_COUNT = re.compile(r"([0-9][0-9_,]{0,1000})(?:\.([0-9]{1,15}))?(?:[eE]\+?([0-9]{1,2}))?", re.ASCII)


def read_count(text: str) -> int | None:
    """Read a whole number such as 1000000, 1_000_000, 1,000,000, 1e6 or 2.5e6; None for anything else."""
    match = _COUNT.fullmatch(text)
    if match is None:
        return None
    whole, decimals, power = match[1].replace("_", "").replace(",", ""), match[2] or "", int(match[3] or 0)
    if len(decimals.rstrip("0")) > power:
        return None
    return int(whole + decimals.ljust(power, "0")[:power]) if power else int(whole)


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return a number of things: "1 round", "2 rounds"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def parse_count(option: str, text: str, most: int, least: int = 1) -> int:
    """Read a count within the allowed range."""
    number = read_count(text)
    if number is None or not least <= number <= most:
        raise InputError(f"{option}: expected a whole number from {least} to {most:.0e}, such as 1000000 or 1e6")
    return number


def _convert(_: Any, tokens: Sequence[Token]) -> int:
    token = tokens[0]
    number = read_count(token.value)
    if number is None:
        said = f"{token.keyword}: expected a whole number such as 1000 or 1e6"
        raise InputError(f"{said}, not {token.value!r}" if token.value else said)
    return number


Count = Annotated[int, Parameter(converter=_convert)]
"""A count; the command checks its range."""
CountOrNone = Annotated[int | None, Parameter(converter=_convert)]


def _convert_whole(_: Any, tokens: Sequence[Token]) -> int:
    text = tokens[0].value
    if not text.isascii():
        raise ValueError("expected ASCII digits")
    return int(text)


WholeOrNone = Annotated[int | None, Parameter(converter=_convert_whole)]
"""A whole number in ASCII digits; the command checks its range."""
Whole = Annotated[int, Parameter(converter=_convert_whole)]


MAX_SEED = 2**64
"""Seeds are smaller than this."""
