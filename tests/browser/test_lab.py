"""The lab: exact odds of a house, what if it had other decks and pays, and rounds dealt beside the exact figures."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.people import Person
from tests.browser.serving import House


def edge(person: Person) -> str:
    return person.page.get_by_role("row", name=re.compile("^Initial always war")).locator(".e").inner_text()


def test_odds_change_with_decks_and_pays_and_a_simulation_is_followed_and_stopped(
    browser: Browser, house: House
) -> None:
    person = Person(browser, house)
    person.is_signed_in("lena")
    person.goes("/lab/maryland")
    page = person.page
    decks = page.get_by_role("group", name="Decks")
    expect(decks.get_by_role("button", pressed=True)).to_be_visible()
    six = edge(person)
    other = decks.get_by_role("button", pressed=False).first
    other.press("Enter")
    expect(page.get_by_role("row", name=re.compile("^Initial always war")).locator(".e")).not_to_have_text(six)

    what_if = page.get_by_role("status").filter(has_text="Edge")
    before = what_if.inner_text()
    page.get_by_label("Net of wins", exact=True).fill("2")
    expect(what_if).to_contain_text("instead of")
    assert what_if.inner_text() != before
    page.get_by_role("button", name="As the house pays").press("Enter")
    expect(what_if).to_have_text(before)

    simulation = page.get_by_role("region", name="Simulation")
    simulation.get_by_label("Rounds", exact=False).and_(page.get_by_role("combobox")).select_option(
        label="1,000,000,000"
    )
    simulation.get_by_role("button", name="Deal").press("Enter")
    z = simulation.locator("[data-z]").first
    expect(z).to_have_text(re.compile(r"^−?\d+\.\d\d$"))
    expect(simulation.get_by_role("status")).to_contain_text("a second")
    simulation.get_by_role("button", name="Stop").press("Enter")
    expect(simulation.get_by_role("status")).to_have_text("Stopped.")
    expect(z).to_be_visible()
    person.leaves()
