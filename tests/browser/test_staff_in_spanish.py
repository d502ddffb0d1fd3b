"""The views of the people who work here, in Spanish: nothing on them stays English but the house's own names."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import Person, Player
from tests.browser.serving import PASSWORD, House, open_house, table
from tests.browser.staff import Dealer, Floor
from tests.browser.test_languages import english
from tests.live.test_spanish import ENGLISH
from tools import page
from wartable.cli.users import StaffRole
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
        while told.get_attribute("data-version") != dealer.version:  # which a player may change meanwhile
            person.page.wait_for_timeout(20)
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


@pytest.fixture(scope="module")
def sala(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house of its own: no other test writes English reasons into its log."""
    page.build()
    staff: dict[str, StaffRole] = {"petra": "dealer", "vera": "floor", "walter": "floor", "lena": "auditor"}
    tables = (table("norte", "maryland", dealer="person", floor="person"), table("sur", "california"))
    with open_house(tmp_path_factory.mktemp("sala"), *tables, staff=staff) as house:
        yield house


def test_the_pit_and_the_audit_are_in_spanish_from_the_opening_to_a_void(browser: Browser, sala: House) -> None:
    vera, dealer = Floor(browser, sala, "vera"), Dealer(browser, sala, "petra", "norte")
    walter = Hablante(browser, sala, "walter", "/floor")
    expect(walter.page.get_by_role("heading", name="La sala")).to_be_visible()
    walter.reads()
    reads_the_sheet(walter)
    vera.begins("norte", "petra")
    while dealer.step not in ("arrival", "bets"):
        vera.goes_one_step("norte", dealer)
        walter.reads()
    player = Player(browser, sala, "norte")
    vera.goes_along("norte", dealer, "bets")
    dealer.page.get_by_role("button", name="Call the floor").click()
    expect(walter.page.locator("li[data-item=call]")).to_contain_text("Ven a la mesa, por favor.")
    walter.reads()
    walter.page.get_by_role("button", name="Voy").click()
    player.bets(initial=20_00, progressive=5_00)
    dealer.chips = {"progressive": 1}
    dealer.gets_to("deal_player")
    dealer.turns("8h")
    reads_the_sheet(walter, "Estoy de turno aquí")
    vera.presses("norte", "Void the round", "…")
    asked = walter.page.locator("li[data-item=second_key]")
    expect(asked).to_contain_text("Anular la ronda: …")
    walter.reads()
    asked.get_by_role("button", name="Girar mi llave").click()
    expect(walter.page.get_by_role("row").filter(has_text="La ronda se anula")).to_be_visible()
    walter.reads()
    vera.goes_along("norte", dealer, "bets")
    for person in (walter, vera, dealer, player):
        person.leaves()
    audits(Hablante(browser, sala, "lena", "/audit/norte"))


def reads_the_sheet(walter: Hablante, key: str = "") -> None:
    """One table, looked at closely; a key of it is pressed."""
    walter.page.locator("button[data-table=norte]").click()
    sheet = walter.page.get_by_role("dialog", name="Mesa norte")
    expect(sheet.get_by_role("heading")).to_be_visible()
    walter.reads()
    if key:
        sheet.get_by_role("button", name=key).click()
        expect(sheet.get_by_text(re.compile("De turno aquí: .*walter"))).to_be_visible()
    walter.press(["Escape"])
    expect(sheet).to_have_count(0)


def audits(lena: Hablante) -> None:
    """The rounds of a table, a search in Spanish, and every step of the round that was found."""
    expect(lena.page.get_by_role("link", name=re.compile("^Ronda 1"))).to_be_visible()
    lena.reads()
    lena.page.get_by_label("Buscar una ronda").fill("ronda 1")
    lena.press(["Enter"])
    expect(lena.page.get_by_role("heading", name="Ronda 1")).to_be_visible()
    on = lena.page.get_by_role("button", name="Paso adelante")
    while on.is_enabled():
        lena.reads()
        on.click()
    lena.page.get_by_role("button", name="Verificar esta ronda").click()
    expect(lena.page.get_by_text("Cuadra.")).to_be_visible()
    lena.reads()
    lena.leaves()
