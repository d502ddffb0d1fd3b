"""What only some tables offer: a place behind a seat, a coupon, a hand in the middle, advice where one practises."""

from playwright.sync_api import Browser, expect

from tests.browser.people import PHONE, Person, Player, cents
from tests.browser.serving import House
from tests.browser.staff import Dealer
from tests.browser.test_everyone_can_use_it import FINGER, fits, serious


def test_people_bet_behind_a_seat_by_touch_and_by_key_and_choose_each_for_themselves(
    browser: Browser, house: House
) -> None:
    dealer = Dealer(browser, house, "petra", "behind")
    dealer.confirms()  # the table opens
    banker, seated, neighbour = (Player(browser, house, "behind") for _ in range(3))
    standing = Person(browser, house, PHONE, has_touch=True)
    standing.goes("/table/behind")
    standing.page.get_by_role("button", name="Stand behind").tap()
    dealer.gets_to("offer_bank")
    neighbour.passes_the_bank()
    banker.takes_the_bank(500_00)
    seated.bets(initial=50_00)

    expect(standing.page.get_by_text("You stand behind the seats. Choose a seat that has bet")).to_be_visible()
    behind = f"Bet behind seat {seated.seat_number}"
    standing.page.get_by_role("button", name=behind).tap()
    expect(standing.page.get_by_text(f"Behind seat {seated.seat_number}")).to_be_visible()
    for _ in range(2):
        standing.page.locator("button[data-area=initial]").tap()
    expect(standing.page.get_by_text("$10.00 on the felt")).to_be_visible()
    assert serious(standing.page) == []
    assert fits(standing.page)

    neighbour.press(["n", "2", *"iiii", "t"])
    expect(neighbour.page.get_by_text("$25.00 on the felt")).to_be_visible()
    place = neighbour.page.get_by_role("group", name=f"Your place behind seat {seated.seat_number}")
    expect(place.get_by_role("button", name="Behind: Primary wager, $20.00")).to_be_visible()
    expect(seated.page.get_by_text("You, 2 behind")).to_be_visible()
    assert serious(neighbour.page) == []

    dealer.gets_to("deal_player")
    dealer.turns("9h", "9s")
    dealer.gets_to("choose")
    expect(seated.page.get_by_role("button", name="Surrender")).to_be_visible()
    expect(standing.page.get_by_role("button", name="Surrender")).to_have_count(0)
    seated.chooses("s")
    standing.page.get_by_role("button", name="Go to war").tap()
    expect(neighbour.page.get_by_role("button", name="Surrender")).to_be_visible()
    neighbour.chooses("s")
    dealer.gets_to("war_deal_player")
    dealer.turns("Kc", "2d")
    dealer.gets_to("pick_up", "war_pick_up")
    assert seated.result() == -25_00
    assert cents(standing.page.locator("section.mine .pill").inner_text()) == 10_00
    assert cents(place.locator(".pill").inner_text()) == 50_00 - 10_00
    standing.page.get_by_role("button", name="Why?").tap()
    expect(standing.page.get_by_text(f"Behind seat {seated.seat_number}, round 1")).to_be_visible()
    for person in (banker, seated, neighbour, standing, dealer):
        person.leaves()


def test_a_coupon_lies_beside_the_wager_and_counts_when_it_wins(browser: Browser, house: House) -> None:
    dealer = Dealer(browser, house, "petra", "coupons")
    dealer.confirms()  # the table opens
    player = Player(browser, house, "coupons", PHONE, has_touch=True)
    dealer.gets_to("bets")
    for _ in range(4):
        player.page.locator("button[data-area=initial]").tap()
    coupon = player.page.get_by_role("button", name="Match play coupon")
    box = coupon.bounding_box()
    assert box is not None
    assert box["width"] >= FINGER
    coupon.tap()
    expect(coupon).to_have_accessible_name("Match play coupon, $5.00")
    player.press("k")
    expect(coupon).to_have_accessible_name("Match play coupon, $10.00")
    assert serious(player.page) == []
    player.page.get_by_role("button", name="Place $20.00").tap()
    expect(player.page.get_by_text("$20.00 on the felt")).to_be_visible()
    assert player.balance == 980_00  # a coupon is no money
    dealer.gets_to("deal_player")
    dealer.turns("Kd", "9s")
    dealer.gets_to("pick_up")
    assert player.result() == 30_00
    player.leaves()
    dealer.leaves()


def test_many_seats_bet_on_one_hand_in_the_middle_and_each_chooses(browser: Browser, house: House) -> None:
    dealer = Dealer(browser, house, "petra", "five-hands")
    dealer.confirms()  # the table opens
    player = Player(browser, house, "five-hands")
    other = Player(browser, house, "five-hands", PHONE, has_touch=True)
    dealer.gets_to("bets")
    player.press("hh")
    expect(player.page.get_by_role("button", name="Hand 3")).to_have_attribute("aria-pressed", "true")
    player.bets(initial=20_00)
    other.page.get_by_role("button", name="Hand 5").tap()
    other.bets(initial=10_00)
    expect(player.page.get_by_role("button", name=f"Hand 5; seat {other.seat_number} on it")).to_be_visible()
    other.page.get_by_role("button", name="Hand 3").tap()  # a wager may still go to another hand
    both = f"seats {', '.join(str(seat) for seat in sorted((player.seat_number, other.seat_number)))} on it"
    expect(player.page.get_by_role("button", name=f"Hand 3, your wager goes here; {both}")).to_be_visible()
    for one in (player, other):
        assert serious(one.page) == []
        assert fits(one.page)
        for hand in one.page.get_by_role("button", name="Hand ").all():
            box = hand.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= FINGER

    dealer.gets_to("deal_player")
    dealer.turns("9h", "Ks", "Qd", "4c", "7s", "Qs")
    dealer.gets_to("choose")
    for one in (player, other):
        expect(one.page.get_by_label("Hand 3: queen of diamonds")).to_be_visible()
    first, second = sorted((player, other), key=lambda person: person.seat_number)
    expect(first.page.get_by_role("button", name="Surrender")).to_be_visible()
    first.press("w" if first is player else "s")
    expect(second.page.get_by_role("button", name="Surrender")).to_be_visible()
    second.press("w" if second is player else "s")
    while player.page.get_by_role("button", name="No tie wager").count():
        player.answers()
    dealer.gets_to("war_deal_player")
    dealer.turns("Jc")
    for one in (player, other):
        expect(one.page.get_by_label("Hand 3: jack of clubs")).to_be_visible()
        assert serious(one.page) == []
    dealer.turns("2d")
    dealer.gets_to("pick_up", "war_pick_up")
    assert player.result() == 20_00
    assert other.result() == -5_00
    for person in (player, other, dealer):
        person.leaves()


def test_a_practice_table_says_what_wagers_keep_and_what_a_tie_is_worth(browser: Browser, house: House) -> None:
    dealer = Dealer(browser, house, "petra", "practice")
    dealer.confirms()  # the table opens
    player = Player(browser, house, "practice")
    dealer.gets_to("bets")
    expect(player.page.get_by_text("Primary keeps")).to_be_visible()
    expect(player.page.get_by_text("2.33 %")).to_be_visible()
    player.bets(initial=20_00)
    dealer.gets_to("deal_player")
    dealer.turns("9h", "9s")
    dealer.gets_to("choose")
    assert serious(player.page) == []
    expect(player.page.get_by_text("War is better by $3.70 on average.", exact=True)).to_be_visible()
    player.page.set_viewport_size(PHONE)
    expect(player.page.get_by_text("War is better by $3.70 on average.", exact=True)).to_be_visible()
    assert serious(player.page) == []
    assert fits(player.page)
    player.chooses("s")
    player.leaves()
    dealer.leaves()
