"""How cards come to a phone: dealt from the shoe, the words after them, both cards in sight."""

import re

from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.people import PHONE, Player
from tests.browser.serving import House
from tests.browser.staff import Dealer

SMALL: ViewportSize = {"width": 320, "height": 480}
MOVED = """() => {
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
        if (this.matches('.card')) window.moved.push(this.ariaLabel);
        return animate.apply(this, given);
    };
}"""
"""Writes down which cards were moved."""
IN_SIGHT = """(e) => {
    const { top, bottom } = e.getBoundingClientRect();
    const stage = document.querySelector('main.stage').getBoundingClientRect();
    const rail = document.querySelector('.railbox').getBoundingClientRect();
    return top >= stage.top && bottom <= rail.top;
}"""


def test_a_card_is_dealt_from_the_shoe_on_a_phone_and_its_words_follow(browser: Browser, house: House) -> None:
    dealer = Dealer(browser, house, "petra", "dealt-to-a-phone")
    dealer.confirms()  # the table opens
    player = Player(browser, house, "dealt-to-a-phone", PHONE, reduced_motion="no-preference")
    player.page.evaluate(MOVED)
    dealer.gets_to("bets")
    player.page.get_by_role("button", name="Skip hints").click()
    player.bets(initial=10_00)
    dealer.gets_to("deal_player")
    dealer.turns("Qh")
    expect(player.page.locator("#words")).to_contain_text("Your card: queen of hearts.")
    assert "Your card: queen of hearts" in player.page.evaluate("window.moved")
    dealer.turns("4s")
    expect(player.page.locator("#words")).to_contain_text("Queen beats four.")
    assert "Dealer: four of spades" in player.page.evaluate("window.moved")
    player.leaves()
    dealer.leaves()


def test_the_smallest_phone_shows_the_wagers_first_and_both_cards_after(browser: Browser, house: House) -> None:
    dealer = Dealer(browser, house, "petra", "smallest-phone")
    dealer.confirms()  # the table opens
    player = Player(browser, house, "smallest-phone", SMALL)
    dealer.gets_to("bets")
    for area in ("progressive", "tie", "initial", "bonus_spin"):
        assert player.page.locator(f"button[data-area={area}]").evaluate(IN_SIGHT), area
    player.bets(initial=10_00)
    dealer.gets_to("deal_player")
    dealer.turns("Qh", "4s")
    for card in ("Your card: queen of hearts", "Dealer: four of spades"):
        shown = player.page.get_by_label(card, exact=True)
        expect(shown).to_be_visible()
        assert shown.evaluate(IN_SIGHT), card
    expect(player.page.locator("#words")).to_contain_text(re.compile(r"^\s*Queen beats four\."))
    player.leaves()
    dealer.leaves()
