"""A dealer in training: exercises on the console, judged by the table, a mistake with its clause, a score."""

import re

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.people import Person
from tests.browser.serving import House
from tests.browser.test_house_pages import SIZES as SCREENS
from tests.browser.test_house_pages import is_well
from tests.browser.trainee import FEWEST, Trainee
from tests.browser.windows import PAGE_FAULTS, faults
from wartable.drill import KINDS, Kind


@pytest.mark.parametrize(("kind", "state"), list(zip(KINDS, ("maryland", "wisconsin", "washington"), strict=True)))
def test_a_drill_of_each_kind_is_answered_without_a_mouse_and_scored(
    kind: Kind, state: str, browser: Browser, house: House
) -> None:
    trainee = Trainee(browser, house)
    trainee.begins(state, kind, 11)
    for place in range(1, FEWEST + 1):
        trainee.answers(trainee.faces(place))
        trainee.goes_on()
    expect(trainee.page.get_by_role("heading", level=1)).to_have_text(f"{FEWEST} of {FEWEST} right.")
    expect(trainee.page.get_by_text(f"wartable drill {state} --about {kind}")).to_be_visible()
    trainee.leaves()


@pytest.mark.parametrize(("state", "kind"), [("california", "pays"), ("washington", "irregularities")])
def test_a_mistake_is_shown_with_what_was_expected_and_the_text_of_its_clause(
    state: str, kind: Kind, browser: Browser, house: House
) -> None:
    trainee = Trainee(browser, house)
    page = trainee.page
    trainee.begins(state, kind, 12)
    first = trainee.faces(1)
    trainee.answers(first, right=False)
    shown = page.locator("dd.table")
    expect(shown).to_have_text(re.compile(re.escape(first.question.answer)))
    clause = first.question.clauses[0]
    page.get_by_role("button", name=clause, exact=True).first.click()
    expect(page.get_by_role("note").first).not_to_have_text("…")
    page.locator("button.next").click()
    for place in range(2, FEWEST + 1):
        trainee.answers(trainee.faces(place))
        trainee.goes_on()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{FEWEST - 1} of {FEWEST} right.")
    expect(page.get_by_role("region", name="What you missed").get_by_role("listitem")).to_have_count(1)
    expect(page.get_by_role("region", name="Read again").get_by_role("button")).to_have_count(
        len(first.question.clauses)
    )
    page.get_by_role("button", name="The same exercises again").click()
    trainee.faces(1)
    trainee.leaves()


def test_a_mixed_drill_goes_on_after_the_page_was_loaded_again(browser: Browser, house: House) -> None:
    trainee = Trainee(browser, house)
    trainee.begins("massachusetts", "all", 13)
    trainee.answers(trainee.faces(1))
    trainee.page.reload()
    trainee.answers(trainee.faces(2))
    trainee.page.reload()
    trainee.faces(3)
    trainee.page.get_by_role("button", name="End").click()
    expect(trainee.page.get_by_role("heading", level=1)).to_have_text("Practise the table.")
    trainee.page.reload()
    expect(trainee.page.get_by_role("button", name="Begin")).to_be_visible()
    trainee.leaves()


def test_a_person_who_has_not_come_in_is_asked_to_and_a_guest_may_take_a_drill(browser: Browser, house: House) -> None:
    person = Person(browser, house)
    person.goes("/drill")
    expect(person.page.get_by_role("heading", level=1)).to_have_text("Come in first.")
    person.page.get_by_role("button", name="Go on as a guest").click()
    expect(person.page.get_by_role("button", name="Begin")).to_be_visible()
    person.leaves()


@pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS.keys())
def test_a_drill_keeps_no_one_out(size: ViewportSize, browser: Browser, house: House) -> None:
    trainee = Trainee(browser, house, size)
    expect(trainee.page.get_by_role("button", name="Begin")).to_be_visible()
    is_well(trainee.page)
    trainee.begins("maryland", "irregularities", 14)
    trainee.faces(1)
    is_well(trainee.page)
    trainee.answers(trainee.exercises[0], right=False)
    is_well(trainee.page)
    trainee.leaves()


def test_every_key_of_a_drill_is_reached_in_every_window(browser: Browser, house: House) -> None:
    trainee = Trainee(browser, house)
    expect(trainee.page.get_by_role("button", name="Begin")).to_be_visible()
    assert faults(trainee.page, PAGE_FAULTS) == {}
    trainee.begins("california", "all", 15)
    for place in range(1, FEWEST + 1):
        exercise = trainee.faces(place)
        if place < FEWEST:
            assert faults(trainee.page, PAGE_FAULTS) == {}, exercise.question.kind
        trainee.answers(exercise, right=place > 2)
        if place < FEWEST:
            assert faults(trainee.page, PAGE_FAULTS) == {}, exercise.question.kind
        trainee.goes_on()
    expect(trainee.page.get_by_role("region", name="Read again")).to_be_visible()
    assert faults(trainee.page, PAGE_FAULTS) == {}
    trainee.leaves()
