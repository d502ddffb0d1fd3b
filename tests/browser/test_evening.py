"""One dealer with real cards runs an evening from the console, in every state, and touches nothing but keys."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.serving import House
from tests.browser.staff import Dealer, Floor
from tests.told import RULEBOOKS
from wartable.shoe.reader import DOUBLE_READ_MS

AT_WAR = ("8h", "8c")
WON_THE_WAR = ("Jc", "5d")


class Evening:
    """A dealer who has no one but the console."""

    def __init__(self, dealer: Dealer, wagers: dict[str, str]) -> None:
        self.dealer, self.page = dealer, dealer.page
        self.wagers = wagers
        self.seen: set[str] = set()
        self.last = ""

    def opens(self) -> None:
        """Two people sit down, and the first buys chips; every step up to the bets is done as it is asked for."""
        self.dealer.confirms()
        for seat, name in (("1", "Ann"), ("2", "Bo")):
            self.at_seats("Seat").select_option(seat)
            whose = self.at_seats("Who sits there?")
            if whose.count():
                whose.select_option("0")
            self.at_seats("Player’s name").fill(name)
            self.dealer.does(lambda: self.at_seats("Player’s name").press("Enter"))
        self.at_seats("Cash").fill("500.00")
        self.page.get_by_role("button", name="Sell chips").press("Enter")
        expect(self.page.get_by_role("alert")).to_contain_text("bought $500.00")
        self.up_to("bets")

    def at_seats(self, label: str) -> Locator:
        """A field of the form for seats."""
        return self.page.get_by_role("form", name="Seats").get_by_label(label)

    def up_to(self, *steps: str) -> None:
        """The usual thing until one of these is asked for."""
        while (step := self._step()) not in steps:
            self.seen.add(step)
            match step:
                case "offer_bank":
                    self.dealer.enters("Bank of seat", "300.00")
                case "spin":
                    self.dealer.does(lambda: self.page.get_by_role("button", name="The wheel stopped").press("Enter"))
                case _:
                    self.dealer.goes_on()

    def _step(self) -> str:
        """What the console asks for, once the automatic floor has ruled on what was called."""
        expect(self.page.locator("main")).not_to_have_attribute("data-phase", "suspended")
        return self.dealer.step

    def bets(self) -> None:
        """What the players lay down, entered by the dealer."""
        banker = self.page.locator("main").get_attribute("data-banks")
        form = self.page.get_by_role("form", name="Wagers")
        for wager, amount in self.wagers.items():
            form.get_by_label("Seat").select_option("2" if banker == "1" else "1")
            form.get_by_label("Wager").select_option(wager)
            self.page.keyboard.press("Escape")
            self.page.keyboard.press("b")
            self.page.keyboard.type(amount)
            self.dealer.confirms()
        self.page.keyboard.press("Escape")

    def turns(self, cards: Iterator[str] | tuple[str, ...]) -> None:
        """Real cards by rank and suit."""
        for card in cards:
            if card == self.last:
                self.page.wait_for_timeout(DOUBLE_READ_MS + 100)
            self.last = card
            self.up_to("deal_player", "deal_dealer", "war_deal_player", "war_deal_dealer")
            self.dealer.press(card)
            self.dealer.confirms()

    def owed(self) -> str:
        """What the console says is to be paid and taken, before it was."""
        return self.page.locator("[data-owed] .a").first.inner_text()

    def closes(self) -> None:
        """The day is over."""
        self.dealer.does(lambda: self.page.get_by_role("button", name="Close the table").press("Enter"))
        asked = self.page.locator("h1")
        expect(asked).to_have_attribute("data-step", "remove_cards")
        self.dealer.gets_to("open_table")  # the automatic floor counts every batch that the dealer takes out


@pytest.mark.parametrize("state", RULEBOOKS)
def test_an_evening_is_run_with_the_keys_of_the_console_alone(state: str, browser: Browser, house: House) -> None:
    dealer = Dealer(browser, house, "petra", f"evening-{state}")
    wagers = {"initial": "20.00", "tie": "5.00", **({"progressive": "5.00"} if state == "maryland" else {})}
    dealer.chips = {"progressive": 1}
    evening = Evening(dealer, wagers)
    evening.opens()

    evening.bets()
    evening.turns(("Kd", "9s"))
    evening.up_to("settle")
    assert "pay $20.00" in evening.owed()
    assert "take" in evening.owed()
    evening.up_to("bets")

    evening.bets()
    evening.turns(AT_WAR)
    evening.up_to("choose")
    dealer.does(lambda: dealer.page.keyboard.press("w"))
    evening.turns(WON_THE_WAR)
    evening.up_to("war_settle")
    assert "pay" in evening.owed()
    evening.up_to("bets")

    evening.bets()
    evening.turns(("6h",))
    dealer.press("!")
    dealer.page.get_by_role("button", name=re.compile("I drew a card too many, face up")).press("Enter")
    dealer.page.get_by_label("Irregularities").get_by_role("button", name="queen of spades", exact=True).press("Enter")
    dealer.does(lambda: dealer.page.get_by_role("button", name="This happened").press("Enter"))
    rules_on_the_card(browser, house, dealer)
    evening.up_to("bets", "choose", "deal_dealer")
    if dealer.step == "deal_dealer":
        evening.turns(("2h",))
    evening.up_to("bets")
    evening.closes()
    dealer.leaves()


def rules_on_the_card(browser: Browser, house: House, dealer: Dealer) -> None:
    """An automatic floor never picks between rulings: a person comes on duty and says what is done."""
    vera = Floor(browser, house, "vera")
    vera.comes_on_duty(dealer.table)
    ruling = vera.waiting(dealer.table, "ruling")
    ruling.get_by_label("Reason, for the record").fill("one card too many was drawn")
    dealer.does(lambda: ruling.get_by_role("button", name="Burn it").press("Enter"))
    vera.leaves()
