"""What only some states have: the progressive with its envy, the wheel, and a bank that a player holds."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.people import PHONE, Person, Player, cents
from tests.browser.serving import House
from tests.browser.staff import Dealer, Floor
from tests.browser.test_everyone_can_use_it import SIZES, fits, serious

STAYS = """const later = window.setTimeout;
window.setTimeout = (act, wait, ...more) => (wait >= 12_000 ? 0 : later(act, wait, ...more));"""
"""What is said for a while stays until it was looked at."""


def at_other_screens(browser: Browser, house: House) -> list[Person]:
    """People who are not at the table: in the lobby, at another table, and the floor."""
    people = [Person(browser, house, PHONE), Person(browser, house), Floor(browser, house, "walter")]
    for person, path in zip(people, ("/", "/table/quiet", "/floor"), strict=True):
        person.context.add_init_script(STAYS)
        with person.page.expect_websocket() as socket:
            person.goes(path)
        socket.value.wait_for_event("framereceived")
    return people


def hear_of_the_jackpot(people: list[Person], *players: Player) -> None:
    """Each on a screen of their own, and they go; its own players see it on the felt, and no words lie over it."""
    for person in people:
        moment = person.page.get_by_role("status").filter(has_text="The progressive at jackpot")
        expect(moment).to_contain_text(re.compile(r"\$1\d,\d{3}\.\d\d paid"))
        assert serious(person.page) == []
        person.leaves()
    for player in players:
        expect(player.page.get_by_role("status").filter(has_text="The progressive at")).to_have_count(0)


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
    dealer.gets_to("count_side_wagers")
    dealer.counts(progressive=1, bonus_spin=1)
    expect(dealer.page.get_by_text("Count again")).to_be_visible()
    dealer.chips = {"progressive": 2, "bonus_spin": 1}
    dealer.gets_to("deal_player")
    neighbour.page.get_by_role("button", name="Skip hints").click()
    expect(neighbour.page.locator("#words")).to_have_text("No more bets.")  # what went to the meters is on the signs
    dealer.turns(*(("3d", "7s") if neighbour.seat_number < holder.seat_number else ("7s", "3d")), "7s")
    dealer.gets_to("choose")
    holder.chooses("w")
    dealer.gets_to("war_deal_player")
    dealer.turns("7s", "7s")
    dealer.gets_to("verify_hand")
    envied = neighbour.page.get_by_text("Your progressive wager brings you an envy bonus of $5,000.00.")
    expect(envied).to_be_visible()
    expect(neighbour.page.locator("section.mine .pill.held")).to_have_text("$5,000.00 held")
    assert cents(holder.page.locator(".pill.held").first.inner_text()) > 10_000_00
    for player in (holder, neighbour):
        expect(player.page.get_by_text("Hand checked, not yet")).to_be_attached()
    dealer.goes_on()
    for player in (holder, neighbour):
        expect(player.page.get_by_text("Hand checked, done")).to_be_attached()
        expect(player.page.get_by_text("Floor validates, not yet")).to_be_attached()
        assert serious(player.page) == []
    elsewhere = at_other_screens(browser, house)
    dealer.gets_to("pick_up", "war_pick_up")
    hear_of_the_jackpot(elsewhere, holder, neighbour)
    expect(envied).to_have_count(0)
    assert holder.result() > 10_000_00
    assert neighbour.result() == 5_000_00 - 10_00 - 5_00 - 5_00

    dealer.turns_the_wheel_for(neighbour)
    wheel = neighbour.page.get_by_role("img", name="The wheel stopped")
    expect(wheel).to_have_accessible_name(
        f"The wheel stopped: hot spot seat {neighbour.seat_number}, 500; community 50."
    )
    for size in SIZES.values():
        neighbour.page.set_viewport_size(size)
        expect(wheel).to_be_visible()
        assert serious(neighbour.page) == []
        assert fits(neighbour.page)
    for one in (holder, neighbour, dealer):
        one.leaves()


def test_the_bank_is_offered_held_and_runs_out(browser: Browser, house: House) -> None:
    dealer = Dealer(browser, house, "petra", "banked")
    dealer.confirms()  # the table opens
    banker = Player(browser, house, "banked")
    player = Player(browser, house, "banked")
    dealer.gets_to("offer_bank")
    if player.page.get_by_role("button", name="Pass the bank").count():
        player.page.get_by_role("button", name="Pass the bank").click()
    banker.page.get_by_label("Amount of your bank").fill("$30.00")  # typed with the sign
    banker.page.get_by_role("button", name="Post the bank").click()
    expect(player.page.get_by_text("cover left of $30.00")).to_be_visible()
    player.bets(initial=50_00)
    dealer.gets_to("deal_player")
    banker.page.set_viewport_size({"width": 390, "height": 844})
    expect(banker.page.get_by_text("You hold the bank.")).to_be_visible()
    expect(banker.page.get_by_text("TIE PAYS", exact=True)).to_have_count(0)  # the print would lie under these words
    dealer.turns("Kd", "4c")
    dealer.gets_to("pick_up")
    expect(banker.page.locator("#words")).to_contain_text("Your bank lost $30.00 in this round.")
    expect(banker.page.get_by_role("status").filter(has_text="Your bank lost $30.00")).to_be_attached()
    dealer.gets_to("pick_up", "bets", "offer_bank")
    assert player.result() == 30_00  # a wager is good as far as the bank covers it
    player.press("y")
    why = player.page.get_by_role("complementary", name="Why")
    assert cents(why.locator(".net").inner_text()) == 30_00
    for one in (banker, player, dealer):
        one.leaves()


def test_the_bank_goes_around_the_table_and_a_player_who_comes_after_its_end_has_no_action(
    browser: Browser, house: House
) -> None:
    dealer = Dealer(browser, house, "petra", "passed-on")
    dealer.confirms()  # the table opens
    fourth, fifth, third = (Player(browser, house, "passed-on") for _ in range(3))
    players = (third, fourth, fifth)
    assert [player.seat_number for player in players] == [3, 4, 5]
    dealer.gets_to("offer_bank")
    third.passes_the_bank()
    fourth.takes_the_bank(40_00)
    for player in (third, fifth):
        expect(player.page.get_by_text("cover left of $40.00")).to_be_visible()
    expect(fourth.page.get_by_text("$40.00 of your $40.00 bank is free to cover wagers.")).to_be_visible()
    fourth.page.get_by_role("button", name="Take the bank back").click()
    fifth.passes_the_bank()
    third.passes_the_bank()
    dealer.page.get_by_role("button", name="Offer the bank again").click()
    fourth.takes_the_bank(40_00)

    third.bets(initial=30_00)
    fifth.bets(initial=50_00)
    dealer.gets_to("deal_player")
    dealer.turns("Kd", "Qc", "4c")
    dealer.gets_to("pick_up", "offer_bank")
    assert third.result() == 30_00
    assert fifth.result() == 10_00  # a wager is good as far as the bank covers it
    for player in players:
        expect(player.page.get_by_text("cover left of $40.00").first).to_be_visible()

    dealer.gets_to("offer_bank")
    fourth.passes_the_bank()
    fifth.takes_the_bank(10_00)
    third.bets(initial=20_00)
    fourth.bets(initial=20_00)
    dealer.gets_to("deal_player")
    dealer.turns("Ks", "Qs", "4d")
    dealer.gets_to("pick_up", "offer_bank")
    assert third.result() == 10_00
    assert fourth.result() == 0  # nothing was left for the seat after it
    fourth.press("y")
    why = fourth.page.get_by_role("complementary", name="Why")
    expect(why.get_by_role("heading", name="Why it stands even")).to_be_visible()
    assert why.get_by_role("button", name=re.compile("^CA-")).count() or why.locator(".mono").count()
    for person in (*players, dealer):
        person.leaves()
