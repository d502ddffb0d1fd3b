"""What a player hears once sound is on: chips, cards that land, a win; never a loss."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.people import Player
from tests.browser.serving import House
from tests.browser.staff import Dealer

HEARD = """() => {
  const heard = [];
  for (const name of ['OscillatorNode', 'AudioBufferSourceNode']) {
    window[name] = class extends window[name] {
      constructor(context, options) {
        super(context, options);
        heard.push(options.frequency ?? 'card');
        document.documentElement.dataset.heard = heard.join(' ');
      }
    };
  }
}"""
"""The page's own sounds, written down as they start: the pitch of a tone, or a card."""
TWO_CARDS = re.compile("card.* card")
CHORD = re.compile("349.* 440.* 523")


def test_cards_that_land_and_a_win_are_heard_and_a_loss_is_not(browser: Browser, house: House) -> None:
    dealer = Dealer(browser, house, "petra", "heard")
    dealer.confirms()  # the table opens
    player = Player(browser, house, "heard")
    player.page.evaluate(HEARD)
    page = player.page.locator("html")
    player.bets(initial=20_00)
    expect(page).not_to_have_attribute("data-heard", re.compile("."))
    player.press("m")
    dealer.gets_to("deal_player")
    dealer.turns("3d", "9s")
    expect(page).to_have_attribute("data-heard", TWO_CARDS)
    dealer.gets_to("bets")
    player.bets(initial=20_00)
    expect(page).not_to_have_attribute("data-heard", CHORD)
    dealer.gets_to("deal_player")
    dealer.turns("Kd", "4c")
    dealer.gets_to("bets")
    expect(page).to_have_attribute("data-heard", CHORD)
    for person in (player, dealer):
        person.leaves()
