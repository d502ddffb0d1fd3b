"""Recalled rounds as one printable page that needs nothing but itself."""

from collections.abc import Sequence

from wartable.audit.recall.recalled import ClauseInWords, DealtCard, RecalledRound
from wartable.cards import RANKS, Card, rank_word
from wartable.money import MINUS
from wartable.paper import grouped, render

SUIT_WORDS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def recall_page(rounds: Sequence[RecalledRound]) -> str:
    """Return the page of one round, or of several, each on a sheet of its own."""
    written = {"amount": _amount, "moment": _moment, "words": _words, "card_words": _card_words}
    return render("recall.html", rounds=rounds, hands=_hands, clauses=_clauses, ranks=RANKS, **written)


def _hands(recalled: RecalledRound) -> list[tuple[int, list[DealtCard]]]:
    """Return the cards of each place: the seats in order, then the dealer."""
    hands: dict[int, list[DealtCard]] = {}
    for card in recalled.cards:
        hands.setdefault(card.seat, []).append(card)
    return sorted(hands.items(), key=lambda hand: (hand[0] == 0, hand[0]))


def _clauses(recalled: RecalledRound) -> list[ClauseInWords]:
    """Return every clause that decided something, once."""
    found = {clause.id: clause for line in recalled.lines for clause in line.clauses}
    return list(found.values())


def _amount(text: str) -> str:
    return grouped(text).replace("-", MINUS)


def _moment(text: str) -> str:
    return text.replace("T", " ").partition(".")[0]


def _words(text: str) -> str:
    return text.replace("_", " ")


def _card_words(card: Card) -> str:
    return f"{rank_word(card)} of {SUIT_WORDS[card[1]]}"
