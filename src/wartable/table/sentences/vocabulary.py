"""Words that many sentences share, and those that differ between rulebooks."""

from collections.abc import Iterable, Mapping

import msgspec

from wartable.rulebook import Rules, load_rulebook
from wartable.table.words import DEALER_SEAT, Seat

VERBS: Mapping[str, str] = {
    "adds": "add",
    "asks": "ask",
    "beats": "beat",
    "bets": "bet",
    "cuts": "cut",
    "declines": "decline",
    "goes": "go",
    "has": "have",
    "leaves": "leave",
    "looks": "look",
    "loses": "lose",
    "posts": "post",
    "puts": "put",
    "surrenders": "surrender",
    "takes": "take",
    "ties": "tie",
    "was": "were",
    "wins": "win",
}
"""A player's action, in the third person and in the second."""
NUMBERS = ("No", "A", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


class Words(msgspec.Struct, frozen=True):
    """The rules in force, and their words for things with several names."""

    rules: Rules
    initial: str
    cover_card: str
    banker: str
    """The holder of the card that the players play against."""
    you: bool = False
    """Whether the sentence is addressed to the player it is about."""
    banks: bool = False
    """Whether it is addressed to the player who banks."""

    @property
    def opponent(self) -> str:
        """The holder of the card that the players play against, as the listener knows it."""
        return "your bank" if self.banks else f"the {self.banker}"

    def verb(self, third: str) -> str:
        """Return a phrase that begins with a player's action, in the person of the listener."""
        first, space, rest = third.partition(" ")
        return f"{VERBS[first]}{space}{rest}" if self.you else third


def words_of(rules: Rules) -> Words:
    terms = load_rulebook(rules.rulebook).terms
    banker = terms["player_dealer"].word if "player_dealer" in terms else "dealer"
    return Words(rules, terms["initial"].word, terms["cover_card"].word, banker)


def count(number: int, one: str, many: str) -> str:
    """Return a number of things, for the beginning of a sentence."""
    told = NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)
    return f"{told} {one if number == 1 else many}"


def clauses(ids: Iterable[str]) -> str:
    """Return the clauses behind a sentence, to be placed before its full stop."""
    listed = ", ".join(ids)
    return f" ({listed})" if listed else ""


def bettor(seat: Seat, name: str, words: Words) -> str:
    """Return the bettor: the listener, the seated player, or a player behind the seat."""
    if words.you:
        return "you"
    return f"{name} behind seat {seat}" if name else f"seat {seat}"


def place(seat: Seat, words: Words) -> str:
    """Return a hand on the layout; in the electronic form the players' hands are community cards."""
    if seat == DEALER_SEAT:
        return words.opponent
    return f"seat {seat}" if words.rules.electronic is None else f"community card {seat}"


def begin(text: str) -> str:
    """Capitalise the beginning of a sentence, unless it is a name."""
    ours = ("the ", "seat ", "community ", "a player ", "a look ", "your ")
    is_name = text not in ("you", "a player") and not text.startswith(ours)
    return text if is_name else text[0].upper() + text[1:]
