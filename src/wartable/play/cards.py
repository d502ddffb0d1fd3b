"""Cards as boxes of text: the rank above, the suit below, so that two lie side by side in eight columns."""

from collections.abc import Sequence

from textual.content import Content

from wartable.cards import Card

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
RED = frozenset("dh")
RANKS = {"T": "10"}
CARD_WIDTH = 4
CARD_HEIGHT = 4
BETWEEN = 1
MAX_SHOWN = 4


def short(card: Card, *, letters: bool = False) -> str:
    """Return a card for a line of text."""
    return f"{RANKS.get(card[0], card[0])}{card[1] if letters else SUITS[card[1]]}"


def draw_cards(cards: Sequence[Card], width: int, *, letters: bool = False) -> list[Content]:
    """Draw a hand in four lines of this width; where there is no room, only the last cards."""
    apart = BETWEEN if len(cards) * (CARD_WIDTH + BETWEEN) <= width + BETWEEN else 0
    most = min(MAX_SHOWN, max(1, (width + apart) // (CARD_WIDTH + apart)))
    boxes = [_box(card, letters=letters) for card in cards[-most:]]
    taken = len(boxes) * CARD_WIDTH + max(0, len(boxes) - 1) * apart
    left = max(0, width - taken) // 2
    right = max(0, width - taken - left)
    between = Content(" " * apart)
    return [
        Content.assemble(" " * left, between.join([box[line] for box in boxes]), " " * right)
        for line in range(CARD_HEIGHT)
    ]


def _box(card: Card, *, letters: bool) -> list[Content]:
    rank = RANKS.get(card[0], card[0])
    suit = card[1] if letters else SUITS[card[1]]
    ink = "$suit-red" if card[1] in RED else "$suit-black"
    face = f"bold {ink} on $card"
    return [
        Content.styled("┌──┐", face),
        Content.styled(f"│{rank:<2}│", face),
        Content.styled(f"│ {suit}│", face),
        Content.styled("└──┘", face),
    ]
