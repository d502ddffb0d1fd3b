"""An evening at the dealer's console: the dealer enters everything for the players at the table, with keys alone."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.staff import Dealer, Floor
from wartable.shoe.reader import DOUBLE_READ_MS

CARD_IS_DUE = ("deal_player", "deal_dealer", "war_deal_player", "war_deal_dealer")


class Evening:
    """A dealer with players at the table, beside a person of the floor or an automatic floor."""

    def __init__(self, dealer: Dealer, floor: Floor | None = None) -> None:
        self.dealer, self.floor = dealer, floor
        self._last_card = ""

    @property
    def page(self) -> Page:
        """The console of the dealer on record."""
        return self.dealer.page

    def _form(self, name: str) -> Locator:
        return self.page.get_by_role("form", name=name)

    # The usual thing

    def up_to(self, *steps: str) -> str:
        """Do what is asked for until it is one of these steps; the floor does what is the floor's."""
        while (step := self._step()) not in steps:
            match step:
                case "offer_bank":
                    self.dealer.enters("Bank of seat", "300.00")
                case "spin":
                    self.dealer.does(lambda: self.dealer.key("The wheel stopped").press("Enter"))
                case _ if self.floor is not None:
                    self.floor.goes_one_step(self.dealer.table, self.dealer)
                case _:
                    self.dealer.goes_on()
        return step

    def _step(self) -> str:
        """What the console asks for; an automatic floor has ruled by then on what it was called for."""
        if self.floor is None:
            expect(self.page.locator("main")).not_to_have_attribute("data-phase", "suspended")
        return self.dealer.step

    def sit_down(self, *names: str) -> None:
        """People take the first seats, one beside the other."""
        form = self._form("Seats")
        for seat, name in enumerate(names, 1):
            form.get_by_label("Seat").select_option(str(seat))
            whose = form.get_by_label("Who sits there?")
            if whose.count():
                whose.select_option("0")
            form.get_by_label("Player’s name").fill(name)
            self.dealer.does(lambda: form.get_by_label("Player’s name").press("Enter"))

    def sells(self, seat: int, cash: str) -> None:
        """Chips for cash."""
        form = self._form("Seats")
        form.get_by_label("Seat").select_option(str(seat))
        form.get_by_label("Cash").fill(cash)
        form.get_by_role("button", name="Sell chips").press("Enter")
        expect(self.page.get_by_role("alert")).to_contain_text(f"Seat {seat} bought ${cash}")

    @property
    def banker(self) -> int:
        """The seat that banks this round; 0 where the house does."""
        return int(self.page.locator("main").get_attribute("data-banks") or 0)

    def bets(self, seat: int, **wagers: str) -> None:
        """What a player lays down."""
        form = self._form("Wagers")
        for wager, amount in wagers.items():
            form.get_by_label("Seat").select_option(str(seat))
            form.get_by_label("Wager").select_option(wager)
            self.page.keyboard.press("Escape")
            self.page.keyboard.press("b")
            self.page.keyboard.type(amount)
            self.dealer.confirms()
        self.page.keyboard.press("Escape")

    def turns(self, *cards: str) -> None:
        """Real cards by rank and suit, with the burns between them."""
        for card in cards:
            if card == self._last_card:
                self.page.wait_for_timeout(DOUBLE_READ_MS + 100)  # as a hand takes for the next card
            self._last_card = card
            self.up_to(*CARD_IS_DUE)
            self.dealer.press(card)
            self.dealer.confirms()

    def owed(self) -> list[str]:
        """What the console says is to be paid and taken at each seat, before it was."""
        return self.page.locator("[data-owed] .a").all_inner_texts()

    # What goes wrong

    def reports(self, what: str, seat: int | None = None, card: str = "") -> None:
        """Something went wrong, and the dealer says so."""
        self.dealer.press(["Escape", "!"])
        wrong = self.page.get_by_role("dialog", name="Irregularities")
        wrong.get_by_role("button", name=re.compile(what)).press("Enter")
        if seat is not None:
            wrong.get_by_label("Seat").select_option(str(seat))
        if card:
            wrong.get_by_role("button", name=card, exact=True).press("Enter")
        self.dealer.does(lambda: wrong.get_by_role("button", name="This happened").press("Enter"))

    def is_ruled(self, floor: Floor, ruling: str, second: Floor | None = None) -> None:
        """A person of the floor rules; where money goes back, another one turns the second key."""
        table = self.dealer.table
        called = floor.waiting(table, "ruling")
        called.get_by_label("Reason, for the record").fill("seen by the floor")
        key = called.get_by_role("button", name=ruling, exact=True)
        if second is None:
            self.dealer.does(lambda: key.press("Enter"))
            return
        key.press("Enter")
        turn = second.waiting(table, "second_key").get_by_role("button", name="Turn my key")
        self.dealer.does(lambda: turn.press("Enter"))
