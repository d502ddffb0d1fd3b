"""How deep a card lies in a stack: a number of cards, or a share of the stack."""

import re

import msgspec

_CARDS = re.compile(r"([0-9]{1,4}) cards|1 card", re.ASCII)
_SHARE = re.compile(r"([1-9][0-9]?)/([1-9][0-9]?) stack", re.ASCII)


class Depth(msgspec.Struct, frozen=True):
    """A depth that becomes a number of cards once the size of the stack is known."""

    cards: int = 0
    part: int = 0
    of: int = 1

    def in_cards(self, stack: int) -> int:
        """Return the depth in whole cards of a stack; a fraction is rounded up, so it is never undercut."""
        return self.cards + -(-stack * self.part // self.of)

    def __str__(self) -> str:
        if self.part:
            return f"{self.part}/{self.of} stack"
        return "1 card" if self.cards == 1 else f"{self.cards} cards"


def parse_depth(text: str) -> Depth:
    """Read a depth such as "78 cards" or "1/4 stack"."""
    if match := _CARDS.fullmatch(text):
        return Depth(cards=int(match[1] or 1))
    if (match := _SHARE.fullmatch(text)) and int(match[1]) < int(match[2]):
        return Depth(part=int(match[1]), of=int(match[2]))
    raise ValueError('expected a depth as a text, such as "78 cards" or "1/4 stack"')
