"""A newcomer learns the game on the page: how to play, with played examples, and hints in the first round."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.people import PHONE, WIDE, Person, Player, dollars
from tests.browser.serving import House
from tests.browser.staff import Dealer
from tests.browser.test_everyone_can_use_it import fits, serious


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_how_to_play_is_one_click_away_in_the_lobby_and_shows_every_wager_of_the_table(
    size: ViewportSize, browser: Browser, house: House
) -> None:
    newcomer = Person(browser, house, size)
    newcomer.goes("/")
    newcomer.page.get_by_role("link", name="How to play at coupons").click()
    paper = newcomer.page.get_by_role("region", name="How to play")
    expect(paper.get_by_role("heading", name="The higher card wins")).to_be_visible()
    api = newcomer.page.request
    sheet = api.get(f"{house.url}/api/tables/coupons").json()
    lesson = api.get(f"{house.url}/api/tables/coupons/lesson").json()
    examples = [example for part in lesson["parts"] for example in part["examples"]]
    shown = paper.locator("figure")
    expect(shown).to_have_count(len(examples))
    for figure, example in zip(shown.all(), examples, strict=True):
        expect(figure.locator(".card")).to_have_count(len(example["cards"] + example["dealer"] + example["others"]))
        expect(figure.get_by_text(dollars(abs(example["net"]))).first).to_be_attached()
    taught = {stake["wager"] for example in examples for stake in example["stakes"]}
    assert {wager["wager"] for wager in sheet["wagers"]} <= taught
    assert serious(newcomer.page) == []
    assert fits(newcomer.page)
    assert paper.locator(".read").evaluate("read => read.scrollWidth <= read.clientWidth")
    newcomer.press(["Escape"])
    expect(paper).to_have_count(0)
    newcomer.leaves()


def test_how_to_play_opens_from_the_bar_the_menu_and_the_keyboard(browser: Browser, house: House) -> None:
    newcomer = Person(browser, house)
    newcomer.goes("/table/harbour")
    paper = newcomer.page.get_by_role("region", name="How to play")
    newcomer.page.get_by_role("button", name="How to play").click()
    expect(paper.get_by_role("heading", name="How to play in Maryland")).to_be_visible()
    newcomer.press("l")
    expect(paper).to_have_count(0)
    newcomer.press("l")
    expect(paper.get_by_role("heading", name="The bonus spin")).to_be_attached()
    newcomer.press(["Escape"])
    newcomer.page.set_viewport_size(PHONE)
    menu = newcomer.page.get_by_role("button", name="Menu")
    menu.press("Enter")
    newcomer.page.get_by_role("button", name="How to play").click()
    expect(paper.get_by_role("heading", name="War", exact=True)).to_be_attached()
    newcomer.press(["Escape"])
    expect(menu).to_be_focused()  # the key that opened the paper, also after another paper
    seat = newcomer.page.get_by_role("button", name="Take a seat").bounding_box()
    assert seat is not None
    assert abs(seat["x"] * 2 + seat["width"] - PHONE["width"]) < 1  # in the middle, under its sentence
    newcomer.leaves()


def test_the_first_round_of_a_guest_is_coached_and_no_other(browser: Browser, house: House) -> None:
    dealer = Dealer(browser, house, "petra", "first-round")
    dealer.confirms()  # the table opens
    guest = Player(browser, house, "first-round")
    words = guest.page.locator("#words")
    dealer.gets_to("bets")
    expect(words).to_contain_text("Pick a chip, then press a circle to bet.")
    guest.bets(initial=10_00)
    expect(words).to_contain_text("Press Deal, and the cards come.")
    dealer.gets_to("deal_player")
    expect(words).to_contain_text("The higher card wins.")
    assert serious(guest.page) == []
    dealer.turns("9h", "9s")
    dealer.gets_to("choose")
    expect(words).to_contain_text("Take half back, or risk as much again in a war.")
    guest.chooses("s")
    dealer.gets_to("pick_up")
    expect(words).to_contain_text("Press Why? to see what decided it.")
    guest.press("y")
    why = guest.page.get_by_role("complementary", name="Why")
    expect(why).to_contain_text("Your primary wager of $10.00 is halved: you get $5.00 back.")
    guest.press(["Escape"])
    dealer.gets_to("bets")
    expect(guest.page.get_by_role("button", name="Skip hints")).to_have_count(0)
    expect(guest.page.get_by_role("button", name="Why?")).to_be_visible()  # while bets are open too
    guest.page.reload()
    expect(guest.page.get_by_role("button", name="Rebet")).to_be_visible()
    expect(guest.page.get_by_role("button", name="Skip hints")).to_have_count(0)

    other = Player(browser, house, "first-round", PHONE)
    skip = other.page.get_by_role("button", name="Skip hints")
    skip.focus()
    other.press(["Enter"])
    expect(skip).to_have_count(0)
    other.page.reload()
    expect(other.page.get_by_role("button", name="Rebet")).to_be_visible()
    expect(skip).to_have_count(0)
    for person in (guest, other, dealer):
        person.leaves()


def test_why_is_answered_where_a_round_ends_before_the_page_sees_it_settled(browser: Browser, house: House) -> None:
    guest = Player(browser, house, "at-once")
    before = guest.balance
    guest.bets(initial=10_00)
    guest.press("d")
    key = guest.page.get_by_role("button", name="Why?")
    tied = guest.page.get_by_role("button", name="Surrender")
    expect(key.or_(tied).first).to_be_visible()
    if tied.count():
        guest.press("s")
    guest.waits_for("betting")
    key.press("Enter")
    why = guest.page.get_by_role("complementary", name="Why")
    expect(why).to_contain_text("round 1")
    expect(why.locator(".net")).to_contain_text(dollars(abs(guest.balance - before)))
    guest.press(["Escape"])
    guest.page.reload()
    key.press("Enter")
    expect(why).to_contain_text("round 1")
    guest.leaves()


def test_a_newcomer_is_told_what_the_look_and_the_cut_are(browser: Browser, house: House) -> None:
    guest = Person(browser, house, PHONE)
    guest.goes("/table/hinted?sit")
    words = guest.page.locator("#words")
    expect(words).to_contain_text("Every card of the game, before it is shuffled.")
    assert serious(guest.page) == []
    guest.page.get_by_role("button", name="I have looked").click()
    expect(words).to_contain_text("Drag the cut card to any place you like, or pass.")
    assert fits(guest.page)
    guest.page.get_by_role("button", name="Pass the cut").click()
    expect(words).to_contain_text("Pick a chip, then press a circle to bet.")
    guest.leaves()
