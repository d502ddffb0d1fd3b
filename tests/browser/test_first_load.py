"""What a browser fetches first: few bytes, and faces that look the same on every machine."""

import pytest
from playwright.sync_api import Browser, Response, ViewportSize, expect

from tests.browser.people import PHONE, WIDE, Person
from tests.browser.serving import House
from tools.page import FRONTEND, STATIC

FIRST_LOAD_BYTES = 150_000
FACES = ("Figtree", "Brygada 1918")
AMOUNTS = "Figtree"
"""The face of every amount: its figures stand below each other."""
WRITTEN = "Sit, Señor Núñez: ¿qué pagó? ¡Así! ÁÉÍÓÚÜÑ áéíóúüñ $1,234.50 – −5.00 €20 “Why?”… it’s 10 to 1"
"""Letters, figures and signs of every sentence in English and Spanish."""
WIDTHS = """([face, texts]) => {
    const pen = document.createElement('canvas').getContext('2d');
    const wide = (text, font) => { pen.font = `600 40px ${font}`; return pen.measureText(text).width; };
    const figures = document.createElement('span');
    figures.style.font = `600 40px "${face}"`;
    document.body.append(figures);
    const drawn = [...'0123456789'].map((figure) => {
        figures.textContent = figure.repeat(10);
        return figures.getBoundingClientRect().width;
    });
    figures.remove();
    return {
        beside: texts.map((text) => [wide(text, `"${face}", monospace`), wide(text, `"${face}", cursive`)]),
        missing: wide(texts[0], 'monospace'),
        figures: drawn,
    };
}"""


@pytest.mark.parametrize("locale", ["en-US", "es-US"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("path", ["/", "/table/maryland"], ids=["lobby", "table"])
def test_the_first_load_is_under_150_kilobytes(
    path: str, size: ViewportSize, locale: str, browser: Browser, house: House
) -> None:
    person = Person(browser, house, size, locale=locale, service_workers="allow")
    fetched: dict[str, Response] = {}
    person.page.on("response", lambda response: fetched.update({response.url: response}))
    person.goes(path)
    expect(person.page.locator("h1, #words").first).to_be_visible()
    person.page.wait_for_load_state("networkidle")
    files = {url: answer for url, answer in fetched.items() if "/api/" not in url}
    faces = [url for url in files if url.endswith(".woff2")]
    # The browser's own count of a body is wrong for some answers; the server says how long each of them is.
    sizes = {url.removeprefix(house.url): int(answer.headers["content-length"]) for url, answer in files.items()}
    assert len(faces) == len(FACES), sizes
    assert sum(sizes.values()) < FIRST_LOAD_BYTES, sizes
    person.leaves()


@pytest.mark.parametrize("face", FACES)
def test_a_face_of_the_page_has_every_letter_and_the_figures_of_amounts_have_one_width(
    face: str, browser: Browser, house: House
) -> None:
    person = Person(browser, house, service_workers="allow")
    person.goes("/")
    expect(person.page.get_by_role("heading", name="Take a seat.")).to_be_visible()
    assert person.page.evaluate('face => document.fonts.load(`600 40px "${face}"`).then((all) => all.length)', face)
    seen = person.page.evaluate(WIDTHS, [face, [WRITTEN, *WRITTEN.replace(" ", "")]])
    assert seen["beside"][0][0] != seen["missing"]
    signs = zip(("", *WRITTEN.replace(" ", "")), seen["beside"], strict=True)
    assert [sign for sign, (one, two) in signs if one != two] == [], "signs that the machine's own face has to draw"
    if face == AMOUNTS:
        assert len(set(seen["figures"])) == 1, seen["figures"]
    person.leaves()


def test_the_licence_of_each_face_comes_with_it(browser: Browser, house: House) -> None:
    packages = [folder.name for folder in (FRONTEND / "node_modules" / "@fontsource-variable").iterdir()]
    assert {file.stem for file in (STATIC / "licences").iterdir() if file.suffix == ".txt"} == set(packages)
    person = Person(browser, house, service_workers="allow")
    for package in packages:
        text = person.context.request.get(f"{house.url}/licences/{package}.txt").text()
        assert "SIL OPEN FONT LICENSE" in text
        assert "Copyright" in text
    person.leaves()
