"""A table in every window, from 320 × 480 to 2560 × 1440: nothing lies on anything else, every key is reached."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.people import PHONE, WIDE, Person, Player
from tests.browser.pictures import Named, in_order
from tests.browser.serving import House, open_house, table
from tests.browser.staff import Dealer, Floor
from tests.browser.windows import DRAWN, PAGE_FAULTS, SIZES, TABLE_FAULTS, faults
from tools import page
from tools.node import ROOT

LONG = "Wolfeschlegelsteinhausen"
ALSO_LONG = "Ōkami no Tsukinowaguma"
SEATS = (1, 2, 9, 12)


LOW: ViewportSize = {"width": 653, "height": 280}
SCROLLS = "stage => stage.scrollHeight - stage.clientHeight"


def faults_without_scrolling(player: Player) -> list[str]:
    """What is wrong in a very low window, where nothing needs scrolling."""
    player.page.set_viewport_size(LOW)
    found: list[str] = player.page.evaluate(TABLE_FAULTS)
    if scrolls := player.stage.evaluate(SCROLLS):
        found.append(f"the felt scrolls by {scrolls}")
    player.page.set_viewport_size(WIDE)
    player.page.evaluate(DRAWN)
    return found


def with_seats(folder: Path, state: str, seats: int) -> str:
    """A house file with as many seats."""
    file = folder / f"{state}-{seats}.toml"
    file.write_text((ROOT / "houses" / f"{state}.toml").read_text().replace("\nseats = 7", f"\nseats = {seats}"))
    return str(file)


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with tables of every kind."""
    page.build()
    folder = tmp_path_factory.mktemp("windows")
    tables = (
        table("round", with_seats(folder, "maryland", 9), dealer="person"),
        table("banked", "california", dealer="person"),
        table("hands", "maryland-electronic", dealer="person"),
        table("coupon", "wisconsin", dealer="person", coupons=[5_00]),
        table("console", "washington", dealer="person"),
        table("cut", "maryland"),
        table("company", "maryland"),
        table("low", "maryland"),
        *(table(f"seats-{seats}", with_seats(folder, "washington", seats)) for seats in SEATS),
    )
    with open_house(folder, *tables, staff={"petra": "dealer", "vera": "floor", "lena": "auditor"}) as house:
        yield house


def test_there_are_windows_enough() -> None:
    assert len(SIZES) >= 40
    assert {(320, 480), (740, 360), (2560, 1440)} <= {(size["width"], size["height"]) for size in SIZES}


def test_a_round_with_every_wager_a_war_and_the_wheel_lies_well_in_every_window(
    browser: Browser, windows: House
) -> None:
    dealer = Dealer(browser, windows, "petra", "round")
    dealer.confirms()  # the table opens
    you, ada, ben = (Named(browser, windows, name, "round", WIDE) for name in ("Mira", LONG, ALSO_LONG))
    watcher = Person(browser, windows)
    watcher.goes("/table/round")
    expect(watcher.page.get_by_role("button", name="Take a seat")).to_be_visible()
    dealer.gets_to("bets")
    ada.bets(initial=15_00, tie=5_00)
    ben.bets(initial=500_00)
    you.bets(initial=20_00, tie=5_00, progressive=5_00, bonus_spin=5_00)
    assert faults(you.page) == {}
    dealer.chips = {"progressive": 1, "bonus_spin": 1}
    dealer.gets_to("deal_player")
    dealer.turns(*in_order({you: "9h", ada: "9c", ben: "Kd"}), "9s")
    dealer.gets_to("choose")
    for one in sorted((you, ada), key=lambda one: one.seat_number):
        expect(one.page.get_by_role("button", name="Surrender")).to_be_visible()
        if one is you:
            assert faults(you.page) == {}
        one.chooses("w")
    dealer.gets_to("war_tie", "war_wagers")
    for one in (you, ada):
        expect(one.page.get_by_role("button", name="No tie wager")).to_be_visible()
    assert faults(you.page) == {}
    for one in (you, ada):
        one.answers()
    dealer.gets_to("war_deal_player")
    dealer.turns(*in_order({you: "Jc", ada: "4d"}))
    expect(you.page.get_by_label("jack of clubs").first).to_be_visible()
    assert faults(you.page) == {}
    dealer.turns("8d")
    dealer.gets_to("pick_up", "war_pick_up")
    expect(you.page.locator("section.mine .pill").first).to_be_visible()
    assert faults(you.page) == {}
    assert faults(watcher.page) == {}

    dealer.turns_the_wheel_for(you)
    expect(you.page.get_by_role("img", name="The wheel stopped")).to_be_visible()
    assert faults(you.page) == {}
    for person in (you, ada, ben, watcher, dealer):
        person.leaves()


HIDDEN = """async () => [...document.querySelectorAll('.look .one')].slice(0, 51).flatMap((card, i, all) => {
    const { width } = card.querySelector('text').getBBox();
    const { left } = card.querySelector('text').getBoundingClientRect();
    const next = card.nextElementSibling.getBoundingClientRect().left;
    return left + width > next + 0.5 ? [card.textContent.trim()] : [];
})"""
"""The figures of spread cards that the next card hides a part of."""


def test_the_look_and_the_cut_lie_well_in_every_window(browser: Browser, windows: House) -> None:
    person = Person(browser, windows)
    person.goes("/table/cut?sit")
    for key in ("I have looked", "Pass the cut"):
        expect(person.page.get_by_role("button", name=key)).to_be_visible()
        assert faults(person.page) == {}
        for size in (WIDE, PHONE):
            person.page.set_viewport_size(size)
            person.page.evaluate(DRAWN)
            assert person.page.evaluate(HIDDEN) == []
        person.page.get_by_role("button", name=key).click()
    expect(person.page.locator("main.stage[data-phase=betting]")).to_be_attached()
    person.leaves()


def test_the_bank_and_a_place_behind_a_seat_lie_well_in_every_window(browser: Browser, windows: House) -> None:
    dealer = Dealer(browser, windows, "petra", "banked")
    dealer.confirms()  # the table opens
    banker, player = (Named(browser, windows, name, "banked", WIDE) for name in ("Mira", LONG))
    dealer.gets_to("offer_bank")
    offered = banker.page.get_by_role("button", name="Pass the bank")
    passed = player.page.get_by_role("button", name="Pass the bank")
    if player.seat_number < banker.seat_number:
        passed.click()
    expect(offered).to_be_visible()
    assert faults(banker.page) == {}
    assert faults_without_scrolling(banker) == []
    banker.takes_the_bank(500_00)
    player.bets(initial=50_00)
    assert faults(banker.page) == {}
    standing = Person(browser, windows)
    standing.goes("/table/banked")
    standing.page.get_by_role("button", name="Stand behind").click()
    standing.page.get_by_role("button", name="Behind: Primary wager").click()
    expect(standing.page.get_by_text("$5.00").first).to_be_visible()
    assert faults(standing.page) == {}
    for person in (banker, player, standing, dealer):
        person.leaves()


def test_the_neighbours_and_their_keys_lie_well_in_every_window(browser: Browser, windows: House) -> None:
    player = Player(browser, windows, "company")
    player.waits_for("betting")
    expect(player.page.get_by_role("button", name="Play with neighbours")).to_be_visible()
    assert faults(player.page) == {}
    player.page.get_by_role("button", name="Play with neighbours").click()
    expect(player.page.get_by_text("Bot Ana", exact=True).first).to_be_visible()
    assert faults(player.page) == {}
    player.bets(initial=20_00)
    assert faults(player.page) == {}
    player.leaves()


def test_hands_in_the_middle_and_a_coupon_lie_well_in_every_window(browser: Browser, windows: House) -> None:
    for name, keys in (("hands", ["h", "h"]), ("coupon", ["2", "i", "i", "k"])):
        dealer = Dealer(browser, windows, "petra", name)
        dealer.confirms()  # the table opens
        player = Player(browser, windows, name)
        dealer.gets_to("bets")
        if name == "coupon":
            print_of_a_coupon = "e => parseFloat(getComputedStyle(e).fontSize)"
            assert player.page.locator(".mine .coupon").evaluate(print_of_a_coupon) > 8
        player.press(keys)
        assert faults(player.page) == {}
        player.leaves()
        dealer.leaves()


def test_a_very_low_window_has_the_whole_table_without_scrolling(browser: Browser, windows: House) -> None:
    watcher = Person(browser, windows, LOW)
    watcher.goes("/table/low")
    expect(watcher.page.get_by_role("button", name="Take a seat")).to_be_visible()
    watcher.page.evaluate(DRAWN)
    assert watcher.page.locator("main.stage").evaluate(SCROLLS) == 0
    player = Player(browser, windows, "low", LOW)
    player.waits_for("betting")
    player.page.evaluate(DRAWN)
    assert player.stage.evaluate(SCROLLS) == 0
    player.bets(initial=20_00)
    player.page.evaluate(DRAWN)
    assert player.stage.evaluate(SCROLLS) == 0
    for person in (watcher, player):
        person.leaves()


@pytest.mark.parametrize("seats", SEATS)
def test_any_number_of_seats_lies_well_in_every_window(seats: int, browser: Browser, windows: House) -> None:
    person = Person(browser, windows)
    person.goes(f"/table/seats-{seats}")
    expect(person.page.get_by_role("button", name="Take a seat")).to_be_visible()
    assert faults(person.page) == {}
    person.leaves()


def test_every_key_of_the_other_pages_is_reached_in_every_window(browser: Browser, windows: House) -> None:
    dealer = Dealer(browser, windows, "petra", "console")
    assert faults(dealer.page, PAGE_FAULTS) == {}
    dealer.press("!")
    expect(dealer.page.get_by_label("Irregularities")).to_be_visible()
    assert faults(dealer.page, PAGE_FAULTS) == {}
    floor = Floor(browser, windows, "vera")
    assert faults(floor.page, PAGE_FAULTS) == {}
    floor.sheet("console")
    assert faults(floor.page, PAGE_FAULTS) == {}
    auditor = Person(browser, windows)
    auditor.is_signed_in("lena")
    for path in ("/", "/audit", "/lab/maryland", "/drill", "/sign-in"):
        auditor.goes(path)
        expect(auditor.page.get_by_role("heading", level=1)).to_be_visible()
        auditor.page.wait_for_load_state("networkidle")
        assert faults(auditor.page, PAGE_FAULTS) == {}, path
    for person in (dealer, floor, auditor):
        person.leaves()
