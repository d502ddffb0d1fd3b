"""A real browser, and houses for it to look at."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.serving import House, open_house, table
from tests.told import RULEBOOKS
from tools import chromium, page
from tools.node import node
from wartable.cli.users import StaffRole

ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# Every test has tables of its own, so that none meets what another left behind.
TABLES = (
    table("maryland"),  # looked at by many, played at by none
    *(
        table(name, "maryland")
        for name in (
            "begun",
            "hablado",
            "harbour",
            "kept",
            "limits",
            "offline",
            "open-to-all",
            "reached",
            "shaken",
            "signed-out",
            "stacked",
        )
    ),
    *(
        table(f"real-{state}", state, dealer="person")
        for state in ("maryland", "wisconsin", "massachusetts", "washington")
    ),
    *(table(f"evening-{state}", state, dealer="person") for state in RULEBOOKS),
    table("interrupted", "washington", dealer="person"),
    table("dicho", "maryland", dealer="person"),
    table("quiet", "washington", dealer="person"),
    table("calm", "washington", dealer="person"),
    table("jackpot", "maryland", dealer="person"),
    table("banked", "california", dealer="person"),
    table("passed-on", "california", dealer="person"),
    table("behind", "california", dealer="person"),
    table("coupons", "wisconsin", dealer="person", coupons=[5_00, 10_00]),
    table("five-hands", "maryland-electronic", dealer="person"),
    table("practice", "washington", dealer="person", practice=True),
    table("void", "washington", dealer="person", floor="person"),
    table("pit", "maryland", dealer="person", floor="person"),
    table("device", "california", dealer="person", floor="person"),
    *(table(name, "washington", dealer="person", floor="person") for name in ("taken-back", "turned-down", "misread")),
    table("let-out", "massachusetts", dealer="person", floor="person"),
    table("called", "wisconsin", dealer="person", floor="person"),
    table("cover-card", "maryland", dealer="person", floor="person"),
    *(table(f"war-tie-{state}", state, dealer="person") for state in ("maryland", "wisconsin", "massachusetts")),
    table("paid-at-the-edge", "wisconsin", dealer="person"),
    *(table(f"hits-{state}", state, dealer="person") for state in ("maryland", "massachusetts")),
    table("cut-off", "washington", dealer="person"),
    table("company", "washington"),
    table("all-alone", "california"),
    table("again", "washington", dealer="person"),
    table("favourites", "maryland", dealer="person"),
    *(table(f"round-after-round-{number}", "maryland") for number in (1, 2)),
    table("session", "washington", dealer="person"),
    table("heard", "washington", dealer="person"),
    table("fair", "maryland"),
    *(table(name, "maryland") for name in ("walked", "walked-on-a-phone", "recalled", "recalled-on-a-phone")),
    *(table(name, "washington", dealer="person") for name in ("first-round", "in-the-round")),
    *(table(name, "washington") for name in ("at-once", "hinted")),
    table("staged", "wisconsin", dealer="person"),
    table("unopened", "washington", dealer="person", floor="person", name="The Reef"),
    table("walked-by-hand", "washington", dealer="person"),
    table("dealt-to-a-phone", "washington", dealer="person"),
    table("smallest-phone", "maryland", dealer="person"),
)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that is open to every test; it reads the page when it opens, so that is built before."""
    page.build()
    staff: dict[str, StaffRole] = {"petra": "dealer", "vera": "floor", "walter": "floor", "lena": "auditor"}
    with open_house(tmp_path_factory.mktemp("house"), *TABLES, staff=staff) as opened:
        yield opened


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for the page built from the sources as they stand.

    Playwright keeps an event loop running in this thread, so it is closed before other tests run loops of their own.
    """
    page.build()
    found = chromium.find()
    # The node that Playwright carries needs a library that a bare machine lacks; ours does not.
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(node())
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=str(found.program), env=dict(found.environment), args=ARGUMENTS
        )
        yield started
        started.close()
