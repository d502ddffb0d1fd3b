"""What only some states have: the progressive with its envy, the wheel, and a bank that a player holds."""

from playwright.sync_api import Browser, expect

from tests.browser.people import Dealer, Player, cents
from tests.browser.serving import House


def test_a_progressive_hit_is_validated_and_the_neighbour_sees_the_envy_and_the_wheel(
    browser: Browser, house: House
) -> None:
    dealer = Dealer(browser, house, "petra", "jackpot")
    dealer.confirms()  # the table opens
    holder = Player(browser, house, "jackpot")
    neighbour = Player(browser, house, "jackpot")
    dealer.gets_to("bets")
    holder.bets(initial=10_00, progressive=5_00)
    neighbour.bets(initial=10_00, progressive=5_00, bonus_spin=5_00)
    dealer.gets_to("deal_player")
    first_is_the_neighbour = neighbour.seat_number < holder.seat_number
    dealer.turns(*(("3d", "7s") if first_is_the_neighbour else ("7s", "3d")), "7s")
    dealer.gets_to("choose")
    holder.press("w")
    dealer.gets_to("war_deal_player")
    dealer.turns("7s", "7s")
    dealer.gets_to("pick_up", "war_pick_up")
    assert holder.result() > 10_000_00
    assert neighbour.result() == 5_000_00 - 10_00 - 5_00 - 5_00

    dealer.gets_to("bets")
    neighbour.bets(initial=10_00, bonus_spin=5_00)
    dealer.gets_to("deal_player")
    dealer.turns("9c", "Ah")
    dealer.gets_to("spin")
    dealer.page.get_by_label("Hot spot").select_option(str(neighbour.seat_number))
    dealer.page.get_by_label("Hot ring").select_option("500")
    dealer.page.get_by_label("Community ring").select_option("50")
    dealer.does(dealer.page.get_by_role("button", name="The wheel stopped").click)
    wheel = neighbour.page.get_by_role("img", name="The wheel stopped")
    expect(wheel).to_have_accessible_name(
        f"The wheel stopped: hot spot seat {neighbour.seat_number}, 500; community 50."
    )
    for person in (holder, neighbour, dealer):
        person.leaves()


def test_the_bank_is_offered_held_and_runs_out(browser: Browser, house: House) -> None:
    dealer = Dealer(browser, house, "petra", "banked")
    dealer.confirms()  # the table opens
    banker = Player(browser, house, "banked")
    player = Player(browser, house, "banked")
    dealer.gets_to("offer_bank")
    if player.page.get_by_role("button", name="Pass the bank").count():
        player.page.get_by_role("button", name="Pass the bank").click()
    banker.page.get_by_label("Amount of your bank").fill("30.00")
    banker.page.get_by_role("button", name="Post the bank").click()
    expect(player.page.get_by_text("left of 30.00")).to_be_visible()
    player.bets(initial=50_00)
    dealer.gets_to("deal_player")
    dealer.turns("Kd", "4c")
    dealer.gets_to("pick_up", "bets", "offer_bank")
    assert player.result() == 30_00  # a wager is good as far as the bank covers it
    player.press("y")
    why = player.page.get_by_role("complementary", name="Why")
    assert cents(why.locator(".net").inner_text()) == 30_00
    for person in (banker, player, dealer):
        person.leaves()
