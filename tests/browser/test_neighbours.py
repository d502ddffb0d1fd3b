"""A guest who is alone plays with neighbours: at a table of the house and, where players bank, on both sides of it."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.people import PHONE, Player
from tests.browser.serving import House
from tests.browser.test_everyone_can_use_it import fits, serious

NAMES = ("Bot Ana", "Bot Ben")


def bets_and_deals(player: Player, number: int) -> None:
    """One round with the least bet; a tie is surrendered, and then the next round is open."""
    player.bets(initial=20_00)
    player.page.get_by_role("button", name="Deal", exact=True).click()
    tied = player.page.get_by_role("button", name="Surrender")
    over = player.page.get_by_role("button", name=re.compile("^(Rebet|Pass the bank)"))
    expect(tied.or_(over).first).to_be_visible()
    if tied.count():
        player.press("s")
    expect(over).to_be_visible()
    expect(player.page.get_by_text(f"Round {number}", exact=True)).to_be_attached()


def test_a_guest_alone_plays_with_neighbours_who_are_named_as_bots(browser: Browser, house: House) -> None:
    guest = Player(browser, house, "company")
    guest.waits_for("betting")
    guest.page.get_by_role("button", name="Play with neighbours").press("Enter")
    for name in NAMES:
        expect(guest.page.get_by_text(name, exact=True).first).to_be_visible()
    assert serious(guest.page) == []
    bets_and_deals(guest, 1)
    guest.page.get_by_role("button", name="Send neighbours home").click()
    for name in NAMES:
        expect(guest.page.get_by_text(name, exact=True)).to_have_count(0)

    guest.page.set_viewport_size(PHONE)
    invites = guest.page.get_by_role("button", name="Play with neighbours")
    expect(invites).to_have_text("Neighbours")
    assert fits(guest.page)
    assert serious(guest.page) == []
    invites.click()
    bets_and_deals(guest, 2)
    guest.page.get_by_role("button", name="Menu").click()
    guest.page.get_by_role("button", name="Send the neighbours home").click()
    expect(invites).to_be_visible()
    guest.leaves()


def test_a_guest_alone_banks_against_neighbours_and_bets_against_theirs(browser: Browser, house: House) -> None:
    guest = Player(browser, house, "all-alone")
    offered = guest.page.get_by_text("Your bank pays what wins and keeps what loses.")
    expect(offered.first).to_be_visible()
    amount = guest.page.get_by_label("Amount of your bank")
    expect(amount).to_have_value("$500.00")
    guest.page.get_by_role("button", name="Bank $250.00").press("Enter")
    expect(amount).to_have_value("$250.00")
    assert serious(guest.page) == []
    guest.page.get_by_role("button", name="Post the bank").click()
    # The neighbours have bet against it, the round is over, and the bank is offered for the second round.
    expect(guest.page.get_by_text("Round 1", exact=True)).to_be_visible()
    guest.passes_the_bank()
    guest.waits_for("betting")
    expect(guest.page.get_by_role("region", name="Seat 7, Bot Ben, banks")).to_be_attached()
    bets_and_deals(guest, 2)
    bets_and_deals(guest, 3)
    guest.leaves()
