"""The floor voids a round with two people, the money goes back, and an auditor finds out who did it."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.people import Person, Player
from tests.browser.serving import House
from tests.browser.staff import Dealer, Floor

TABLE = "void"
REASON = "a card fell to the floor"


def test_a_round_is_voided_by_two_people_and_an_auditor_recalls_it(browser: Browser, house: House) -> None:
    vera, walter = Floor(browser, house, "vera"), Floor(browser, house, "walter")
    dealer = Dealer(browser, house, "petra", TABLE)
    vera.opens(TABLE, dealer, "petra")
    walter.comes_on_duty(TABLE)
    player = Player(browser, house, TABLE)
    before = player.balance
    player.bets(initial=20_00, tie=5_00)
    assert player.balance == before - 25_00
    dealer.gets_to("deal_player")
    dealer.turns("9h", "9s")
    dealer.gets_to("choose")

    vera.presses(TABLE, "Void the round", REASON)
    expect(vera.page.get_by_role("status").filter(has_text="A different person turns the second.")).to_be_visible()
    own = vera.waiting(TABLE, "second_key")
    expect(own.get_by_role("button", name="Turn my key")).to_be_disabled()
    assert player.balance == before - 20_00 + 50_00  # the tie wager was paid at once; nothing has gone back
    asked = walter.waiting(TABLE, "second_key")
    expect(asked).to_contain_text(f"Void the round: {REASON}")
    expect(asked).to_contain_text("vera")
    dealer.does(lambda: asked.get_by_role("button", name="Turn my key").press("Enter"))
    expect(own).to_have_count(0)
    expect(player.page.locator("[data-balance]")).to_contain_text(f"{before / 100:,.2f}")
    told = walter.page.get_by_role("row").filter(has_text=REASON)
    expect(told).to_contain_text("vera and walter")
    dealer.gets_to("bets")

    seat = player.seat_number
    for person in (vera, walter, dealer, player):
        person.leaves()
    is_recalled(browser, house, seat, before)


def is_recalled(browser: Browser, house: House, seat: int, before: int) -> None:
    """An auditor finds the round, steps through it, sees who voided it, proves it and takes it along."""
    auditor = Person(browser, house)
    auditor.is_signed_in("lena")
    auditor.goes("/audit")
    auditor.page.get_by_label("Find a round").fill(f"{TABLE} 1")
    auditor.press(["Enter"])
    page = auditor.page
    expect(page.get_by_role("heading", name="Round 1", exact=True)).to_be_visible()
    step = page.get_by_role("slider", name="Step of the round")
    for _ in range(int(step.get_attribute("max") or 0)):
        if REASON not in (step.get_attribute("aria-valuetext") or ""):
            auditor.press(["ArrowRight"])
    expect(page.get_by_text(re.compile("^vera and walter, "))).to_be_visible()
    mine = page.get_by_role("row").filter(has_text=re.compile("Guest|guest")).first
    auditor.press(["End"])
    expect(mine).to_contain_text(f"{before / 100:,.2f}")
    page.get_by_role("button", name="Verify this round").press("Enter")
    verdict = page.get_by_role("status").filter(has_text="It holds")
    expect(verdict).to_contain_text(
        re.compile("It holds.*chained to the one before.*(No signed head covers it yet|head signed at)")
    )
    with page.expect_download() as export:
        page.get_by_role("link", name="Export CSV").press("Enter")
    assert "round_voided" in export.value.path().read_text()

    auditor.goes(f"/audit/{TABLE}")
    page.get_by_role("combobox").select_option(str(seat))
    expect(page.get_by_role("link", name="Round 1")).to_contain_text("void")
    page.get_by_role("combobox").select_option(str(seat % 7 + 1))
    expect(page.get_by_text(re.compile("No one has played at seat"))).to_be_visible()
    auditor.leaves()
