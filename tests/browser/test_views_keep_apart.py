"""Every view after every other, by links within the page: it lies there as it does after a reload."""

from collections.abc import Iterator
from itertools import pairwise, permutations

import pytest
from playwright.sync_api import Browser, expect
from playwright.sync_api import TimeoutError as NeverCame

from tests.browser.people import Person
from tests.browser.serving import House, open_house, table
from tools import page
from wartable.cli.users import StaffRole

STAFF: dict[str, StaffRole] = {"vera": "floor", "petra": "dealer"}
VIEWS = {
    "vera": ("/", "/table/still", "/dealer/still", "/floor", "/audit", "/lab/maryland", "/drill", "/sign-in"),
    "petra": ("/", "/table/still", "/dealer/still", "/lab/maryland", "/drill"),
}
"""The views; a console shows its keys to a dealer only."""
LIES = """() => [...document.querySelectorAll('header, nav, main, section, h1, h2, label, a, button, input, select')]
    .filter((e) => e.checkVisibility() && !e.closest('.vh'))
    .map((e) => {
        const { x, y, width, height } = e.getBoundingClientRect();
        const name = (e.ariaLabel || e.textContent || '').trim().replace(/\\s+/g, ' ').slice(0, 40);
        return `${e.tagName} ${name} ${[x, y, width, height].map(Math.round)}`;
    })"""
"""Where the landmarks and the controls of the page lie."""
LIES_LIKE = f"(wanted) => JSON.stringify(({LIES})()) === JSON.stringify(wanted)"
FOLLOW = """(path) => {
    const link = document.body.appendChild(document.createElement('a'));
    link.href = path;
    link.click();
    link.remove();
}"""


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house where no one plays, so that its pages do not change by themselves."""
    page.build()
    tables = (table("still", "maryland"), table("maryland"))
    with open_house(tmp_path_factory.mktemp("still"), *tables, staff=STAFF) as house:
        yield house


def walk(views: tuple[str, ...]) -> list[str]:
    """A way on which each view comes directly after each other view."""
    left = set(permutations(views, 2))
    way, back = [views[0]], [views[0]]
    while back:
        ahead = next((one for one in views if (back[-1], one) in left), None)
        if ahead is None:
            way.append(back.pop())
        else:
            left.remove((back[-1], ahead))
            back.append(ahead)
    return way[:0:-1]


def arrives(person: Person, path: str) -> None:
    expect(person.page).to_have_url(person.house.url + path)
    expect(person.page.locator("main, h1").first).to_be_visible()


@pytest.mark.parametrize("name", STAFF)
def test_every_view_lies_after_every_other_as_it_does_after_a_reload(name: str, browser: Browser, still: House) -> None:
    person = Person(browser, still)
    person.is_signed_in(name)
    alone: dict[str, list[str]] = {}
    for path in VIEWS[name]:
        person.goes(path)
        arrives(person, path)
        person.page.wait_for_load_state("networkidle")
        alone[path] = person.page.evaluate(LIES)
    way = walk(VIEWS[name])
    assert {*pairwise(way)} == {*permutations(VIEWS[name], 2)}
    person.goes(way[0])
    for before, path in pairwise(way):
        arrives(person, before)
        person.page.evaluate(FOLLOW, path)
        arrives(person, path)
        try:
            person.page.wait_for_function(LIES_LIKE, arg=alone[path])
        except NeverCame:
            assert person.page.evaluate(LIES) == alone[path], f"{path} after {before}"
    person.leaves()
