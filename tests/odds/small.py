"""Small shoes, dealt in every order there is and settled by the real table, round by round."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from hypothesis import strategies as st

from wartable.cards import DECK, DECK_SIZE, Card, place_in_deck, rank
from wartable.odds import Composition
from wartable.rulebook import load_rulebook, rules_in_force
from wartable.settle import settle_document

STAKE = "10.00"
HOUSE: dict[str, Any] = {"decks": 8, "progressive": {"reset": "10001.00", "rate": "0.20"}}
BEFORE_THE_WAGER: dict[str, Any] = {"decks": 8, "progressive": {"reset": "10000.00", "rate": "0.20"}}
"""A meter never reads less than its reset; the wager's own dollar makes this one the reset of the other house."""

SMALL: tuple[tuple[str, ...], ...] = (
    ("2c", "2d", "3c", "3d", "4c", "4d"),
    ("2c", "2c", "2c", "2c", "2d", "3c", "3c", "3d"),
    ("7c", "7c", "7d", "7d", "9h", "9h", "As", "As"),
    ("5c", "5c", "5c", "5c", "5c", "5c", "6d", "6d"),
    ("2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c"),
    ("Kc", "Kd", "Kh", "Ks", "Kc", "Kd", "Kh", "Ks"),
    ("2c", "2d", "2h", "3s", "3c", "Ad", "Ad", "Ah"),
)
"""Two to four ranks and few suits; one with no tie at all, one with nothing else."""


def shoe(cards: Sequence[str]) -> Composition:
    """What these cards are as a shoe."""
    counts = [0] * DECK_SIZE
    for card in cards:
        counts[place_in_deck(Card(card))] += 1
    return Composition(counts)


def every_order(cards: Sequence[str], length: int) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """Every way the first cards can fall, with its chance: cards that look alike are told once."""
    left = Counter(cards)

    def fall(dealt: tuple[str, ...], chance: Fraction) -> Iterator[tuple[tuple[str, ...], Fraction]]:
        if len(dealt) == length:
            yield dealt, chance
            return
        rest = len(cards) - len(dealt)
        for card, count in list(left.items()):
            if count:
                left[card] -= 1
                yield from fall((*dealt, card), chance * count / rest)
                left[card] += 1

    return fall((), Fraction(1))


def law(cards: Sequence[str], length: int, name: Callable[..., Any]) -> dict[Any, Fraction]:
    """The chance of anything that a function makes of the first cards."""
    chances: dict[Any, Fraction] = defaultdict(Fraction)
    for order, chance in every_order(cards, length):
        chances[name(*order)] += chance
    return dict(chances)


def nets(rulebook: str, player: str, dealer: str, war_player: str, war_dealer: str, choice: str) -> dict[str, int]:
    """What every wager nets in cents when these cards fall, as `wartable settle` has it."""
    tied = rank(Card(player)) == rank(Card(dealer))
    war = (war_player, war_dealer) if tied and choice == "war" else ()
    return _settled(rulebook, player, dealer, war, choice if tied else "")


@cache
def _settled(rulebook: str, player: str, dealer: str, war: tuple[str, ...], choice: str) -> dict[str, int]:
    seat: dict[str, Any] = {"seat": 1, "initial": STAKE, "tie": STAKE}
    cards: dict[str, Any] = {"deal": [player, dealer]}
    rules = rules_in_force(load_rulebook(rulebook))
    offers = "progressive.reset" in load_rulebook(rulebook).values
    if offers:
        seat["progressive"] = "5.00"
    if choice:
        seat["on_tie"] = choice
    if war:
        cards["war"] = list(war)
        if rules.tie.on_war_deal:
            seat["war_tie"] = STAKE
    document: dict[str, Any] = {
        "rulebook": rulebook,
        "house": BEFORE_THE_WAGER if offers else {"decks": rules.decks},
        "seats": [seat],
        "cards": cards,
    }
    if offers:
        document["meters"] = {"progressive": "10000.00"}
    if rules.bank.by == "player":
        document["bank"] = {"seat": 2, "amount": "1000.00"}
    result: Any = settle_document(document)
    return {line["wager"]: _net(line) for line in result["seats"][0]["wagers"]}


def _net(line: dict[str, str]) -> int:
    cents = {key: int(line[key].replace(".", "")) for key in ("staked", "returned", "paid")}
    return cents["returned"] + cents["paid"] - cents["staked"]


def base(found: dict[str, int]) -> Fraction:
    """The initial wager with its war, in units."""
    return Fraction(found["initial"] + found.get("war", 0), 1000)


@st.composite
def shoes(draw: st.DrawFn, least: int = 8, most: int = 120) -> Composition:
    """Any shoe: few ranks or all, few suits or all, many of one card or none."""
    count = draw(st.integers(least, most))
    kinds = draw(st.lists(st.sampled_from(DECK), min_size=1, max_size=20, unique=True))
    return shoe(draw(st.lists(st.sampled_from(kinds), min_size=count, max_size=count)))
