"""After the cut, what lay in front of the cover card is dealt last: in the sealed shoe, and in the dealer's prompt."""

import pytest

from tests.told import DEALER, FLOOR, Told
from wartable.cards import Card
from wartable.shoe.sealed import SealedShoe
from wartable.table import commands as c
from wartable.table import steps

WORDS = {
    "maryland": "Move the cards above the cover card to the bottom",
    "wisconsin": "Move the cards in front of the cutting card to the back",
    "massachusetts": "Move the cards in front of the cut card to the back",
}


def dealt(depth: int, decks: int) -> list[Card]:
    """Every card of a sealed shoe that was cut at a depth; the seed and the words are always the same."""
    shoe = SealedShoe("T1", 1, decks, sealed_at=1, entropy=lambda _: bytes(32))
    shoe.cut(depth, "mice", at=2)
    shoe.load(1)
    shoe.close(at=3)
    return [shoe.draw() for _ in range(decks * 52)]


@pytest.mark.parametrize("state", WORDS)
def test_the_cards_above_the_cut_are_dealt_last(state: str) -> None:
    """MD-5-F-1, WI-e-5.1, MA-5-f.1."""
    told = Told.closed(state)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening", "shuffling").does(DEALER, c.CutCards(100))
    (prompt,) = steps(told.table)
    assert prompt.says.startswith(WORDS[state])
    decks = told.table.rules.decks
    shallow, deep = dealt(100, decks), dealt(160, decks)
    assert deep == shallow[60:] + shallow[:60]
    assert deep[-60:] == shallow[:60], "what lay between the two cuts is dealt last after the deeper one"
