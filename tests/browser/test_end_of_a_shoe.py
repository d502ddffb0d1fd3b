"""The cover card comes, the shoe ends, and the cards are shuffled and cut again by a player's own hand."""

from playwright.sync_api import Browser, expect

from tests.browser.people import Player
from tests.browser.serving import House
from tests.browser.staff import Dealer, Floor

TABLE = "cover-card"
THIN = "the cut was too thin"


def test_the_cover_card_ends_a_shoe_and_a_recut_is_cut_by_the_player_again(browser: Browser, house: House) -> None:
    vera = Floor(browser, house, "vera")
    dealer = Dealer(browser, house, "petra", TABLE)
    dealer.puts_back = 305  # so that the cover card is due in the first round
    vera.opens(TABLE, dealer, "petra")
    player = Player(browser, house, TABLE)
    player.bets(initial=20_00)
    dealer.gets_to("deal_player")
    dealer.turns("Kd")
    dealer.does(lambda: dealer.page.get_by_role("button", name="The cover card came").press("Enter"))
    dealer.turns("9s")
    dealer.gets_to("pick_up")
    assert player.result() == 20_00  # the round is played to its end

    vera.goes_along(TABLE, dealer, "offer_cut")
    cuts(player, ["Home", "PageUp"])
    vera.goes_along(TABLE, dealer, "load")
    dealer.does(lambda: vera.presses(TABLE, "Order a recut", THIN))
    cuts(player, ["End", "PageDown", "ArrowLeft"])
    vera.goes_along(TABLE, dealer, "bets")
    expect(vera.page.get_by_role("row").filter(has_text=THIN).filter(has_text=TABLE)).to_contain_text("vera")

    player.bets(initial=20_00)
    dealer.gets_to("deal_player")
    dealer.turns("Kd", "9s")
    dealer.gets_to("pick_up")
    assert player.result() == 20_00
    for person in (vera, dealer, player):
        person.leaves()


def cuts(player: Player, keys: list[str]) -> None:
    """By hand: the keys move the card, and Enter lets it lie."""
    expect(player.page.locator("#words")).to_contain_text("The cut is yours.")
    handle = player.page.get_by_role("slider", name="Cut card")
    begins = handle.get_attribute("aria-valuenow")
    player.press(keys)
    expect(handle).not_to_have_attribute("aria-valuenow", begins or "")
    player.press(["Enter"])
    expect(handle).to_have_count(0)
