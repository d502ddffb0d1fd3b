"""A house has a currency, and every amount on its page carries the sign: drawn, spoken and said by the server."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import Person, Player
from tests.browser.serving import House, open_house, table
from tools import page
from wartable.cli.users import StaffRole

BARE = """() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    for (let text = walk.nextNode(); text; text = walk.nextNode())
        if (!text.parentElement.closest('style, script, .clause')) texts.push(text.data);
    for (const e of document.querySelectorAll('[aria-label], [aria-valuetext], [placeholder], [title]'))
        texts.push(e.ariaLabel ?? '', e.ariaValueText ?? '', e.placeholder ?? '', e.title ?? '');
    return texts.filter((text) => /(?<![€\\d,.-])[\\d,]+[.]\\d\\d(?![\\d-]| ?%)/.test(text));
}"""
"""Texts, drawn or spoken, with an amount that carries no sign."""


@pytest.fixture(scope="module")
def euros(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house whose chips are worth euros, with a table for practice, where amounts stand in advice too."""
    page.build()
    tables = (table("maryland"), table("wisconsin", coupons=[5_00]), table("practice", "washington", practice=True))
    staff: dict[str, StaffRole] = {"vera": "floor"}
    with open_house(tmp_path_factory.mktemp("euros"), 'currency = "€"', *tables, staff=staff) as house:
        yield house


def bare(page: Page) -> list[str]:
    """What is written or spoken without the sign."""
    found: list[str] = page.evaluate(BARE)
    return found


def test_every_amount_of_a_round_carries_the_sign_of_the_house(browser: Browser, euros: House) -> None:
    player = Player(browser, euros, "maryland")
    player.bets(initial=20_00, tie=5_00, progressive=5_00)
    expect(player.page.get_by_text("€30.00 on the felt")).to_be_visible()
    player.page.get_by_role("button", name="Skip hints").click()
    expect(player.page.locator("#words")).to_contain_text("You bet €5.00 on the progressive.")
    expect(player.page.get_by_role("button", name="Initial wager, €20.00")).to_be_attached()
    assert bare(player.page) == []
    player.page.get_by_role("button", name="How to play").click()
    expect(player.page.get_by_text("€10.00 – €500.00").first).to_be_visible()
    assert bare(player.page) == []
    player.press(["Escape", "d"])
    surrender, result = player.page.get_by_role("button", name="Surrender"), player.page.get_by_text("Round 1: ")
    expect(surrender.or_(result).first).to_be_attached()
    if surrender.count():
        assert bare(player.page) == []
        player.press("s")
    expect(result).to_contain_text("€")
    assert bare(player.page) == []
    player.leaves()


def test_the_lobby_the_floor_and_the_audit_carry_the_sign(browser: Browser, euros: House) -> None:
    lobby = Person(browser, euros)
    lobby.goes("/")
    expect(lobby.page.get_by_text("€10.00 – €500.00").first).to_be_visible()
    assert bare(lobby.page) == []
    lobby.leaves()
    vera = Person(browser, euros)
    vera.signs_in("vera")
    expect(vera.page.locator("button[data-table]").first).to_contain_text("€")
    assert bare(vera.page) == []
    vera.leaves()
