"""Tab walks through every view: to every key, each with a ring that is seen, and on to the beginning again."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.people import PHONE, WIDE, Person, Player
from tests.browser.serving import House
from tests.browser.staff import Dealer, Floor

MOST_STOPS = 400
REACHABLE = """() => [...document.querySelectorAll('button, a[href], input, select, [tabindex="0"]')]
    .filter(e => !e.disabled && e.tabIndex >= 0 && e.checkVisibility() && !e.closest('[inert]'))
    .filter(e => !document.querySelector('dialog:modal') || e.closest('dialog:modal'))
    .map((e, i) => { e.dataset.stop = i; return (e.ariaLabel || e.textContent || e.tagName).trim() })"""
STOP = """() => {
    const e = document.activeElement;
    if (!e || e === document.body || e === document.documentElement) return null;
    const box = e.getBoundingClientRect(), style = getComputedStyle(e);
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    const there = document.elementFromPoint(x, y);
    return {
        stop: Number(e.dataset.stop ?? -1),
        name: (e.ariaLabel || e.textContent || e.placeholder || e.tagName).trim().slice(0, 60),
        ring: style.outlineStyle !== 'none' ? parseFloat(style.outlineWidth) : 0,
        clear: there !== null && (e.contains(there) || there.contains(e) || e.labels?.[0]?.contains(there) === true),
    };
}"""


def walk(page: Page) -> Iterator[dict[str, Any]]:
    """Every stop, until the first comes again; wherever the keys are caught, that is too early."""
    page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
    seen: set[int] = set()
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop is None:
            continue  # the page itself, between its last key and its first
        if stop["stop"] in seen:
            return
        seen.add(stop["stop"])
        yield stop


def is_walked(page: Page) -> None:
    """Nothing that can be pressed is left out, nothing is pressed unseen, and the order is that of the page."""
    page.wait_for_load_state("networkidle")
    names: list[str] = page.evaluate(REACHABLE)
    stops = list(walk(page))
    reached = {stop["stop"] for stop in stops}
    left_out = [name for i, name in enumerate(names) if i not in reached]
    assert left_out == []
    assert [stop["name"] for stop in stops if stop["ring"] < 2] == []
    assert [stop["name"] for stop in stops if not stop["clear"]] == []
    order = [stop["stop"] for stop in stops]
    turn = order.index(min(order))
    assert order[turn:] + order[:turn] == sorted(order)  # no one is sent back and forth
    page.evaluate("document.activeElement?.blur()")


def waits_for_the_cards(player: Player) -> None:
    """The hand is played, or asks for a choice."""
    expect(player.page.get_by_role("button", name=re.compile("Surrender|Rebet")).first).to_be_visible()


SIZES: dict[str, ViewportSize] = {"wide": WIDE, "phone": PHONE}


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())
def test_tab_walks_through_the_front_of_the_house(size: ViewportSize, browser: Browser, house: House) -> None:
    person = Person(browser, house, size)
    for path in ("/", "/sign-in", "/lab/maryland"):
        person.goes(path)
        expect(person.page.get_by_role("heading", level=1)).to_be_visible()
        is_walked(person.page)
    person.leaves()


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())
def test_tab_walks_through_a_table_and_its_papers(size: ViewportSize, browser: Browser, house: House) -> None:
    player = Player(browser, house, "walked" if size is WIDE else "walked-on-a-phone", size)
    player.bets(initial=20_00)
    is_walked(player.page)
    player.press("?")
    expect(player.page.get_by_role("heading", name="Keys")).to_be_visible()
    is_walked(player.page)
    player.press(["Escape"])
    player.page.get_by_role("button", name="Deal", exact=True).press("Enter")
    waits_for_the_cards(player)
    is_walked(player.page)
    player.leaves()


def test_tab_walks_through_a_cut_and_a_choice(browser: Browser, house: House) -> None:
    dealer = Dealer(browser, house, "petra", "walked-by-hand")
    dealer.confirms()  # the table opens
    player = Player(browser, house, "walked-by-hand")
    dealer.gets_to("offer_cut")
    expect(player.page.get_by_role("slider", name="Cut card")).to_be_visible()
    is_walked(player.page)
    is_walked(dealer.page)
    dealer.gets_to("bets")
    is_walked(dealer.page)
    player.bets(initial=20_00)
    dealer.gets_to("deal_player")
    is_walked(dealer.page)
    dealer.turns("9h", "9s")
    dealer.gets_to("choose")
    expect(player.page.get_by_role("button", name="Surrender")).to_be_visible()
    is_walked(player.page)
    player.chooses("s")
    dealer.gets_to("pick_up")
    expect(player.page.get_by_role("button", name="Why?")).to_be_visible()
    player.press("y")
    expect(player.page.get_by_role("complementary", name="Why")).to_be_visible()
    is_walked(player.page)
    dealer.press("!")
    expect(dealer.page.get_by_label("Irregularities")).to_be_visible()
    is_walked(dealer.page)
    for person in (player, dealer):
        person.leaves()


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())
def test_tab_walks_through_the_pit_and_a_recalled_round(size: ViewportSize, browser: Browser, house: House) -> None:
    floor = Floor(browser, house, "vera", size)
    table = "recalled" if size is WIDE else "recalled-on-a-phone"
    is_walked(floor.page)
    floor.sheet(table)
    is_walked(floor.page)
    player = Player(browser, house, table, size)
    player.bets(initial=20_00)
    player.press("d")
    waits_for_the_cards(player)
    auditor = Person(browser, house, size)
    auditor.is_signed_in("lena")
    for path in ("/audit", f"/audit/{table}/1"):
        auditor.goes(path)
        expect(auditor.page.get_by_role("heading", level=1)).to_be_visible()
        is_walked(auditor.page)
    for person in (floor, player, auditor):
        person.leaves()
