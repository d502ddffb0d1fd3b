"""The lobby speaks each table's own words, and lets no guest go by mistake."""

from playwright.sync_api import Browser, expect

from tests.browser.people import Player
from tests.browser.serving import House


def test_the_limits_of_a_table_bear_its_rulebooks_word_for_the_wager(browser: Browser, house: House) -> None:
    guest = Player(browser, house, "limits")
    guest.goes("/")
    for table, word in (("banked", "Primary"), ("coupons", "Initial")):
        tile = guest.page.locator("article").filter(has=guest.page.get_by_role("heading", name=table, exact=True))
        expect(tile.locator("dt").filter(has_text=word)).to_be_visible()
    guest.leaves()


def test_a_guest_signs_out_with_the_second_click(browser: Browser, house: House) -> None:
    guest = Player(browser, house, "signed-out")
    guest.goes("/")
    guest.page.get_by_role("button", name="sign out").click()
    asked = guest.page.get_by_role("button", name="Sign out? Only a link brings your chips back.")
    expect(asked).to_be_visible()
    asked.click()
    expect(guest.page.get_by_role("link", name="Sign in")).to_be_visible()
    guest.leaves()
