"""Every view for everyone: axe finds nothing serious, nothing is wider than the screen, fingers hit their aim."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.people import PHONE, TABLET, WIDE, Person, Player
from tests.browser.serving import PASSWORD, House
from tests.browser.staff import Dealer
from tools.chromium import AXE

SERIOUS = {"serious", "critical"}
FINGER = 44
SIZES = {"wide": WIDE, "tablet": TABLET, "phone": PHONE}


def serious(page: Page) -> list[str]:
    """Return the serious violations of accessibility on a page."""
    page.evaluate(AXE.read_text())
    report: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{found['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for found in report["violations"]
        if found["impact"] in SERIOUS
        for node in found["nodes"]
    ]


NARROWEST: ViewportSize = {"width": 280, "height": 653}
ROOM_BESIDE_THE_PURSE = """() => {
    const words = document.createRange();
    words.selectNodeContents(document.querySelector('.purse'));
    const key = document.querySelector('.rail .keys .key');
    return key.getBoundingClientRect().left - words.getBoundingClientRect().right;
}"""


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())
def test_the_lobby_and_the_table_keep_no_one_out(size: ViewportSize, browser: Browser, house: House) -> None:
    player = Player(browser, house, "open-to-all", size)
    player.bets(initial=20_00, tie=5_00, progressive=5_00)
    page = player.page
    assert serious(page) == []
    assert fits(page)
    for area in page.locator("button.area").all():
        edges = area.evaluate(
            "e => { const r = e.getBoundingClientRect(), s = getComputedStyle(e, '::after'),"
            " k = r.width / e.offsetWidth || 1; return [parseFloat(s.width) * k, parseFloat(s.height) * k] }"
        )
        assert min(edges) >= FINGER - 1
    page.set_viewport_size(NARROWEST)
    assert page.evaluate(ROOM_BESIDE_THE_PURSE) >= 0
    page.set_viewport_size(size)
    player.press("?")
    expect(page.get_by_role("heading", name="Keys")).to_be_visible()
    assert serious(page) == []
    player.goes("/")
    expect(page.get_by_role("heading", name="Take a seat.")).to_be_visible()
    expect(page.get_by_role("link", name="Sit at").first).to_be_visible()
    assert serious(page) == []
    assert fits(page)
    player.leaves()


def test_the_house_pages_keep_no_one_out(browser: Browser, house: House) -> None:
    dealer = Dealer(browser, house, "petra", "quiet")
    assert serious(dealer.page) == []
    floor = Person(browser, house)
    floor.signs_in("vera")
    expect(floor.page.locator("button[data-table]").first).to_be_visible()
    for path in ("/floor", "/audit", "/lab", "/sign-in"):
        floor.goes(path)
        expect(floor.page.locator("h1")).to_be_visible()
        assert serious(floor.page) == [], path
    for size in (TABLET, PHONE):
        for person, paths in ((dealer, ("/dealer/quiet",)), (floor, ("/floor", "/audit", "/lab"))):
            person.page.set_viewport_size(size)
            for path in paths:
                person.goes(path)
                expect(person.page.locator("h1")).to_be_visible()
                assert fits(person.page), (path, size)
    dealer.leaves()
    floor.leaves()


@pytest.mark.parametrize("locale", ["en-US", "es-US"])
def test_an_auditor_on_the_narrowest_phone_moves_no_page_sideways(locale: str, browser: Browser, house: House) -> None:
    person = Person(browser, house, locale=locale)
    came_in = person.context.request.post(
        f"{house.url}/api/session", data={"name": "lena", "password": PASSWORD}, headers={"Origin": house.url}
    )
    assert came_in.ok
    person.page.set_viewport_size(NARROWEST)
    for path in ("/", "/floor", "/audit", "/lab", "/drill"):
        person.goes(path)
        expect(person.page.locator("h1")).to_be_visible()
        person.page.wait_for_load_state("networkidle")
        assert fits(person.page), path
    person.leaves()


def test_the_keys_reach_your_place_before_the_others_and_the_signs(browser: Browser, house: House) -> None:
    player = Player(browser, house, "reached")
    player.goes("/table/reached")  # so that the first key starts at the top
    player.waits_for("betting")
    reached = []
    for _ in range(24):
        player.press(["Tab"])
        reached.append(player.page.evaluate("document.activeElement.ariaLabel || document.activeElement.textContent"))
    names = [str(name).strip() for name in reached]
    order = [
        next(i for i, name in enumerate(names) if start in name)
        for start in (
            "wartable",
            "Tie wager",
            "Initial wager",
            "Progressive wager",
            "Bonus spin wager",
            "$1.00 chip",
            "sit here",
        )
    ]
    assert order == sorted(order), names
    player.leaves()


def test_nothing_of_the_page_comes_from_elsewhere(browser: Browser, house: House) -> None:
    person = Person(browser, house)
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    for path in ("/", "/table/maryland", "/lab", "/audit"):
        person.goes(path)
        person.page.wait_for_load_state("networkidle")
    assert asked
    assert [url for url in asked if not url.startswith((house.url, "data:"))] == [], json.dumps(asked)
    person.leaves()
