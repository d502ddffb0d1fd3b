"""Words that many sentences share, and those that each rulebook has its own for."""

from collections.abc import Iterable, Sequence

import msgspec

from wartable.rulebook import Rules, load_rulebook
from wartable.table.words import DEALER, Seat

NUMBERS = ("No", "A", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


class Words(msgspec.Struct, frozen=True):
    """The rules in force, and what their text calls the things that texts call differently."""

    rules: Rules
    initial: str
    cover_card: str
    banker: str
    """Whose card the players play against."""


def words_of(rules: Rules) -> Words:
    """The words of a rulebook."""
    terms = load_rulebook(rules.rulebook).terms
    banker = terms["player_dealer"].word if "player_dealer" in terms else "dealer"
    return Words(rules, terms["initial"].word, terms["cover_card"].word, banker)


def count(number: int, one: str, many: str) -> str:
    """A number of things, with which a sentence begins."""
    told = NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)
    return f"{told} {one if number == 1 else many}"


def clauses(ids: Iterable[str]) -> str:
    """The clauses behind a sentence, ready to stand before its full stop."""
    listed = ", ".join(ids)
    return f" ({listed})" if listed else ""


def bettor(seat: Seat, name: str) -> str:
    """Who bets: the seated player, or somebody behind the seat."""
    return f"{name} behind seat {seat}" if name else f"seat {seat}"


def place(seat: Seat, words: Words) -> str:
    """A hand on the layout; in the electronic form the players' hands are community cards."""
    if seat == DEALER:
        return f"the {words.banker}"
    return f"seat {seat}" if words.rules.electronic is None else f"community card {seat}"


def begin(text: str) -> str:
    """The beginning of a sentence; a name begins one as it is written."""
    return text[0].upper() + text[1:] if text.startswith(("the ", "seat ", "community ")) else text


def listed(things: Sequence[str], last: str) -> str:
    """Several things in a row, the last joined by a word."""
    if not things[1:]:
        return "".join(things)
    return f"{', '.join(things[:-1])} {last} {things[-1]}"
