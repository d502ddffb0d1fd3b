"""Friends play at a private table: one opens it and sends the link, the others come with it."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.people import PHONE, WIDE, Person
from tests.browser.serving import House, open_house, table
from tests.browser.test_everyone_can_use_it import fits, serious
from tests.browser.test_house_pages import is_well

PLAN = "friends = true\n"


@pytest.fixture(scope="module")
def friendly(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that lets guests open private tables."""
    tables = (table("washington"), table("maryland"), table("california"))
    with open_house(tmp_path_factory.mktemp("friendly"), PLAN, *tables, staff={"lena": "auditor"}) as opened:
        yield opened


def opens_a_table(host: Person, book: str = "Washington", name: str = "Anouk") -> str:
    """From the lobby to the link."""
    host.goes("/")
    host.page.get_by_role("link", name="Play with friends").click()
    host.page.get_by_role("radio", name=re.compile(book)).check()
    host.page.get_by_role("radio", name=re.compile(r"\$10\.00 – \$200\.00")).check()
    host.page.get_by_role("radio", name=re.compile("Slow")).check()
    host.page.get_by_label("Your name").fill(name)
    host.page.get_by_role("button", name="Open the table").click()
    link = host.page.get_by_label("The link of this table")
    expect(link).to_have_value(re.compile(r"/table/private-[0-9a-f]{32}$"))
    return link.input_value()


def is_whole(page: Page, text: str) -> bool:
    """Whether no letter of a text in one line is cut off."""
    return bool(page.locator(text).evaluate("(e) => e.scrollWidth <= e.clientWidth"))


def takes_a_seat(page: Page) -> None:
    page.get_by_role("button", name="Take a seat").click()
    expect(page.locator("section.mine, .who.you").first).to_be_attached()


def test_a_host_invites_a_friend_who_watches_and_then_sits(browser: Browser, friendly: House) -> None:
    host, friend = Person(browser, friendly), Person(browser, friendly, PHONE)
    link = opens_a_table(host)
    assert serious(host.page) == []
    host.press(["Escape"])
    takes_a_seat(host.page)

    friend.page.goto(link)
    expect(host.page.get_by_text("1 watching", exact=True)).to_be_visible()
    expect(friend.page.get_by_text("1 watching", exact=True)).to_have_count(0)  # it is they themselves
    assert fits(friend.page)
    host.page.set_viewport_size({"width": 1280, "height": 800})
    assert is_whole(host.page, ".bar .title")
    takes_a_seat(friend.page)
    expect(host.page.get_by_text("watching")).to_have_count(0)
    expect(host.page.locator(".who:not(.open):not(.you)")).to_have_count(1)
    friend.page.get_by_role("button", name="Menu").click()
    friend.page.get_by_role("button", name="Invite friends").click()
    expect(friend.page.get_by_label("The link of this table")).to_have_value(link)
    assert fits(friend.page)
    assert serious(friend.page) == []
    expect(friend.page.get_by_text("Anouk").first).to_be_attached()
    name, take = friend.page.get_by_label("Your name"), friend.page.get_by_role("button", name="Take this name")
    name.fill("Dealer")
    take.click()
    expect(friend.page.get_by_text("This name is kept for the house; choose another.")).to_be_visible()
    name.fill("Benno")
    take.click()
    expect(friend.page.get_by_text("You are called Benno.")).to_be_visible()
    expect(host.page.get_by_text("Benno").first).to_be_visible()
    for person in (host, friend):
        person.leaves()


def test_other_people_neither_see_the_table_nor_find_it(browser: Browser, friendly: House) -> None:
    host, stranger = Person(browser, friendly), Person(browser, friendly)
    link = opens_a_table(host, "Maryland")
    host.goes("/")
    expect(host.page.get_by_role("heading", name="Friends", exact=True)).to_be_visible()
    stranger.goes("/")
    expect(stranger.page.get_by_role("heading", name="washington", exact=True)).to_be_visible()
    expect(stranger.page.get_by_role("heading", name="Friends", exact=True)).to_have_count(0)
    stranger.page.goto(f"{link[:-4]}0000")
    expect(stranger.page.get_by_text("There is no such table.")).to_be_visible()
    expect(stranger.page.get_by_role("button", name="How to play")).to_have_count(0)  # of what is not there
    for person in (host, stranger):
        person.leaves()


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_opening_a_table_for_friends_is_well_on_every_screen(
    size: ViewportSize, browser: Browser, friendly: House
) -> None:
    host = Person(browser, friendly, size)
    host.goes("/friends")
    expect(host.page.get_by_role("button", name="Open the table")).to_be_enabled()
    is_well(host.page)
    host.page.get_by_role("radio", name=re.compile("Washington")).check()
    expect(host.page.get_by_role("radio", name=re.compile("1,000"))).to_have_count(0)
    host.leaves()


def test_a_private_table_is_there_again_after_the_server_was_killed(browser: Browser, friendly: House) -> None:
    host = Person(browser, friendly)
    opens_a_table(host)
    host.press(["Escape"])
    takes_a_seat(host.page)
    friendly.kill()
    expect(host.page.get_by_text("Connection lost.").first).to_be_visible()
    friendly.open()
    expect(host.page.get_by_text("Connection lost.")).to_have_count(0)
    expect(host.page.locator(".who.you").first).to_be_attached()
    host.context.close()  # the browser itself complains of the lost connection


def test_a_house_without_friends_shows_no_way_to_open_a_table(browser: Browser, house: House) -> None:
    guest = Person(browser, house)
    guest.goes("/")
    expect(guest.page.get_by_role("heading", name="maryland", exact=True)).to_be_visible()
    expect(guest.page.get_by_role("link", name="Play with friends")).to_have_count(0)
    guest.goes("/friends")
    expect(guest.page.get_by_text("This house has no private tables.")).to_be_visible()
    guest.leaves()


def test_friends_say_quick_words_in_their_own_languages_and_wear_their_colours(
    browser: Browser, friendly: House
) -> None:
    host = Person(browser, friendly)
    friend = Person(browser, friendly, PHONE, locale="es-US")
    stranger = Person(browser, friendly, PHONE)
    link = opens_a_table(host, name="<b>Ann</b> 😀 & Söhne")
    host.press(["Escape"])
    takes_a_seat(host.page)
    friend.page.goto(link)
    stranger.page.goto(link)
    friend.page.get_by_role("button", name="Tomar asiento").click()
    expect(friend.page.locator("section.mine, .who.you").first).to_be_attached()
    friend.page.get_by_role("button", name="Menú").click()
    friend.page.get_by_role("button", name="Invitar amigos").click()
    friend.page.get_by_label("Tu nombre").fill("Benno")
    friend.page.get_by_role("radio", name="Menta").check()
    friend.page.get_by_role("button", name="Usar este nombre").click()
    expect(host.page.locator(".who:not(.you) .n[data-own=mint]")).to_have_count(1)
    assert fits(friend.page)
    friend.page.get_by_role("button", name="Cerrar").first.click()
    host.page.get_by_role("button", name="Say something").click()
    assert serious(host.page) == []
    host.page.get_by_role("button", name="Good luck!").click()
    for person, word in ((host, "Good luck!"), (friend, "¡Suerte!"), (stranger, "Good luck!")):
        log = person.page.get_by_role("log")
        expect(log).to_contain_text("<b>Ann</b> 😀 & Söhne")
        expect(log).to_contain_text(word)
    friend.page.get_by_role("button", name="Menú").click()
    friend.page.get_by_role("button", name="Decir algo").click()
    assert fits(friend.page)
    friend.page.get_by_role("button", name="¡Gracias!").click()
    expect(host.page.locator("[role=log] p[data-own=mint]")).to_contain_text("Benno")
    stranger.page.get_by_role("button", name="Menu").click()
    expect(stranger.page.get_by_role("button", name="Say something")).to_have_count(0)
    for person in (host, friend, stranger):
        person.leaves()
