"""The pages of the house while something happens on them, from a phone to a wide screen: no one is kept out."""

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.people import Person
from tests.browser.serving import House
from tests.browser.staff import Dealer, Floor
from tests.browser.test_everyone_can_use_it import FINGER, fits, serious

SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "laptop": {"width": 1280, "height": 800},
    "wide": {"width": 1920, "height": 1080},
}
SMALL = """() => [...document.querySelectorAll('button:not(.clause), select, input:not([type=range]), a.btn')]
    .map(e => [e.textContent || e.ariaLabel, e.getBoundingClientRect()])
    .filter(([, box]) => box.height && box.height < %d).map(([name]) => name)"""


def is_well(page: Page) -> None:
    """Check that axe finds nothing serious, nothing is wider than the screen, and no key is too small for a finger."""
    assert serious(page) == []
    assert fits(page)
    assert page.evaluate(SMALL % FINGER) == []


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())
def test_the_console_the_pit_a_round_and_the_lab_are_well_on_every_screen(
    size: ViewportSize, browser: Browser, house: House
) -> None:
    dealer = Dealer(browser, house, "petra", "calm", size)
    if dealer.step == "open_table":
        dealer.confirms()
    is_well(dealer.page)
    dealer.press(["Escape"])
    dealer.press("!")
    expect(dealer.page.get_by_label("Irregularities")).to_be_visible()
    is_well(dealer.page)
    floor = Floor(browser, house, "vera", size)
    is_well(floor.page)
    floor.sheet("calm")
    is_well(floor.page)
    auditor = Person(browser, house, size)
    auditor.is_signed_in("lena")
    for path in ("/audit", "/lab/maryland"):
        auditor.goes(path)
        expect(auditor.page.get_by_role("heading", level=1)).to_be_visible()
        is_well(auditor.page)
    for person in (dealer, floor, auditor):
        person.leaves()
