"""The situations that a lesson shows: which wagers lie there, which cards fall, and what the player chooses.

A situation names no amount. The table that plays it says what each wager may be and what it pays.
"""

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from wartable.cards import DECK, Card
from wartable.rulebook import Rules, Wager

Topic = Literal["initial", "tie_hand", "war", "tie", "war_tie", "progressive", "envy", "wheel", "coupon", "bank"]
Deal = tuple[str, ...]
"""The cards of one hand: of the original deal, then of the war."""
Stop = Literal["you", "neighbour", "meter", ""]

INSTEAD = Card("5d")
"""A player's card where the one that the situation names would tie with the card that turns the wheel."""


class LessonSituation(NamedTuple):
    """A round to be played as an example."""

    topic: Topic
    title: str
    yours: Deal
    dealers: Deal
    beside: tuple[Wager, ...] = ()
    """The wagers beside the initial one."""
    goes_to_war: bool = True
    neighbours: Deal = ()
    """The cards of a second player, who makes the same wagers."""
    stop: Stop = ""
    """Where the wheel stops; the dealer's card is then one that turns it."""
    bank_is_short: bool = False


def _cards(text: str) -> Deal:
    return tuple(text.split())


def _one(
    topic: Topic, title: str, yours: str, dealers: str, *beside: Wager, surrenders: bool = False
) -> LessonSituation:
    return LessonSituation(topic, title, _cards(yours), _cards(dealers), beside, goes_to_war=not surrenders)


SITUATIONS: tuple[LessonSituation, ...] = (
    _one("initial", "Your card is higher", "Kd", "9s"),
    _one("initial", "Your card is lower", "6h", "Jc"),
    _one("tie_hand", "A tie, and you surrender", "8d", "8c", surrenders=True),
    _one("war", "You win the war", "8d Qh", "8c 5s"),
    _one("war", "You lose the war", "8d 4s", "8c Th"),
    _one("war", "The war is tied", "8d 9h", "8c 9c"),
    _one("tie", "You bet on a tie, and it comes", "Td", "Ts", "tie", surrenders=True),
    _one("tie", "You bet on a tie, and it does not come", "Kd", "9s", "tie"),
    _one("war_tie", "The war is tied too", "8d 9h", "8c 9c", "war_tie"),
    _one("war_tie", "The war is not tied", "8d Qh", "8c 5s", "war_tie"),
    _one("progressive", "No tie", "Kd", "9s", "progressive"),
    _one("progressive", "A tie", "8d", "8c", "progressive", surrenders=True),
    _one("progressive", "A tie in one suit", "8d", "8d", "progressive", surrenders=True),
    _one("progressive", "A tie, and a tied war", "8d 9h", "8c 9c", "progressive"),
    _one("progressive", "Four of one rank", "8d 8h", "8c 8s", "progressive"),
    _one("progressive", "A tie and a tied war, each in one suit", "8d 9h", "8d 9h", "progressive"),
    _one("progressive", "Four times the same card: the meter is yours", "7s 7s", "7s 7s", "progressive"),
    _one("envy", "Another player wins the meter", "4d", "7s 7s", "progressive")._replace(neighbours=("7s", "7s")),
    _one("wheel", "The wheel does not turn", "Kd", "", "bonus_spin"),
    _one("wheel", "It stops at your place", "Kd", "", "bonus_spin")._replace(stop="you"),
    _one("wheel", "It stops at your place, on the meter", "Kd", "", "bonus_spin")._replace(stop="meter"),
    _one("wheel", "It stops at another place", "Kd", "", "bonus_spin")._replace(stop="neighbour", neighbours=("Qh",)),
    _one("coupon", "You win with a coupon", "Kd", "9s", "match_play"),
    _one("coupon", "You lose with a coupon", "6h", "Jc", "match_play"),
    _one("bank", "The bank is smaller than your wager", "Kd", "9s")._replace(bank_is_short=True),
)

NEEDS: Mapping[Topic, Callable[[Rules], bool]] = {
    "envy": lambda rules: rules.envy is not None,
    "bank": lambda rules: rules.bank.by == "player",
}
"""What a topic needs besides the wagers that its situations name."""


class LessonHands(NamedTuple):
    """The cards of a situation under the rules of one table."""

    yours: tuple[Card, ...]
    dealers: tuple[Card, ...]
    neighbours: tuple[Card, ...]


def hands_of(rules: Rules, situation: LessonSituation) -> LessonHands:
    """Return the cards of a situation; on the wheel, the dealer's is the first card that turns it, or that does not."""
    dealers = tuple(Card(card) for card in situation.dealers)
    if not dealers and rules.bonus_spin is not None:
        falls, turns = rules.bonus_spin.trigger.falls, bool(situation.stop)
        dealers = (next(card for card in DECK if falls(card) == turns),)
    yours, neighbours = (
        tuple(INSTEAD if not situation.dealers and card[0] == dealers[0][0] else Card(card) for card in cards)
        for cards in (situation.yours, situation.neighbours)
    )
    return LessonHands(yours, dealers, neighbours)
