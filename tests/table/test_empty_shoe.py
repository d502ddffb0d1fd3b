"""A shoe without a card: nothing can be burned of it."""

from msgspec.structs import replace

from tests.told import DEALER, Told
from wartable.table import Refusal
from wartable.table import commands as c


def test_no_card_is_burned_from_an_empty_shoe() -> None:
    told = Told.at("maryland")
    told.table = replace(told.table, cards=replace(told.table.cards, burns_due=1, in_shoe=0))
    assert told.refuses(DEALER, c.BurnCard()).why is Refusal.SHOE_IS_EMPTY
