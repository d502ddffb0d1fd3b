"""The house's own people in the browser tests: a dealer at the console, and a supervisor before the pit."""

import re
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Browser, Locator, ViewportSize, expect

from tests.browser.people import WIDE, Person, Player
from tests.browser.serving import House
from wartable.shoe.reader import DOUBLE_READ_MS

CONSOLE = """() => [
    document.querySelector('h1')?.dataset.step ?? '',
    document.querySelector('h1')?.dataset.by ?? '',
    document.querySelector('main')?.dataset.version ?? '',
    document.querySelector('h1')?.dataset.seat ?? '',
]"""
"""What the dealer's console asks for, of whom, how far the table has come, and which seat it is about.

Read at one moment: a player or the house may act before the next look.
"""


class Dealer(Person):
    """A person with real cards and the console."""

    puts_back = 120
    """How many cards lie behind the cover card."""

    def __init__(self, browser: Browser, house: House, name: str, table: str, size: ViewportSize = WIDE) -> None:
        super().__init__(browser, house, size)
        self.is_signed_in(name)
        self.table = table
        house.dealers[table] = self
        self.goes(f"/dealer/{table}")
        expect(self.page.locator("main[data-version]")).to_be_attached()

    @property
    def step(self) -> str:
        """What the console asks for."""
        return self.page.locator("h1").get_attribute("data-step") or ""

    @property
    def version(self) -> str:
        return self.page.locator("main").get_attribute("data-version") or ""

    def does(self, act: Any) -> None:
        """Do something, and wait until the table has moved."""
        before = self.version
        act()
        expect(self.page.locator("main")).not_to_have_attribute("data-version", before)

    def confirms(self) -> None:
        """Press the big key."""
        self.does(lambda: self.page.keyboard.press("Enter"))

    def turns_the_wheel_for(self, player: Player) -> None:
        """A round in which a red ace turns the wheel; it stops at the seat of this player, who alone bets on it."""
        self.gets_to("bets")
        player.bets(initial=10_00, bonus_spin=5_00)
        self.chips = {"bonus_spin": 1}
        self.gets_to("deal_player")
        self.turns("9c", "Ah")
        self.gets_to("spin")
        self.page.get_by_label("Hot spot").select_option(str(player.seat_number))
        self.page.get_by_label("Hot ring").select_option("500")
        self.page.get_by_label("Community ring").select_option("50")
        self.does(self.page.get_by_role("button", name="The wheel stopped").click)

    def turns(self, *cards: str) -> None:
        """Real cards, entered by rank and suit; burns that come between are burned."""
        for before, card in zip(("", *cards), cards, strict=False):
            if card == before:
                self.page.wait_for_timeout(DOUBLE_READ_MS + 100)  # as a hand takes for the next card
            while "burn" in self.step:
                self.confirms()
            expect(self.page.locator("h1")).to_have_attribute("data-step", re.compile("deal_"))
            self.press(card)
            self.confirms()

    def gets_to(self, *steps: str) -> str:
        """Does the usual thing until the console asks for one of these."""
        while True:
            step, by, version, seat = self.page.evaluate(CONSOLE)
            if step in steps:
                return str(step)
            if (by == "dealer" and step not in ("choose", "bets")) or step in ("look", "offer_cut", "war_tie"):
                self._goes_on(step, version, seat)
            else:
                expect(self.page.locator("main")).not_to_have_attribute("data-version", version)

    def goes_on(self) -> None:
        """The usual thing, with keys alone; a player on a device of their own answers there."""
        step, _, version, seat = self.page.evaluate(CONSOLE)
        self._goes_on(step, version, seat)

    def _goes_on(self, step: str, version: str, seat: str) -> None:
        asked = self._asked(step, seat)
        match step:
            case _ if asked is not None:
                asked.answers()
                expect(self.page.locator("main")).not_to_have_attribute("data-version", version)
            case "receive":
                self.receives()
            case "offer_cut" | "cut":
                self.enters("Cards above the cut", "120")
            case "reinsert" | "insert_cover_card":
                self.enters("Cards behind it", str(self.puts_back))
            case "count_side_wagers":
                self.counts(**self.chips)
            case "verify_hand" | "check_light":
                self.does(lambda: self.key(re.compile("^It (wins|is lit)$")).press("Enter"))
            case "war_wager":
                self.does(lambda: self.press("d"))
            case "war_tie":
                self.does(lambda: self.key("No tie wager").press("Enter"))
            case _:
                self.confirms()

    def key(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def enters(self, label: str, text: str) -> None:
        """A number where the console already waits for one."""
        expect(self.page.get_by_label(label)).to_be_focused()
        self.page.keyboard.type(text)
        self.confirms()

    def receives(self) -> None:
        """Counts what came to the table; the cover cards of two batches come with the first."""
        self.page.get_by_label("Decks").focus()
        words = self.page.locator("h1").inner_text()
        covers = 0 if words.startswith("Blue") else 2 if "maryland" in self.house.files[self.table] else 1
        decks = self.page.request.get(f"{self.house.url}/api/tables/{self.table}").json()["decks"]
        self.page.keyboard.type(str(decks))
        self.press(["Tab"])
        self.page.keyboard.type(str(covers))
        self.confirms()

    chips: Mapping[str, int] = {}
    """The chips of each side wager that lie on the felt, as the test has told the dealer."""

    def counts(self, **chips: int) -> None:
        """Counts the side wagers, each kind apart; a kind that is not named has no chip."""
        form = self.page.get_by_role("form", name="Chips counted")
        for label in form.locator("label").all():
            word = label.inner_text().strip().removesuffix("chips").strip().lower().replace(" ", "_")
            label.locator("input").fill(str(chips.get(word, 0)))
        self.does(lambda: form.get_by_role("button", name="Counted").press("Enter"))

    def _asked(self, step: str, seat: str) -> Player | None:
        """The player with a browser who is offered a look, the cut or a tie wager."""
        if step not in ("look", "offer_cut", "war_tie"):
            return None
        here = self.house.players.get(self.table, [])
        return next((player for player in here if str(player.seat_number) == seat), None)

    def waits_for_the_floor(self) -> bool:
        """Whether the next step is the floor's."""
        return self.page.locator("h1").get_attribute("data-by") == "floor"


class Floor(Person):
    """A floor supervisor, before the pit; every key is pressed and none is clicked."""

    def __init__(self, browser: Browser, house: House, name: str, size: ViewportSize = WIDE) -> None:
        super().__init__(browser, house, size)
        self.name = name
        self.is_signed_in(name)
        self.goes("/floor")
        expect(self.page.locator("button[data-table]").first).to_be_visible()

    def waiting(self, table: str, kind: str) -> Locator:
        return self.page.locator(f"li[data-item={kind}][data-at={table}]")

    def sheet(self, table: str) -> Locator:
        sheet = self.page.get_by_role("dialog", name=f"Table {table}")
        if not sheet.count():
            self.page.locator(f"button[data-table={table}]").press("Enter")
        expect(sheet.get_by_role("heading")).to_be_visible()
        return sheet

    def opens(self, table: str, dealer: Dealer, name: str) -> None:
        self.begins(table, name)
        self.goes_along(table, dealer, "arrival", "bets", "offer_bank")

    def begins(self, table: str, name: str) -> None:
        """Comes on duty at a table that is opened to a dealer."""
        self.sheet(table).get_by_label("Dealer").fill(name)
        self.presses(table, "Open the table")
        self.comes_on_duty(table)

    def comes_on_duty(self, table: str) -> None:
        """What a person of the floor does here counts from now on."""
        sheet = self.sheet(table)
        on = sheet.get_by_text(re.compile(f"^On duty here:.*{self.name}"))
        key = sheet.get_by_role("button", name="I am on duty here", exact=True)
        expect(on.or_(key)).to_be_visible()
        if key.count():
            key.press("Enter")
        expect(on).to_be_visible()
        self.press(["Escape"])
        expect(sheet).to_have_count(0)

    def goes_along(self, table: str, dealer: Dealer, *steps: str) -> None:
        """Floor and dealer do what is theirs, until one of these is asked for."""
        while dealer.step not in steps:
            self.goes_one_step(table, dealer)

    def goes_one_step(self, table: str, dealer: Dealer) -> None:
        """The floor verifies what is the floor's, or the dealer does the usual thing."""
        if dealer.waits_for_the_floor():
            key = self.waiting(table, "step").locator(".do button")
            dealer.does(lambda: key.press("Enter"))
        else:
            dealer.goes_on()

    def presses(self, table: str, key: str, reason: str = "") -> None:
        """A key on the sheet of a table, with a reason where one is recorded."""
        sheet = self.sheet(table)
        if reason:
            sheet.get_by_label("Reason").fill(reason)
        sheet.get_by_role("button", name=key, exact=True).press("Enter")
        self.press(["Escape"])
        expect(sheet).to_have_count(0)
