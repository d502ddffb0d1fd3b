"""The flow of an evening: the same bets at once, doubled, as a favourite, or round after round up to a limit."""

import re

from playwright.sync_api import Browser, Locator, expect

from tests.browser.people import PHONE, Person, Player
from tests.browser.serving import House
from tests.browser.staff import Dealer
from tests.browser.test_everyone_can_use_it import serious
from tests.browser.windows import PAGE_FAULTS, faults

SHAKES = "Navigator.prototype.vibrate = function (pattern) { (window.shaken ??= []).push(pattern); return true; };"


def sheet(player: Person) -> Locator:
    """The paper with the bets, which a key opens."""
    player.press("f")
    paper = player.page.get_by_role("region", name="Your bets")
    expect(paper).to_be_visible()
    return paper


def test_rebet_is_there_as_soon_as_the_hand_is_settled_and_goes_down_when_bets_open(
    browser: Browser, house: House
) -> None:
    dealer = Dealer(browser, house, "petra", "again")
    dealer.confirms()  # the table opens
    player = Player(browser, house, "again", PHONE)
    player.bets(initial=20_00)
    dealer.gets_to("deal_player")
    dealer.turns("Kd", "4c")
    dealer.gets_to("pick_up")
    assert player.phase != "betting"
    rebet = player.page.get_by_role("button", name="Rebet", exact=True)
    expect(rebet).to_be_visible()
    rebet.click()
    expect(player.page.get_by_role("button", name="Rebet is set", pressed=True)).to_be_visible()
    dealer.gets_to("bets", "no_more_bets")
    expect(player.page.get_by_text("$20.00 on the felt")).to_be_visible()
    player.leaves()
    dealer.leaves()


def test_bets_are_doubled_saved_and_recalled(browser: Browser, house: House) -> None:
    dealer = Dealer(browser, house, "petra", "favourites")
    dealer.confirms()
    player = Player(browser, house, "favourites")
    player.bets(initial=20_00, tie=5_00, progressive=5_00)
    player.page.get_by_role("button", name="Double").click()
    expect(player.page.get_by_text("$55.00 on the felt")).to_be_visible()  # the progressive has one stake
    sheet(player).get_by_role("button", name="Save the bets before you").click()
    player.press(["Escape", "c"])
    expect(player.page.get_by_text("on the felt")).to_have_count(0)
    favourite = "$55.00 Initial $40.00, Tie $10.00, Progressive $5.00"
    sheet(player).get_by_role("button", name=favourite).click()
    expect(player.page.get_by_text("$55.00 on the felt")).to_be_visible()
    player.page.reload()
    player.waits_for("betting")
    expect(sheet(player).get_by_role("button", name=favourite)).to_be_visible()
    assert serious(player.page) == []
    assert faults(player.page, PAGE_FAULTS) == {}
    player.press(["Escape"])
    sheet(player).get_by_role("button", name=re.compile("^Forget ")).click()
    expect(player.page.get_by_role("button", name=re.compile("^Forget "))).to_have_count(0)
    player.leaves()
    dealer.leaves()


def test_the_same_bets_are_made_for_as_many_rounds_as_the_player_said(browser: Browser, house: House) -> None:
    player = Player(browser, house, "round-after-round-1")
    player.bets(initial=10_00)
    player.press("d")
    plays_to(player, 1)
    paper = sheet(player)
    paper.get_by_label("Rounds").fill("2")
    paper.get_by_label("Lose at most").fill("$200.00")
    paper.get_by_role("button", name="Start").click()
    plays_to(player, 3)
    expect(player.page.get_by_role("button", name="Stop auto rebet")).to_have_count(0)
    player.waits_for("betting")
    expect(player.page.get_by_text("on the felt")).to_have_count(0)
    player.leaves()


def test_auto_rebet_stops_before_a_bet_could_pass_the_limit(browser: Browser, house: House) -> None:
    player = Player(browser, house, "round-after-round-2")
    player.bets(initial=10_00)
    player.press("d")
    plays_to(player, 1)
    player.waits_for("betting")
    paper = sheet(player)
    for rounds, loss, says in (
        ("0", "$50.00", "Write a number of rounds from 1 to 100."),
        ("101", "$50.00", "Write a number of rounds from 1 to 100."),
        ("5", "much", "Write the most you are ready to lose, such as $100.00."),
    ):
        paper.get_by_label("Rounds").fill(rounds)
        paper.get_by_label("Lose at most").fill(loss)
        paper.get_by_role("button", name="Start").click()
        expect(paper.get_by_role("alert")).to_have_text(says)
    paper.get_by_label("Lose at most").fill("$5.00")
    paper.get_by_role("button", name="Start").click()
    expect(player.page.get_by_text("Auto rebet stopped: another loss would pass $5.00.")).to_be_visible()
    assert player.page.get_by_text("on the felt").count() == 0
    player.leaves()


def plays_to(player: Player, round_number: int) -> None:
    """Rounds are played until this one is over; the player gives up every tie."""
    over = player.page.get_by_text(f"Round {round_number}: ")
    asked = player.page.get_by_role("button", name="Surrender")
    while True:
        expect(asked.or_(over).first).to_be_attached()
        if over.count():
            return
        player.press("s")
        expect(asked).to_have_count(0)


def test_the_pace_is_the_players_own_and_is_remembered(browser: Browser, house: House) -> None:
    person = Person(browser, house)
    person.goes("/table/maryland")
    expect(person.page.locator("#words")).to_be_visible()
    pace = sheet(person).get_by_role("group", name="Pace of this screen")
    expect(pace.get_by_role("button", name="Normal", pressed=True)).to_be_visible()
    pace.get_by_role("button", name="Quick").click()
    person.page.reload()
    expect(person.page.locator("#words")).to_be_visible()
    sheet(person)
    expect(pace.get_by_role("button", name="Quick", pressed=True)).to_be_visible()
    person.leaves()


def test_a_phone_shakes_with_a_chip_only_while_sound_is_on(browser: Browser, house: House) -> None:
    player = Player(browser, house, "shaken", PHONE, has_touch=True)
    player.context.add_init_script(SHAKES)
    player.page.reload()
    player.waits_for("betting")
    wager = player.page.get_by_role("button", name="Initial wager")
    wager.tap()
    expect(wager).to_have_accessible_name("Initial wager, $5.00")
    assert player.page.evaluate("window.shaken") is None
    player.press("m")
    wager.tap()
    expect(wager).to_have_accessible_name("Initial wager, $10.00")
    assert player.page.evaluate("window.shaken") == [[8]]
    player.press("c")
    expect(wager).to_have_accessible_name("Initial wager, nothing yet")
    player.leaves()
