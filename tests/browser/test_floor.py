"""What waits for the floor is shown and answered, and its orders are obeyed; every key is pressed and none clicked."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.people import Player
from tests.browser.serving import House
from tests.browser.staff import Dealer, Floor


def test_the_floor_opens_recuts_validates_and_corrects_with_keys(browser: Browser, house: House) -> None:
    table = "pit"
    vera, walter = Floor(browser, house, "vera"), Floor(browser, house, "walter")
    dealer = Dealer(browser, house, "petra", table)
    expect(dealer.page.get_by_role("button", name="Open the table")).to_have_count(0)
    vera.begins(table, "petra")
    walter.comes_on_duty(table)
    holder = Player(browser, house, table)
    vera.goes_along(table, dealer, "load")
    dealer.does(lambda: vera.presses(table, "Order a recut", "the cut was too thin"))
    expect(vera.page.get_by_role("row").filter(has_text="the cut was too thin")).to_contain_text("vera")
    vera.goes_along(table, dealer, "bets")

    dealer.press("f")
    called = vera.waiting(table, "call")
    expect(called).to_contain_text("The dealer calls")
    expect(called).to_contain_text("petra")
    called.get_by_role("button", name="I am coming").press("Enter")
    expect(called).to_have_count(0)

    holder.bets(initial=10_00, progressive=5_00)
    dealer.chips = {"progressive": 1}
    dealer.gets_to("deal_player")
    dealer.turns("7s", "7s")
    dealer.gets_to("choose")
    holder.chooses("w")
    dealer.gets_to("war_deal_player")
    dealer.turns("7s", "7s")
    dealer.gets_to("verify_hand")
    jackpot = vera.waiting(table, "validate_win")
    expect(jackpot).to_contain_text("pays $15,001.00")
    expect(jackpot).to_contain_text("The dealer checks the hand and the light first.")
    expect(jackpot.locator(".do button")).to_have_count(0)
    dealer.gets_to("validate_win")
    expect(jackpot).to_contain_text("The dealer has checked the hand and the light.")
    dealer.does(lambda: jackpot.get_by_role("button", name="Validate").press("Enter"))
    dealer.gets_to("bets")

    looks_at_the_rate(vera, table)
    corrects_the_reading(vera, walter, dealer, table)

    dealer.does(lambda: vera.presses(table, "Order a reshuffle"))
    vera.goes_along(table, dealer, "bets")
    dealer.does(lambda: vera.presses(table, "Call a deck change"))
    due = vera.waiting(table, "deck_change")
    expect(due).to_contain_text("Deck change due")
    dealer.does(lambda: due.get_by_role("button", name="Decks changed").press("Enter"))
    assert dealer.step == "remove_cards"
    for person in (vera, walter, dealer, holder):
        person.leaves()


def looks_at_the_rate(vera: Floor, table: str) -> None:
    """The floor sees the rate that was filed, and can set no other."""
    sheet = vera.sheet(table)
    rate = sheet.get_by_role("form", name="Rate of a meter")
    expect(rate).to_contain_text("takes 0.20 of each wager. That is the rate the house filed.")
    expect(rate.get_by_role("button")).to_have_count(0)
    vera.press(["Escape"])
    expect(sheet).to_have_count(0)
    expect(vera.page.locator(f"button[data-table={table}]")).to_be_focused()


def corrects_the_reading(vera: Floor, walter: Floor, dealer: Dealer, table: str) -> None:
    """At any time, with a reason and two keys."""
    sheet = vera.sheet(table)
    sheet.get_by_label("Right reading").fill("12,345.00")
    sheet.get_by_label("Reason").fill("counted again")
    sheet.get_by_role("button", name="Correct, with two keys").press("Enter")
    vera.press(["Escape"])
    asked = walter.waiting(table, "second_key")
    expect(asked).to_contain_text("Set the progressive meter to $12,345.00: counted again")
    dealer.does(lambda: asked.get_by_role("button", name="Turn my key").press("Enter"))
    expect(vera.page.locator(f"button[data-table={table}]")).to_contain_text("$12,345.00")


def test_a_device_out_of_order_waits_for_the_floor_and_comes_back(browser: Browser, house: House) -> None:
    table = "device"
    vera = Floor(browser, house, "vera")
    dealer = Dealer(browser, house, "petra", table)
    vera.begins(table, "petra")
    dealer.press(["Escape", "!"])  # out of the field that counts the decks
    dealer.page.get_by_role("button", name=re.compile("The shuffler is out of order")).press("Enter")
    dealer.does(lambda: dealer.page.get_by_role("button", name="This happened").press("Enter"))
    broken = vera.waiting(table, "device")
    expect(broken).to_contain_text("Device out of order")
    dealer.does(lambda: broken.get_by_role("button", name="Signed").press("Enter"))
    expect(broken).to_have_count(0)
    dealer.does(lambda: vera.presses(table, "Works again"))
    for words in ("out of order", "A sign is put on the device", "back in use"):
        expect(vera.page.get_by_role("row").filter(has_text=re.compile(words)).first).to_be_visible()
    vera.leaves()
    dealer.leaves()
