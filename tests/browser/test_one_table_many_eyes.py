"""Two browsers at one table, a server killed in the middle of a war, and a shoe that a player cuts and proves."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.people import PHONE, Person, Player
from tests.browser.serving import House
from tests.browser.staff import Dealer


def test_a_war_goes_on_in_both_browsers_after_the_server_was_killed(browser: Browser, house: House) -> None:
    dealer = Dealer(browser, house, "petra", "interrupted")
    dealer.confirms()  # the table opens
    player = Player(browser, house, "interrupted")
    dealer.gets_to("bets")
    watcher = Person(browser, house, PHONE)
    watcher.goes("/table/interrupted")
    player.bets(initial=20_00, tie=5_00)
    expect(watcher.page.get_by_text("$20.00", exact=True).first).to_be_visible()

    dealer.gets_to("deal_player")
    dealer.turns("Qh", "Qs")
    dealer.gets_to("choose")
    expect(player.page.get_by_role("alert").filter(has_text="go to war for $20.00 more")).to_be_attached()
    player.chooses("w")
    dealer.gets_to("war_deal_player")
    dealer.turns("Jc")

    house.kill()
    expect(player.page.get_by_text("Connection lost").first).to_be_visible()
    house.open()
    both = (player, watcher)
    for person in both:
        expect(person.page.locator("main.stage")).to_have_attribute("data-phase", "war_dealing")
        expect(person.page.get_by_label("jack of clubs")).to_be_visible()
    expect(player.page.get_by_text("Connection lost")).to_have_count(0)

    dealer.turns("2d")
    dealer.gets_to("pick_up", "war_pick_up")
    assert player.result() == 20_00 + 50_00
    for person in both:
        expect(person.page.get_by_label("Dealer: two of diamonds")).to_be_visible()
    for person in (player, watcher, dealer):
        person.troubles = [line for line in person.troubles if "WebSocket" not in line]  # it was cut off, and said so
        person.leaves()


def test_a_player_cuts_by_hand_on_a_phone_and_proves_the_shoe_before(browser: Browser, house: House) -> None:
    player = Player(browser, house, "harbour", PHONE, has_touch=True)
    player.waits_for("betting")
    player.page.locator("button[data-area=initial]").tap()
    player.page.locator("button[data-area=initial]").tap()
    expect(player.page.get_by_text("$10.00 on the felt")).to_be_visible()
    player.page.get_by_role("button", name="Undo").tap()
    expect(player.page.get_by_text("on the felt")).to_have_count(0)
    player.page.locator("button[data-area=initial]").tap()
    expect(player.page.get_by_text("$10.00 on the felt")).to_be_visible()
    player.page.get_by_role("button", name="Deal", exact=True).tap()
    expect(player.page.get_by_role("button", name=re.compile("Surrender|Rebet")).first).to_be_visible()
    if player.page.get_by_role("button", name="Surrender").count():
        player.page.get_by_role("button", name="Surrender").tap()
    expect(player.page.get_by_role("button", name="Rebet")).to_be_enabled()

    floor = Person(browser, house)
    floor.signs_in("vera")
    floor.page.locator("button[data-table=harbour]").click()
    floor.page.get_by_role("button", name="Order a reshuffle").click()
    expect(player.page.locator("#words")).to_contain_text("The cut is yours.")
    handle = player.page.get_by_role("slider", name="Cut card")
    box = handle.bounding_box()
    assert box is not None
    player.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    player.page.mouse.down()
    player.page.mouse.move(box["x"] + 80, box["y"] + 40, steps=4)
    player.page.mouse.up()
    dragged = int(handle.get_attribute("aria-valuenow") or 0)
    player.press(["ArrowRight", "PageDown"])
    expect(handle).to_have_attribute("aria-valuenow", str(dragged - 9))
    player.page.get_by_placeholder("Words of your own").fill("harbour lights")
    player.page.get_by_role("button", name="Cut here").tap()
    player.waits_for("betting")

    player.press("v")
    expect(player.page.get_by_role("heading", name="Every card was where the seal said.")).to_be_visible()
    expect(player.page.get_by_text(re.compile(r"^(\d+) of \1 cards match$"))).to_be_visible()
    player.leaves()
    floor.leaves()
