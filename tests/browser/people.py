"""People with a browser each: they see the page and press its keys, and nothing else."""

import random
import re
from collections.abc import Iterable, Mapping
from typing import Any

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.browser.serving import PASSWORD, House
from tests.patience import PATIENCE
from wartable.shoe.reader import DOUBLE_READ_MS

WIDE: ViewportSize = {"width": 1440, "height": 900}
TABLET: ViewportSize = {"width": 768, "height": 1024}
PHONE: ViewportSize = {"width": 360, "height": 740}

CHIPS = {500_00: "5", 100_00: "4", 25_00: "3", 5_00: "2", 1_00: "1"}
"""The keys of the chips in the tray."""
AREAS = {"initial": "i", "tie": "t", "progressive": "p", "bonus_spin": "b"}
NOT_OURS = re.compile("status of 4")
"""The browser's own line about an answer with an error's status: what a page says about it is tested by itself."""
CONSOLE = """() => [
    document.querySelector('h1')?.dataset.step ?? '',
    document.querySelector('h1')?.dataset.by ?? '',
    document.querySelector('main')?.dataset.version ?? '',
    document.querySelector('h1')?.dataset.seat ?? '',
]"""
"""What the dealer's console asks for, of whom, how far the table has come, and which seat it is about.

Read at one moment: a player or the house may act before the next look.
"""

CHANCE = """
let state = %d;
Crypto.prototype.getRandomValues = (values) => {
  for (let i = 0; i < values.length; i++) values[i] = (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24;
  return values;
};
"""
"""A player's words go into the order of the shoe, so a page gives the same words in every run of a test."""

MADE_READY = ("opening", "waking", "shuffling", "cutting", "loading")
"""Phases in which the cards are made ready for the first player."""

expect.set_options(timeout=PATIENCE * 1_000)


class Person:
    """A person who looks at the house in a browser of their own."""

    def __init__(self, browser: Browser, house: House, size: ViewportSize = WIDE, **options: Any) -> None:
        self.house = house
        self.context = browser.new_context(viewport=size, **{"reduced_motion": "reduce", **options})
        self.context.set_default_timeout(PATIENCE * 1_000)
        self.context.add_init_script(CHANCE % random.getrandbits(32))
        self.page: Page = self.context.new_page()
        self.troubles: list[str] = []
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", lambda line: self._hear(line.type, line.text))

    def _hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not NOT_OURS.search(text):
            self.troubles.append(text)

    def goes(self, path: str) -> None:
        """To another address of the house."""
        self.page.goto(self.house.url + path)

    def signs_in(self, name: str) -> None:
        """As a person who works here."""
        self.goes("/sign-in")
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in").click()
        expect(self.page).not_to_have_url(re.compile("sign-in"))

    def leaves(self) -> None:
        """And had no reason to complain."""
        self.context.close()
        assert self.troubles == []

    def press(self, keys: Iterable[str]) -> None:
        """One key after the other."""
        for key in keys:
            self.page.keyboard.press(key)


class Player(Person):
    """A guest at a table."""

    def __init__(self, browser: Browser, house: House, table: str, size: ViewportSize = WIDE, **options: Any) -> None:
        super().__init__(browser, house, size, **options)
        self.table = table
        self.goes(f"/table/{table}?sit")
        expect(self.seat).to_be_attached()
        house.players.setdefault(table, []).append(self)
        if self.page.get_by_text("Digital form").count():
            self.opens()

    def leaves(self) -> None:
        self.house.players[self.table].remove(self)
        super().leaves()

    def opens(self) -> None:
        """The first player of an automatic table looks at the cards, and passes the cut."""
        open_now = self.page.locator('main.stage:is([data-phase="betting"], [data-phase="banking"])')
        while self.phase in MADE_READY:
            expect(self.offer.or_(open_now).first).to_be_visible()
            if self.offer.count():
                self.answers()

    @property
    def phase(self) -> str:
        """How far the table is."""
        return self.stage.get_attribute("data-phase") or ""

    @property
    def offer(self) -> Locator:
        """The key that answers a look, or passes the cut or a tie wager on the war deal."""
        return self.page.get_by_role("button", name=re.compile("^(I have looked|Pass the cut|No tie wager)$"))

    def answers(self) -> None:
        """The look that is offered is taken, the cut is passed, and no tie wager is put on the war deal.

        A tie wager that was chosen with the war is put down by the page itself.
        """
        expect(self.offer.or_(self.page.get_by_text("in this war.")).first).to_be_visible()
        offered = self.offer.all_inner_texts()
        if not offered:
            return
        key = self.page.get_by_role("button", name=offered[0], exact=True)
        key.click()
        expect(key).to_have_count(0)

    @property
    def stage(self) -> Locator:
        """The felt and everything on it."""
        return self.page.locator("main.stage")

    @property
    def seat(self) -> Locator:
        """Their own place."""
        return self.page.locator("section.mine, .who.you").first

    @property
    def seat_number(self) -> int:
        """Which place that is."""
        return int(self.page.locator(".who.you .n").first.inner_text())

    @property
    def balance(self) -> int:
        """Their own chips, in cents, as the rail says."""
        return cents(self.page.locator("[data-balance]").inner_text())

    def waits_for(self, *phases: str) -> None:
        """Until the table is in one of these phases."""
        expect(self.stage).to_have_attribute("data-phase", re.compile(f"^({'|'.join(phases)})$"))

    def bets(self, **wagers: int) -> None:
        """Lay down chips with the keys; the dealer makes the table ready first."""
        if self.phase in MADE_READY and self.table in self.house.dealers:
            self.house.dealers[self.table].gets_to("bets")
        self.waits_for("betting")
        for wager, amount in wagers.items():
            if wager in ("progressive", "bonus_spin"):
                self.press(AREAS[wager])
                continue
            rest = amount
            for value, key in CHIPS.items():
                pieces, rest = divmod(rest, value)
                if pieces:
                    self.press([key, *AREAS[wager] * pieces])
        place = self.page.get_by_role("button", name=re.compile("^Place "))
        if place.count():
            place.click()
        on_felt = self.page.get_by_text(f"{dollars(sum(wagers.values()))} on the felt")
        expect(on_felt).to_be_visible()

    def chooses(self, key: str) -> None:
        """Surrenders or goes to war, by the key, once the page asks."""
        expect(self.page.get_by_role("button", name="Surrender")).to_be_visible()
        self.press(key)

    def passes_the_bank(self) -> None:
        """It is offered, and goes on to the next."""
        self.page.get_by_role("button", name="Pass the bank").click()

    def takes_the_bank(self, amount: int) -> None:
        """It is offered, and taken."""
        self.page.get_by_label("Amount of your bank").fill(dollars(amount))
        self.page.get_by_role("button", name="Post the bank").click()

    def result(self) -> int:
        """What the round brought, in cents, once it says so."""
        pill = self.page.locator("section.mine .pill:not(.held)").first  # a win that is held waits for the floor
        expect(pill).to_be_visible()
        return cents(pill.inner_text())


class Dealer(Person):
    """A person with real cards and the console."""

    puts_back = 120
    """How many cards lie behind the cover card."""

    def __init__(self, browser: Browser, house: House, name: str, table: str, size: ViewportSize = WIDE) -> None:
        super().__init__(browser, house, size)
        self.signs_in(name)
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
        """How far the table has come."""
        return self.page.locator("main").get_attribute("data-version") or ""

    def does(self, act: Any) -> None:
        """Something, and waits until the table has moved."""
        before = self.version
        act()
        expect(self.page.locator("main")).not_to_have_attribute("data-version", before)

    def confirms(self) -> None:
        """The big key."""
        self.does(lambda: self.page.keyboard.press("Enter"))

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
        """One of the console's keys."""
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
        self.signs_in(name)
        self.goes("/floor")
        expect(self.page.locator("button[data-table]").first).to_be_visible()

    def waiting(self, table: str, kind: str) -> Locator:
        """What waits for the floor at a table."""
        return self.page.locator(f"li[data-item={kind}][data-at={table}]")

    def sheet(self, table: str) -> Locator:
        """One table, looked at closely."""
        sheet = self.page.get_by_role("dialog", name=f"Table {table}")
        if not sheet.count():
            self.page.locator(f"button[data-table={table}]").press("Enter")
        expect(sheet.get_by_role("heading")).to_be_visible()
        return sheet

    def opens(self, table: str, dealer: Dealer, name: str) -> None:
        """The table, to a dealer."""
        self.begins(table, name)
        self.goes_along(table, dealer, "arrival", "bets", "offer_bank")

    def begins(self, table: str, name: str) -> None:
        """Comes on duty at a table that is opened to a dealer."""
        self.sheet(table).get_by_label("Dealer").fill(name)
        self.presses(table, "Open")
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
        """The floor verifies what is the floor's, the dealer does the rest, until one of these is asked for."""
        key = self.waiting(table, "step").locator(".do button")
        while dealer.step not in steps:
            if dealer.waits_for_the_floor():
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


def cents(text: str) -> int:
    """From what the page writes: "+$1,020.00", "−$7.50"."""
    found = re.search(r"([+−-]?)\$?([\d,]+)\.(\d\d)", text)
    assert found, text
    amount = int(found[2].replace(",", "")) * 100 + int(found[3])
    return -amount if found[1] in ("−", "-") else amount


def dollars(amount: int) -> str:
    """The figures as the page writes them."""
    return f"{amount // 100:,}.{amount % 100:02}"
