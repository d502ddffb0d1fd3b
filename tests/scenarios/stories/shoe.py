"""The shoe itself: sealed and revealed, a card misread, a card taken back."""

from tests.scenarios.stories.story import bets_down, story
from tests.told import DEALER, FLOOR, RULEBOOKS, SHOE, Told, player, seal_of
from wartable.table import commands as c

SEED = bytes(range(32))
OTHER_SEED = bytes(range(1, 33))


@story("maryland", "massachusetts", from_closed=True)
def sealed_shoe(told: Told) -> None:
    """a shoe is sealed before the cut and revealed when a reshuffle is ordered."""
    told.does(FLOOR, c.OpenTable("Dana"))
    told.sits(2, "Cora").goes_on("opening", "shuffling")
    told.does(SHOE, seal_of(told.table.rules, SEED))
    told.does(player("Cora"), c.CutCards(120, "three blind mice"))
    bets_down(told.goes_on()).deals("7s 9c 8d").ends()
    told.does(FLOOR, c.OrderReshuffle())
    told.does(SHOE, c.RevealShoe(SEED.hex()))
    told.goes_on("shuffling").does(SHOE, seal_of(told.table.rules, OTHER_SEED))


@story("wisconsin", from_closed=True)
def sealed_shoe_at_closing(told: Told) -> None:
    """a sealed shoe without a bet is revealed."""
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening", "shuffling").does(SHOE, seal_of(told.table.rules, SEED))
    told.goes_on().does(FLOOR, c.CloseTable())
    told.goes_on().does(SHOE, c.RevealShoe(SEED.hex()))


@story(*RULEBOOKS)
def card_taken_back(told: Told) -> None:
    """a card is entered wrongly, and the floor takes it back."""
    bets_down(told).deals("7s 9c 8d").does(FLOOR, c.UndoCard("the dealer's card is the eight of hearts"))
    told.deals("8h").ends()


@story(*RULEBOOKS)
def misread_card(told: Told) -> None:
    """the reader says what cannot be, and the card is read again."""
    bets_down(told).deals("7s").does(SHOE, c.ReportMisread("7s", "double_read"))
    told.does(FLOOR, c.Rule("continue", "the card lay on the reader twice"))
    told.deals("9c").does(DEALER, c.ReportMisread("1x", "no_such_card"))
    told.does(FLOOR, c.Rule("continue", "the corner is bent"))
    told.deals("8d").ends()


@story("maryland")
def card_too_many(told: Told) -> None:
    """a card comes that the decks no longer hold, and the round is void."""
    bets_down(told).deals("7s").does(SHOE, c.ReportMisread("Kh", "used_up"))
    told.does(FLOOR, c.Rule("void", "the decks are counted before another card is dealt"))
    told.ends()
