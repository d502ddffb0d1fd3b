"""Side bets are offered by their own tables, and whole: every setting that a bet cannot open without is given."""

from collections.abc import Iterator, Mapping

import msgspec

from wartable.rulebook.book import Rulebook
from wartable.rulebook.checks.finding import HouseFinding, find


class HouseSays(msgspec.Struct, frozen=True):
    """Everything a house mentions, right or wrong: values by the rulebook's own names, and side bets."""

    names: frozenset[str]
    offers: frozenset[str]
    refused: frozenset[str] = frozenset()
    """The values that did not fit, and the required ones that are missing."""
    refused_rows: Mapping[str, frozenset[str]] = {}
    """For refused tables whose other rows fit: the rows that did not fit."""


def offered(book: Rulebook, tables: Mapping[str, object]) -> frozenset[str]:
    """Return the side bets a house wants to offer: those whose own tables it has, even empty ones."""
    bets = {value.offer for value in book.values.values() if value.offer is not None}
    return frozenset(bet for bet in bets if isinstance(tables.get(bet), Mapping))


def not_offered(book: Rulebook, said: HouseSays) -> Iterator[HouseFinding]:
    """A setting of a side bet has no meaning where the bet's own table is absent."""
    for name in sorted(said.names):
        bet = book.values[name].offer
        if bet is not None and bet not in said.offers:
            message = f"this house does not offer {bet}"
            yield find(book, name, "error", message, f"only where there is a table {bet}")


def missing_from_offers(book: Rulebook, said: HouseSays) -> Iterator[str]:
    """Yield the required settings of offered side bets that the house does not mention."""
    for name, value in book.values.items():
        if value.required and value.offer in said.offers and name not in said.names:
            yield name


_STAND_INS: Mapping[str, object] = {
    "dollars": "1.00",
    "rate": "1",
    "trigger": {"rank": "A", "color": "red"},
    "yes or no": False,
}


def stand_ins(book: Rulebook, said: HouseSays) -> dict[str, object]:
    """Return values in place of the missing required ones of an offered side bet, so that the rest can be checked.

    No finding may depend on one of them: `Case.find` drops those that do.
    """
    lacking = {name: book.values[name] for name in said.refused if book.values[name].required}
    return {
        name: value.room[0] if isinstance(value.room, list) else _STAND_INS[value.unit]
        for name, value in lacking.items()
        if value.offer in said.offers
    }


def whole_offers(book: Rulebook, choices: Mapping[str, object], said: HouseSays) -> dict[str, object]:
    """Return the choices without those of a side bet that is not offered or cannot open."""
    lacking = {value.offer for name, value in book.values.items() if value.required and name not in choices}
    whole = {None, *said.offers} - lacking
    return {name: raw for name, raw in choices.items() if book.values[name].offer in whole}
