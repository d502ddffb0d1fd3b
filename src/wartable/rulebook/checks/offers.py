"""Side bets are offered whole: every setting that a bet cannot open without is given, or the bet is not offered."""

from collections.abc import Iterator, Mapping

from wartable.rulebook.book import Rulebook
from wartable.rulebook.force import Choices, offers


def missing_from_offers(book: Rulebook, choices: Choices, said: Mapping[str, object]) -> Iterator[str]:
    """The required settings of offered side bets that the house says nothing about."""
    offered = offers(book, choices)
    for name, value in book.values.items():
        if value.required and value.offer in offered and name not in said:
            yield name


def whole_offers(book: Rulebook, choices: dict[str, object]) -> dict[str, object]:
    """The choices without those of a side bet that cannot open."""
    lacking = {
        value.offer
        for name, value in book.values.items()
        if value.required and value.offer in offers(book, choices) and name not in choices
    }
    return {
        name: raw
        for name, raw in choices.items()
        if book.values[name].offer is None or book.values[name].offer not in lacking
    }
