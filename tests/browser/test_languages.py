"""The page in Spanish: by the browser's language or by choice, and remembered."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.people import Person
from tests.browser.serving import House
from tests.live.test_spanish import ENGLISH

TEXTS = """() => {
    const own = (node) => node.parentElement.closest('[lang=en], .clause, code, kbd, script, style, noscript');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) if (!own(walker.currentNode)) texts.push(walker.currentNode.data.trim());
    for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext'])
        for (const one of document.querySelectorAll(`[${name}]`))
            if (!one.closest('[lang=en]')) texts.push(one.getAttribute(name));
    return texts.filter(Boolean);
}"""
"""Everything that a person sees or hears, but for what keeps its own language."""


def english(page: Page) -> list[str]:
    return [text for text in page.evaluate(TEXTS) if ENGLISH.search(text)]


def test_a_spanish_browser_is_spoken_to_in_spanish(browser: Browser, house: House) -> None:
    person = Person(browser, house, locale="es-MX")
    person.goes("/")
    expect(person.page.get_by_role("heading", name="Toma asiento.")).to_be_visible()
    expect(person.page.locator("html")).to_have_attribute("lang", "es")
    expect(person.page.get_by_role("link", name="Sentarte en maryland")).to_be_visible()
    expect(person.page.locator("#name-maryland ~ .meter dd")).to_have_text("$10,000.00")
    person.leaves()


def test_amounts_are_written_as_the_country_of_the_browser_writes_them(browser: Browser, house: House) -> None:
    person = Person(browser, house, locale="es-ES")
    person.goes("/")
    expect(person.page.locator("#name-maryland ~ .meter dd")).to_have_text("10.000,00\xa0$")
    person.leaves()


def test_a_language_that_is_chosen_is_remembered(browser: Browser, house: House) -> None:
    person = Person(browser, house)
    person.goes("/")
    person.page.get_by_role("button", name="Español").click()
    expect(person.page.get_by_role("heading", name="Toma asiento.")).to_be_visible()
    person.goes("/sign-in")
    expect(person.page.get_by_role("heading", name="Entrar")).to_be_visible()
    person.goes("/")
    person.page.get_by_role("button", name="English").click()
    expect(person.page.get_by_role("heading", name="Take a seat.")).to_be_visible()
    expect(person.page.locator("html")).to_have_attribute("lang", "en")
    person.leaves()


def test_the_lab_is_in_spanish_with_the_currency_of_the_house(browser: Browser, house: House) -> None:
    person = Person(browser, house, locale="es-US")
    person.goes("/lab/maryland")
    expect(person.page.get_by_role("heading", name="Probabilidades de una casa")).to_be_visible()
    expect(person.page.get_by_text("de $10.00, siempre a la guerra.")).to_be_visible()
    names = person.page.locator("#house option").all_inner_texts()
    assert [text for text in english(person.page) if text not in names] == []
    person.leaves()


def test_a_whole_round_is_played_in_spanish_and_nothing_on_it_stays_english(browser: Browser, house: House) -> None:
    person = Person(browser, house, locale="es-US")
    page, stage = person.page, person.page.locator("main.stage")
    person.goes("/table/hablado?sit")
    looked = page.get_by_role("button", name="Ya miré")
    expect(looked).to_be_visible()
    assert english(page) == []
    looked.click()
    cut = page.get_by_role("button", name="Pasar el corte")
    expect(cut).to_be_visible()
    assert english(page) == []
    cut.click()
    expect(stage).to_have_attribute("data-phase", "betting")
    person.press("3it")
    expect(page.get_by_text("$50.00 en la mesa")).to_be_visible()
    expect(page.locator("#words")).to_contain_text("Hagan sus apuestas.")
    assert english(page) == []
    page.get_by_role("button", name="Repartir").click()
    why = page.get_by_role("button", name="¿Por qué?")
    surrender = page.get_by_role("button", name=re.compile("^Rendirse"))
    expect(why.or_(surrender).first).to_be_visible()
    if surrender.count():
        person.press("s")
        expect(why).to_be_visible()
    for key, paper in {
        "y": "Por qué",
        "e": "Mi sesión",
        "l": "Cómo se juega",
        "f": "Tus apuestas",
        "?": "Teclas",
    }.items():
        person.press(key)
        expect(page.locator(f'.paper[aria-label="{paper}"]')).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert english(page) == []
        person.press(["Escape"])
    person.leaves()
