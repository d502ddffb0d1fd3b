"""Answers of the server that the page cannot read."""

from playwright.sync_api import Browser, expect

from tests.browser.people import Person
from tests.browser.serving import House


def test_an_answer_that_the_page_cannot_read_is_shown_with_what_is_wrong_in_it(browser: Browser, house: House) -> None:
    person = Person(browser, house)
    person.page.route("**/api/me", lambda route: route.fulfill(json={"person": 7}))
    person.goes("/")
    expect(person.page.get_by_role("alert")).to_contain_text("(person: expected text, got 7)")
    person.leaves()
