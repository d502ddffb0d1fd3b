"""What a war brings besides: a tie wager on the war deal, a side bet that hits, and a player who was cut off in it."""

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from tests.browser.people import PHONE, WIDE, Person, Player
from tests.browser.serving import House
from tests.browser.staff import Dealer

WAR_TIE = 5_00
TIE_PAYS = 10
TIED_WAR = 40_00
"""What a tied war over 20.00 brings under every one of these rulebooks."""


def at_a_tie(
    browser: Browser, house: House, table: str, size: ViewportSize = WIDE, **wagers: int
) -> tuple[Dealer, Player]:
    """A dealer with real cards, and a player who has to choose."""
    dealer = Dealer(browser, house, "petra", table)
    dealer.confirms()  # the table opens
    player = Player(browser, house, table, size)
    dealer.gets_to("bets")
    player.bets(initial=20_00, **wagers)
    dealer.chips = {wager: 1 for wager in wagers if wager in ("progressive", "bonus_spin")}
    dealer.gets_to("deal_player")
    dealer.turns("9h", "9s")
    dealer.gets_to("choose")
    return dealer, player


def why(player: Player) -> Locator:
    player.press("y")
    return player.page.get_by_role("complementary", name="Why")


def test_a_pay_is_read_whole_where_its_circle_is_at_the_edge(browser: Browser, house: House) -> None:
    dealer, player = at_a_tie(browser, house, "paid-at-the-edge", PHONE, tie=5_00)
    tie = player.page.get_by_text("+$50.00").bounding_box()
    assert tie
    assert tie["x"] >= 0
    player.chooses("w")
    dealer.gets_to("war_tie", "war_wagers")
    player.answers()
    dealer.gets_to("war_deal_player")
    dealer.turns("Qd", "6c")
    dealer.gets_to("pick_up", "war_pick_up")
    player.page.set_viewport_size({"width": 360, "height": 640})
    war = player.page.locator(".amt.plus").filter(has_text="+$40.00").bounding_box()
    assert war
    assert war["x"] + war["width"] <= 360
    player.leaves()
    dealer.leaves()


def test_a_tie_wager_on_the_war_deal_is_chosen_with_the_war_and_wins(browser: Browser, house: House) -> None:
    dealer, player = at_a_tie(browser, house, "war-tie-maryland")
    before = player.balance
    player.page.get_by_role("button", name="More", exact=True).click()
    expect(player.page.get_by_text("Placed only if you go to war.")).to_be_visible()
    assert player.balance == before
    player.page.get_by_role("button", name="Go to war").click()
    expect(player.page.get_by_text(f"You have ${(20_00 + 20_00 + WAR_TIE) / 100:.2f} in this war.")).to_be_visible()
    dealer.gets_to("war_deal_player")
    assert player.balance == before - 20_00 - WAR_TIE
    dealer.turns("4c", "4d")
    dealer.gets_to("pick_up", "war_pick_up")
    assert player.result() == TIED_WAR + TIE_PAYS * WAR_TIE
    slip = why(player)
    expect(slip).to_contain_text("Tie on the war deal $5.00")
    expect(slip).to_contain_text("+$50.00")
    expect(slip.get_by_role("button", name="MD-").first).to_be_visible()
    player.leaves()
    dealer.leaves()


def test_a_tie_wager_on_the_war_deal_is_put_down_after_the_choice_and_loses(browser: Browser, house: House) -> None:
    dealer, player = at_a_tie(browser, house, "war-tie-wisconsin")
    before = player.balance
    player.chooses("w")
    put = player.page.get_by_role("button", name="No tie wager")
    expect(put).to_be_visible()
    steps = player.page.get_by_role("group", name="Tie wager on the war deal")
    steps.get_by_role("button", name="More", exact=True).click()
    steps.get_by_role("button", name="More", exact=True).click()
    player.page.get_by_role("button", name="Less").click()
    player.page.get_by_role("button", name="Place it").click()
    dealer.gets_to("war_deal_player")
    assert player.balance == before - 20_00 - WAR_TIE
    dealer.turns("Jc", "4d")
    dealer.gets_to("pick_up", "war_pick_up")
    assert player.result() == 20_00 - WAR_TIE
    expect(why(player)).to_contain_text("−$5.00")
    player.leaves()
    dealer.leaves()


def test_who_wants_no_tie_wager_on_the_war_deal_says_so_and_nothing_goes_down(browser: Browser, house: House) -> None:
    dealer, player = at_a_tie(browser, house, "war-tie-massachusetts")
    before = player.balance
    player.chooses("w")
    player.answers()
    dealer.gets_to("war_deal_player")
    assert player.balance == before - 20_00
    dealer.turns("4c", "4d")
    dealer.gets_to("pick_up", "war_pick_up")
    assert player.result() == TIED_WAR
    player.leaves()
    dealer.leaves()


@pytest.mark.parametrize("state", ["maryland", "massachusetts"])
def test_a_tie_wager_and_a_progressive_wager_hit_and_the_player_sees_why(
    state: str, browser: Browser, house: House
) -> None:
    dealer, player = at_a_tie(browser, house, f"hits-{state}", tie=5_00, progressive=5_00)
    other = Person(browser, house, PHONE)
    other.goes(f"/table/hits-{state}")
    player.chooses("w")
    player.answers()
    dealer.gets_to("war_deal_player")
    dealer.turns("Jc", "Jd")  # nines, then jacks: a double tie pays 30 to 1
    dealer.gets_to("pick_up", "war_pick_up")
    brings = TIED_WAR + 50_00 + 150_00 - 5_00  # a progressive wager is not given back
    assert player.result() == brings
    expect(other.page.get_by_text(f"+${brings / 100:.2f}").first).to_be_visible()
    slip = why(player)
    expect(slip.get_by_role("heading", name="Why you won")).to_be_visible()
    for line in ("Tie $5.00", "Progressive $5.00"):
        expect(slip).to_contain_text(line)
    expect(slip).to_contain_text("for a double tie")
    for person in (player, other, dealer):
        person.leaves()


def test_a_player_who_was_cut_off_in_a_war_comes_back_to_it(browser: Browser, house: House) -> None:
    dealer, player = at_a_tie(browser, house, "cut-off")
    watcher = Person(browser, house)
    watcher.goes("/table/cut-off")
    player.chooses("w")
    dealer.gets_to("war_deal_player")
    dealer.turns("Kc")
    player.page.close()
    expect(watcher.page.get_by_text("away")).to_be_visible()
    dealer.turns("4d")

    player.page = player.context.new_page()
    player.goes("/table/cut-off")
    expect(player.page.get_by_label("king of clubs")).to_be_visible()
    expect(watcher.page.get_by_text("away")).to_have_count(0)
    dealer.gets_to("pick_up", "war_pick_up")
    assert player.result() == 20_00
    player.page.reload()
    assert player.result() == 20_00
    for person in (player, watcher, dealer):
        person.leaves()
