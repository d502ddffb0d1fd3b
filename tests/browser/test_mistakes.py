"""Mistakes at a table with real cards: a card entered wrongly, one that was misread, and players who are let out."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.people import Person, Player
from tests.browser.serving import House
from tests.browser.staff import Dealer, Floor

ENTERED_WRONGLY = "The dealer entered another card than the one turned."


def round_begins(browser: Browser, house: House, table: str) -> tuple[Floor, Dealer, Player]:
    """A floor supervisor, a dealer and a player with 20.00 on the felt; the first card is due."""
    vera = Floor(browser, house, "vera")
    dealer = Dealer(browser, house, "petra", table)
    vera.opens(table, dealer, "petra")
    player = Player(browser, house, table)
    player.bets(initial=20_00)
    dealer.gets_to("deal_player")
    return vera, dealer, player


def test_a_card_entered_wrongly_is_taken_back_by_two_people_and_entered_again(browser: Browser, house: House) -> None:
    table = "taken-back"
    vera, dealer, player = round_begins(browser, house, table)
    dealer.turns("9h")  # the card that lies there is the king
    expect(player.page.get_by_label("nine of hearts")).to_be_visible()

    dealer.page.get_by_role("button", name="Step back").press("Enter")
    asked = vera.waiting(table, "second_key")
    expect(asked).to_contain_text(ENTERED_WRONGLY)
    expect(asked).to_contain_text("petra")
    expect(dealer.page.get_by_role("alert")).to_contain_text("It waits for a second person")
    expect(player.page.get_by_label("nine of hearts")).to_be_visible()  # nothing has happened yet
    dealer.does(lambda: asked.get_by_role("button", name="Turn my key").press("Enter"))
    expect(dealer.page.get_by_role("alert")).to_contain_text("vera turned the second key")
    expect(player.page.get_by_label("nine of hearts")).to_have_count(0)
    told = vera.page.get_by_role("row").filter(has_text=ENTERED_WRONGLY)
    expect(told).to_contain_text("petra and vera")

    dealer.turns("Kd", "9s")
    expect(player.page.get_by_label("king of diamonds")).to_be_visible()
    dealer.gets_to("pick_up")
    assert player.result() == 20_00
    for person in (vera, dealer, player):
        person.leaves()


def test_a_request_that_is_turned_down_is_told_to_the_person_who_made_it(browser: Browser, house: House) -> None:
    table = "turned-down"
    vera, dealer, player = round_begins(browser, house, table)
    dealer.turns("Kd")
    dealer.page.get_by_role("button", name="Step back").press("Enter")
    vera.waiting(table, "second_key").get_by_role("button", name="Turn down").press("Enter")
    expect(dealer.page.get_by_role("alert")).to_contain_text("vera turned it down")
    expect(vera.waiting(table, "second_key")).to_have_count(0)
    expect(player.page.get_by_label("king of diamonds")).to_be_visible()
    dealer.turns("9s")
    dealer.gets_to("pick_up")
    assert player.result() == 20_00
    for person in (vera, dealer, player):
        person.leaves()


def test_a_card_that_was_misread_waits_for_the_floor_and_is_read_again(browser: Browser, house: House) -> None:
    table = "misread"
    vera, dealer, player = round_begins(browser, house, table)
    dealer.does(lambda: reads(dealer, table, "1x"))
    expect(dealer.page.locator("main")).to_have_attribute("data-phase", "suspended")
    expect(dealer.page.locator(".then")).to_contain_text("It may rule: go on or void the round")
    expect(player.page.locator("#words")).to_contain_text("floor")
    expect(player.page.locator(".card:not(.down)")).to_have_count(0)

    ruling = vera.waiting(table, "ruling")
    ruling.get_by_label("Reason, for the record").fill("the reader was dirty")
    dealer.does(lambda: ruling.get_by_role("button", name="Go on").press("Enter"))
    expect(vera.page.get_by_role("row").filter(has_text="the reader was dirty")).to_contain_text("vera")
    dealer.turns("4c", "9d")
    expect(player.page.get_by_label("four of clubs")).to_be_visible()
    dealer.gets_to("pick_up")
    assert player.result() == -20_00
    for person in (vera, dealer, player):
        person.leaves()


def reads(dealer: Dealer, table: str, text: str) -> None:
    """A card reader beside the console, which speaks with the dealer's own session."""
    command = {"command": "read_card", "text": text}
    answer = dealer.page.request.post(
        f"{dealer.house.url}/api/tables/{table}/commands", data={"id": "reader-1", "command": command}
    )
    assert answer.ok


def test_the_floor_lets_players_out_after_an_error_and_their_wagers_go_back(browser: Browser, house: House) -> None:
    table = "let-out"
    vera = Floor(browser, house, "vera")
    dealer = Dealer(browser, house, "petra", table)
    vera.opens(table, dealer, "petra")
    stays, goes = Player(browser, house, table), Player(browser, house, table)
    vera.goes_along(table, dealer, "bets")  # the floor verifies the second batch too
    before = goes.balance
    for player in (stays, goes):
        player.bets(initial=20_00)
    dealer.gets_to("deal_player")
    dealer.turns("9h")
    expect(vera.sheet(table).get_by_role("button", name="Let players out")).to_have_count(0)  # nothing went wrong yet
    vera.press(["Escape"])
    dealer.press("!")
    dealer.page.get_by_role("button", name=re.compile("A card went to the wrong place")).press("Enter")
    wrong = dealer.page.get_by_label("Irregularities")
    wrong.get_by_label("Where it lies").select_option(str(max(stays.seat_number, goes.seat_number)))
    wrong.get_by_role("button", name="queen of spades", exact=True).press("Enter")
    dealer.does(lambda: dealer.page.get_by_role("button", name="This happened").press("Enter"))

    sheet = vera.sheet(table)
    out = sheet.get_by_role("group", name="Let players out")
    out.get_by_role("checkbox", name=re.compile(f"Seat {goes.seat_number}")).press("Space")
    sheet.get_by_label("Reason").fill("the card was shown to everyone")
    dealer.does(lambda: sheet.get_by_role("button", name="Let players out").press("Enter"))
    expect(goes.page.locator("[data-balance]")).to_contain_text(f"{before / 100:,.2f}")
    expect(vera.page.get_by_role("row").filter(has_text="the card was shown to everyone")).to_contain_text("vera")
    vera.press(["Escape"])
    for person in (vera, dealer, stays, goes):
        person.leaves()


def test_a_call_says_who_comes(browser: Browser, house: House) -> None:
    table = "called"
    vera, walter = Floor(browser, house, "vera"), Floor(browser, house, "walter")
    dealer = Dealer(browser, house, "petra", table)
    dealer.press("f")
    expect(dealer.page.get_by_role("alert")).to_contain_text("The floor is called.")
    called = vera.waiting(table, "call")
    called.get_by_role("button", name="I am coming").press("Enter")
    expect(dealer.page.get_by_role("alert")).to_contain_text("vera is coming.")
    expect(walter.waiting(table, "call")).to_have_count(0)
    told = walter.page.get_by_role("row").filter(has_text="petra called the floor")
    expect(told.first).to_contain_text("vera is coming")
    is_not_told_to_others(browser, house)
    for person in (vera, walter, dealer):
        person.leaves()


def is_not_told_to_others(browser: Browser, house: House) -> None:
    """A watcher sees a table, and nothing of who works there."""
    watcher = Person(browser, house)
    watcher.goes("/table/called")
    expect(watcher.page.locator("main.stage")).to_have_attribute("data-phase", "closed")
    expect(watcher.page.get_by_text("vera")).to_have_count(0)
    watcher.leaves()
