"""A dealer with real cards and a player with a browser, in every state where the house banks."""

from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import Player
from tests.browser.serving import House
from tests.browser.staff import Dealer

STATES = ("real-maryland", "real-wisconsin", "real-massachusetts", "real-washington")


class Told(NamedTuple):
    """A round as it is told: the cards, the choice on a tie, the war's cards, and what 20.00 brings."""

    cards: tuple[str, str]
    choice: str = ""
    war: tuple[str, ...] = ()
    brings: int = 0


HIGHER = Told(("Kd", "9s"), brings=20_00)
LOWER = Told(("4c", "9d"), brings=-20_00)
GIVES_UP = Told(("9h", "9c"), "Surrender", brings=-10_00)
WINS_THE_WAR = Told(("8h", "8c"), "Go to war", ("Jc", "5d"), 20_00)
LOSES_THE_WAR = Told(("6h", "6c"), "Go to war", ("2c", "5h"), -40_00)
TIES_THE_WAR = Told(("7h", "7c"), "Go to war", ("3h", "3d"), 40_00)
EVERY_END = (HIGHER, LOWER, GIVES_UP, WINS_THE_WAR, LOSES_THE_WAR, TIES_THE_WAR)
WHERE_STATES_DIFFER = (GIVES_UP, LOSES_THE_WAR, TIES_THE_WAR)
"""What the other states do after a tie is their own; a higher card wins everywhere alike."""


@pytest.mark.parametrize("name", STATES)
def test_rounds_with_real_cards_are_dealt_paid_and_explained(name: str, browser: Browser, house: House) -> None:
    dealer = Dealer(browser, house, "petra", name)
    dealer.confirms()  # the table opens
    player = Player(browser, house, name)
    dealer.gets_to("bets")
    for told in EVERY_END if name == STATES[0] else WHERE_STATES_DIFFER:
        before = player.balance
        player.bets(initial=20_00)
        dealer.gets_to("deal_player")
        dealer.turns(*told.cards)
        expect(player.page.locator(".card:not(.down)")).to_have_count(2)
        if told.choice:
            dealer.gets_to("choose")
            player.page.get_by_role("button", name=told.choice).click()
        if told.war:
            dealer.gets_to("war_deal_player")
            dealer.turns(*told.war)
        dealer.gets_to("pick_up", "war_pick_up")
        assert player.result() == told.brings
        assert player.balance == before + told.brings
        dealer.gets_to("bets")

    player.press("y")
    why = player.page.get_by_role("complementary", name="Why")
    expect(why).to_contain_text("Why you won")
    expect(why.locator(".clause").first).to_be_visible()
    why.locator(".clause").first.click()
    expect(why.get_by_role("note")).not_to_have_text("…")
    player.leaves()
    dealer.leaves()
