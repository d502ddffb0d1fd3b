"""A guest keeps their chips with a link and finds them again in another browser."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.people import PHONE, WIDE, Person, cents
from tests.browser.serving import House, open_house, table
from tests.browser.test_friends import takes_a_seat
from tests.browser.test_house_pages import is_well


@pytest.fixture(scope="module")
def keeping(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("keeping"), table("washington")) as opened:
        yield opened


def keeps(guest: Person) -> str:
    """From the lobby to the link."""
    guest.goes("/")
    guest.page.get_by_role("link", name="Keep your chips").click()
    link = guest.page.get_by_label("The link to your chips")
    expect(link).to_have_value(re.compile("/keep#.{20,}$"))
    return link.input_value()


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_link_brings_a_guest_back_in_another_browser(size: ViewportSize, browser: Browser, keeping: House) -> None:
    guest, elsewhere = Person(browser, keeping, size), Person(browser, keeping, size)
    guest.goes("/table/washington")
    takes_a_seat(guest.page)
    balance = cents(guest.page.locator("[data-balance]").inner_text())
    link = keeps(guest)
    is_well(guest.page)

    elsewhere.page.goto(link)
    expect(elsewhere.page.get_by_role("heading", name="Welcome back")).to_be_visible()
    is_well(elsewhere.page)
    elsewhere.page.get_by_role("button", name="Go on with these chips").click()
    expect(elsewhere.page.get_by_role("heading", name="Take a seat.")).to_be_visible()
    assert "#" not in elsewhere.page.url
    elsewhere.page.get_by_role("link", name="Back to your seat").click()
    expect(elsewhere.page.locator("section.mine, .who.you").first).to_be_attached()
    assert cents(elsewhere.page.locator("[data-balance]").inner_text()) == balance
    for person in (guest, elsewhere):
        person.leaves()


def test_a_link_asks_before_it_changes_who_plays_and_a_wrong_one_changes_nothing(
    browser: Browser, keeping: House
) -> None:
    guest, other = Person(browser, keeping), Person(browser, keeping)
    for person in (guest, other):
        person.goes("/table/washington")
        takes_a_seat(person.page)
    link = keeps(guest)
    other.page.goto(link)
    expect(other.page.get_by_text(re.compile(r"^Here you play as Guest \d+ with \$"))).to_be_visible()
    other.page.get_by_role("link", name="To the lobby").click()
    expect(other.page.get_by_role("button", name=re.compile("^Guest .*, sign out"))).to_be_visible()
    other.goes("/")  # a change behind # alone loads no page
    other.page.goto(f"{link[:-3]}xyz")
    other.page.get_by_role("button", name="Go on with these chips").click()
    expect(other.page.get_by_role("alert")).to_have_text("This link is not ours, or is too old.")
    other.goes("/table/washington")
    expect(other.page.locator("section.mine, .who.you").first).to_be_attached()
    for person in (guest, other):
        person.leaves()


def test_a_person_without_chips_is_told_to_take_a_seat_first(browser: Browser, keeping: House) -> None:
    person = Person(browser, keeping)
    person.goes("/keep")
    expect(person.page.get_by_text("Take a seat first: then you have chips to keep.")).to_be_visible()
    person.leaves()
