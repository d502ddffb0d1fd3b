"""Small courtesies: every key does what it says, nothing moves under a hand, and there is a way back."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import PHONE, Person, Player
from tests.browser.serving import House, open_house, table
from tests.browser.staff import Dealer, Floor
from tests.browser.test_everyone_can_use_it import serious

BOXES = "all => all.map(one => { const { left, right } = one.getBoundingClientRect(); return [left, right]; })"


def test_where_wagers_stay_only_what_is_not_placed_can_be_undone(browser: Browser, house: House) -> None:
    dealer = Dealer(browser, house, "petra", "staged")
    dealer.confirms()  # the table opens
    player = Player(browser, house, "staged")
    undo, clear = (player.page.get_by_role("button", name=name, exact=True) for name in ("Undo", "Clear"))
    dealer.gets_to("bets")
    expect(player.page.get_by_text("in steps of $10.00")).to_be_visible()
    player.press(["3", "i", "t", "d"])
    expect(player.page.get_by_role("button", name="Place $50.00")).to_be_disabled()
    expect(player.page.locator("#words .notice")).to_have_text("Bet in steps of $10.00 here.")
    expect(player.page.locator("section.mine .chips")).to_have_count(2)
    undo.click()
    undo.click()
    expect(undo).to_have_count(0)  # nothing lies there any more
    player.press(["2", "i", "i"])
    expect(clear).to_be_enabled()
    player.page.get_by_role("button", name="Place $10.00").click()
    expect(player.page.get_by_text("$10.00 on the felt")).to_be_visible()
    expect(undo).to_be_disabled()
    expect(clear).to_be_disabled()
    player.leaves()
    dealer.leaves()


def test_a_stack_grows_where_it_lies(browser: Browser, house: House) -> None:
    player = Player(browser, house, "stacked", reduced_motion="no-preference")
    player.waits_for("betting")
    player.press(["2", "i"])
    stack = player.page.locator("section.mine .chips")
    tray = player.page.get_by_role("group", name="Chip to place")
    lay = tray.bounding_box()
    expect(stack).to_have_count(1)
    stack.evaluate("one => { one.dataset.lies = 'here' }")
    player.press("i")
    expect(player.page.get_by_text("$10.00 on the felt")).to_be_visible()
    expect(stack).to_have_count(1)
    expect(stack).to_have_attribute("data-lies", "here")
    assert tray.bounding_box() == lay
    player.press(["u", "u"])
    expect(player.page.get_by_role("button", name="Play with neighbours")).to_be_visible()
    assert tray.bounding_box() == lay
    player.leaves()


def test_a_player_leaves_when_the_round_is_over_and_finds_the_seat_in_the_lobby(browser: Browser, house: House) -> None:
    dealer = Dealer(browser, house, "petra", "in-the-round")
    dealer.confirms()  # the table opens
    player = Player(browser, house, "in-the-round")
    page = player.page
    dealer.gets_to("bets")
    player.bets(initial=10_00)
    seat = player.seat_number
    page.get_by_role("link", name="to the lobby").click()
    tile = page.locator("article").filter(has=page.get_by_role("heading", name="in-the-round", exact=True))
    expect(tile.get_by_text(f"seat {seat}", exact=True)).to_be_visible()
    assert serious(page) == []
    tile.get_by_role("link", name="Back to your seat").click()
    expect(page.get_by_text("$10.00 on the felt")).to_be_visible()

    dealer.gets_to("deal_player")
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_text("You leave when it is over.")).to_be_visible()
    page.get_by_role("button", name="Leaving after this round").click()
    expect(page.get_by_text("You stay.")).to_be_visible()
    dealer.turns("Kd", "9s")
    dealer.gets_to("pick_up")
    page.set_viewport_size(PHONE)
    expect(page.get_by_text("tie 10 to 1")).to_be_visible()
    dealer.gets_to("bets")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("navigation", name="Menu").get_by_text("Your last hand")).to_be_visible()
    page.get_by_role("button", name="Close").click()

    player.bets(initial=10_00)
    dealer.gets_to("deal_player")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave the table").click()
    dealer.turns("Kd", "9s")
    dealer.gets_to("pick_up")
    dealer.confirms()
    expect(page.get_by_role("heading", name="Take a seat.")).to_be_visible()
    player.goes("/audit/in-the-round/1")
    page.get_by_role("link", name="All rounds of this table").click()
    expect(page).to_have_url(re.compile("/audit/in-the-round$"))
    player.leaves()
    dealer.leaves()


def test_a_closed_console_says_who_opens_the_table_and_the_pit_names_its_state(browser: Browser, house: House) -> None:
    dealer = Dealer(browser, house, "petra", "unopened")
    expect(dealer.page.get_by_text("A floor supervisor opens this table")).to_be_visible()
    floor = Floor(browser, house, "vera")
    tile = floor.page.locator("button[data-table=unopened]")
    expect(tile).to_contain_text("The Reef")
    expect(tile).to_contain_text("Washington, unopened")
    before = tile.evaluate("one => one.getBoundingClientRect().y + scrollY")
    floor.sheet("unopened").get_by_role("button", name="Open the table", exact=True).press("Enter")
    expect(floor.page.locator(".slot .notice")).to_be_attached()
    assert tile.evaluate("one => one.getBoundingClientRect().y + scrollY") == before
    for person in (dealer, floor):
        person.leaves()


def test_a_guest_who_stands_behind_the_seats_is_told_so(browser: Browser, house: House) -> None:
    guest = Person(browser, house)
    guest.goes("/table/passed-on")
    guest.page.get_by_role("button", name="Stand behind").click()
    expect(guest.page.get_by_text("You stand behind the seats now.")).to_be_visible()
    expect(guest.page.get_by_text("You can bet on a card as soon as its player has bet.")).to_be_visible()
    guest.leaves()


def test_a_long_name_of_the_house_keeps_clear_of_the_print(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    name = "The Grand Larkspur Resort and Riverboat Casino of the Potomac"
    with open_house(tmp_path_factory.mktemp("long"), table("maryland"), operator=name) as house:
        watcher = Person(browser, house)
        watcher.goes("/table/maryland")
        print_ = watcher.page.locator(".print text:visible")
        expect(print_.filter(has_text="THE GRAND")).to_be_visible()
        operator = print_.filter(has_text="THE GRAND").evaluate_all(BOXES)[0]
        pays = print_.filter(has_text="TIE PAYS").evaluate_all(BOXES)[0]
        assert operator[1] < pays[0]
        watcher.leaves()
