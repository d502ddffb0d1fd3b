"""One dealer with real cards runs an evening from the console, in every state, and touches nothing but keys."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.evening import Evening
from tests.browser.serving import House
from tests.browser.staff import Dealer, Floor
from tests.told import RULEBOOKS

AT_WAR = ("8h", "8c")
WON_THE_WAR = ("Jc", "5d")


@pytest.mark.parametrize("state", RULEBOOKS)
def test_an_evening_is_run_with_the_keys_of_the_console_alone(state: str, browser: Browser, house: House) -> None:
    dealer = Dealer(browser, house, "petra", f"evening-{state}")
    wagers = {"initial": "20.00", "tie": "5.00", **({"progressive": "5.00"} if state == "maryland" else {})}
    dealer.chips = {"progressive": 1}
    evening = Evening(dealer)
    dealer.confirms()
    evening.sit_down("Ann", "Bo")
    evening.sells(1, "500.00")
    evening.up_to("bets")

    bets(evening, wagers)
    evening.turns("Kd", "9s")
    evening.up_to("settle")
    assert "pay $20.00" in evening.owed()[0]
    assert "take" in evening.owed()[0]
    evening.up_to("bets")

    bets(evening, wagers)
    evening.turns(*AT_WAR)
    evening.up_to("choose")
    dealer.does(lambda: dealer.page.keyboard.press("w"))
    evening.turns(*WON_THE_WAR)
    evening.up_to("war_settle")
    assert "pay" in evening.owed()[0]
    evening.up_to("bets")

    bets(evening, wagers)
    evening.turns("6h")
    evening.reports("I drew a card too many, face up", card="queen of spades")
    rules_on_the_card(browser, house, evening)
    if evening.up_to("bets", "choose", "deal_dealer") == "deal_dealer":
        evening.turns("2h")
    evening.up_to("bets")
    closes(dealer)
    dealer.leaves()


def bets(evening: Evening, wagers: dict[str, str]) -> None:
    """The first of the two who does not bank."""
    evening.bets(2 if evening.banker == 1 else 1, **wagers)


def rules_on_the_card(browser: Browser, house: House, evening: Evening) -> None:
    """An automatic floor never picks between rulings: a person comes on duty and says what is done."""
    vera = Floor(browser, house, "vera")
    vera.comes_on_duty(evening.dealer.table)
    evening.is_ruled(vera, "Burn it")
    vera.leaves()


def closes(dealer: Dealer) -> None:
    dealer.does(lambda: dealer.key("Close the table").press("Enter"))
    expect(dealer.page.locator("h1")).to_have_attribute("data-step", "remove_cards")
    dealer.gets_to("open_table")  # the automatic floor counts every batch that the dealer takes out
