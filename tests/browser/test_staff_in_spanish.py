"""The views of the people who work here, in Spanish: nothing on them stays English but the house's own names."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import Person, Player
from tests.browser.serving import PASSWORD, House
from tests.browser.staff import Dealer
from tests.browser.test_languages import english
from tests.live.test_spanish import ENGLISH
from wartable.drill import KINDS, Kind

EXERCISES = 5


class Hablante(Person):
    """A person of the house whose browser speaks Spanish."""

    def __init__(self, browser: Browser, house: House, name: str, path: str) -> None:
        super().__init__(browser, house, locale="es-US")
        self.goes("/sign-in")
        self.page.get_by_label("Nombre").fill(name)
        self.page.get_by_label("Contraseña").fill(PASSWORD)
        self.page.get_by_role("button", name="Entrar").click()
        expect(self.page).not_to_have_url(re.compile("sign-in"))
        self.goes(path)

    def reads(self, *names: str) -> None:
        """Everything that is on the page now; names of the house's tables are its own."""
        own = re.compile("|".join(map(re.escape, names)) or "$^")
        assert [text for text in english(self.page) if ENGLISH.search(own.sub("", text))] == []


def answer(page: Page) -> None:
    """The first choice, or an amount; an irregularity is reported before as the first of its list."""
    if page.locator("button.answer kbd", has_text="!").count():
        page.keyboard.press("!")
        panel = page.get_by_role("dialog", name="Irregularidades")
        panel.locator("li button").first.click()
        for card in panel.locator(".pad button:not([disabled])").all()[:1]:
            card.click()
        for place in panel.locator("select").all():
            place.select_option(index=1)
        for reason in panel.locator("input[maxlength]").all():
            reason.fill("…")
        panel.locator("button.solid").click()
    amount = page.locator("main form input")
    if amount.count():
        amount.fill("15")
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("1")


@pytest.mark.parametrize("kind", KINDS)
def test_a_drill_is_asked_judged_and_scored_in_spanish(kind: Kind, browser: Browser, house: House) -> None:
    person = Hablante(browser, house, "petra", "/drill")
    page = person.page
    expect(page.get_by_role("heading", level=1)).to_have_text("Practica la mesa.")
    person.reads()
    page.locator('input[name="state"][value="maryland"]').check()
    page.locator(f'input[name="about"][value="{kind}"]').check()
    page.get_by_label("Ejercicios").select_option(str(EXERCISES))
    page.get_by_label("Semilla").fill("11")
    page.get_by_role("button", name="Empezar").click()
    for place in range(1, EXERCISES + 1):
        expect(page.locator(f'.stand[data-exercise="{place}"]')).to_be_visible()
        expect(page.locator("h1[data-kind]")).to_be_visible()
        person.reads()
        answer(page)
        expect(page.locator("h1[data-right]")).to_be_visible()
        person.reads()
        page.locator("button.next").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"de {EXERCISES} bien.")
    person.reads()
    person.leaves()


def test_the_console_of_a_whole_round_and_a_war_is_in_spanish(browser: Browser, house: House) -> None:
    dealer = Dealer(browser, house, "petra", "dicho")
    person = Hablante(browser, house, "petra", "/dealer/dicho")
    told = person.page.locator("main")
    seen: set[str] = set()

    def looks() -> None:
        expect(told).to_have_attribute("data-version", dealer.version)
        person.reads()
        if dealer.step not in seen:
            seen.add(dealer.step)
            person.page.get_by_role("button", name="Algo va mal").click()
            expect(person.page.get_by_role("dialog", name="Irregularidades")).to_be_visible()
            person.reads()
            person.press(["Escape"])

    def goes_to(*steps: str) -> None:
        while dealer.step not in steps:
            looks()
            dealer.goes_on()
        looks()

    looks()
    dealer.confirms()
    player = Player(browser, house, "dicho")
    goes_to("bets")
    player.bets(initial=20_00, tie=5_00)
    goes_to("deal_player")
    dealer.turns("8h", "8c")
    goes_to("choose")
    player.page.get_by_role("button", name="Go to war").click()
    expect(dealer.page.locator("h1")).not_to_have_attribute("data-step", "choose")
    goes_to("war_deal_player")
    dealer.turns("Jc", "5d")
    goes_to("bets")
    assert {"inspect", "shuffle", "bets", "deal_player", "settle", "choose", "war_settle", "war_pick_up"} <= seen
    player.leaves()
    dealer.leaves()
    person.leaves()
