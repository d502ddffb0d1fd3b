"""Recalled rounds as one printable page that needs nothing but itself."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from wartable.audit.recall.recalled import ClauseInWords, DealtCard, RecalledRound
from wartable.cards import RANKS

_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
RANK_WORDS = dict(zip(RANKS, _NAMES, strict=True))
SUIT_WORDS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def recall_page(rounds: Sequence[RecalledRound]) -> str:
    """The page of one round, or of several, each on a sheet of its own."""
    return _pages().get_template("recall.html").render(rounds=rounds, hands=_hands, clauses=_clauses, ranks=RANKS)


@cache
def _pages() -> Environment:
    pages = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.filters |= {"amount": _amount, "moment": _moment, "words": _words, "card_words": _card_words}
    return pages


def _hands(recalled: RecalledRound) -> list[tuple[int, list[DealtCard]]]:
    """The cards of each place, seats in order and the dealer last."""
    hands: dict[int, list[DealtCard]] = {}
    for card in recalled.cards:
        hands.setdefault(card.seat, []).append(card)
    return sorted(hands.items(), key=lambda hand: (hand[0] == 0, hand[0]))


def _clauses(recalled: RecalledRound) -> list[ClauseInWords]:
    """Every clause that decided something, once."""
    found = {clause.id: clause for line in recalled.lines for clause in line.clauses}
    return list(found.values())


def _amount(text: str) -> str:
    """An amount as the felt shows it: thousands by comma, and a real minus."""
    dollars, _, cents = text.removeprefix("-").partition(".")
    return f"{'−' if text.startswith('-') else ''}{int(dollars):,}.{cents}"


def _moment(text: str) -> str:
    """A moment to the second."""
    return text.replace("T", " ").partition(".")[0]


def _words(text: str) -> str:
    return text.replace("_", " ")


def _card_words(card: str) -> str:
    return f"{RANK_WORDS[card[0]]} of {SUIT_WORDS[card[1]]}"
