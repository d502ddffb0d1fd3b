"""People with a browser each: they see the page and press its keys, and nothing else."""

import random
import re
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Browser, Error, Locator, Page, ViewportSize, expect

from tests.browser.serving import PASSWORD, House
from tests.patience import PATIENCE

WIDE: ViewportSize = {"width": 1440, "height": 900}
TABLET: ViewportSize = {"width": 768, "height": 1024}
PHONE: ViewportSize = {"width": 360, "height": 740}

CHIPS = {500_00: "5", 100_00: "4", 25_00: "3", 5_00: "2", 1_00: "1"}
"""The keys of the chips in the tray."""
AREAS = {"initial": "i", "tie": "t", "progressive": "p", "bonus_spin": "b"}
NOT_OURS = re.compile("status of 4|Service Worker registration blocked")
"""What the browser says by itself, of an answer with an error's status and of a page that is kept on no device."""

CHANCE = """
let state = %d;
try {
  const loads = Number(sessionStorage.getItem('loads of the tests') ?? 0);
  sessionStorage.setItem('loads of the tests', String(loads + 1));
  state = (state + Math.imul(loads, 2654435761)) >>> 0;
} catch {} // a page without an address keeps nothing
Crypto.prototype.getRandomValues = (values) => {
  for (let i = 0; i < values.length; i++) values[i] = (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24;
  return values;
};
let drawn = state;
Math.random = () => (drawn = (Math.imul(drawn, 1664525) + 1013904223) >>> 0) / 2 ** 32;
"""
"""A player's words go into the order of the shoe, so a page gives the same words in every run of a test.

Guests are named by chance, and so are commands: a page that is loaded again has other chances, because the house
refuses a command under the name of another one.
"""

MADE_READY = ("opening", "waking", "shuffling", "cutting", "loading")
"""Phases in which the cards are made ready for the first player."""

PRESSES, A_WHILE = 30, 10_000
"""A person presses a key again that is still there after a while, in milliseconds."""

expect.set_options(timeout=PATIENCE * 1_000)


class Person:
    """A person who looks at the house in a browser of their own."""

    def __init__(self, browser: Browser, house: House, size: ViewportSize = WIDE, **options: Any) -> None:
        self.house = house
        # To keep the page on the device costs as much as to load it, so only the tests of that allow it.
        usual: dict[str, Any] = {"reduced_motion": "reduce", "service_workers": "block"}
        self.context = browser.new_context(viewport=size, **{**usual, **options})
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
        self.page.goto(self.house.url + path)

    def is_signed_in(self, name: str) -> None:
        """Signed in already, without a look at the page where that is done."""
        said = {"name": name, "password": PASSWORD}
        assert self.context.request.post(f"{self.house.url}/api/session", data=said).ok

    def signs_in(self, name: str) -> None:
        self.goes("/sign-in")
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in").click()
        expect(self.page).not_to_have_url(re.compile("sign-in"))

    def leaves(self) -> None:
        """Leave; the person has had no reason to complain."""
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
        for _ in range(PRESSES):
            with suppress(AssertionError, Error):
                key.click(timeout=A_WHILE)
                expect(key).to_have_count(0, timeout=A_WHILE)
            if not key.count():
                return
        expect(key).to_have_count(0)

    @property
    def stage(self) -> Locator:
        """The felt and everything on it."""
        return self.page.locator("main.stage")

    @property
    def seat(self) -> Locator:
        return self.page.locator("section.mine, .who.you").first

    @property
    def seat_number(self) -> int:
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
        """Surrender or go to war, by the key, once the page asks."""
        expect(self.page.get_by_role("button", name="Surrender")).to_be_visible()
        self.press(key)

    def passes_the_bank(self) -> None:
        """Decline the bank."""
        self.page.get_by_role("button", name="Pass the bank").click()

    def takes_the_bank(self, amount: int) -> None:
        """Take the bank."""
        self.page.get_by_label("Amount of your bank").fill(dollars(amount))
        self.page.get_by_role("button", name="Post the bank").click()

    def result(self) -> int:
        """What the round brought, in cents, once it says so."""
        pill = self.page.locator("section.mine .pill:not(.held)").first  # a win that is held waits for the floor
        expect(pill).to_be_visible()
        return cents(pill.inner_text())


def cents(text: str) -> int:
    """From what the page writes: "+$1,020.00", "−$7.50"."""
    found = re.search(r"([+−-]?)\$?([\d,]+)\.(\d\d)", text)
    assert found, text
    amount = int(found[2].replace(",", "")) * 100 + int(found[3])
    return -amount if found[1] in ("−", "-") else amount


def dollars(amount: int) -> str:
    """The figures as the page writes them."""
    return f"{amount // 100:,}.{amount % 100:02}"
