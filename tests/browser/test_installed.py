"""The page on a device: it can be installed, opens without a connection, and comes back by itself."""

import json
from typing import Any

from playwright.sync_api import Browser, Route, expect

from tests.browser.people import PHONE, Person, Player
from tests.browser.serving import House

KEPT = """async () => {
    const { serviceWorker } = navigator;
    while (!serviceWorker.controller) await new Promise((go) => serviceWorker.addEventListener('controllerchange', go));
    await serviceWorker.ready;
    const kept = {};
    for (const name of await caches.keys())
        kept[name] = (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname);
    return kept;
}"""


def kept(person: Person) -> dict[str, list[str]]:
    """What lies on the device, once the page is in the worker's charge."""
    found: dict[str, list[str]] = person.page.evaluate(KEPT)
    return found


def test_the_page_can_be_installed(browser: Browser, house: House) -> None:
    person = Person(browser, house, service_workers="allow")
    person.goes("/")
    kept(person)
    told = person.context.new_cdp_session(person.page).send("Page.getAppManifest")
    assert told["errors"] == []
    manifest: dict[str, Any] = json.loads(told["data"])
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == ("standalone", "/", "/")
    sizes = {}
    for icon in manifest["icons"]:
        answer = person.context.request.get(house.url + icon["src"])
        assert answer.headers["content-type"] == icon["type"]
        width = person.page.evaluate(
            "async (src) => { const image = new Image(); image.src = src; await image.decode();"
            " return image.naturalWidth; }",
            icon["src"],
        )
        sizes[icon["sizes"], icon["purpose"]] = width
    assert sizes["192x192", "any"] == 192
    assert sizes["512x512", "maskable"] == 512
    assert ("any", "any") in sizes
    person.leaves()


def test_without_a_connection_the_page_says_what_is_missing_and_comes_back_by_itself(
    browser: Browser, house: House
) -> None:
    person = Person(browser, house, PHONE, service_workers="allow")
    person.goes("/")
    kept(person)
    person.context.set_offline(True)
    expect(person.page.get_by_text("You are offline. What you see is not live.")).to_be_visible()
    person.goes("/table/maryland")  # a view that was never looked at
    expect(person.page.get_by_role("heading", name="You are offline.")).to_be_visible()
    expect(person.page.get_by_text("The house keeps the tables, the seats, the chips and every round.")).to_be_visible()
    person.context.set_offline(False)
    expect(person.page.locator("main.stage #words")).to_be_visible()
    expect(person.page.get_by_text("You are offline.")).to_have_count(0)
    person.context.close()


def test_a_player_who_was_cut_off_plays_on_with_what_the_house_says_now(browser: Browser, house: House) -> None:
    player = Player(browser, house, "offline", service_workers="allow")
    player.bets(initial=20_00)
    before = player.balance
    kept(player)
    player.context.set_offline(True)
    player.page.reload()
    expect(player.page.get_by_role("heading", name="You are offline.")).to_be_visible()
    assert player.page.locator("[data-balance]").count() == 0  # an old balance would be a wrong one
    player.context.set_offline(False)
    expect(player.page.get_by_text("$20.00 on the felt")).to_be_visible()
    assert player.balance == before
    house.players["offline"].remove(player)
    player.context.close()


BEGINS_OFFLINE = """
if (location.search && !sessionStorage.getItem('began')) {
    sessionStorage.setItem('began', 'offline');
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
    document.addEventListener('DOMContentLoaded', () => setTimeout(() => dispatchEvent(new Event('online')), 100));
}
"""
"""For the first load alone; a browser that has just started may say so too."""


def test_a_page_that_began_offline_sits_when_the_house_is_known(browser: Browser, house: House) -> None:
    person = Person(browser, house)
    person.page.add_init_script(BEGINS_OFFLINE)

    def when_the_felt_is_there(route: Route) -> None:
        person.page.locator("main.stage #words").wait_for()
        route.continue_()

    person.page.route("**/api/house", when_the_felt_is_there)
    person.goes("/table/begun?sit")
    expect(person.page.locator("section.mine, .who.you").first).to_be_attached()
    person.page.unroute_all()
    person.leaves()


def test_nothing_that_the_server_says_is_ever_kept(browser: Browser, house: House) -> None:
    player = Player(browser, house, "kept", service_workers="allow")
    player.goes("/")
    expect(player.page.get_by_role("link", name="Sit at").first).to_be_visible()
    lies = kept(player)
    (files,) = lies.values()
    assert "/" in files
    assert [file for file in files if file != "/" and "." not in file] == []
    assert [file for file in files if file.startswith(("/api", "/ws", "/health", "/metrics"))] == []
    player.leaves()


def test_a_new_build_takes_the_place_of_the_one_before(browser: Browser, house: House) -> None:
    person = Person(browser, house, service_workers="allow")
    person.goes("/")
    (now,) = kept(person)
    person.page.evaluate(
        "async () => { await (await caches.open('wartable before')).put('/', new Response('an old page'));"
        " await caches.open('not ours'); await (await navigator.serviceWorker.ready).unregister(); }"
    )
    person.page.reload()
    assert set(kept(person)) == {now, "not ours"}
    person.leaves()
