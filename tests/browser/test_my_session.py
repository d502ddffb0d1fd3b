"""My session: what my hands came to, a round that can be shared, and a shoe that one tap proves."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.people import PHONE, Person, Player
from tests.browser.serving import House
from tests.browser.staff import Dealer, Floor
from tests.browser.test_everyone_can_use_it import fits, serious
from tests.browser.windows import PAGE_FAULTS, faults

DEALT = (("Kd", "4c"), ("3d", "9s"), ("Qh", "5c"))
"""Three rounds: won, lost, won."""


def test_a_player_sees_the_net_the_biggest_war_and_the_streaks_of_their_own_hands(
    browser: Browser, house: House
) -> None:
    dealer = Dealer(browser, house, "petra", "session")
    dealer.confirms()  # the table opens
    player = Player(browser, house, "session")
    for cards in DEALT:
        player.bets(initial=20_00)
        dealer.gets_to("deal_player")
        dealer.turns(*cards)
        dealer.gets_to("bets")
    player.bets(initial=20_00)
    dealer.gets_to("deal_player")
    dealer.turns("9h", "9s")
    dealer.gets_to("choose")
    player.chooses("w")
    dealer.gets_to("war_deal_player")
    dealer.turns("2c", "8d")
    dealer.gets_to("bets")
    player.press("e")
    paper = player.page.get_by_role("region", name="My session")
    expect(paper.get_by_text("4 hands at this table.")).to_be_visible()
    expect(paper.locator(".net")).to_contain_text("−$20.00")  # 20 − 20 + 20 − 40
    expect(paper.get_by_role("img", name="Net over 4 hands, from −$20.00 to +$20.00, now −$20.00")).to_be_visible()
    expect(paper.get_by_text("−$40.00, round 4", exact=True)).to_be_visible()
    expect(paper.get_by_text("1 won, 1 lost")).to_be_visible()
    assert serious(player.page) == []
    assert faults(player.page, PAGE_FAULTS) == {}

    paper.get_by_role("link", name="Share round 4").click()
    expect(player.page.get_by_role("heading", name="Round 4 at session")).to_be_visible()
    expect(player.page.get_by_role("heading", name="You", exact=True)).to_be_visible()
    expect(player.page.get_by_role("link", name="Step by step")).to_be_visible()
    friend = Person(browser, house, PHONE)
    friend.goes("/hand/session/4")
    hand = friend.page.get_by_role("listitem")
    expect(hand).to_contain_text(re.compile(r"Seat \d\s+−\$40\.00 lost the war"))
    expect(hand.get_by_role("img", name=re.compile("nine of hearts"))).to_be_visible()
    expect(friend.page.get_by_role("link", name="Step by step")).to_have_count(0)
    friend.page.evaluate("""() => {
        navigator.share = undefined;
        navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    }""")
    friend.page.get_by_role("button", name="Share this round").click()
    expect(friend.page.get_by_label("Link to this round")).to_have_value(re.compile("/hand/session/4$"))
    assert "Guest" not in friend.page.locator("main").inner_text()  # no one is named
    assert serious(friend.page) == []
    assert fits(friend.page)
    friend.goes("/hand/session/99")
    expect(friend.page.get_by_text("There is no such round.")).to_be_visible()
    for person in (player, friend, dealer):
        person.leaves()


def test_one_tap_proves_that_the_shoe_was_fair_and_says_why(browser: Browser, house: House) -> None:
    player = Player(browser, house, "fair")
    player.press("e")
    paper = player.page.get_by_role("region", name="My session")
    ask = paper.get_by_role("button", name="Was the last shoe fair?")
    ask.click()
    expect(paper.get_by_text("The first shoe is still in play and sealed.")).to_be_visible()
    player.press(["Escape"])
    floor = Floor(browser, house, "vera")
    floor.presses("fair", "Order a reshuffle")
    player.answers()
    player.waits_for("betting")
    player.press("e")
    ask.click()
    expect(paper.get_by_role("status").get_by_text("Shoe 1 was fair.")).to_be_visible()
    expect(paper.get_by_text("every card was where the seal said.")).to_be_visible()
    assert serious(player.page) == []
    player.leaves()
    floor.leaves()
